using System.Text.RegularExpressions;
using S7OpcBridge.Core;
using S7OpcBridge.Import.Lists;
using S7OpcBridge.Import.Sources;
using S7OpcBridge.Map.RawConfig.Words;
using S7OpcBridge.S7;

namespace S7OpcBridge.Import.Finishing;

/// <summary>Makes of the neutral list what the map takes: PLCs with names, tags with names, access and details that fit.</summary>
internal sealed class Finisher(ImportDraft draft)
{
    private readonly Regex? _only = draft.Options.Only is { } pattern
        ? new Regex(
            $"^{Regex.Escape(pattern).Replace("\\*", ".*").Replace("\\?", ".")}$",
            RegexOptions.IgnoreCase | RegexOptions.NonBacktracking
        )
        : null;

    private readonly HashSet<string> _nodeIds = new(StringComparer.Ordinal);

    public ImportedPlant Finish()
    {
        new BlockTags(draft).AddAll();
        new AlarmTriggers(draft).Resolve();
        new Views(draft).Join();
        var plcs = new List<PlantPlc>();
        var names = new HashSet<string>(StringComparer.Ordinal);
        foreach (var group in Wanted([.. draft.Tags.GroupBy(tag => tag.Plc)]))
        {
            var facts = draft.Plcs.FirstOrDefault(plc => plc.Name == group.Key) ?? new ImportedPlc(group.Key, group.First().Spot);
            CheckPlace(facts);
            plcs.Add(new PlantPlc(group.Key, facts, [.. TagsOf(group, facts)]));
        }
        plcs.RemoveAll(plc => plc.Tags.Count == 0);
        return MessageOwner.Give(
            new ImportedPlant([.. plcs.Select((plc, i) => plc with { Name = NameOf(plc, plcs.Count, i, names) })]),
            draft
        );
    }

    // Of several PLCs the one that was asked for; the tags of the others count nowhere.
    private List<IGrouping<string, ImportedTag>> Wanted(List<IGrouping<string, ImportedTag>> plcs)
    {
        if (draft.Options.Plc is not { } wanted || plcs.Count < 2)
            return plcs;
        var found = plcs.FindAll(plc =>
            plc.Key.Equals(wanted, StringComparison.OrdinalIgnoreCase) || plc.Key.EndsWith("." + wanted, StringComparison.OrdinalIgnoreCase)
        );
        if (found.Count == 0)
        {
            var names = string.Join(", ", plcs.Select(plc => plc.Key).Where(name => name.Length > 0));
            draft.Note(plcs[0].First().Spot, $"there is no PLC '{wanted}'; the sources have {names}");
        }
        return found;
    }

    // What the map would refuse is left open, as if the source had not told it.
    private void CheckPlace(ImportedPlc plc)
    {
        if (plc.Host is { } host && HostNames.FaultOf(host) is { } fault)
        {
            draft.Note(plc.Spot, $"the address '{host}' of the PLC '{plc.Name}' is left open: {fault}");
            plc.Host = null;
        }
        if (plc.Port is not null and not (>= 1 and <= 65535))
            plc.Port = null;
    }

    private string NameOf(PlantPlc plc, int count, int index, HashSet<string> names)
    {
        var name = count == 1 && draft.Options.Plc is { } given ? given : plc.Name;
        // Clients of Kepware know channel and device; anybody else wants the device.
        if (
            !draft.Options.KeepNodeIds
            && count == 1
            && plc.Tags[0].Row.NodeId is null
            && name == plc.Name
            && name.IndexOf('.') is > 0 and var dot
            && plc.Facts.Host is not null
        )
            name = name[(dot + 1)..];
        name = name.Length == 0 ? $"PLC{index + 1}" : TagNaming.LevelOf(name);
        var free = name;
        for (var n = 2; !names.Add(free); n++)
            free = $"{name}_{n}";
        return free;
    }

