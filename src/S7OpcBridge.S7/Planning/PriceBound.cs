namespace S7OpcBridge.S7.Planning;

/// <summary>
/// A lower bound on requests, by prices. Let a byte of an answer cost 1 and an item λ. A request offers <c>room + λ·items</c> at most, so K requests cannot
/// carry a map whose cheapest purchase costs more than K times that, whatever λ ≥ 0. The cheapest purchase is found, or bounded from below, stretch by stretch:
/// over a gap wider than an item's price nobody joins. docs/internals/planner.md has the argument.
/// </summary>
internal sealed class PriceBound(AtomList atoms, PduBudget budget)
{
    /// <summary>Prices are kept in 1/65536, rounded down: rounding makes the bound a trifle lower, never wrong.</summary>
    private const long One = 65536;

    /// <summary>How an item's price is charged: in quarters for being there, the rest for its bytes in proportion to the longest item that the stretch allows.</summary>
    private const int Quarters = 4;

    private double _best = 1.0;
    private int _bestPrice;

    /// <summary>The bound, and the price of an item that says most.</summary>
    internal static int Of(AtomList atoms, PduBudget budget, out int price)
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

    /// <summary>A quick and somewhat lower bound: only prices around one that was the best for nearly the same map.</summary>
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
        var cost = CheapestPurchase(price);
        // Exact on the whole part: a double only says which price to look around.
        var requests = (cost / offer) + ((double)(cost % offer) / offer);
        if (requests > _best)
            (_best, _bestPrice) = (requests, price);
    }

    private long CheapestPurchase(int price)
    {
        var total = 0L;
        var item = PduBudget.ResponseItem + price;
        for (int first = 0, last; first < atoms.Count; first = last + 1)
        {
            // A gap of the item's price and two pad bytes is never worth joining: two items cost no more.
            for (last = first; atoms.Gap[last] < item + 2; last++)
            {
            }
            total += first == last && !atoms.Divisible[first]
                ? (item + PaddedLength(first)) * One
                : Stretch(first, last, item);
        }
        return total;
    }

    private long PaddedLength(int atom) => (atoms.Length[atom] + 1) & ~1;

    /// <summary>The best of several lower bounds on what it costs to buy a stretch.</summary>
    private long Stretch(int first, int last, int item)
    {
        var longest = LongestItem(first, last, out var bytes);
        var best = (bytes + (item * ((bytes + longest - 1) / longest))) * One;
        if (atoms.Span(first, last) <= longest)
            return Math.Max(best, Charge(first, last, item * One, One));
        for (var quarter = 0; quarter <= Quarters; quarter++)
            best = Math.Max(best, Charge(first, last, item * One * quarter / Quarters, One + (item * One * (Quarters - quarter) / (Quarters * longest))));
        return best;
    }

    /// <summary>Data bytes of the longest item that lies in the stretch and fits into a request, and the bytes that have to be read at least.</summary>
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
    /// The cheapest way to buy the stretch at a price per item and one per byte, all ways to join and cut considered: keeps, for the item that the current atom
    /// is in, the cheapest total with an even and with an odd length so far.
    /// </summary>
    private long Charge(int first, int last, long perItem, long perByte)
    {
        const long Never = long.MaxValue / 4;
        long even = Never, odd = Never, closed = 0;
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
}
