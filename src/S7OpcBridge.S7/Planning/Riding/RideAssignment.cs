using S7OpcBridge.S7.Planning.Limits;
using S7OpcBridge.S7.Planning.Merging;

namespace S7OpcBridge.S7.Planning.Riding;

/// <summary>Which runs of atoms ride in which requests of faster classes, and the ranges that the atoms were made from.</summary>
internal sealed class RideAssignment(
    AtomRun[] order,
    List<(ClassDraft Draft, int Request, AtomRun Run)> runs,
    int assigned,
    AtomList atoms,
    int[] candidates
)
{
    internal List<(ClassDraft Draft, int Request, AtomRun Run)> Runs => runs;

    /// <summary>The order of assignment.</summary>
    internal AtomRun[] Order => order;

    /// <summary>Number of assigned atoms.</summary>
    internal int Assigned => assigned;

    internal AtomList Atoms => atoms;

    /// <summary>The ranges that the atoms were made from, by their indexes in the class.</summary>
    internal int[] Candidates => candidates;

    /// <summary>Assigns a number of atoms, run by run in this order.</summary>
    internal static RideAssignment Assign(
        AtomRun[] order,
        int mostAtoms,
        IReadOnlyList<ClassDraft> faster,
        AtomList atoms,
        int[] candidates,
        PduBudget budget
    )
    {
        var room = new RideRoom(faster, atoms, budget);
        var assigned = room.Fill(order, mostAtoms);
        return new(order, room.Runs, assigned, atoms, candidates);
    }

    /// <summary>The ranges of the class that do not ride.</summary>
    internal List<int> Without(List<int> own)
    {
        var rides = new bool[atoms.Count];
        foreach (var (_, _, run) in runs)
            Array.Fill(rides, true, run.First, run.Last - run.First + 1);
        var left = new List<int>(own.Count);
        // Candidates are a subset of the class's ranges in the same order.
        var candidate = 0;
        foreach (var range in own)
        {
            var isCandidate = candidate < candidates.Length && candidates[candidate] == range;
            if (!isCandidate || !rides[atoms.FirstAtom[candidate]])
                left.Add(range);
            candidate += isCandidate ? 1 : 0;
        }
        return left;
    }
}
