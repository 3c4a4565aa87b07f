using S7OpcBridge.S7.Planning.Limits;
using S7OpcBridge.S7.Planning.Merging;

namespace S7OpcBridge.S7.Planning.Packing;

/// <summary>
/// Places runs of large atoms request by request: finds the combination of prefixes of runs, including the longest run, that leaves the least space. Reachable
/// sums are computed by dynamic programming (subset sum) in units of two bytes.
/// </summary>
internal sealed class SubsetSumFill(AtomList atoms, RequestBins bins)
{
    /// <summary>Runs examined per request: enough for a good fit, few enough for speed.</summary>
    private const int RunsTried = 24;

    private readonly List<Choice> _choices = [];

    internal bool TryPlace(List<AtomRun> longestFirst)
    {
        var waiting = new List<AtomRun>(longestFirst);
        for (var bin = 0; waiting.Count > 0; bin++)
        {
            if (bin == bins.Count && bins.Grow() < 0)
                return false;
            FillOne(bin, waiting, bins.ItemsLeft(bin) > 0 ? bins.Room(bin) : 0);
        }
        return true;
    }

    private void FillOne(int bin, List<AtomRun> waiting, int share)
    {
        var reached = new int[(share / 2) + 1];
        Array.Fill(reached, -1);
        _choices.Clear();
        // The longest run must take part, so that runs that are hard to place do not remain to the end.
        AddChoices(waiting, 0, 0, share);
        for (var i = 0; i < _choices.Count; i++)
            reached[_choices[i].Fill / 2] = i;
        var (tried, previous) = (1, atoms.Span(waiting[0].First, waiting[0].Last));
        for (var index = 1; index < waiting.Count && tried < RunsTried && reached[^1] < 0; index++)
        {
            var span = atoms.Span(waiting[index].First, waiting[index].Last);
            if (span == previous && waiting[index].First == waiting[index].Last && tried > bins.ItemsLeft(bin))
                continue;
            (previous, tried) = (span, tried + 1);
            var end = _choices.Count;
            for (var fill = 1; fill < reached.Length; fill++)
            {
                if (reached[fill] < 0 || reached[fill] >= end || Depth(reached[fill]) >= bins.ItemsLeft(bin))
                    continue;
                var begin = _choices.Count;
                AddChoices(waiting, index, (fill * 2), share, reached[fill]);
                for (var i = begin; i < _choices.Count; i++)
                {
                    if (reached[_choices[i].Fill / 2] < 0)
                        reached[_choices[i].Fill / 2] = i;
                }
            }
        }
        var best = Array.FindLast(reached, choice => choice >= 0);
        if (_choices.Count > 0)
            MoveRuns(bin, waiting, best);
    }

    /// <summary>Adds all prefixes of a run that still fit on top of a sum.</summary>
    private void AddChoices(List<AtomRun> waiting, int index, int fill, int share, int parent = -1)
    {
        var run = waiting[index];
        for (var last = run.First; last <= run.Last; last++)
        {
            var bytes = fill + PduBudget.PaddedItem(atoms.Span(run.First, last));
            if (bytes > share)
                break;
            _choices.Add(new(index, last, bytes, parent));
        }
    }

    private int Depth(int choice)
    {
        var depth = 0;
        for (; choice >= 0; choice = _choices[choice].Parent)
            depth++;
        return depth;
    }

    private void MoveRuns(int bin, List<AtomRun> waiting, int choice)
    {
        // Taken from the last run to the first, so that removing one does not move the others.
        for (; choice >= 0; choice = _choices[choice].Parent)
        {
            var (index, last, _, _) = _choices[choice];
            var run = waiting[index];
            bins.Put(bin, new(run.First, last), PduBudget.PaddedItem(atoms.Span(run.First, last)));
            waiting.RemoveAt(index);
            if (last < run.Last)
                Insert(waiting, new(last + 1, run.Last));
        }
    }

    private void Insert(List<AtomRun> waiting, AtomRun run)
    {
        var span = atoms.Span(run.First, run.Last);
        var index = waiting.FindIndex(other => atoms.Span(other.First, other.Last) < span);
        waiting.Insert(index < 0 ? waiting.Count : index, run);
    }

    /// <summary>A prefix of a run on top of an earlier choice, and the sum in bytes.</summary>
    private readonly record struct Choice(int Index, int Last, int Fill, int Parent);
}
