using System.Globalization;
using S7OpcBridge.Core;
using S7OpcBridge.OpcUa;
using S7OpcBridge.Web.Answers;
using S7OpcBridge.Web.Plcs;

namespace S7OpcBridge.Web.Tags;

/// <summary>One page of the tag table.</summary>
/// <param name="Run">Identifies the run of the bridge to which the tag numbers belong.</param>
/// <param name="Total">Number of matching tags.</param>
/// <param name="After">Number of matching tags before this page.</param>
/// <param name="Rows">The tags of the page, in the order of the map.</param>
internal sealed record TagPage(string Run, int Total, int After, IReadOnlyList<TagRow> Rows)
{
    public const int UsualRows = 50,
        MostRows = 200;

    /// <summary>Searches through all tags, so it is called on typing and paging; <see cref="LiveValuesOf"/> updates the values.</summary>
    public static TagPage From(BridgeView view, TagSearch search, int after, int count)
    {
        var (map, now) = (view.Plcs.Map(), view.Time.GetUtcNow());
        var (rows, total) = (new List<TagRow>(), 0);
        foreach (var tag in map.Listed)
        {
            if (!search.Fits(tag, map.Plcs[tag.Plc].Name) || (search.AsksQuality && !search.Fits(view.Server.QualityOf(tag.Id))))
                continue;
            if (total++ >= after && rows.Count < count)
                rows.Add(TagRow.From(map, tag, TagLiveValue.From(view, tag, now)));
        }
        return new TagPage(RunOf(view), total, after, rows);
    }

    /// <summary>
    /// The present values of tags; removed tags are omitted. Empty where the numbers belong to another run, because they could mean other tags.
    /// </summary>
    public static IReadOnlyList<TagLiveValue> LiveValuesOf(BridgeView view, string run, int[] ids)
    {
        if (run != RunOf(view))
            return [];
        var (map, now) = (view.Plcs.Map(), view.Time.GetUtcNow());
        return [.. ids.Where(id => id < map.Tags.Length && !map.Tags[id].IsGone).Select(id => TagLiveValue.From(view, map.Tags[id], now))];
    }

    private static string RunOf(BridgeView view) => view.Started.UtcTicks.ToString("x", CultureInfo.InvariantCulture);
}

/// <summary>A row: a tag with its present value.</summary>
internal sealed record TagRow(
    string Plc,
    bool Simulated,
    string Name,
    string NodeId,
    string Address,
    string Type,
    string Unit,
    string Description,
    string Scan,
    string Mode,
    bool Recorded,
    TagLiveValue Now
)
{
    // Namespace 1 is that of the server; the tags always have this index.
    private const int TagNamespace = 2;

    public static TagRow From(TagMap map, Tag tag, TagLiveValue now)
    {
        var (plc, scan) = (map.Plcs[tag.Plc], map.ScanGroups[tag.ScanGroup]);
        return new TagRow(
            plc.Name,
            plc.Simulated,
            tag.Name,
            $"ns={TagNamespace};s={map.NodeIdOf(tag)}",
            tag.Place,
            tag.Type.ToString(),
            tag.Details?.Unit ?? "",
            tag.Details?.Description ?? "",
            scan.Name,
            ScanLine.ModeOf(scan),
            tag.Details?.History is not null,
            now
        );
    }
}

/// <summary>The present value of a tag.</summary>
/// <param name="Id">Its number.</param>
/// <param name="Value">The value as text; empty: none.</param>
/// <param name="Level">good, uncertain or bad.</param>
/// <param name="Quality">The status code's name.</param>
/// <param name="AgeMs">Time since the PLC last confirmed it; null: never.</param>
/// <param name="ChangedMs">Time since value or quality last changed; null: never.</param>
/// <param name="Why">Why it has no value, as a sentence; null: it has one, or nobody knows more than the quality.</param>
internal sealed record TagLiveValue(int Id, string Value, string Level, string Quality, double? AgeMs, double? ChangedMs, string? Why)
{
    public static TagLiveValue From(BridgeView view, Tag tag, DateTimeOffset now)
    {
        var read = view.Server.Read(tag.Id);
        return new TagLiveValue(
            tag.Id,
            ShownValue.Cut(read.Value),
            ShownValue.LevelOf(read.Status),
            StatusCodes.NameOf(read.Status),
            Age.MillisecondsSince(ConfirmedOf(view, tag, read), now),
            Age.MillisecondsSince(read.Changed, now),
            read.Status.IsBad ? BadReason.Find(view, tag) : null
        );
    }

    // While the link is down, the table contains the time of the last attempt, which is not the age of the value; the scan class has the time of the last read.
    private static DateTime? ConfirmedOf(BridgeView view, Tag tag, in TagReading read)
    {
        var status = view.Plcs.StatusOf(tag.Plc);
        if (status.Connected)
            return read.Confirmed;
        var name = view.Plcs.Map().ScanGroups[tag.ScanGroup].Name;
        foreach (var scan in status.Scans)
        {
            if (scan.Scan == name)
                return scan.ConfirmedTicks == 0 ? null : new DateTime(scan.ConfirmedTicks, DateTimeKind.Utc);
        }
        return null;
    }
}
