using S7OpcBridge.Core;

namespace S7OpcBridge;

/// <summary>Something that stands in a list of tags.</summary>
internal abstract class EntryDraft(GroupDraft group, SourceSpot spot)
{
    public GroupDraft Group => group;

    public SourceSpot Spot => spot;
}

/// <summary>A tag as written. Where two spots would always be the same, there is one: there may be a million of these.</summary>
internal sealed class TagDraft(GroupDraft group, SourceSpot spot) : EntryDraft(group, spot)
{
    /// <summary>Path below the group.</summary>
    public string Name { get; set; } = "";

    public SourceSpot NameSpot { get; set; }

    /// <summary>Address or offset as written.</summary>
    public string? Address { get; set; }

    public SourceSpot AddressSpot { get; set; }

    /// <summary>True where <see cref="Address"/> is an offset into the group's data block.</summary>
    public bool IsOffset { get; set; }

    public string? Type { get; set; }

    public SourceSpot TypeSpot { get; set; }

    public string? Scan { get; set; }

    public SourceSpot ScanSpot { get; set; }

    public TagAccess? Access { get; set; }

    /// <summary>Unit, range, description and the like; null where nothing is said.</summary>
    public TagDetails? Details { get; set; }

    /// <summary>OPC UA type instead of the usual one.</summary>
    public string? UaType { get; set; }

    /// <summary>Word of its snapshot group.</summary>
    public string? Snapshot { get; set; }

    public SourceSpot SnapshotSpot { get; set; }

    /// <summary>How the simulator should move it; null: by its name, type, unit and range.</summary>
    public SimulationWish? Simulate { get; set; }

    /// <summary>The details, to be extended.</summary>
    public TagDetails More => Details ?? NoDetails;

    private static readonly TagDetails NoDetails = new();
}

/// <summary>A template used, once or for each of a list of parameters.</summary>
internal sealed class UseDraft(GroupDraft group, SourceSpot spot) : EntryDraft(group, spot)
{
    public string Template { get; set; } = "";

    public SourceSpot TemplateSpot { get; set; }

    /// <summary>Folder of each use, with parameters in it.</summary>
    public string Name { get; set; } = "";

    public SourceSpot NameSpot { get; set; }

    /// <summary>Data block, a number or a parameter.</summary>
    public string? Db { get; set; }

    public SourceSpot DbSpot { get; set; }

    /// <summary>Start in the block, a number or a parameter.</summary>
    public string? Start { get; set; }

    public SourceSpot StartSpot { get; set; }

    public string? Scan { get; set; }

    public SourceSpot ScanSpot { get; set; }

    public TagAccess? Access { get; set; }

    /// <summary>Parameters with their values, one per use; a single value holds for all.</summary>
    public List<ParameterDraft> For { get; } = [];

    public SourceSpot ForSpot { get; set; }
}

/// <summary>A parameter of <c>for</c>.</summary>
internal sealed record ParameterDraft(string Name, SourceSpot Spot, IReadOnlyList<string> Values);

/// <summary>A file of tags that can only be laid out once all types are known: a block exported from TIA.</summary>
internal sealed class BlockDraft(GroupDraft group, SourceSpot spot, UserType block) : EntryDraft(group, spot)
{
    public UserType Block => block;
}
