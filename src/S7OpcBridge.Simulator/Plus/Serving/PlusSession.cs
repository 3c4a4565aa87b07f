using System.Security.Cryptography;

namespace S7OpcBridge.Simulator.Plus.Serving;

/// <summary>What the PLC remembers of one S7CommPlus connection. Touched by its link alone.</summary>
internal sealed class PlusSession
{
    private uint _setCount;
    private uint _getCount;

    /// <summary>Id of the session object; 0 before there is one.</summary>
    public uint Id { get; set; }

    /// <summary>Id of the object that holds its subscriptions.</summary>
    public uint SubscriptionsId { get; set; }

    /// <summary>True once the client has sent the version back: nothing but the session's own requests is served before.</summary>
    public bool IsSetUp { get; set; }

    /// <summary>True once a password was accepted.</summary>
    public bool IsUnlocked { get; set; }

    /// <summary>True once the session was deleted: the connection ends after the answer.</summary>
    public bool IsOver { get; set; }

    /// <summary>The exported secret of the TLS connection.</summary>
    public byte[] ExporterSecret { get; set; } = [];

    /// <summary>What the next password has to answer.</summary>
    public byte[] Challenge { get; private set; } = RandomNumberGenerator.GetBytes(20);

    /// <summary>Subscriptions by their id.</summary>
    public Dictionary<uint, PlusSubscription> Subscriptions { get; } = [];

    /// <summary>Makes another challenge.</summary>
    public byte[] NewChallenge() => Challenge = RandomNumberGenerator.GetBytes(20);

    /// <summary>Counts a request that is refused before its integrity id was looked at.</summary>
    public void CountUnseen(bool isSet) => Count(isSet, 0);

    /// <summary>Counts a request that carries an integrity id. False: its id is ahead of the count.</summary>
    public bool Count(bool isSet, uint integrity) => integrity <= (isSet ? ++_setCount : ++_getCount);
}
