using S7OpcBridge.S7.Planning.Limits;

namespace S7OpcBridge.S7.Planning.Merging;

/// <summary>
/// Makes atoms from ranges: sorts them, joins overlapping ones, and cuts those that are too long. The result does not depend on the order of the ranges.
/// </summary>
internal static class AtomBuilder
{
    /// <summary>The atoms to plan with.</summary>
    /// <param name="budget">Limits the longest item, and thereby what is cut.</param>
    /// <param name="consistentBytes">A snapshot group within this number of bytes in one area becomes a single atom.</param>
    internal static AtomList Build(ReadOnlySpan<PlanRange> ranges, PduBudget budget, int consistentBytes = 0)
    {
        var parts = new int[ranges.Length];
        var atoms = Build(ranges, parts, budget, consistentBytes);
        return RangeCutter.Separate(ranges, atoms, parts, budget) ? Build(ranges, parts, budget, 0) : atoms;
    }

    /// <summary>
    /// The atoms for a lower bound: without snapshot groups, and with chains of overlapping ranges as single atoms, which may be longer than an item.
    /// </summary>
    internal static AtomList BuildForBound(ReadOnlySpan<PlanRange> ranges, PduBudget budget) =>
        Build(ranges, new int[ranges.Length], budget, 0);

    private static AtomList Build(ReadOnlySpan<PlanRange> ranges, int[] parts, PduBudget budget, int consistentBytes)
    {
        var pieces = RangeCutter.Cut(ranges, parts, budget);
        if (consistentBytes > 0)
            RangeCutter.AddSnapshots(ranges, pieces, Math.Min(consistentBytes, budget.LongestItem));
        if (!IsSorted(pieces))
            pieces.Sort();
        return Join(pieces, ranges.Length, budget.LongestItem);
    }

    /// <summary>Joins sorted pieces that overlap to one atom each, and notes for each range the atoms that it lies in.</summary>
    private static AtomList Join(List<AtomPiece> pieces, int ranges, int longestItem)
    {
        var (lane, start, length, gap) = (
            new List<int>(pieces.Count),
            new List<int>(pieces.Count),
            new List<int>(pieces.Count),
            new List<int>(pieces.Count)
        );
        var divisible = new List<bool>(pieces.Count);
        var lanes = new List<AtomLane>();
        var first = new int[ranges];
        var last = new int[ranges];
        var offset = new int[ranges];
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
                divisible.Add(false);
            }
            divisible[^1] |= piece.Divisible || length[^1] > longestItem;
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
            Divisible = [.. divisible],
            Lanes = [.. lanes],
            FirstAtom = first,
            LastAtom = last,
            OffsetInFirst = offset,
        };
    }

    private static bool IsSorted(List<AtomPiece> pieces)
    {
        for (var i = 1; i < pieces.Count; i++)
        {
            if (pieces[i - 1].CompareTo(pieces[i]) > 0)
                return false;
        }
        return true;
    }

    private static int GapBetween(AtomPiece piece, int end) =>
        piece.Lane.JoinsOverGaps || piece.Continues ? piece.Start - end : AtomList.Unbridgeable;
}
