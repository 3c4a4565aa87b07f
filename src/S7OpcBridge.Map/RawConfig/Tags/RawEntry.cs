using S7OpcBridge.Core;
using S7OpcBridge.Map.RawConfig.Alarms;
using S7OpcBridge.Map.UserTypes;

namespace S7OpcBridge.Map.RawConfig.Tags;

/// <summary>An entry of a list of tags.</summary>
internal abstract class RawEntry(RawGroup group, SourceLocation spot)
{
    public RawGroup Group => group;

    public SourceLocation Spot => spot;
}

/// <summary>A data block exported from TIA Portal. It can be laid out only when all types are known.</summary>
internal sealed class RawBlock(RawGroup group, SourceLocation spot, UserType block) : RawEntry(group, spot)
{
    public UserType Block => block;
}

/// <summary>The settings that a group passes on to its tags: folder, data block, start, scan class, access.</summary>
internal sealed class RawGroup(RawGroup? parent)
{
    private int? _db;
    private string? _scan;
    private TagAccess? _access;
    private TagHistory? _history;
    private SourceLocation _historySpot;
    private RawWord? _alarmClass;

    /// <summary>The group around it; null: none.</summary>
    public RawGroup? Parent => parent;

    /// <summary>Number of enclosing groups.</summary>
    public int Depth { get; } = parent is null ? 0 : parent.Depth + 1;

    /// <summary>Folder below the parent's; empty: none.</summary>
    public string Name { get; set; } = "";

    public SourceLocation NameSpot { get; set; }

    /// <summary>Data block for offsets; inherited.</summary>
    public int? Db
    {
        get => _db ?? parent?.Db;
        set => _db = value;
    }

    /// <summary>Bytes added to the offsets inside, where a block contains several such groups.</summary>
    public int OwnStart { get; set; }

    /// <summary>The start including the parents'; a group with its own data block starts at its own value.</summary>
    public int Start => OwnStart + (_db is null && parent is not null ? parent.Start : 0);

    /// <summary>Scan class; inherited.</summary>
    public string? Scan
    {
        get => _scan ?? parent?.Scan;
        set => _scan = value;
    }

    public SourceLocation OwnScanSpot { get; set; }

    public SourceLocation ScanSpot => _scan is null && parent is not null ? parent.ScanSpot : OwnScanSpot;

    /// <summary>Access; inherited.</summary>
    public TagAccess? Access
    {
        get => _access ?? parent?.Access;
        set => _access = value;
    }

    /// <summary>History; inherited.</summary>
    public TagHistory? History => _history ?? parent?.History;

    public SourceLocation HistorySpot => _history is null && parent is not null ? parent.HistorySpot : _historySpot;

    public void SetHistory(TagHistory? history, SourceLocation spot) => (_history, _historySpot) = (history, spot);

    /// <summary>Class of alarms that name none; inherited.</summary>
    public RawWord? AlarmClass
    {
        get => _alarmClass ?? parent?.AlarmClass;
        set => _alarmClass = value;
    }

    /// <summary>Length of <see cref="Prefix"/>, known before it is made.</summary>
    public long PrefixLength => (parent?.PrefixLength ?? 0) + (Name.Length == 0 ? 0 : Name.Length + 1);

    /// <summary>Path of the group with a trailing slash, or empty.</summary>
    public string Prefix => field ??= (parent?.Prefix ?? "") + (Name.Length == 0 ? "" : Name + "/");
}
