using S7OpcBridge.Core;
using S7OpcBridge.Reload;
using S7OpcBridge.Web;

namespace S7OpcBridge.Pages;

/// <summary>Says in words what a reload would do.</summary>
internal static class MapEffects
{
    private const int MostLines = 200,
        MostNames = 20;

    private const string ScanClass = ", scan class ";

    /// <summary>The effect of a map that is not applied yet.</summary>
    public static MapEffect Of(NextMap next)
    {
        var (diff, reread) = (next.Diff, Reread(next.Migration));
        var changed = diff.Changed.Count(change => !reread.Contains(change.Name));
        return new MapEffect(
            Sentences(next, reread.Count, changed),
            [.. next.Lines.Take(MostLines)],
            diff.Added.Length,
            diff.Removed.Length,
            reread.Count,
            changed,
            Touched(diff, reread),
            next.Settings.NeedRestart
        );
    }

    // By the names that the diff uses.
    private static HashSet<string> Reread(MapMigration next)
    {
        var before = next.Before.Listed.Select(tag => (next.Before.Plcs[tag.Plc].Name, tag.Path)).ToHashSet();
        return
        [
            .. next
                .Blank.Select(tag => next.After.Tags[tag])
                .Where(tag => before.Contains((next.After.Plcs[tag.Plc].Name, tag.Path)))
                .Select(tag => $"{next.After.Plcs[tag.Plc].Name}/{tag.Path}"),
        ];
    }

    private static List<string> Touched(MapDiff diff, HashSet<string> reread) =>
        [
            .. diff
                .AddedPlcs.Concat(diff.RemovedPlcs)
                .Concat(diff.ChangedPlcs.Select(static change => change.Name.Split(ScanClass)[0]))
                .Concat(
                    diff.Added.Concat(diff.Removed).Concat(diff.Changed.Select(static change => change.Name)).Concat(reread).Select(PlcOf)
                )
                .Distinct(),
        ];

    private static List<string> Sentences(NextMap next, int reread, int changed)
    {
        var diff = next.Diff;
        var sentences = new List<string>();
        sentences.AddRange(diff.AddedPlcs.Take(MostNames).Select(static plc => $"The PLC {plc} is added, and connected to."));
        sentences.AddRange(
            diff.RemovedPlcs.Take(MostNames)
                .Select(static plc => $"The PLC {plc} is removed: its connection ends, and clients lose its tags.")
        );
        sentences.AddRange(diff.ChangedPlcs.Take(MostNames).Select(static change => $"{change.Name}: {change.What}."));
        if (diff.Added.Length > 0)
            sentences.Add($"{Tags(diff.Added.Length)} added.");
        if (diff.Removed.Length > 0)
            sentences.Add($"{Tags(diff.Removed.Length)} removed: clients that use them get BadNodeIdUnknown.");
        if (reread > 0)
            sentences.Add($"{Tags(reread)} read in another way, without a value until the PLC has answered.");
        if (changed > 0)
            sentences.Add($"{Tags(changed)} changed in something that needs no new reading.");
        sentences.AddRange(next.Settings.Users.Take(MostNames).Select(static line => $"Settings: {line}."));
        sentences.AddRange(next.Permits.Take(MostNames));
        sentences.AddRange(
            next.Settings.NeedRestart.Take(MostNames).Select(static waiting => $"{waiting} waits for a restart of the bridge.")
        );
        if (sentences.Count == 0)
            sentences.Add("Nothing changes for PLCs and clients.");
        return sentences;
    }

    private static string Tags(int count) => count == 1 ? "1 tag is" : $"{count:N0} tags are";

    private static string PlcOf(string name) => name[..name.IndexOf('/', StringComparison.Ordinal)];
}
