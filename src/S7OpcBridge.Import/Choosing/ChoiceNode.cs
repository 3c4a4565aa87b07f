using S7OpcBridge.Core;
using S7OpcBridge.Import.Lists;
using S7OpcBridge.Map;
using S7OpcBridge.S7;

namespace S7OpcBridge.Import;

/// <summary>What a node of the tree is.</summary>
public enum ChoiceKind
{
    /// <summary>A PLC.</summary>
    Plc,

    /// <summary>What came from sources of one format, where a PLC has several: data blocks, tag tables, lists of an HMI.</summary>
    Source,

    /// <summary>A block, a table, a structure or another level of names.</summary>
    Folder,

    /// <summary>A tag.</summary>
    Tag,
}

/// <summary>A PLC, a block, a table or a tag of an import, while somebody chooses. Figures of folders are those of all tags below. Not thread-safe.</summary>
public sealed class ChoiceNode
{
    private readonly List<ChoiceNode> _children = [];

    internal ChoiceNode(int id, string name, ChoiceKind kind, ChoiceNode? parent)
    {
        (Id, Name, Kind, Parent) = (id, name, kind, parent);
        parent?._children.Add(this);
    }

    /// <summary>Its index in <see cref="ImportChoice.Nodes"/>.</summary>
    public int Id { get; }

    /// <summary>Its level of the path.</summary>
    public string Name { get; }

    /// <summary>What it is.</summary>
    public ChoiceKind Kind { get; }

    /// <summary>Null for a PLC.</summary>
    public ChoiceNode? Parent { get; }

    /// <summary>Its members in the order of the sources.</summary>
    public IReadOnlyList<ChoiceNode> Children => _children;

    /// <summary>Tags below it, or 1.</summary>
    public int Tags { get; private set; }

    /// <summary>Those that are ticked.</summary>
    public int Ticked { get; private set; }

    /// <summary>Its interval; null for a folder whose tags differ.</summary>
    public TimeSpan? Scan { get; private set; }

    /// <summary>What clients may do; null for a folder whose tags differ.</summary>
    public TagAccess? Access { get; private set; }

    /// <summary>Its type; empty for a folder.</summary>
    public string Type => Tag?.Row.Type is { Kind: not S7TypeKind.None } type ? type.ToString() : "";

    /// <summary>Its address, or its symbol where it is read by symbol; of a folder the data block in which all lies; else empty.</summary>
    public string Place =>
        Tag is null
            ? Db > 0
                ? $"DB{Db}"
                : ""
            : Tag.Row.Address is { } address
                ? address.ToString()
                : Tag.Row.Symbol ?? "";

    /// <summary>True where an address is not known, so that it is read by symbol.</summary>
    public bool IsSymbol => Tag is { Row.Address: null };

    /// <summary>Its comment in the source; null: none.</summary>
    public string? Description => Tag?.Row.Details.Description;

    /// <summary>Where it stands in the source; none for a folder.</summary>
    public SourceLocation Spot => Tag?.Row.Spot ?? default;

    /// <summary>Why clients can never write it; null: they may, if the map says so.</summary>
    public string? ReadOnlyReason => Tag is null ? null : Finishing.WriteRule.ReasonAgainst(Tag.Row.Address);

    internal PlantTag? Tag { get; init; }

    /// <summary>The data block in which all tags below it lie; 0: there is none.</summary>
    internal int Db { get; private set; }

    internal bool IsTicked { get; set; }

    /// <summary>The interval that was chosen; null: as found.</summary>
    internal TimeSpan? ChosenScan { get; set; }

    /// <summary>The access that was chosen; null: as found.</summary>
    internal TagAccess? ChosenAccess { get; set; }

    /// <summary>The tag as it goes into the map.</summary>
    internal PlantTag Chosen =>
        Tag! with
        {
            Access = ChosenAccess ?? Tag!.Access,
            Row = Tag!.Row with { Rate = ChosenScan ?? Tag!.Row.Rate },
        };

    /// <summary>All tags below it, or itself.</summary>
    internal IEnumerable<ChoiceNode> Leaves() => Tag is not null ? [this] : _children.SelectMany(child => child.Leaves());

    /// <summary>Sums up this node and all below it.</summary>
    internal void SumAll()
    {
        foreach (var child in _children)
            child.SumAll();
        Sum();
    }

    /// <summary>Sums up this node from its members.</summary>
    internal void Sum()
    {
        if (Tag is not null)
        {
            (Tags, Ticked) = (1, IsTicked ? 1 : 0);
            Scan = ChosenScan ?? Tag.Row.Rate ?? ImportChoice.UsualScan;
            Access = ChosenAccess ?? Tag.Access;
            Db = Tag.Row.Address is { Area: S7Area.DataBlock } address ? address.Db : 0;
            return;
        }
        var first = _children[0];
        (Tags, Ticked, Scan, Access, Db) = (0, 0, first.Scan, first.Access, first.Db);
        foreach (var child in _children)
        {
            Tags += child.Tags;
            Ticked += child.Ticked;
            Scan = child.Scan == Scan ? Scan : null;
            Access = child.Access == Access ? Access : null;
            Db = child.Db == Db ? Db : 0;
        }
    }
}
