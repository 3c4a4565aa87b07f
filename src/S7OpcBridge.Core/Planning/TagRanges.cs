using S7OpcBridge.S7;

namespace S7OpcBridge.Core;

/// <summary>Tags as the planner sees them.</summary>
public static class TagRanges
{
    /// <summary>The bytes of a tag (numbers for timers and counters), its snapshot group, and the borders at which it may be cut where it alone exceeds a PDU.</summary>
    public static PlanRange Of(Tag tag) => new(tag.Address.RangeOf(tag.Type), Element(tag.Type), tag.Details?.Snapshot ?? 0);

    private static int Element(S7DataType type) => type switch
    {
        { Kind: S7TypeKind.Bool, IsArray: true } => 1,
        { IsArray: true } => type.ElementSize,
        { Kind: S7TypeKind.WString } => 2,
        { Kind: S7TypeKind.String or S7TypeKind.Chars } => 1,
        _ => 0,
    };
}
