namespace S7OpcBridge.S7;

/// <summary>
/// A lower bound on requests, by prices. Let a byte of an answer cost 1 and an item λ. A request offers <c>room + λ·items</c> at most, so K requests cannot carry
/// a map whose cheapest purchase costs more than K times that, whatever λ ≥ 0. The cheapest purchase, over all ways to join and cut, padding included, is found
/// exactly by going through the atoms once. docs/planner.md has the argument.
/// </summary>
internal static class PriceBound
{
    internal static int Of(AtomList atoms, PduBudget budget)
    {
        if (atoms.Count == 0)
            return 0;
        var best = 1;
        var bestPrice = 0;
        for (var price = 0; price <= 4096; price = price < 16 ? price + 1 : price + (price / 4))
            Try(price);
        var around = bestPrice;
        for (var price = Math.Max(0, around - (around / 4)); price < around + (around / 4); price += Math.Max(1, around / 64))
            Try(price);
        return best;

        void Try(int price)
        {
            var requests = Of(atoms, budget, price);
            if (requests > best)
                (best, bestPrice) = (requests, price);
        }
    }

    private static int Of(AtomList atoms, PduBudget budget, int price)
    {
        var offer = budget.PaddedRoom(anyOddItem: true) + ((long)price * budget.Items);
        return (int)((CheapestPurchase(atoms, price) + offer - 1) / offer);
    }

    /// <summary>Keeps, for the item that the current atom is in, the cheapest total with an even and with an odd length so far.</summary>
    private static long CheapestPurchase(AtomList atoms, int price)
    {
        const long Never = long.MaxValue / 4;
        var item = PduBudget.ResponseItem + price;
        long even = Never, odd = Never, closed = 0;
        for (var i = 0; i < atoms.Count; i++)
        {
            var length = atoms.Length[i];
            long newEven = Never, newOdd = Never;
            Extend(closed + item + length, (length & 1) != 0, ref newEven, ref newOdd);
            if (i > 0 && atoms.Gap[i - 1] != AtomList.Unbridgeable)
            {
                var more = length + atoms.Gap[i - 1];
                Extend(even + more, (more & 1) != 0, ref newEven, ref newOdd);
                Extend(odd + more, (more & 1) == 0, ref newEven, ref newOdd);
            }
            (even, odd) = (newEven, newOdd);
            closed = Math.Min(even, odd + 1);
        }
        return closed;
    }

    private static void Extend(long cost, bool isOdd, ref long even, ref long odd)
    {
        if (isOdd)
            odd = Math.Min(odd, cost);
        else
            even = Math.Min(even, cost);
    }
}
