namespace S7OpcBridge;

/// <summary>The keys of <c>reconnect</c>.</summary>
internal static class ReconnectKeys
{
    private static readonly TimeSpan Shortest = TimeSpan.FromMilliseconds(100);
    private static readonly TimeSpan Longest = TimeSpan.FromHours(1);

    public static readonly KeyTable<PlcDraft> Table = new("reconnect setting",
        new("first", KeyShape.Duration, "First pause; each further one is longer. Default 1s.", static (yaml, plc) => plc.ReconnectFirst = yaml.Duration(Shortest, Longest)),
        new("max", KeyShape.Duration, "Longest pause. Default 10s.", static (yaml, plc) => plc.ReconnectMax = yaml.Duration(Shortest, Longest)));
}
