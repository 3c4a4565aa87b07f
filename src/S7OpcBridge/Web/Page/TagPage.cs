using System.Globalization;
using S7OpcBridge.Core;

namespace S7OpcBridge;

/// <summary>A page of the table of tags.</summary>
/// <param name="Run">Which run of the bridge the numbers of the tags belong to; another one counts anew.</param>
/// <param name="Total">Tags that were found.</param>
/// <param name="After">How many of them stand before this page.</param>
/// <param name="Rows">The tags of the page, in the order of the map.</param>
internal sealed record TagPage(string Run, int Total, int After, IReadOnlyList<TagRow> Rows)
{
    public const int UsualRows = 50, MostRows = 200;

    /// <summary>Looks through all tags; so it is asked for when somebody types or turns the page, and <see cref="MomentsOf"/> for what moves.</summary>
    public static TagPage Of(BridgeView view, TagSearch search, int after, int count)
    {
        var (map, now) = (view.Map, view.Time.GetUtcNow());
        var (rows, total) = (new List<TagRow>(), 0);
        foreach (var tag in map.Listed)
        {
            if (!search.Fits(tag, map.Plcs[tag.Plc].Name) || (search.AsksQuality && !search.Fits(view.QualityOf(tag.Id))))
                continue;
            if (total++ >= after && rows.Count < count)
                rows.Add(TagRow.Of(map, tag, TagMoment.Of(view, tag, now)));
        }
        return new TagPage(RunOf(view), total, after, rows);
    }

    /// <summary>How some tags are now; those that the map has no longer are missing. So are all when the numbers are those of another run: they could be of other tags.</summary>
    public static IReadOnlyList<TagMoment> MomentsOf(BridgeView view, string run, int[] ids)
    {
        if (run != RunOf(view))
            return [];
        var (map, now) = (view.Map, view.Time.GetUtcNow());
        return [.. ids.Where(id => id < map.Tags.Length && !map.Tags[id].IsGone).Select(id => TagMoment.Of(view, map.Tags[id], now))];
    }

    private static string RunOf(BridgeView view) => view.Started.UtcTicks.ToString("x", CultureInfo.InvariantCulture);
}

/// <summary>A row: what a tag is, and how it is now.</summary>
internal sealed record TagRow(string Plc, bool Simulated, string Name, string NodeId, string Address, string Type, string Unit, string Description, string Scan, string Mode, TagMoment Now)
{
    // Namespace 1 is the server's own; the tags' has this index in every bridge.
    private const int TagNamespace = 2;

    public static TagRow Of(TagMap map, Tag tag, TagMoment now)
    {
        var (plc, scan) = (map.Plcs[tag.Plc], map.ScanGroups[tag.ScanGroup]);
        return new TagRow(plc.Name, plc.Simulated, tag.Name, $"ns={TagNamespace};s={tag.Details?.NodeId ?? $"{plc.Name}/{tag.Name}"}", tag.Place, tag.Type.ToString(), tag.Details?.Unit ?? "", tag.Details?.Description ?? "", scan.Name, ScanLine.ModeOf(scan), now);
    }
}

/// <summary>How a tag is.</summary>
/// <param name="Id">Its number.</param>
/// <param name="Value">Its value in words; empty: none.</param>
/// <param name="Level">good, uncertain or bad.</param>
/// <param name="Quality">The status code's name.</param>
/// <param name="AgeMs">Time since the PLC last confirmed it; null: never.</param>
/// <param name="ChangedMs">Time since value or quality last changed; null: never.</param>
internal sealed record TagMoment(int Id, string Value, string Level, string Quality, double? AgeMs, double? ChangedMs)
{
    private const int LongestText = 300;

    public static TagMoment Of(BridgeView view, Tag tag, DateTimeOffset now)
    {
        var read = view.Read(tag.Id);
        var value = ValueText.Of(read.Value);
        return new TagMoment(tag.Id, value.Length > LongestText ? $"{value.AsSpan(0, LongestText)}…" : value, read.Status.IsGood ? "good" : read.Status.IsUncertain ? "uncertain" : "bad",
            WatchQuality.NameOf(read.Status.Value), Age.Of(ConfirmedOf(view, tag, read), now), Age.Of(read.Changed, now));
    }

    // With the link down the time in the table is that of the last attempt, which says nothing of the value's age: its class knows when it was last read.
    private static DateTime? ConfirmedOf(BridgeView view, Tag tag, in TagReading read)
    {
        var status = view.StatusOf(tag.Plc);
        if (status.Connected)
            return read.Confirmed;
        var name = view.Map.ScanGroups[tag.ScanGroup].Name;
        foreach (var scan in status.Scans)
        {
            if (scan.Scan == name)
                return scan.ConfirmedTicks == 0 ? null : new DateTime(scan.ConfirmedTicks, DateTimeKind.Utc);
        }
        return null;
    }
}
