using S7OpcBridge.S7.Planning.Limits;
using S7OpcBridge.S7.Planning.Merging;

namespace S7OpcBridge.S7.Planning.Packing;

/// <summary>
/// Distributes items in rounds: each request gets one item per round, the emptiest request the longest. All requests then have equally many items and nearly
/// equally many bytes. Where both items and bytes are scarce, a request may exceed its size; items are then swapped until none does.
/// </summary>
internal sealed class EvenDistribution(AtomList atoms, RequestBins bins)
{
    private const int PartnersTried = 24;

    /// <summary>Most bytes by which a request may exceed its size; beyond that, swaps rarely succeed.</summary>
    private const int MostOverdrawn = 64;

    private readonly List<AtomRun>[] _runs = new List<AtomRun>[bins.Count];
    private readonly int[] _room = new int[bins.Count];
    private readonly int[] _order = new int[bins.Count];
    private readonly long[] _keys = new long[bins.Count];

    /// <summary>Places runs, which must be ordered by descending length. Returns those that could not be placed.</summary>
    internal List<AtomRun> Place(List<AtomRun> runs)
    {
        for (var bin = 0; bin < _runs.Length; bin++)
            (_runs[bin], _room[bin]) = ([], bins.Room(bin));
        var left = Overdraw(Distribute(runs));
        for (var bin = 0; bin < _runs.Length; bin++)
        {
            if (_room[bin] < 0)
                Repair(bin);
        }
        for (var bin = 0; bin < _runs.Length; bin++)
        {
            // Shortest first, so that what a request finally cannot hold is one long item rather than many short ones.
            for (var i = _runs[bin].Count - 1; i >= 0; i--)
            {
                var run = _runs[bin][i];
                if (Bytes(run) <= bins.Room(bin))
                    bins.Put(bin, run, Bytes(run));
                else
                    left.Add(run);
            }
        }
        return left;
    }

    /// <summary>Adds unplaced runs to requests with a free item, even if they then exceed their size, because swaps may correct it.</summary>
    private List<AtomRun> Overdraw(List<AtomRun> runs)
    {
        var left = new List<AtomRun>();
        if (runs.Count == 0)
            return left;
        var emptiest = new PriorityQueue<int, long>();
        for (var bin = 0; bin < _runs.Length; bin++)
            Offer(bin);
        foreach (var run in runs)
        {
            if (!emptiest.TryPeek(out var bin, out _))
            {
                left.Add(run);
                continue;
            }
            emptiest.Dequeue();
            _runs[bin].Add(run);
            _room[bin] -= Bytes(run);
            Offer(bin);
        }
        return left;

        void Offer(int bin)
        {
            if (bins.ItemsLeft(bin) > _runs[bin].Count && _room[bin] >= -MostOverdrawn)
                emptiest.Enqueue(bin, Key(bin));
        }
    }

    private List<AtomRun> Distribute(List<AtomRun> runs)
    {
        var left = new List<AtomRun>();
        // A request may exceed its size only as far as swaps can correct.
        var overdraft = runs.Count == 0 ? 0 : Bytes(runs[runs.Count / 2]);
        for (var next = 0; next < runs.Count; )
        {
            SortByRoom();
            var (before, widest) = (next, int.MinValue);
            for (var i = 0; i < _order.Length && next < runs.Count; i++)
            {
                var bin = _order[i];
                if (bins.ItemsLeft(bin) <= _runs[bin].Count)
                    continue;
                widest = Math.Max(widest, _room[bin]);
                if (_room[bin] + overdraft < Bytes(runs[next]))
                    continue;
                _room[bin] -= Bytes(runs[next]);
                _runs[bin].Add(runs[next++]);
            }
            if (widest == int.MinValue)
            {
                left.AddRange(runs[next..]);
                break;
            }
            if (next != before)
                continue;
            // No request accepted the longest run, and none will, because no free space has changed. The same is true for all runs of equal length.
            do left.Add(runs[next++]);
            while (next < runs.Count && widest + overdraft < Bytes(runs[next]));
        }
        return left;
    }

    /// <summary>Swaps an item of a request that is too large with a shorter one of a request with space, as long as that improves the result.</summary>
    private void Repair(int bin)
    {
        while (_room[bin] < 0)
        {
            var partners = SelectEmptiest();
            var (best, bestMine, bestTheirs, bestBin) = (-_room[bin], -1, -1, -1);
            for (var i = 0; i < partners && best > 0; i++)
            {
                var other = _order[i];
                if (other == bin || _room[other] <= 0)
                    continue;
                for (var mine = 0; mine < _runs[bin].Count && best > 0; mine++)
                {
                    for (var theirs = 0; theirs < _runs[other].Count; theirs++)
                    {
                        var moved = Bytes(_runs[bin][mine]) - Bytes(_runs[other][theirs]);
                        var overflow = Math.Max(0, -_room[bin] - moved) + Math.Max(0, moved - _room[other]);
                        if (moved > 0 && overflow < best)
                            (best, bestMine, bestTheirs, bestBin) = (overflow, mine, theirs, other);
                    }
                }
            }
            if (bestBin < 0)
                return;
            var shift = Bytes(_runs[bin][bestMine]) - Bytes(_runs[bestBin][bestTheirs]);
            (_runs[bin][bestMine], _runs[bestBin][bestTheirs]) = (_runs[bestBin][bestTheirs], _runs[bin][bestMine]);
            _room[bin] += shift;
            _room[bestBin] -= shift;
        }
    }

    /// <summary>Orders the requests from the emptiest to the fullest.</summary>
    private void SortByRoom()
    {
        for (var i = 0; i < _order.Length; i++)
            (_order[i], _keys[i]) = (i, Key(i));
        Array.Sort(_keys, _order);
    }

    /// <summary>Selects only the emptiest ones, in the same order; returns their number.</summary>
    private int SelectEmptiest()
    {
        var count = 0;
        for (var bin = 0; bin < _runs.Length; bin++)
        {
            var key = Key(bin);
            if (count == PartnersTried && key >= _keys[count - 1])
                continue;
            var at = count < PartnersTried ? count++ : count - 1;
            for (; at > 0 && _keys[at - 1] > key; at--)
                (_keys[at], _order[at]) = (_keys[at - 1], _order[at - 1]);
            (_keys[at], _order[at]) = (key, bin);
        }
        return count;
    }

    private long Key(int bin) => (-(long)_room[bin] << 32) + bin;

    private int Bytes(AtomRun run) => PduBudget.PaddedItem(atoms.Span(run.First, run.Last));
}
