using System.Collections.Immutable;
using S7OpcBridge.Core;

namespace S7OpcBridge;

/// <summary>The part of a map to watch over a separate connection: nothing else is read, and nothing is written, not even a heartbeat.</summary>
internal static class WatchedMap
{
    public static TagMap Of(TagMap map, IReadOnlyList<Tag> wanted)
    {
        var plcs = wanted.Select(tag => tag.Plc).Distinct().Order().ToArray();
        var groups = wanted.Select(tag => tag.ScanGroup).Distinct().Order().ToArray();
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
                .. map
                    .Symbols.Where(entry =>
                        plcs.Contains(entry.Plc) && groups.Contains(entry.ScanGroup) && wanted.Any(tag => tag.Plc == entry.Plc && tag.Name == entry.Path)
                    )
                    .Select(entry => entry with { Plc = Array.IndexOf(plcs, entry.Plc), ScanGroup = Array.IndexOf(groups, entry.ScanGroup) }),
            ],
        };
    }
}
