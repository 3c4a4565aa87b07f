namespace S7OpcBridge.S7;

/// <summary>Items that have to stay in one request, because a snapshot group lies in them.</summary>
internal sealed class SnapshotUnit
{
    internal required List<AtomRun> Runs { get; init; }

    internal required int Bytes { get; init; }

    /// <summary>The groups as units, as far as they fit into a request; groups that share an atom are one unit.</summary>
    internal static List<SnapshotUnit> Of(ReadOnlySpan<PlanRange> ranges, AtomList atoms, PduBudget budget)
    {
        var groups = new SortedDictionary<int, SortedSet<int>>();
        for (var i = 0; i < ranges.Length; i++)
        {
            if (ranges[i].Snapshot <= 0)
                continue;
            if (!groups.TryGetValue(ranges[i].Snapshot, out var members))
                groups[ranges[i].Snapshot] = members = [];
            for (var atom = atoms.FirstAtom[i]; atom <= atoms.LastAtom[i]; atom++)
                members.Add(atom);
        }
        var sets = new List<SortedSet<int>>();
        foreach (var members in groups.Values)
        {
            var joined = members;
            foreach (var other in sets.Where(other => other.Overlaps(members)).ToArray())
            {
                sets.Remove(other);
                joined = [.. joined, .. other];
            }
            sets.Add(joined);
        }
        return [.. sets.Where(set => set.Count > 1).Select(set => Make(set, atoms)).Where(unit => unit.Runs.Count <= budget.Items && unit.Bytes <= budget.PaddedRoom(false))];
    }

    private static SnapshotUnit Make(SortedSet<int> members, AtomList atoms)
    {
        var runs = new List<AtomRun>();
        foreach (var atom in members)
        {
            if (runs.Count > 0 && runs[^1].Last == atom - 1 && atoms.Gap[atom - 1] <= SequentialPacker.FreeGap)
                runs[^1] = new(runs[^1].First, atom);
            else
                runs.Add(new(atom, atom));
        }
        return new() { Runs = runs, Bytes = runs.Sum(run => PduBudget.PaddedItem(atoms.Span(run.First, run.Last))) };
    }
}
