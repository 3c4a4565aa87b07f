using System.Collections.Immutable;

namespace S7OpcBridge.Core;

/// <summary>
/// The PLCs and tags of a map, checked and compiled. Immutable. Numbers are indexes. They run without gaps in a freshly compiled map; after <see
/// cref="MapMigration"/> some entries are marked as gone.
/// </summary>
public sealed class TagMap
{
    /// <summary>
    /// Limit of the PLCs of a map, and of the scan classes of all its PLCs together. Tags store these numbers in 16 bits; half the range leaves room for a
    /// reload that renames all of them.
    /// </summary>
    public const int MaxPlcsAndScanGroups = 32_767;

    private readonly ImmutableArray<Tag> _listed;
    private (int First, int Count)[]? _ranges;

    /// <summary>The PLCs by their number.</summary>
    public required ImmutableArray<PlcDefinition> Plcs { get; init; }

    /// <summary>All scan classes of all PLCs by their number; a group belongs to one PLC.</summary>
    public required ImmutableArray<ScanGroup> ScanGroups { get; init; }

    /// <summary>All tags by their number, <see cref="Tag.Id"/>.</summary>
    public required ImmutableArray<Tag> Tags { get; init; }

    /// <summary>The tags that exist, in the order of the map; those of one PLC are adjacent.</summary>
    public ImmutableArray<Tag> Listed
    {
        get => _listed.IsDefault ? Tags : _listed;
        init => _listed = value;
    }

    /// <summary>The tags of a PLC that exist, in the order of the map, found without a look at those of the others.</summary>
    /// <param name="plc">Number of the PLC.</param>
    public IEnumerable<Tag> TagsOf(int plc)
    {
        var (first, count) = (_ranges ??= Ranges())[plc];
        return Listed.Skip(first).Take(count);
    }

    /// <summary>PLC and path of a tag, such as <c>Line1/Motor/Speed</c>.</summary>
    public string PathOf(Tag tag) => $"{Plcs[tag.Plc].Name}/{tag.Path}";

    /// <summary>The text of a tag's node id, which clients know it by: it outlives reloads, restarts and changes of the type.</summary>
    public string NodeIdOf(Tag tag) => tag.Details?.NodeId ?? PathOf(tag);

    /// <summary>The machine that the PLCs control that name none themselves; null: the map names none.</summary>
    public MachineIdentity? Machine { get; init; }

    /// <summary>The symbols of PLCs with <c>protocol: s7plus</c>, as the map names them.</summary>
    public ImmutableArray<SymbolEntry> Symbols { get; init; } = [];

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

    /// <summary>
    /// Index of the outermost structure that begins with a tag; the inner ones follow it. Where no structure begins there, the index of the next one.
    /// </summary>
    public int FirstStructureAt(int tag)
    {
        var (low, high) = (0, Structures.Length);
        while (low < high)
        {
            var middle = (low + high) / 2;
            if (Structures[middle].FirstTag < tag)
                low = middle + 1;
            else
                high = middle;
        }
        return low;
    }

    private (int First, int Count)[] Ranges()
    {
        var ranges = new (int First, int Count)[Plcs.Length];
        for (var i = 0; i < Listed.Length; i++)
        {
            ref var range = ref ranges[Listed[i].Plc];
            if (range.Count++ == 0)
                range.First = i;
        }
        return ranges;
    }
}
