using S7OpcBridge.Core;
using S7OpcBridge.S7;

namespace S7OpcBridge;

/// <summary>Tags as the planner sees them.</summary>
internal static class TagRanges
{
    /// <summary>The bytes of a tag, and the borders at which they may be cut where they alone exceed a PDU.</summary>
    public static PlanRange Of(Tag tag) => new(tag.Address.RangeOf(tag.Type), tag.Type switch
    {
        { Kind: S7TypeKind.Bool, IsArray: true } => 1,
        { IsArray: true } type => type.ElementSize,
        { Kind: S7TypeKind.WString } => 2,
        { Kind: S7TypeKind.String or S7TypeKind.Chars } => 1,
        _ => 0,
    }, tag.Details?.Snapshot ?? 0);

    /// <summary>Bytes that some range covers.</summary>
    public static int UsedBytes(PlanRange[] ranges)
    {
        var used = 0;
        var end = 0;
        S7Range? last = null;
        foreach (var range in ranges.Select(r => r.Range).OrderBy(r => r.Area).ThenBy(r => r.Db).ThenBy(r => r.Start))
        {
            if (last is not { } before || before.Area != range.Area || before.Db != range.Db)
                end = 0;
            var fresh = Math.Max(0, range.End - Math.Max(end, range.Start));
            used += fresh * (range.ByteLength / range.Length);
            (last, end) = (range, Math.Max(end, range.End));
        }
        return used;
    }
}
