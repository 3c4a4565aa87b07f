using System.Globalization;
using S7OpcBridge.Core;
using S7OpcBridge.Map;
using S7OpcBridge.S7;

namespace S7OpcBridge.Benchmarks;

/// <summary>The requests of our read plan and the places of the tags, written for Peers/bare-s7.c and laid out for <see cref="LoopSketch"/>.</summary>
internal static class BarePlan
{
    /// <summary>PDU size in bytes that the plan is made for.</summary>
    public const int PduSize = 960;

    /// <summary>Lines for the program's input.</summary>
    public static IEnumerable<string> Of(BridgeMap map)
    {
        var (tags, plan) = (map.Tags.Tags, For(map));
        foreach (var request in plan.Requests)
        {
            yield return $"R {Convert.ToHexString(PduOf(request))}";
            foreach (var item in request.Items)
                yield return Line($"I {item.ImageOffset} {item.Range.ByteLength}");
        }
        for (var i = 0; i < tags.Length; i++)
            yield return Line($"T {plan.Slots[i].ImageOffset} {PlaceOf(tags[i])}");
    }

    /// <summary>The plan for a map's first PLC.</summary>
    public static ReadPlan For(BridgeMap map)
    {
        var plc = map.Tags.Plcs[0];
        var options = new PlanOptions(PduSize, plc.MaxItems) { ConsistentBytes = plc.ConsistentBytes, Prices = plc.Prices };
        return ReadPlanner.Plan([.. map.Tags.Tags.Select(tag => TagRanges.Of(map.Tags, tag, PduSize))], options);
    }

    /// <summary>The ReadVar PDU of a request, without a reference.</summary>
    public static ReadOnlySpan<byte> PduOf(PlanRequest request) => new S7ReadJob([.. request.Items.Select(static item => item.Range)]).Request;

    // Bytes of a number and how many there are, or 0 and the bit. Texts and dates are numbers of one byte.
    private static string PlaceOf(Tag tag)
    {
        var bytes = tag.Type.ByteLength(tag.Address.Bit);
        return tag.Type switch
        {
            { Kind: S7TypeKind.Bool, IsArray: false } => Line($"0 {tag.Address.Bit}"),
            { ElementSize: 2 or 4 or 8 } => Line($"{tag.Type.ElementSize} {bytes / tag.Type.ElementSize}"),
            _ => Line($"1 {bytes}"),
        };
    }

    private static string Line(FormattableString line) => line.ToString(CultureInfo.InvariantCulture);
}
