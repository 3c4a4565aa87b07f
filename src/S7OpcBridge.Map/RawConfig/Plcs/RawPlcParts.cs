using S7OpcBridge.Map.Keys;
using S7OpcBridge.Map.Values;
using S7OpcBridge.Map.Yaml;
using S7OpcBridge.S7;

namespace S7OpcBridge.Map.RawConfig.Plcs;

/// <summary>The keys of <c>load</c>.</summary>
internal static class LoadKeys
{
    public static readonly KeyTable<RawPlc> Table = new(
        "load ceiling",
        new(
            "requestsPerSecond",
            KeyShape.Whole(1, 100_000),
            "Requests per second at most.",
            static (yaml, plc) =>
            {
                if (yaml.Number(0.1) is { } rate)
                    plc.Load = (plc.Load ?? S7Load.None) with { RequestsPerSecond = rate };
            }
        ),
        new(
            "busy",
            KeyShape.TextOrNumber,
            "Largest share of time that the CPU may be busy with answers, such as 50%.",
            static (yaml, plc) =>
            {
                if (
                    yaml.Peek is { } text
                    && Numbers.TryParse(text.AsSpan().TrimEnd("% "), out var percent)
                    && text.EndsWith('%')
                    && percent is > 0 and <= 100
                )
                {
                    plc.Load = (plc.Load ?? S7Load.None) with { Busy = percent / 100 };
                    yaml.Next();
                }
                else
                {
                    yaml.RefuseNode("a share from 1% to 100%");
                }
            }
        )
    );
}

/// <summary>The keys of <c>reconnect</c>.</summary>
internal static class ReconnectKeys
{
    private static readonly TimeSpan Shortest = TimeSpan.FromMilliseconds(100);
    private static readonly TimeSpan Longest = TimeSpan.FromHours(1);

    public static readonly KeyTable<RawPlc> Table = new(
        "reconnect setting",
        new(
            "first",
            KeyShape.Duration,
            "First pause; each further one is longer. Default 1s.",
            static (yaml, plc) => plc.ReconnectFirst = yaml.Duration(Shortest, Longest)
        ),
        new(
            "max",
            KeyShape.Duration,
            "Longest pause. Default 10s.",
            static (yaml, plc) => plc.ReconnectMax = yaml.Duration(Shortest, Longest)
        )
    );
}

/// <summary>The keys of <c>heartbeat</c>.</summary>
internal static class HeartbeatKeys
{
    public static readonly KeyTable<RawHeartbeat> Table = new(
        "heartbeat",
        new(
            "address",
            KeyShape.Text,
            "Address of a word in a data block, the markers or the outputs.",
            static (yaml, beat) =>
            {
                beat.AddressSpot = yaml.Spot;
                beat.Address = yaml.Text("an address such as DB1.DBW0");
            }
        ),
        new(
            "symbol",
            KeyShape.Text,
            "With 'protocol: s7plus' the symbol of a number or Bool instead.",
            static (yaml, beat) =>
            {
                beat.SymbolSpot = yaml.Spot;
                beat.Symbol = yaml.Text("a symbol in single quotes, such as '\"DB_Bridge\".Beat'");
            }
        ),
        new(
            "every",
            KeyShape.Duration,
            "Time between two toggles, 100ms to 1h. Default 1s.",
            static (yaml, beat) => beat.Every = yaml.Duration(TimeSpan.FromMilliseconds(100), TimeSpan.FromHours(1)) ?? beat.Every
        )
    );
}

/// <summary>A heartbeat as written.</summary>
internal sealed class RawHeartbeat(SourceLocation spot)
{
    public SourceLocation Spot => spot;

    public string? Address { get; set; }

    public SourceLocation AddressSpot { get; set; }

    public string? Symbol { get; set; }

    public SourceLocation SymbolSpot { get; set; }

    public TimeSpan Every { get; set; } = TimeSpan.FromSeconds(1);
}
