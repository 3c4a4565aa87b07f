using S7OpcBridge.S7.Planning.Limits;
using S7OpcBridge.S7.Planning.Merging;

namespace S7OpcBridge.S7.Planning.Bounding;

/// <summary>
/// A lower bound on the number of requests by prices (duality). Let a byte of an answer cost 1 and an item λ. A request provides at most <c>room + λ·items</c>,
/// so K requests cannot read a map whose lowest total cost exceeds K times that, for any λ ≥ 0. The lowest cost is computed, or bounded from below, section by
/// section: a gap wider than the price of an item is never joined. See docs/internals/planner.md.
/// </summary>
internal sealed class PriceBound(AtomList atoms, PduBudget budget)
{
    /// <summary>Prices are stored in 1/65536, rounded down; rounding makes the bound slightly lower but never wrong.</summary>
    private const long One = 65536;

    /// <summary>
    /// How the price of an item is charged: some quarters as a fixed amount, the rest in proportion to its bytes relative to the longest item possible in the
    /// section.
    /// </summary>
    private const int Quarters = 4;

    private double _best = 1.0;
    private int _bestPrice;
    private readonly ItemStarts _even = new(atoms.Count);
    private readonly ItemStarts _odd = new(atoms.Count);

    /// <summary>Returns the bound, and the item price that gives the highest bound.</summary>
    internal static int Compute(AtomList atoms, PduBudget budget, out int price)
    {
        price = 0;
        if (atoms.Count == 0)
            return 0;
        var bound = new PriceBound(atoms, budget);
        for (var next = 0; next <= 2048; next = next < 8 ? next + 1 : next + (next / 4))
            bound.Try(next);
        var best = bound._bestPrice;
        for (var next = best - (best / 4); next < best + (best / 4); next += Math.Max(1, best / 32))
            bound.Try(next);
        price = bound._bestPrice;
        return (int)Math.Ceiling(bound._best);
    }

    /// <summary>A fast but slightly lower bound: tries only prices near the best one of a similar map.</summary>
    internal static int Near(AtomList atoms, PduBudget budget, int price)
    {
        if (atoms.Count == 0)
            return 0;
        var bound = new PriceBound(atoms, budget);
        foreach (var next in (ReadOnlySpan<int>)[0, price * 3 / 4, price, (price * 4 / 3) + 1])
            bound.Try(next);
        return (int)Math.Ceiling(bound._best);
    }

    private void Try(int price)
    {
        var offer = (budget.PaddedRoom(anyOddItem: true) + ((long)price * budget.Items)) * One;
        var cost = LowestCost(price);
        // Exact in the integral part; the double only selects the price to search around.
        var requests = (cost / offer) + ((double)(cost % offer) / offer);
        if (requests > _best)
            (_best, _bestPrice) = (requests, price);
    }

    private long LowestCost(int price)
    {
        var total = 0L;
        var item = PduBudget.ResponseItem + price;
        for (int first = 0, last; first < atoms.Count; first = last + 1)
        {
            // A gap of the item's price plus two pad bytes is never worth joining, because two items cost no more.
            for (last = first; atoms.Gap[last] < item + 2; last++) { }
            total +=
                first == last && !atoms.Divisible[first] ? (item + PaddedLength(first)) * One
                : HasDivisible(first, last) ? SectionCost(first, last, item)
                : ExactCost(first, last, item) * One;
        }
        return total;
    }

    private long PaddedLength(int atom) => (atoms.Length[atom] + 1) & ~1;

    private bool HasDivisible(int first, int last) => Array.IndexOf(atoms.Divisible, true, first, last - first + 1) >= 0;

