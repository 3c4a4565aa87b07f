using System.Collections.Immutable;

namespace S7OpcBridge.Core;

/// <summary>
/// Everything the map says about PLCs and tags, checked and compiled. Immutable. Numbers are indexes: in a map that was just compiled they run without gaps, in one that
/// <see cref="MapSuccession"/> put in the place of another there are entries that are gone.
/// </summary>
public sealed class TagMap
{
    private readonly ImmutableArray<Tag> _listed;

    /// <summary>The PLCs by their number.</summary>
    public required ImmutableArray<PlcDefinition> Plcs { get; init; }

    /// <summary>All scan classes of all PLCs by their number; a group belongs to one PLC.</summary>
    public required ImmutableArray<ScanGroup> ScanGroups { get; init; }

    /// <summary>All tags by their number, <see cref="Tag.Id"/>.</summary>
    public required ImmutableArray<Tag> Tags { get; init; }

    /// <summary>The tags that are there, in the order of the map; those of one PLC stand together.</summary>
    public ImmutableArray<Tag> Listed
    {
        get => _listed.IsDefault ? Tags : _listed;
        init => _listed = value;
    }
}
