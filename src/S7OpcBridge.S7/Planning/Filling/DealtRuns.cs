using S7OpcBridge.S7.Planning.Limits;
using S7OpcBridge.S7.Planning.Merging;

namespace S7OpcBridge.S7.Planning.Filling;

/// <summary>
/// The runs of a map, dealt to a number of requests so that each gets its share of everything: short runs in rounds, the longest to the emptiest request; long
/// ones as one stream, cut where a share ends. Shares need not fit; what is left of one is added to the next.
/// </summary>
internal sealed class DealtRuns
{
    /// <summary>A run longer than this part of a request belongs to the stream.</summary>
    private const double Long = 0.4;

    private readonly AtomList _atoms;
    private readonly List<AtomRun>[] _shares;
    private readonly Stream _long = new();
    private int _nextShare;

    /// <summary>Deals the runs.</summary>
    /// <param name="atoms">The map.</param>
    /// <param name="room">Bytes of an empty request.</param>
    /// <param name="widestGap">Atoms with wider gaps belong to different runs.</param>
    /// <param name="used">Bytes of each request that are taken already.</param>
    /// <param name="isDealt">Whether an atom is to be dealt; others have a place.</param>
    internal DealtRuns(AtomList atoms, int room, int widestGap, int[] used, Func<int, bool> isDealt)
    {
        _atoms = atoms;
        _shares = Array.ConvertAll(used, _ => new List<AtomRun>());
        var small = new List<AtomRun>();
        for (int first = 0, last; first < atoms.Count; first = last + 1)
        {
            last = first;
            if (!isDealt(first))
                continue;
            for (; atoms.Gap[last] <= widestGap && isDealt(last + 1); last++) { }
            var run = new AtomRun(first, last);
            if (first == last || atoms.AnswerBytes(run) <= Long * room)
                small.Add(run);
            else
                _long.Add(run, atoms.AnswerBytes(run));
        }
        small.Sort(atoms.LongestFirst);
        Deal(small, used);
    }

    internal bool IsEmpty => _nextShare == _shares.Length && _long.IsEmpty;

    /// <summary>Adds to the pool what is due when a request is filled.</summary>
    /// <param name="request">Its index.</param>
    /// <param name="ahead">Shares given ahead of time, so that a request has something to choose from.</param>
    /// <param name="choice">Runs that the pool has at least, while there are short ones.</param>
    /// <param name="pool">What earlier requests have left.</param>
    internal void Take(int request, int ahead, int choice, List<AtomRun> pool)
    {
        for (; _nextShare < _shares.Length && (_nextShare <= request + ahead || pool.Count < choice); _nextShare++)
            pool.AddRange(_shares[_nextShare]);
        var due = Math.Max(_nextShare, request + 1 + ahead) / (double)_shares.Length;
        _long.Take(due, pool, _atoms);
    }

    private void Deal(List<AtomRun> runs, int[] used)
    {
        var bytes = (int[])used.Clone();
        var order = Enumerable.Range(0, bytes.Length).ToArray();
        for (var next = 0; next < runs.Count; )
        {
            Array.Sort(order, (left, right) => bytes[left] != bytes[right] ? bytes[left].CompareTo(bytes[right]) : left.CompareTo(right));
            for (var i = 0; i < order.Length && next < runs.Count; i++, next++)
            {
                _shares[order[i]].Add(runs[next]);
                bytes[order[i]] += _atoms.AnswerBytes(runs[next]);
            }
        }
    }

    /// <summary>Runs that are cut where a share ends.</summary>
    private sealed class Stream
    {
        private readonly List<AtomRun> _runs = [];
        private long _bytes;
        private long _taken;
        private int _next;
        private int _first = -1;

        internal bool IsEmpty => _next == _runs.Count;

        internal void Add(AtomRun run, int bytes)
        {
            _runs.Add(run);
            _bytes += bytes;
        }

        internal void Take(double part, List<AtomRun> pool, AtomList atoms)
        {
            var due = (long)(_bytes * Math.Min(1, part)) + (part >= 1 ? int.MaxValue : 0);
            while (!IsEmpty && _taken < due)
            {
                var end = _runs[_next].Last;
                _first = _first < 0 ? _runs[_next].First : _first;
                var wanted = (int)Math.Min(int.MaxValue / 2, Math.Max(due - _taken, PduBudget.PaddedItem(atoms.Length[_first])));
                var run = new AtomRun(_first, atoms.LastWithin(_first, end, wanted));
                pool.Add(run);
                _taken += atoms.AnswerBytes(run);
                _first = run.Last < end ? run.Last + 1 : -1;
                _next += run.Last < end ? 0 : 1;
            }
        }
    }
}
