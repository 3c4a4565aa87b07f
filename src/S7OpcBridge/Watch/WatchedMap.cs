using S7OpcBridge.Core;

namespace S7OpcBridge.Watch;

/// <summary>The part of a map to watch over a separate connection: nothing else is read, and nothing is written, not even a heartbeat.</summary>
internal static class WatchedMap
{
    /// <param name="wanted">Its tags to watch.</param>
    /// <param name="entries">Its symbols to look up.</param>
    public static TagMap Select(TagMap map, IReadOnlyList<Tag> wanted, IReadOnlyList<SymbolEntry> entries)
    {
        var plcs = wanted.Select(tag => tag.Plc).Concat(entries.Select(entry => entry.Plc)).Distinct().Order().ToArray();
        var groups = wanted.Select(tag => tag.ScanGroup).Concat(entries.Select(entry => entry.ScanGroup)).Distinct().Order().ToArray();
        return new TagMap
        {
            Plcs = [.. plcs.Select((plc, index) => map.Plcs[plc] with { Index = index, Heartbeat = null, Writes = false })],
            // Watching counts as listening: a demand class is polled at its rate.
            ScanGroups =
            [
                .. groups.Select(
                    (group, index) =>
                        map.ScanGroups[group] with
                        {
                            Index = index,
                            Plc = Array.IndexOf(plcs, map.ScanGroups[group].Plc),
                            Mode = map.ScanGroups[group].Mode == ScanMode.Demand ? ScanMode.AtRate : map.ScanGroups[group].Mode,
                        }
                ),
            ],
            Tags =
            [
                .. wanted.Select(
                    (tag, index) =>
                        new Tag
                        {
                            Id = index,
                            Path = tag.Path,
                            Plc = Array.IndexOf(plcs, tag.Plc),
                            ScanGroup = Array.IndexOf(groups, tag.ScanGroup),
                            Address = tag.Address,
                            Type = tag.Type,
                            Details = tag.Details,
                        }
                ),
            ],
            Symbols =
            [
                .. entries.Select(entry =>
                    entry with
                    {
                        Plc = Array.IndexOf(plcs, entry.Plc),
                        ScanGroup = Array.IndexOf(groups, entry.ScanGroup),
                    }
                ),
            ],
        };
    }

    /// <summary>The watched part of a map as it was compiled: selected tags, and those that may turn out to be more than one tag.</summary>
    public static TagMap SelectCompiled(TagMap map, WatchFilter filter)
    {
        var entries = filter.MaySelect(map);
        var named = entries.Where(entry => !entry.IsBrowse).Select(entry => (entry.Plc, entry.Path)).ToHashSet();
        var selected = filter.Select(map).ToHashSet();
        return Select(map, [.. map.Listed.Where(tag => selected.Contains(tag) || named.Contains((tag.Plc, tag.Name)))], entries);
    }
}
