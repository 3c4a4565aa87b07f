using System.Collections.Immutable;
using S7OpcBridge.Core.Reload;

namespace S7OpcBridge.Core;

/// <summary>An entry that exists before and after, and how it changed.</summary>
/// <param name="Name">Its name: a PLC, or PLC/Name for a tag.</param>
/// <param name="What">In words, for example <c>type Real → DInt</c>.</param>
public readonly record struct MapChange(string Name, string What);

/// <summary>The differences between two maps in words: what is added, removed or changed, and which writes are newly allowed. Immutable.</summary>
public sealed class MapDiff
{
    private MapDiff() { }

    /// <summary>PLCs that are new, with all their tags.</summary>
    public required ImmutableArray<string> AddedPlcs { get; init; }

    /// <summary>PLCs that are gone, with all their tags.</summary>
    public required ImmutableArray<string> RemovedPlcs { get; init; }

    /// <summary>PLCs and scan classes with changed settings.</summary>
    public required ImmutableArray<MapChange> ChangedPlcs { get; init; }

    /// <summary>Tags that are new, as PLC/Name.</summary>
    public required ImmutableArray<string> Added { get; init; }

    /// <summary>Tags that were removed, as PLC/Name.</summary>
    public required ImmutableArray<string> Removed { get; init; }

    /// <summary>Tags that changed.</summary>
    public required ImmutableArray<MapChange> Changed { get; init; }

    /// <summary>What clients may newly write, one sentence each.</summary>
    public required ImmutableArray<string> MoreWrites { get; init; }

    /// <summary>True: the maps are equal.</summary>
    public bool IsEmpty => AddedPlcs.Length + RemovedPlcs.Length + ChangedPlcs.Length + Added.Length + Removed.Length + Changed.Length == 0;

    /// <summary>The numbers of tags added, removed and changed: <c>+3 −1 ~2</c>.</summary>
    public string Short => $"+{Added.Length} −{Removed.Length} ~{Changed.Length}";

    /// <summary>Compares a map with the one before.</summary>
    public static MapDiff From(MapMigration next)
    {
        var (before, after) = (next.Before, next.After);
        var tags = TagPair.All(before, after);
        return new MapDiff
        {
            AddedPlcs = [.. after.Plcs.Where(plc => !plc.IsGone && !IsThere(before, plc.Index)).Select(plc => plc.Name)],
            RemovedPlcs = [.. before.Plcs.Where(plc => !plc.IsGone && after.Plcs[plc.Index].IsGone).Select(plc => plc.Name)],
            ChangedPlcs = [.. ChangesOfPlcs(before, after)],
            Added = [.. tags.Where(pair => pair.Before is null).Select(pair => pair.Name)],
            Removed = [.. tags.Where(pair => pair.After is null).Select(pair => pair.Name)],
            Changed =
            [
                .. tags.Select(pair => new MapChange(pair.Name, pair.Difference(before, after))).Where(change => change.What.Length > 0),
            ],
            MoreWrites = [.. WriteAccess.Widened(before, after, tags)],
        };
    }

    internal static bool IsThere(TagMap map, int plc) => plc < map.Plcs.Length && !map.Plcs[plc].IsGone;

    private static IEnumerable<MapChange> ChangesOfPlcs(TagMap before, TagMap after)
    {
        foreach (var plc in after.Plcs)
        {
            if (!plc.IsGone && IsThere(before, plc.Index) && before.Plcs[plc.Index] is var old && old != plc)
                yield return new MapChange(
                    plc.Name,
                    old.KeepsConnection(plc) ? "settings that need no new connection" : "settings of the connection; it is opened again"
                );
        }
        if (before.Machine != after.Machine)
            yield return new MapChange("server", "the machine's identification");
        foreach (var group in after.ScanGroups)
        {
            if (
                group.IsGone
                || group.Index >= before.ScanGroups.Length
                || before.ScanGroups[group.Index] is not { IsGone: false } old
                || old == group
            )
                continue;
            var what =
                old.Interval != group.Interval
                    ? $"interval {old.Interval.TotalMilliseconds:0} ms → {group.Interval.TotalMilliseconds:0} " + "ms"
                    : $"mode {old.Mode} → {group.Mode}";
            yield return new MapChange($"{after.Plcs[group.Plc].Name}, scan class {group.Name}", what);
        }
    }
}
