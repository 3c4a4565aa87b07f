using System.Collections.Immutable;

namespace S7OpcBridge.Core;

/// <summary>Everything the map says about PLCs and tags, checked and compiled. Immutable.</summary>
public sealed class TagMap
{
    /// <summary>The PLCs, in the order of the map.</summary>
    public required ImmutableArray<PlcDefinition> Plcs { get; init; }

    /// <summary>All scan classes of all PLCs; a group belongs to one PLC.</summary>
    public required ImmutableArray<ScanGroup> ScanGroups { get; init; }

    /// <summary>All tags; a tag's id is its index. Tags of one PLC stand together.</summary>
    public required ImmutableArray<Tag> Tags { get; init; }

    /// <summary>All structures, each before those inside it, so in the order of their first tags.</summary>
    public ImmutableArray<TagStructure> Structures { get; init; } = [];

    /// <summary>The types of the structures.</summary>
    public ImmutableArray<TagStructureType> StructureTypes { get; init; } = [];

    /// <summary>The innermost structure that a tag is a member of, as an index in <see cref="Structures"/>; -1: none.</summary>
    public int StructureOf(int tag)
    {
        var (low, high) = (0, Structures.Length);
        while (low < high)
        {
            var middle = (low + high) / 2;
            if (Structures[middle].FirstTag <= tag)
                low = middle + 1;
            else
                high = middle;
        }
        var structure = low - 1;
        while (structure >= 0 && !Structures[structure].Holds(tag))
            structure = Structures[structure].Parent;
        return structure;
    }
}
