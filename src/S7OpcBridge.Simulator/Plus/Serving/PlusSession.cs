using System.Security.Cryptography;

namespace S7OpcBridge.Simulator.Plus.Serving;

/// <summary>The state of one S7CommPlus connection. Used only by its link.</summary>
internal sealed class PlusSession
{
    private uint _setCount;
    private uint _getCount;

    /// <summary>Id of the session object; 0: it does not exist yet.</summary>
    public uint Id { get; set; }

    /// <summary>Id of the object that holds its subscriptions.</summary>
    public uint SubscriptionsId { get; set; }

    /// <summary>True once the client has returned the version; before that only requests for the session are served.</summary>
    public bool IsSetUp { get; set; }

    /// <summary>True once a password was accepted.</summary>
    public bool IsUnlocked { get; set; }

    /// <summary>True once the session was deleted: the connection ends after the answer.</summary>
    public bool IsOver { get; set; }

    /// <summary>The exported secret of the TLS connection.</summary>
    public byte[] ExporterSecret { get; set; } = [];

    /// <summary>The challenge for the next password.</summary>
    public byte[] Challenge { get; private set; } = RandomNumberGenerator.GetBytes(20);

    /// <summary>Subscriptions by their id.</summary>
    public Dictionary<uint, PlusSubscription> Subscriptions { get; } = [];

    /// <summary>Subscriptions to alarms by their id.</summary>
    public Dictionary<uint, PlusAlarmSubscription> AlarmSubscriptions { get; } = [];

    /// <summary>Makes a new challenge.</summary>
    public byte[] NewChallenge() => Challenge = RandomNumberGenerator.GetBytes(20);

    /// <summary>Counts a request that is refused before its integrity id was read.</summary>
    public void CountUnseen(bool isSet) => Count(isSet, 0);

    /// <summary>Counts a request with an integrity id. False: its id is ahead of the count.</summary>
    public bool Count(bool isSet, uint integrity) => integrity <= (isSet ? ++_setCount : ++_getCount);
}
