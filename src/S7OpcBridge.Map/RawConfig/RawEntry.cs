using S7OpcBridge.Core;
using S7OpcBridge.Map.UserTypes;

namespace S7OpcBridge.Map.RawConfig;

/// <summary>Something that stands in a list of tags.</summary>
internal abstract class RawEntry(RawGroup group, SourceLocation spot)
{
    public RawGroup Group => group;

    public SourceLocation Spot => spot;
}

/// <summary>A file of tags that can only be laid out once all types are known: a block exported from TIA.</summary>
internal sealed class RawBlock(RawGroup group, SourceLocation spot, UserType block) : RawEntry(group, spot)
{
    public UserType Block => block;
}

/// <summary>What tags take from the group around them: a folder, a data block, a start, a scan class, an access.</summary>
internal sealed class RawGroup(RawGroup? parent)
{
    private int? _db;
    private string? _scan;
    private TagAccess? _access;

    /// <summary>Levels of groups above this one.</summary>
    public int Depth { get; } = parent is null ? 0 : parent.Depth + 1;

    /// <summary>Folder below the parent's; empty adds none.</summary>
    public string Name { get; set; } = "";

    public SourceLocation NameSpot { get; set; }

    /// <summary>Data block of offsets; inherited.</summary>
    public int? Db { get => _db ?? parent?.Db; set => _db = value; }

    /// <summary>Bytes added to the offsets inside, where the group is one of several in a block.</summary>
    public int OwnStart { get; set; }

    /// <summary>The same with the parents'; a group that names its own block starts anew.</summary>
    public int Start => OwnStart + (_db is null && parent is not null ? parent.Start : 0);

    /// <summary>Scan class; inherited.</summary>
    public string? Scan { get => _scan ?? parent?.Scan; set => _scan = value; }

    public SourceLocation OwnScanSpot { get; set; }

    public SourceLocation ScanSpot => _scan is null && parent is not null ? parent.ScanSpot : OwnScanSpot;

    /// <summary>Access; inherited.</summary>
    public TagAccess? Access { get => _access ?? parent?.Access; set => _access = value; }

    /// <summary>Path of the group with a slash at its end, or empty.</summary>
    public string Prefix => field ??= (parent?.Prefix ?? "") + (Name.Length == 0 ? "" : Name + "/");
}