    private IEnumerable<PlantTag> TagsOf(IEnumerable<ImportedTag> rows, ImportedPlc plc)
    {
        var naming = new TagNaming(draft);
        rows = [.. rows];
        plc.IsPlus |= rows.Any(row => row.Address is null);
        var profile = S7Profiles.All.FirstOrDefault(profile => profile.Name == plc.Profile) ?? S7Profiles.Generic;
        var tags = new List<PlantTag>();
        foreach (var row in rows)
        {
            if (_only?.IsMatch(row.Name) == false || !CanBeRead(row, profile, plc.IsPlus))
                continue;
            tags.Add(new PlantTag(naming.Assign(row), AccessOf(row, plc.IsPlus), WithOwnNodeId(Fitted(row))));
            draft.Report.CountTaken(row.Spot);
        }
        return tags.Select(naming.OutOfFolders);
    }

    // A server has each node id once.
    private ImportedTag WithOwnNodeId(ImportedTag row)
    {
        if (row.NodeId is not { } id || _nodeIds.Add(id))
            return row;
        draft.Change(row.Spot, row.Name, $"another tag has the node id '{id}', so it has one by its name in the map");
        return row with { NodeId = null };
    }

    private bool CanBeRead(ImportedTag row, S7Profile profile, bool isPlus)
    {
        if (row.Address is not { } address || (isPlus && row.Symbol is not null))
            return true;
        if (isPlus && address.Area != S7Area.DataBlock)
            return !Refuse(
                row,
                $"{address} has no symbol, and other tags of this PLC need 'protocol: s7plus', where only data blocks have addresses; import "
                    + "the tag table as well, or take it with --only into a map of its own"
            );
        if (!address.Fits(row.Type, out var error) && Refuse(row, error))
            return false;
        if (
            !profile.Areas.Contains(address.Area)
            && Refuse(
                row,
                $"the area of {address} can't be read on {profile.Name}; copy the value into a data block in " + "the PLC program"
            )
        )
            return false;
        return profile.Types.Contains(row.Type.Kind) || !Refuse(row, $"the type {row.Type} is not there on {profile.Name}");
    }

    private bool Refuse(ImportedTag row, string reason)
    {
        draft.LeaveOut(row.Spot, row.Name, reason);
        return true;
    }

    private TagAccess AccessOf(ImportedTag row, bool isPlus)
    {
        var access = row.Access ?? TagAccess.Read;
        if ((access & TagAccess.Write) == 0)
            return access;
        var reason =
            isPlus && row.Symbol is null && row.Address is { Width: 1 }
                ? "it is read only, because other tags of this PLC need 'protocol: s7plus', which writes no single bits by address; import "
                    + "the block or tag table "
                    + "as well, so that it has a symbol"
                : WriteRule.ReasonAgainst(row.Address);
        if (reason is null)
            return access;
        draft.Change(row.Spot, row.Name, reason);
        return TagAccess.Read;
    }

    // The map refuses details that say nothing about the type.
    private ImportedTag Fitted(ImportedTag row)
    {
        if (row.Alarms.Count > 0)
            row = row with { Alarms = AlarmTriggers.Fitting(row, draft) };
        var details = row.Details;
        var isNumber = row.Type.ValueKind is >= S7ValueKind.SByte and <= S7ValueKind.Double or S7ValueKind.Duration;
        if (
            !isNumber
            && row.Type.Kind != S7TypeKind.None
            && (details.Unit ?? (object?)details.Range ?? details.Limits ?? (object?)details.Scale) is not null
        )
        {
            draft.Change(row.Spot, row.Name, $"unit, limits and scale are left out, because {row.Type} is no number");
            details = details with { Unit = null, Range = null, Limits = null, Scale = null };
        }
        if (details.Description is { Length: > ImportLimits.Text } text)
            details = details with { Description = text[..ImportLimits.Text] };
        if (details.Range is { } range && range.Low >= range.High)
            details = details with { Range = null };
        if (details.Limits is { } limits && limits.Low >= limits.High)
            details = details with { Limits = null };
        return ReferenceEquals(details, row.Details) ? row : row with { Details = details };
    }
}
