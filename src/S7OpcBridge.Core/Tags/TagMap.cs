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
}
