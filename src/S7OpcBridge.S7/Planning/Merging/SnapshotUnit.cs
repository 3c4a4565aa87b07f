using S7OpcBridge.S7.Planning.Limits;

namespace S7OpcBridge.S7.Planning.Merging;

/// <summary>Items that must stay in one request because they contain a snapshot group.</summary>
internal sealed class SnapshotUnit
{
    internal required List<AtomRun> Runs { get; init; }

    internal required int Bytes { get; init; }

    /// <summary>The groups that fit into a request, as units; groups that share an atom form one unit.</summary>
    internal static List<SnapshotUnit> Build(ReadOnlySpan<PlanRange> ranges, AtomList atoms, PduBudget budget)
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
        // A group within one atom needs no unit; there may be a hundred thousand of them, one per structure.
        var sets = Joined(groups.Values.Where(members => members.Count > 1));
        return
        [
            .. sets.Select(set => Make(set, atoms))
                .Where(unit => unit.Runs.Count <= budget.Items && unit.Bytes <= budget.PaddedRoom(false)),
        ];
    }

    private static IEnumerable<SortedSet<int>> Joined(IEnumerable<SortedSet<int>> groups)
    {
        var setOf = new Dictionary<int, SortedSet<int>>();
        foreach (var members in groups)
        {
            var joined = members;
            foreach (var atom in members.ToArray())
            {
                if (!setOf.TryGetValue(atom, out var other) || ReferenceEquals(other, joined))
                    continue;
                var (large, small) = joined.Count < other.Count ? (other, joined) : (joined, other);
                large.UnionWith(small);
                foreach (var moved in small)
                    setOf[moved] = large;
                joined = large;
            }
            foreach (var atom in members)
                setOf[atom] = joined;
        }
        return setOf.OrderBy(pair => pair.Key).Select(pair => pair.Value).Distinct();
    }

    private static SnapshotUnit Make(SortedSet<int> members, AtomList atoms)
    {
        var runs = new List<AtomRun>();
        foreach (var atom in members)
        {
            if (runs.Count > 0 && runs[^1].Last == atom - 1 && atoms.Gap[atom - 1] <= PduBudget.FreeGap)
                runs[^1] = new(runs[^1].First, atom);
            else
                runs.Add(new(atom, atom));
        }
        return new() { Runs = runs, Bytes = runs.Sum(run => PduBudget.PaddedItem(atoms.Span(run.First, run.Last))) };
    }
}
