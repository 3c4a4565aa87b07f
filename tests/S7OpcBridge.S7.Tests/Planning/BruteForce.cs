namespace S7OpcBridge.S7.Tests;

/// <summary>
/// The fewest requests for a handful of ranges, by trying everything: all ways to put ranges together into requests, and in each all ways to join them.
/// </summary>
internal static class BruteForce
{
    internal static int FewestRequests(PlanRange[] ranges, int pdu, int cap)
    {
        // A range within another needs nothing of its own.
        var distinct = ranges.Select(range => range.Range).Distinct().ToArray();
        var needed = distinct
            .Where(range =>
                !distinct.Any(other => other != range && other.Area == range.Area && other.Start <= range.Start && other.End >= range.End)
            )
            .ToArray();
        var fits = new bool[1 << needed.Length];
        for (var set = 1; set < fits.Length; set++)
            fits[set] = FitsOne([.. needed.Where((_, i) => (set >> i & 1) != 0)], pdu, cap);
        var fewest = new int[fits.Length];
        for (var set = 1; set < fits.Length; set++)
        {
            fewest[set] = int.MaxValue / 2;
            for (var part = set; part > 0; part = (part - 1) & set)
            {
                if (fits[part])
                    fewest[set] = Math.Min(fewest[set], fewest[set & ~part] + 1);
            }
        }
        return fewest[^1];
    }

    /// <summary>Tries every choice of joins between neighbours in address order.</summary>
    private static bool FitsOne(S7Range[] ranges, int pdu, int cap)
    {
        var sorted = ranges.OrderBy(range => range.Area).ThenBy(range => range.Start).ThenBy(range => range.End).ToArray();
        for (var joins = 0; joins < 1 << (sorted.Length - 1); joins++)
        {
            var items = new List<S7Range> { sorted[0] };
            for (var i = 1; i < sorted.Length; i++)
            {
                var last = items[^1];
                if ((joins >> (i - 1) & 1) == 0)
                    items.Add(sorted[i]);
                else if (last.Area == sorted[i].Area)
                    items[^1] = last with { Length = Math.Max(last.End, sorted[i].End) - last.Start };
                else
                    items.Clear();
                if (items.Count == 0)
                    break;
            }
            if (items.Count == 0 || items.Count > cap || 12 + (12 * items.Count) > pdu)
                continue;
            var bytes = 14 + items.Sum(item => 4 + item.ByteLength + (item.ByteLength & 1));
            if (bytes - (items.Exists(item => (item.ByteLength & 1) != 0) ? 1 : 0) <= pdu)
                return true;
        }
        return false;
    }
}
