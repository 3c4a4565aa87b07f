using System.Globalization;
using S7OpcBridge.S7Plus;
using S7OpcBridge.S7Plus.Frames;
using S7OpcBridge.S7Plus.Messages;
using S7OpcBridge.S7Plus.Values;

namespace S7OpcBridge.Simulator.Playback;

/// <summary>
/// What makes requests of S7CommPlus equal, without what belongs to one connection: sequence, integrity id, ids of session and subscriptions. Used for one
/// connection.
/// </summary>
internal sealed class PlusKeys
{
    public const string Session = "session";
    public const string Setup = "setup";
    public const string Password = "password";
    public const string Challenge = "challenge";
    public const string Credit = "credit";
    public const string End = "end of the session";

    private readonly HashSet<uint> _subscriptions = [];
    private uint _session;
    private uint _container;

    /// <summary>Learns the ids of a session from the answer to the request that creates it.</summary>
    public void Began(ReadOnlySpan<uint> ids)
    {
        (_session, _container) = ids.Length > 0 ? (ids[0], ids[^1]) : default;
        _subscriptions.Clear();
    }

    /// <summary>Learns the id of a subscription.</summary>
    public void Subscribed(uint id) => _subscriptions.Add(id);

    /// <summary>Reads a request behind its head.</summary>
    /// <exception cref="S7PlusProtocolException">It is broken.</exception>
    public PlusAsked Read(in PlusRequestHead head, ref PlusReader from)
    {
        switch (head.Function)
        {
            case PlusFunction.CreateObject when head.Session == PlusIds.NullSession:
                return new PlusAsked(Session, 0);
            case PlusFunction.CreateObject:
                var (parent, what, created) = ObjectLife.ReadCreateRequest(ref from, hasIntegrity: true);
                var to = new PlusWriter();
                what.Write(to);
                return new PlusAsked($"create in {Name(parent)}: {Convert.ToHexString(to.Written)}", created) { Creates = true };
            case PlusFunction.DeleteObject:
                var (target, deleted) = ObjectLife.ReadDeleteRequest(ref from);
                return new PlusAsked(target == _session ? End : $"delete {Name(target)}", deleted);
            case PlusFunction.GetMultiVariables:
                var (source, items, attributes, read) = GetMultiVariables.ReadRequest(ref from);
                return new PlusAsked($"read {Name(source)} {Names(items)} {string.Join(',', attributes)}", read) { Items = items };
            case PlusFunction.SetMultiVariables:
                return ReadWrite(ref from);
            case PlusFunction.Explore:
                var explore = Explore.ReadRequest(ref from);
                return new PlusAsked(
                    $"explore {Name(explore.Object)} of {explore.InstancesOf} {explore.Recursive}{explore.Parents} {string.Join(',', explore.Attributes)}",
                    explore.Integrity
                );
            case PlusFunction.GetVarSubStreamed:
                var (owner, attribute, got) = SingleVariable.ReadGetRequest(ref from);
                return new PlusAsked(
                    owner == _session && attribute == PlusIds.SessionChallenge ? Challenge : $"get {Name(owner)} {attribute}",
                    got
                );
            case PlusFunction.SetVariable:
                return ReadSet(ref from);
            default:
                return new PlusAsked($"function {(ushort)head.Function:X4}: {Convert.ToHexString(from.Bytes(from.Left))}", 0);
        }
    }

    /// <summary>The name of an item.</summary>
    public static string NameOf(S7PlusAddress item) => string.Create(CultureInfo.InvariantCulture, $"{item}/{item.SubArea}/{item.Crc:X}");

    private PlusAsked ReadWrite(ref PlusReader from)
    {
        var (target, items, attributes, values) = SetMultiVariables.ReadRequest(ref from);
        if (target == _session && attributes is [PlusIds.SessionVersion])
            return new PlusAsked(Setup, 0);
        var what = $"write {Name(target)} {Names(items)} {string.Join(',', attributes)}";
        var written = string.Join(',', values.Select(value => value is null ? "" : Convert.ToHexString(value.Encode())));
        return new PlusAsked($"{what} {written}", from.Left > 4 ? from.Vlq32() : 0) { Items = items, WithoutValues = what };
    }

    private PlusAsked ReadSet(ref PlusReader from)
    {
        var (target, attribute, value) = SingleVariable.ReadSetRequest(ref from);
        ObjectQualifier.Skip(ref from);
        if (from.Left > 5 && from.Peek == 0)
            from.Byte();
        var integrity = from.Vlq32();
        if (target == _session && attribute is PlusIds.SessionResponse or PlusIds.Legitimate)
            return new PlusAsked(Password, integrity);
        if (attribute == PlusIds.SubscriptionCredit)
            return new PlusAsked(Credit, integrity);
        var what = $"set {Name(target)} {attribute}";
        return new PlusAsked($"{what} {Convert.ToHexString(value.Encode())}", integrity) { WithoutValues = what };
    }

    private string Name(uint id) =>
        id == _session && id != 0 ? "the session"
        : id == _container && id != 0 ? "the subscriptions"
        : _subscriptions.Contains(id) ? "a subscription"
        : id.ToString("X", CultureInfo.InvariantCulture);

    private static string Names(S7PlusAddress[] items) => string.Join(' ', items.Select(NameOf));
}

/// <summary>A request of S7CommPlus.</summary>
/// <param name="Key">Equal for equal requests of all connections.</param>
/// <param name="Integrity">Its integrity id; 0 where it has none.</param>
internal sealed record PlusAsked(string Key, uint Integrity)
{
    /// <summary>The items that are read or written.</summary>
    public S7PlusAddress[] Items { get; init; } = [];

    /// <summary>The key of a write whatever it writes; null for others.</summary>
    public string? WithoutValues { get; init; }

    /// <summary>True: it creates an object, such as a subscription.</summary>
    public bool Creates { get; init; }
}
