using S7OpcBridge.S7.Planning.Limits;

namespace S7OpcBridge.S7.Planning.Merging;

/// <summary>Separates ranges that overlap so far that no item can hold them completely.</summary>
internal static class RangeConflicts
{
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
