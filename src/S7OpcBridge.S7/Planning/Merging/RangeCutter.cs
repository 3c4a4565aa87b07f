using S7OpcBridge.S7.Planning.Limits;

namespace S7OpcBridge.S7.Planning.Merging;

/// <summary>
/// Cuts ranges into pieces, adds pieces that keep snapshot groups together, and separates ranges that overlap so far that no item can hold them completely.
/// </summary>
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

    /// <summary>
    /// Ranges that overlap in a chain longer than an item leave no position for a cut. They are read separately: each long one alone, the others in groups that
    /// fit, even if some bytes are then read twice. Returns whether there are any.
    /// </summary>
    internal static bool Separate(ReadOnlySpan<PlanRange> ranges, AtomList atoms, int[] parts, PduBudget budget)
    {
        var conflicts = new List<int>();
        for (var i = 0; i < ranges.Length; i++)
        {
            for (var atom = atoms.FirstAtom[i]; atom <= atoms.LastAtom[i]; atom++)
            {
                if (atoms.Length[atom] <= budget.LongestItem)
                    continue;
                conflicts.Add(i);
                break;
            }
        }
        if (conflicts.Count == 0)
            return false;

        var keys = new AtomPiece[conflicts.Count];
        for (var i = 0; i < keys.Length; i++)
        {
            var range = ranges[conflicts[i]].Range;
            keys[i] = new(new(range.Area, range.Db, 0), range.Start, range.End, conflicts[i]);
        }
        Array.Sort(keys);
        var (part, groupPart, groupStart, groupEnd) = (0, 0, 0, 0);
        var groupLane = default(AtomLane);
        var previous = default(AtomPiece);
        foreach (var key in keys)
        {
            var step = key.Lane.Step;
            var isLong = (key.End - key.Start) * step > budget.LongestItem;
            if (isLong)
                part += key.CompareTo(previous) == 0 ? 0 : 1;
            else if (
                key.Lane != groupLane
                || key.Start >= groupEnd
                || (Math.Max(groupEnd, key.End) - groupStart) * step > budget.LongestItem
            )
                (groupLane, groupPart, groupStart, groupEnd) = (key.Lane, ++part, key.Start, key.End);
            parts[key.Range] = isLong ? part : groupPart;
            groupEnd = isLong ? groupEnd : Math.Max(groupEnd, key.End);
            previous = key;
        }
        return true;
    }
}

/// <summary>A range, or a part of one, from which an atom is made.</summary>
/// <param name="Lane">The lane that contains it.</param>
/// <param name="Start">First byte.</param>
/// <param name="End">The byte after it.</param>
/// <param name="Range">The range that it belongs to, or −1 where it only keeps others together.</param>
/// <param name="Continues">True for a piece of a cut range other than its first: it is adjacent to the previous one.</param>
/// <param name="Divisible">True where it has several elements between which it could be cut; the planner does not do so, for speed.</param>
internal readonly record struct AtomPiece(AtomLane Lane, int Start, int End, int Range, bool Continues = false, bool Divisible = false)
    : IComparable<AtomPiece>
{
    /// <summary>Orders by address, continuing pieces first, then longer ones. Equal pieces may have any order, because they become the same atom.</summary>
    public int CompareTo(AtomPiece other)
    {
        var order = Lane.Area.CompareTo(other.Lane.Area);
        if (order == 0)
            order = Lane.Db.CompareTo(other.Lane.Db);
        if (order == 0)
            order = Lane.Part.CompareTo(other.Lane.Part);
        if (order == 0)
            order = Start.CompareTo(other.Start);
        if (order == 0)
            order = other.Continues.CompareTo(Continues);
        return order != 0 ? order : other.End.CompareTo(End);
    }
}
