using S7OpcBridge.S7;

namespace S7OpcBridge;

/// <summary>The keys of <c>load</c>.</summary>
internal static class LoadKeys
{
    public static readonly KeyTable<PlcDraft> Table = new("load ceiling",
        new("requestsPerSecond", KeyShape.Whole(1, 100_000), "Requests per second at most.", static (yaml, plc) =>
        {
            if (yaml.Number(0.1) is { } rate)
                plc.Load = (plc.Load ?? S7Load.None) with { RequestsPerSecond = rate };
        }),
        new("busy", KeyShape.TextOrNumber, "Share of the time that the CPU may be kept answering, such as 50%.", static (yaml, plc) =>
        {
            if (yaml.Peek is { } text && Numbers.TryParse(text.AsSpan().TrimEnd("% "), out var percent) && text.EndsWith('%') && percent is > 0 and <= 100)
            {
                plc.Load = (plc.Load ?? S7Load.None) with { Busy = percent / 100 };
                yaml.Next();
            }
            else
            {
                yaml.RefuseNode("a share from 1% to 100%");
            }
        }));
}
