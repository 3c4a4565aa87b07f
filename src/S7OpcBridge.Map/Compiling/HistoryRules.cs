using S7OpcBridge.Core;
using S7OpcBridge.Map.RawConfig.Plcs;
using S7OpcBridge.Map.RawConfig.Server;
using S7OpcBridge.Map.RawConfig.Tags;
using S7OpcBridge.Map.UserTypes;
using S7OpcBridge.S7;

namespace S7OpcBridge.Map.Compiling;

/// <summary>Decides which tags are recorded: a tag's own setting, else its structure's, else that of the nearest group around it.</summary>
internal sealed class HistoryRules(RawServer server, FindingList findings)
{
    private bool _isUsed,
        _isMissing;

    /// <summary>The details of a tag with the history that applies to it.</summary>
    /// <param name="details">Its details, with those of its structure.</param>
    /// <param name="own">The history that is written at the tag or member itself.</param>
    /// <param name="draft">The tag as written.</param>
    /// <param name="type">The type that clients see.</param>
    /// <param name="nameSpot">Location of the tag or member.</param>
    public TagDetails? Apply(TagDetails? details, TagHistory? own, RawTag draft, S7DataType type, SourceLocation nameSpot)
    {
        var history = details?.History ?? HistoryByType.Fitting(draft.Group.History, type);
        if (history is null || !Records(history, SpotOf(draft)))
            return details?.History is null ? details : Without(details);
        if (own is { Deadband: not null } && !HistoryByType.HasDeadband(type))
            findings.Error(
                draft.HistorySpot.IsNone ? nameSpot : draft.HistorySpot,
                $"the 'deadband' of a history is only possible for single numbers, not for " + $"{type}; remove it"
            );
        return (details ?? new TagDetails()) with { History = history };
    }

    /// <summary>The history of what is below a browsed symbol; null: none.</summary>
    public TagHistory? HistoryFor(RawBrowse draft)
    {
        var history = draft.History ?? draft.Group.History;
        return history is not null && Records(history, draft.History is null ? draft.Group.HistorySpot : draft.HistorySpot)
            ? history
            : null;
    }

    /// <summary>Warns of classes of a PLC that are polled on demand: history alone does not poll.</summary>
    public void CheckDemand(RawPlc plc, IEnumerable<(Tag Tag, string Scan)> tags)
    {
        foreach (var scan in plc.Scans.Where(static scan => scan.Mode == ScanMode.Demand))
        {
            if (tags.FirstOrDefault(tag => tag.Scan == scan.Name && tag.Tag.Details?.History is not null).Tag is { } recorded)
                findings.Warning(
                    scan.Spot,
                    $"'{recorded.Name}' has a history, but '{scan.Name}' is polled only while a client listens; give recorded tags a "
                        + "class without 'demand'"
                );
        }
    }

    /// <summary>Called after all tags were compiled.</summary>
    public void Finish()
    {
        if (!server.HistorySpot.IsNone && !_isUsed && !findings.HasErrors)
            findings.Warning(server.HistorySpot, "no tag is recorded; write 'history: true' at tags, at a group or at a PLC");
    }

    // One finding for the whole map: the remedy is the same for all tags.
    private bool Records(TagHistory history, SourceLocation spot)
    {
        if (history.IsOff)
            return false;
        _isUsed = true;
        if (server.HistorySpot.IsNone && !_isMissing)
        {
            _isMissing = true;
            findings.Error(spot, "'history' needs a place to record to; add 'history: { store: history }' under 'server'");
        }
        return true;
    }

    private static SourceLocation SpotOf(RawTag draft) =>
        !draft.HistorySpot.IsNone ? draft.HistorySpot
        : !draft.Group.HistorySpot.IsNone ? draft.Group.HistorySpot
        : draft.Spot;

    private static TagDetails? Without(TagDetails details) => details with { History = null } is var rest && rest != Nothing ? rest : null;

    private static readonly TagDetails Nothing = new();
}
