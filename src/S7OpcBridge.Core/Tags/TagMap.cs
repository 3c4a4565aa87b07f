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

/// <summary>One scan class of one PLC.</summary>
/// <param name="Index">Index in <see cref="TagMap.ScanGroups"/>.</param>
/// <param name="Plc">Index of the PLC.</param>
/// <param name="Name">Name in the map, for example <c>fast</c>.</param>
/// <param name="Interval">Time between two cycles.</param>
/// <param name="Demand">True: polled only while somebody listens.</param>
public sealed record ScanGroup(int Index, int Plc, string Name, TimeSpan Interval, bool Demand = false);
