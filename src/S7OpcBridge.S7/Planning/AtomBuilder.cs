namespace S7OpcBridge.S7;

/// <summary>Makes atoms of ranges: sorts, joins what overlaps, cuts what is too long. The result does not depend on the order of the ranges.</summary>
internal static class AtomBuilder
{
    /// <summary>Pieces that all long ranges together are cut into, roughly: fine enough to fill PDUs, few enough to plan fast.</summary>
    private const int PiecesWanted = 20_000;

    /// <param name="ranges">The ranges.</param>
    /// <param name="budget">The longest item decides what is cut.</param>
    /// <param name="consistentBytes">A snapshot group within so many bytes of one area becomes one atom.</param>
    internal static AtomList Build(ReadOnlySpan<PlanRange> ranges, PduBudget budget, int consistentBytes = 0)
    {
        var parts = new int[ranges.Length];
        var atoms = Build(ranges, parts, budget, consistentBytes);
        if (!SeparateConflicts(ranges, atoms, parts, budget))
            return atoms;
        return Build(ranges, parts, budget, 0);
    }

    private static AtomList Build(ReadOnlySpan<PlanRange> ranges, int[] parts, PduBudget budget, int consistentBytes)
    {
        var pieces = Cut(ranges, parts, budget);
        if (consistentBytes > 0)
            AddSnapshots(ranges, pieces, Math.Min(consistentBytes, budget.LongestItem));
        pieces.Sort();

        var (lane, start, length, gap) = (new List<int>(pieces.Count), new List<int>(pieces.Count), new List<int>(pieces.Count), new List<int>(pieces.Count));
        var lanes = new List<AtomLane>();
        var first = new int[ranges.Length];
        var last = new int[ranges.Length];
        var offset = new int[ranges.Length];
        Array.Fill(first, -1);
        foreach (var piece in pieces)
        {
            var newLane = lanes.Count == 0 || lanes[^1] != piece.Lane;
            if (newLane)
                lanes.Add(piece.Lane);
            var end = start.Count == 0 ? 0 : start[^1] + length[^1];
            if (!newLane && piece.Start < end)
                length[^1] = Math.Max(end, piece.End) - start[^1];
            else
            {
                if (start.Count > 0)
                    gap.Add(newLane ? AtomList.Unbridgeable : GapBetween(piece, end));
                lane.Add(lanes.Count - 1);
                start.Add(piece.Start);
                length.Add(piece.End - piece.Start);
            }
            if (piece.Range < 0)
                continue;
            last[piece.Range] = start.Count - 1;
            if (first[piece.Range] >= 0)
                continue;
            first[piece.Range] = start.Count - 1;
            offset[piece.Range] = piece.Start - start[^1];
        }
        if (start.Count > 0)
            gap.Add(AtomList.Unbridgeable);
        return new AtomList
        {
            Count = start.Count,
            Lane = [.. lane],
            Start = [.. start],
            Length = [.. length],
            Gap = [.. gap],
            Lanes = [.. lanes],
            FirstAtom = first,
            LastAtom = last,
            OffsetInFirst = offset,
        };
    }

    private static int GapBetween(AtomPiece piece, int end) =>
        piece.Start - end <= piece.Lane.WidestGap || piece.Continues ? piece.Start - end : AtomList.Unbridgeable;

    /// <summary>A piece over each group that lies near enough together: it joins all below it to one atom.</summary>
    private static void AddSnapshots(ReadOnlySpan<PlanRange> ranges, List<AtomPiece> pieces, int longest)
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
            if (lane.Area != S7Area.None && end - start <= longest && lane.WidestGap == int.MaxValue)
                pieces.Add(new(lane, start, end, -1));
        }
    }

    private static List<AtomPiece> Cut(ReadOnlySpan<PlanRange> ranges, int[] parts, PduBudget budget)
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
            var step = range.ByteLength > budget.LongestItem ? StepOf(ranges[i].Element, finest, budget) : end - start;
            for (var at = start; at < end; at += step)
                pieces.Add(new(lane, at, Math.Min(end, at + step), i, Continues: at > start));
        }
        return pieces;
    }

    /// <summary>Bytes of a piece: whole elements. A scalar that no PDU can hold, alone or as an element, is cut at even bytes for want of anything better.</summary>
    private static int StepOf(int element, int finest, PduBudget budget)
    {
        var border = element < 1 || element > budget.LongestItem ? 2 : element;
        var wanted = (finest + border - 1) / border * border;
        return Math.Min(wanted, budget.LongestItem / border * border);
    }

    /// <summary>
    /// Ranges that overlap one another in a chain longer than an item can be leave no place to cut. They are read apart: each long one on its own, the others in
    /// groups that fit, even if a byte is then read twice. Returns whether there were any.
    /// </summary>
    private static bool SeparateConflicts(ReadOnlySpan<PlanRange> ranges, AtomList atoms, int[] parts, PduBudget budget)
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
            else if (key.Lane != groupLane || key.Start >= groupEnd || (Math.Max(groupEnd, key.End) - groupStart) * step > budget.LongestItem)
                (groupLane, groupPart, groupStart, groupEnd) = (key.Lane, ++part, key.Start, key.End);
            parts[key.Range] = isLong ? part : groupPart;
            groupEnd = isLong ? groupEnd : Math.Max(groupEnd, key.End);
            previous = key;
        }
        return true;
    }
}

/// <summary>A range, or a part of one, on its way into an atom.</summary>
/// <param name="Lane">Where it lies.</param>
/// <param name="Start">First byte.</param>
/// <param name="End">The byte behind it.</param>
/// <param name="Range">The range that it belongs to, or −1 where it only holds others together.</param>
/// <param name="Continues">A piece of a cut range, but not its first: it touches the one before.</param>
internal readonly record struct AtomPiece(AtomLane Lane, int Start, int End, int Range, bool Continues = false) : IComparable<AtomPiece>
{
    /// <summary>By address, continuing pieces first, then longer ones; equal ones in any order, since they end up in the same atom.</summary>
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
