using S7OpcBridge.S7.Planning.Limits;

namespace S7OpcBridge.S7.Planning.Merging;

/// <summary>Cuts ranges into pieces and adds pieces that keep snapshot groups together.</summary>
internal static class RangeCutter
{
    /// <summary>Approximate number of pieces into which all long ranges together are cut: fine enough to fill PDUs, few enough for speed.</summary>
    private const int PiecesWanted = 20_000;

    /// <summary>All ranges as pieces, the long ones cut.</summary>
    internal static List<AtomPiece> Cut(ReadOnlySpan<PlanRange> ranges, int[] parts, PduBudget budget)
    {
        var longBytes = 0L;
        foreach (var range in ranges)
            longBytes += range.Range.ByteLength > budget.LongestItem ? range.Range.ByteLength : 0;
        var finest = (int)Math.Max(2, longBytes / PiecesWanted);

        var pieces = new List<AtomPiece>(ranges.Length);
        for (var i = 0; i < ranges.Length; i++)
        {
            var range = ranges[i].Range;
            var lane = new AtomLane(range.Area, range.Db, parts[i]);
            var (start, end) = (range.Start * lane.Step, range.End * lane.Step);
            var border = BorderOf(ranges[i].Element, budget);
            var step = range.ByteLength > budget.LongestItem ? StepOf(border, finest, budget) : end - start;
            var divisible = range.ByteLength > budget.LongestItem && step > border;
            for (var at = start; at < end; at += step)
                pieces.Add(new(lane, at, Math.Min(end, at + step), i, Continues: at > start, divisible));
        }
        return pieces;
    }

    /// <summary>The border for cuts. A scalar that exceeds every PDU, alone or as an element, is cut at even bytes.</summary>
    private static int BorderOf(int element, PduBudget budget) => element < 1 || element > budget.LongestItem ? 2 : element;

    /// <summary>Length of a piece in bytes: whole elements.</summary>
    private static int StepOf(int border, int finest, PduBudget budget)
    {
        var wanted = (finest + border - 1) / border * border;
        return Math.Min(wanted, budget.LongestItem / border * border);
    }

    /// <summary>Adds a piece over each group whose ranges are close enough, which joins them to one atom.</summary>
    internal static void AddSnapshots(ReadOnlySpan<PlanRange> ranges, List<AtomPiece> pieces, int longest)
    {
        var spans = new Dictionary<int, (AtomLane Lane, int Start, int End)>();
        foreach (var range in ranges)
        {
            if (range.Snapshot <= 0)
                continue;
            var lane = new AtomLane(range.Range.Area, range.Range.Db, 0);
            var (start, end) = (range.Range.Start * lane.Step, range.Range.End * lane.Step);
            if (!spans.TryGetValue(range.Snapshot, out var span))
                spans[range.Snapshot] = (lane, start, end);
            else
                spans[range.Snapshot] = span.Lane == lane ? (lane, Math.Min(span.Start, start), Math.Max(span.End, end)) : (default, 0, 0);
        }
        foreach (var (lane, start, end) in spans.Values)
        {
            if (lane.Area != S7Area.None && end - start <= longest && lane.JoinsOverGaps)
                pieces.Add(new(lane, start, end, -1));
        }
    }
}
