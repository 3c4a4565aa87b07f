using S7OpcBridge.Core.Links;
using S7OpcBridge.S7;

namespace S7OpcBridge.Core;

/// <summary>Tags as the planner sees them.</summary>
public static class TagRanges
{
    /// <summary>The bytes of a tag (numbers for timers and counters), its snapshot group, and the borders at which it may be cut where it alone exceeds a PDU.</summary>
    public static PlanRange Of(Tag tag) => new(tag.Address.RangeOf(tag.Type), TagSlot.BordersOf(tag.Type), tag.Details?.Snapshot ?? 0);

    /// <summary>
    /// The same with the structure that the tag is a member of: the widest one that a PDU can carry is read by one request, and as one item where the CPU
    /// copies it in one go. A snapshot group of the map comes first.
    /// </summary>
    public static PlanRange Of(TagMap map, Tag tag, int pduSize) => Of(tag) is { Snapshot: 0 } plain ? plain with { Snapshot = StructureGroup(map, tag.Id, pduSize) } : Of(tag);

    /// <summary>True for a group that is a structure and not one of the map's snapshots.</summary>
    public static bool IsStructure(int group) => group >= FirstStructure;

    internal static int StructureGroup(TagMap map, int tag, int pduSize)
    {
        var (group, largest) = (0, new PlanOptions(pduSize, 1).LongestItem);
        for (var structure = map.StructureOf(tag); structure >= 0 && map.Structures[structure].Bytes <= largest; structure = map.Structures[structure].Parent)
            group = FirstStructure + structure;
        return group;
    }

    // Snapshots of a map are numbered from 1 on; nobody writes so many.
    private const int FirstStructure = 1 << 24;
}
