using System.Collections.Immutable;
using S7OpcBridge.Core;
using S7OpcBridge.Map.Compiling.Checks;
using S7OpcBridge.Map.RawConfig.Alarms;
using S7OpcBridge.Map.RawConfig.Plcs;
using S7OpcBridge.Map.RawConfig.Tags;
using S7OpcBridge.Map.UserTypes;
using S7OpcBridge.Map.Values;
using S7OpcBridge.S7;

namespace S7OpcBridge.Map.Compiling;

/// <summary>Turns the drafts of one PLC's tags into tags, each checked on its own and against the others.</summary>
internal sealed partial class TagCompiler(
    RawPlc plc,
    int plcIndex,
    ScanClasses scans,
    TagRules rules,
    TypeResolver types,
    StandardLayout layout,
    FindingList findings
)
{
    private readonly TagNameCheck _names = new(plc.Name, findings);
    private readonly AddressOverlaps _overlaps = new(findings);
    private readonly UnlikelyTags _unlikely = new(plc, rules.Profile, findings);
    private readonly TagTypes _types = new(types, findings);
    private readonly HashSet<RawGroup> _checked = [];
    private readonly Dictionary<TagDetails, TagDetails> _details = [];

    /// <summary>Receives the tags.</summary>
    public required ImmutableArray<Tag>.Builder Tags { get; init; }

    /// <summary>Receives the simulations of tags.</summary>
    public required Dictionary<int, TagSimulation> Simulations { get; init; }

    /// <summary>Receives the node ids given in the map.</summary>
    public required NodeIds NodeIds { get; init; }

    /// <summary>Numbers the snapshot groups.</summary>
    public required SnapshotGroups Snapshots { get; init; }

    /// <summary>Receives the structures that tags are members of.</summary>
    public required StructureTags Structures { get; init; }

    /// <summary>Decides which tags are recorded.</summary>
    public required HistoryRules History { get; init; }

    /// <summary>Receives where the tags stand.</summary>
    public required TagSpots Spots { get; init; }

    /// <summary>Splits the paths.</summary>
    public required SharedPaths Paths { get; init; }

    /// <summary>Pattern of the node ids; null: PLC/Name.</summary>
    public string? Pattern { get; init; }

    public void Add(RawEntry entry)
    {
        CheckGroup(entry.Group);
        if (findings.Size.IsFull)
            return;
        if (entry is RawTag tag)
            AddTag(tag);
        else if (entry is RawBrowse browse)
            AddBrowse(browse);
        else if (entry is RawBlock block)
            AddBlock(block);
    }

    /// <summary>Called after all entries were compiled.</summary>
    /// <param name="firstTag">First tag of this PLC.</param>
    /// <param name="firstSymbol">First symbol of this PLC.</param>
    public void Finish(int firstTag, int firstSymbol)
    {
        FinishAlarms(firstTag, firstSymbol);
        _names.CheckFolders();
        _overlaps.Check();
        rules.Finish();
        _unlikely.Finish();
    }

    private void AddTag(RawTag draft)
    {
        if (draft.NameSpot.IsNone)
        {
            findings.Error(draft.Spot, "the tag has no name; add 'name'");
            return;
        }
        if (draft is { IsSymbol: true, Address: not null })
        {
            AddSymbol(draft);
            return;
        }
        if (
            !TagAddressResolver.TryFind(draft, findings, out var address, out var named)
            || _types.Find(draft, address, named) is not { } type
        )
            return;
        _unlikely.Add(draft, address, type);
        var path = draft.Group.Prefix + draft.Name;
        if (type.User is null)
        {
            if (draft.IsOffset)
                address = address with { Width = address.Bit > 0 ? (byte)1 : TagAddressResolver.WidthOf(type.Elementary) };
            AddOne(draft, path, draft.NameSpot, address, type.Elementary, draft.Details, draft.Access, draft.UaType, alarms: draft.Alarms);
            return;
        }
        if (address.Bit != 0 || address.Width == 1 || address.Area is S7Area.Timers or S7Area.Counters)
        {
            findings.Error(
                draft.AddressSpot,
                $"{address} is not possible for the structure '{type.User.Name}'; write its first byte, such as DB1.DBB0"
            );
            return;
        }
        if (draft.Alarms is { Own: not null } or { List: not null })
        {
            findings.Error(
                draft.AddressSpot,
                $"an alarm goes with a value, and '{type.User.Name}' is a structure; write it at its member under 'types'"
            );
            return;
        }
        if (StructureDetails.ValueKeys(draft.Details, draft.UaType) is { } keys)
        {
            findings.Error(
                draft.TypeSpot,
                $"{keys} with a value, and '{type.User.Name}' is a structure; set it for its member under 'types'"
            );
            return;
        }
        if (layout.LayoutOf(type.User) is not { Leaves.Count: > 0 } inner)
            return;
        if (address.Offset + (long)ArrayBounds.CountOf(type.Bounds) * inner.Bytes > StandardLayout.LongestBlock)
        {
            findings.Error(
                draft.TypeSpot,
                $"'{draft.Name}' ends beyond byte {StandardLayout.LongestBlock}, the end of the largest block; check the address "
                    + "and the array bounds"
            );
            return;
        }
        var first = Tags.Count;
        foreach (var index in StructIndexes.Enumerate(type.Bounds))
        {
            if (findings.Size.IsFull)
                break;
            AddLeaves(draft, path + index + "/", address, inner);
            address = address with { Offset = address.Offset + inner.Bytes };
        }
        Structures.Add(type, path, first, draft.Details?.Description, draft.NameSpot, _names);
    }

    private void AddBlock(RawBlock draft)
    {
        var block = draft.Block;
        if (block.SameAs is { } name)
        {
            if (types.Resolve(name, out _) is not { User: { } user })
            {
                findings.Warning(
                    block.Spot,
                    $"the block '{block.Name}' is left out: it is an instance of {name}, which no source declares; name the source "
                        + $"of this function block or type as well, 'types: {{ from: [{name.Trim('"')}.scl] }}'"
                );
                return;
            }
            block = user;
        }
        if (layout.LayoutOf(block) is not { } inner)
            return;
        var first = Tags.Count;
        AddLeaves(
            new RawTag(draft.Group, draft.Spot),
            draft.Group.Prefix,
            new S7Address(S7Area.DataBlock, (ushort)draft.Group.Db!, draft.Group.Start),
            inner
        );
        Structures.AddMembersOf(block, draft.Group.Prefix, first, draft.Spot, _names);
    }

    private void AddLeaves(RawTag draft, string prefix, S7Address start, StructLayout structure)
    {
        foreach (var leaf in structure.Leaves)
        {
            if (findings.Size.IsFull)
                return;
            var address = start with { Offset = start.Offset + leaf.Offset, Bit = leaf.Bit, Width = TagAddressResolver.WidthOf(leaf.Type) };
            AddOne(
                draft,
                prefix + leaf.Path,
                leaf.Member.Spot.IsNone ? draft.Spot : leaf.Member.Spot,
                address,
                leaf.Type,
                leaf.Member.Details,
                leaf.Member.Access ?? draft.Access,
                leaf.Member.UaType,
                draft.Details,
                leaf.Member.Alarms
            );
        }
    }

    private void AddOne(
        RawTag draft,
        string path,
        SourceLocation nameSpot,
        S7Address address,
        S7DataType type,
        TagDetails? details,
        TagAccess? access,
        string? uaType,
        TagDetails? structure = null,
        RawTagAlarms? alarms = null
    )
    {
        var shown = type;
        if (uaType is not null && !UaTypes.TryFind(type, uaType, out shown, out var fault))
        {
            findings.Error(draft.TypeSpot.IsNone ? nameSpot : draft.TypeSpot, fault);
            return;
        }
        if (!findings.Size.TryCountTag(path.Length, nameSpot, findings))
            return;
        var ownHistory = details?.History;
        details = StructureDetails.Inherit(structure, details, shown);
        var scanSpot = draft.Scan is not null ? draft.ScanSpot : draft.Group.ScanSpot;
        var scan = scans.Find(draft.Scan ?? draft.Group.Scan ?? ScanKeys.Normal, scanSpot);
        var effective = access ?? draft.Group.Access ?? TagAccess.Read;
        var good = _names.Add(path, nameSpot) & rules.Check(draft, address, type, shown, details, effective);
        if (!good || scan < 0)
            return;
        details = History.Apply(details, ownHistory, draft, shown, nameSpot);
        if (draft.Snapshot is { } snapshot)
            details = (details ?? new TagDetails()) with { Snapshot = Snapshots.Find(snapshot, plcIndex, scan, draft.SnapshotSpot) };
        if (details?.NodeId is null && Pattern is not null)
            details = (details ?? new TagDetails()) with { NodeId = NodeIdPattern.Fill(Pattern, plc.Name, path) };
        if (details?.NodeId is { } nodeId)
            NodeIds.Add(nodeId, nameSpot);
        AddSimulation(draft, shown, isMember: nameSpot != draft.NameSpot);
        _overlaps.Add(address, type, path, draft.AddressSpot.IsNone ? nameSpot : draft.AddressSpot);
        Spots.Add(nameSpot);
        Tags.Add(
            new Tag
            {
                Id = Tags.Count,
                Path = Paths.Share(path),
                Plc = plcIndex,
                ScanGroup = scan,
                Address = shown.Kind == type.Kind ? address : address with { Width = TagAddressResolver.WidthOf(shown) },
                Type = shown,
                Access = effective,
                Details = details is null ? null : Shared(details),
            }
        );
        AddAlarms(alarms, draft.Group);
    }

    private void CheckGroup(RawGroup group)
    {
        for (var at = group; at is not null && _checked.Add(at); at = at.Parent)
        {
            if (at.Name.Length > 0 && TagNameCheck.Fault(at.Name) is { } fault)
                findings.Error(at.NameSpot, $"the folder '{at.Name}' {fault}");
            if (!findings.Size.TryCountPath(at.PrefixLength, at.NameSpot, findings))
                return;
        }
    }

    private TagDetails Shared(TagDetails details)
    {
        if (_details.TryGetValue(details, out var known))
            return known;
        _details.Add(details, details);
        return details;
    }
}
