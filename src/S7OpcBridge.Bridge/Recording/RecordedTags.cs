using S7OpcBridge.Core;

namespace S7OpcBridge.Bridge.Recording;

/// <summary>The recorded tags of a map, by their numbers.</summary>
internal sealed class RecordedTags
{
    private readonly int[] _series;
    private readonly ThinnedTag?[]? _thinned;
    private readonly PlcGap?[] _gaps;
    private readonly HeldValues?[] _held;

    private RecordedTags(int[] series, ThinnedTag?[]? thinned, PlcGap?[] gaps, HeldValues?[] held) =>
        (_series, _thinned, _gaps, _held) = (series, thinned, gaps, held);

    public static readonly RecordedTags None = new([], null, [], []);

    /// <summary>The gaps of the PLCs that have recorded tags.</summary>
    public IEnumerable<PlcGap> Gaps => _gaps.OfType<PlcGap>().Distinct();

    /// <summary>Numbers of the recorded tags.</summary>
    public IEnumerable<int> Numbers => Enumerable.Range(0, _series.Length).Where(tag => _series[tag] >= 0);

    /// <summary>The series of a tag; -1: it is not recorded.</summary>
    public int SeriesOf(int tag) => (uint)tag < (uint)_series.Length ? _series[tag] : -1;

    /// <summary>The rules of a tag; null: every value is recorded.</summary>
    public ThinnedTag? RulesOf(int tag) => _thinned?[tag];

    /// <summary>The gap of the PLC of a scan group; null: no tag of the PLC is recorded.</summary>
    public PlcGap? GapOf(int group) => (uint)group < (uint)_gaps.Length ? _gaps[group] : null;

    /// <summary>The values that wait, of the tags of a scan group; null: none of its tags has an interval.</summary>
    public HeldValues? HeldOf(int group) => _held[group];

    /// <summary>The recorded tags of a map.</summary>
    /// <param name="before">Those of the map before; what stays goes on without a break.</param>
    /// <param name="keepsGone">True: tags that the map does not have any more are recorded on, because values of them may still arrive.</param>
    /// <param name="recording">The store.</param>
    /// <param name="now">UTC ticks.</param>
    public static RecordedTags From(TagMap map, RecordedTags before, bool keepsGone, TagRecording recording, long now)
    {
        var series = new int[map.Tags.Length];
        series.AsSpan().Fill(-1);
        ThinnedTag?[]? thinned = null;
        var gaps = new PlcGap?[map.ScanGroups.Length];
        var held = new HeldValues?[gaps.Length];
        var known = before.Gaps.ToDictionary(gap => gap.Plc);
        foreach (var tag in map.Tags)
        {
            if (tag.IsGone || tag.Details?.History is not { } rule)
            {
                if (keepsGone && (series[tag.Id] = before.SeriesOf(tag.Id)) >= 0 && before.RulesOf(tag.Id) is { } still)
                    (thinned ??= new ThinnedTag?[series.Length])[tag.Id] = still;
                continue;
            }
            var plc = map.Plcs[tag.Plc].Name;
            series[tag.Id] = recording.SeriesOf(map.NodeIdOf(tag), plc);
            if (gaps[tag.ScanGroup] is null)
                gaps[tag.ScanGroup] = known.TryGetValue(plc, out var gap) ? gap : known[plc] = new PlcGap(plc, recording, now);
            if (rule.Every > TimeSpan.Zero)
                held[tag.ScanGroup] ??= before.GapOf(tag.ScanGroup) is null
                    ? new HeldValues()
                    : before.HeldOf(tag.ScanGroup) ?? new HeldValues();
            if (rule == TagHistory.All)
                continue;
            thinned ??= new ThinnedTag?[series.Length];
            thinned[tag.Id] =
                before.SeriesOf(tag.Id) == series[tag.Id] && before.RulesOf(tag.Id) is { } was && was.Rule == rule
                    ? was
                    : new ThinnedTag(series[tag.Id], rule, recording.Record);
        }
        // A class without recorded tags tells of its PLC, too.
        foreach (var group in map.ScanGroups)
        {
            if (!group.IsGone && gaps[group.Index] is null)
                gaps[group.Index] = known.GetValueOrDefault(map.Plcs[group.Plc].Name);
            else if (group.IsGone && keepsGone && before.GapOf(group.Index) is { } gap)
                (gaps[group.Index], held[group.Index]) = (gap, before.HeldOf(group.Index));
        }
        return new RecordedTags(series, thinned, gaps, held);
    }
}
