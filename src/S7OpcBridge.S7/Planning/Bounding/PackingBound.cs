using S7OpcBridge.S7.Planning.Limits;
using S7OpcBridge.S7.Planning.Merging;

namespace S7OpcBridge.S7.Planning.Bounding;

/// <summary>
/// A lower bound on the number of requests for maps of large pieces, of which only few fit into one request. Every atom has a share of its request that no
/// neighbour can reduce; the shares are rounded by dual feasible functions, for which the items of one request never exceed 1 in sum. See
/// docs/internals/planner.md.
/// </summary>
internal static class PackingBound
{
    internal static int Compute(AtomList atoms, PduBudget budget)
    {
        if (atoms.Count == 0)
            return 0;
        var weights = new long[atoms.Count];
        var best = 1;
        foreach (var price in (ReadOnlySpan<int>)[0, 4, 8, 16, 32, 64, 128])
        {
            // All values are doubled, because a header is shared by the two ends of an item.
            var offer = 2 * (budget.PaddedRoom(anyOddItem: true) + ((long)price * budget.Items));
            Weigh(atoms, price, weights);
            best = Math.Max(best, Round(weights, offer));
        }
        // With only one header: exact for adjacent pieces.
        for (var i = 0; i < weights.Length; i++)
            weights[i] = atoms.Divisible[i] ? 0 : atoms.Length[i];
        return Math.Max(best, Round(weights, budget.LongestItem));
    }

    private static void Weigh(AtomList atoms, int price, long[] weights)
    {
        var header = PduBudget.ResponseItem + price;
        for (var i = 0; i < weights.Length; i++)
        {
            // Divisible atoms have no weight here, because rounding must not give them more than the sum of their parts.
            if (atoms.Divisible[i])
            {
                weights[i] = 0;
                continue;
            }
            var before = Math.Min(header, i == 0 ? AtomList.Unbridgeable : atoms.Gap[i - 1]);
            var after = Math.Min(header, atoms.Gap[i]);
            weights[i] = (2 * atoms.Length[i]) + before + after;
            // Nothing can share its item, so its pad byte counts for it alone.
            if (i == 0 || atoms.Gap[i - 1] == AtomList.Unbridgeable)
                weights[i] += atoms.Gap[i] == AtomList.Unbridgeable ? 2 * (atoms.Length[i] & 1) : 0;
        }
    }

    private static int Round(long[] weights, long offer)
    {
        var sorted = (long[])weights.Clone();
        Array.Sort(sorted);
        // Maps have many pieces but few different lengths.
        var distinct = new List<(long Weight, int Count)>();
        foreach (var weight in sorted)
        {
            if (distinct.Count > 0 && distinct[^1].Weight == weight)
                distinct[^1] = (weight, distinct[^1].Count + 1);
            else
                distinct.Add((weight, 1));
        }
        var best = 1;
        for (var parts = 1; parts <= 24; parts++)
            best = Math.Max(best, ByParts(distinct, offer, parts));
        return Math.Max(best, ByThreshold(sorted, offer));
    }

    /// <summary>u(k) of Fekete and Schepers: a share x becomes ⌊(k+1)·x⌋ / k, and stays x where (k+1)·x is whole.</summary>
    private static int ByParts(List<(long Weight, int Count)> weights, long offer, int parts)
    {
        // In units of 1 / (k · offer).
        Int128 total = 0;
        foreach (var (weight, count) in weights)
        {
            var scaled = (parts + 1) * weight;
            total += (Int128)count * (scaled % offer == 0 ? weight * parts : scaled / offer * offer);
        }
        var unit = (Int128)offer * parts;
        return (int)((total + unit - 1) / unit);
    }

    /// <summary>L2 of Martello and Toth: shares above 1 − t count as whole requests, shares below t as zero, for the best t up to ½.</summary>
    private static int ByThreshold(long[] sorted, long offer)
    {
        var sums = new long[sorted.Length + 1];
        for (var i = 0; i < sorted.Length; i++)
            sums[i + 1] = sums[i] + sorted[i];
        var half = FirstAbove(sorted, offer / 2);
        var best = 0L;
        for (var i = 0; i <= half; i++)
        {
            if (i < half && i > 0 && sorted[i] == sorted[i - 1])
                continue;
            var threshold = i < half ? sorted[i] : (offer / 2) + 1;
            var whole = Math.Max(half, FirstAbove(sorted, offer - threshold));
            var large = whole - half;
            var rest = sums[half] - sums[i] - ((large * offer) - (sums[whole] - sums[half]));
            best = Math.Max(best, sorted.Length - half + Math.Max(0, (rest + offer - 1) / offer));
        }
        return (int)best;
    }

    private static int FirstAbove(long[] sorted, long value)
    {
        var (low, high) = (0, sorted.Length);
        while (low < high)
        {
            var middle = (low + high) / 2;
            if (sorted[middle] > value)
                high = middle;
            else
                low = middle + 1;
        }
        return low;
    }
}
