using S7OpcBridge.Core.Links;
using S7OpcBridge.S7;

namespace S7OpcBridge.Core;

/// <summary>Converts tags to the planner's ranges.</summary>
public static class TagRanges
{
    /// <summary>
    /// The range of a tag in bytes (in numbers for timers and counters), its snapshot group, and the borders at which it may be cut where it exceeds a PDU.
    /// </summary>
    public static PlanRange RangeOf(Tag tag) => new(tag.Address.RangeOf(tag.Type), TagSlot.BordersOf(tag.Type), tag.Details?.Snapshot ?? 0);

    /// <summary>
    /// The range of a tag including the structure that it is a member of. The largest structure that fits a PDU is read by one request, and as one item where
    /// the CPU copies that many bytes consistently. A snapshot group of the map takes precedence.
    /// </summary>
    public static PlanRange RangeOf(TagMap map, Tag tag, int pduSize) =>
        RangeOf(tag) is { Snapshot: 0 } plain ? plain with { Snapshot = StructureGroup(map, tag.Id, pduSize) } : RangeOf(tag);

    /// <summary>True for a group that comes from a structure, false for a snapshot group of the map.</summary>
    public static bool IsStructure(int group) => group >= FirstStructure;

    internal static int StructureGroup(TagMap map, int tag, int pduSize) =>
        StructureGroup(map, tag, new PlanOptions(pduSize, 1).LongestItem, int.MaxValue);

    /// <summary>The group of the largest structure around a tag that has at most so many bytes and tags; 0: none.</summary>
    internal static int StructureGroup(TagMap map, int tag, int maxBytes, int maxTags)
    {
        var group = 0;
        for (var number = map.StructureOf(tag); number >= 0; number = map.Structures[number].Parent)
        {
            if (map.Structures[number].Bytes > maxBytes || map.Structures[number].TagCount > maxTags)
                break;
            group = FirstStructure + number;
        }
        return group;
    }

    // Snapshot groups of a map are numbered from 1 on and stay far below this.
    private const int FirstStructure = 1 << 24;
}