    /// <summary>
    /// The lowest cost of a section over all ways to join and cut it to items that a request can hold. Of the atoms with which the item may begin that ends
    /// here, only those are kept that may still be the best one: one queue for even and one for odd addresses, because of the pad byte.
    /// </summary>
    private long ExactCost(int first, int last, int item)
    {
        _even.Clear();
        _odd.Clear();
        var lowest = 0L;
        for (var i = first; i <= last; i++)
        {
            var isEven = (atoms.Start[i] & 1) == 0;
            (isEven ? _even : _odd).Add(i, lowest - atoms.Start[i]);
            var end = atoms.End(i);
            var earliest = end - budget.LongestItem;
            var (even, odd) = (_even.Lowest(atoms.Start, earliest), _odd.Lowest(atoms.Start, earliest));
            lowest = item + end + Math.Min(even + (end & 1), odd + (1 - (end & 1)));
        }
        return lowest;
    }

    /// <summary>The best of several lower bounds on the cost of a section with atoms that could be cut.</summary>
    private long SectionCost(int first, int last, int item)
    {
        var longest = LongestItem(first, last, out var bytes);
        var best = (bytes + (item * ((bytes + longest - 1) / longest))) * One;
        if (atoms.Span(first, last) <= longest)
            return Math.Max(best, Charge(first, last, item * One, One));
        for (var quarter = 0; quarter <= Quarters; quarter++)
            best = Math.Max(
                best,
                Charge(first, last, item * One * quarter / Quarters, One + (item * One * (Quarters - quarter) / (Quarters * longest)))
            );
        return best;
    }

    /// <summary>Data bytes of the longest item that fits into the section and a request, and the bytes that must be read at least.</summary>
    private long LongestItem(int first, int last, out long bytes)
    {
        bytes = 0;
        var (longest, divisible) = (0, false);
        for (int begin = first, end = first; end <= last; end++)
        {
            bytes += atoms.Length[end];
            divisible |= atoms.Divisible[end];
            while (begin < end && atoms.Span(begin, end) > budget.LongestItem)
                begin++;
            longest = Math.Max(longest, atoms.Span(begin, end));
        }
        return divisible ? budget.LongestItem : longest;
    }

    /// <summary>
    /// The lowest cost of the section for given prices per item and per byte, over all ways to join and cut. Keeps, for the item that contains the current
    /// atom, the lowest total with an even and with an odd length.
    /// </summary>
    private long Charge(int first, int last, long perItem, long perByte)
    {
        const long Never = long.MaxValue / 4;
        long even = Never,
            odd = Never,
            closed = 0;
        for (var i = first; i <= last; i++)
        {
            var length = atoms.Length[i];
            var opened = closed + perItem + (length * perByte);
            var (newEven, newOdd) = (length & 1) == 0 ? (opened, Never) : (Never, opened);
            if (i > first)
            {
                var more = length + atoms.Gap[i - 1];
                var (wasEven, wasOdd) = (even + (more * perByte), odd + (more * perByte));
                var staysEven = (more & 1) == 0;
                newEven = Math.Min(newEven, staysEven ? wasEven : wasOdd);
                newOdd = Math.Min(newOdd, staysEven ? wasOdd : wasEven);
            }
            (even, odd) = (newEven, newOdd);
            closed = Math.Min(even, odd + One);
        }
        return closed;
    }

    /// <summary>
    /// Atoms with which an item may begin, and what that costs; finds the cheapest one that begins late enough. A queue with ascending costs.
    /// </summary>
    private sealed class ItemStarts(int capacity)
    {
        private readonly int[] _atoms = new int[capacity];
        private readonly long[] _costs = new long[capacity];
        private int _begin;
        private int _end;

        internal void Clear() => (_begin, _end) = (0, 0);

        /// <summary>Adds an atom behind those added before. Earlier ones that cost no less are of no use any more.</summary>
        internal void Add(int atom, long cost)
        {
            while (_end > _begin && _costs[_end - 1] >= cost)
                _end--;
            (_atoms[_end], _costs[_end++]) = (atom, cost);
        }

        /// <summary>The lowest cost of an atom that begins at an address or behind it; addresses must ascend from call to call.</summary>
        internal long Lowest(int[] starts, int earliest)
        {
            while (_begin < _end && starts[_atoms[_begin]] < earliest)
                _begin++;
            return _begin < _end ? _costs[_begin] : long.MaxValue / 4;
        }
    }
}
