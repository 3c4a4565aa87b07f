using S7OpcBridge.S7;

namespace S7OpcBridge.Testing;

/// <summary>
/// How other clients pack their requests, as far as one can read: they join tags over a constant gap or within blocks of a constant size, and fill requests in
/// address order, first fit, or the longest first. Each is given exact arithmetic, and the best of its constants for every map.
/// </summary>
public static class OtherClients
{
    /// <summary>From "never merge" over the constants met in the field to "nearly always".</summary>
    public static readonly int[] GapConstants = [-1, 0, 4, 5, 10, 16, 32, 64];

    /// <summary>Block sizes met in the field; a block begins with a tag and takes all that end within it.</summary>
    private static readonly int[] BlockSizes = [16, 32, 64, 128, 222, 512];

    /// <summary>More gaps than anyone offers, so that the best one for a map is among them.</summary>
    private static readonly int[] AllGaps = [-1, 0, 1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 32, 48, 64, 96, 128, 200];

    /// <summary>Requests of a client with a constant gap that fills in address order.</summary>
    public static int Requests(PlanRange[] ranges, int pdu, int maxItems, int widestGap) =>
        FillInOrder(Items(Sorted(ranges), pdu, widestGap, int.MaxValue), pdu, maxItems);

    /// <summary>Requests of the best of all of them on this map.</summary>
    public static int Fewest(PlanRange[] ranges, int pdu, int maxItems)
    {
        var sorted = Sorted(ranges);
        var fewest = int.MaxValue;
        foreach (var gap in AllGaps)
            Try(Items(sorted, pdu, gap, int.MaxValue));
        foreach (var size in BlockSizes)
            Try(Items(sorted, pdu, int.MaxValue / 4, size));
        // No merging, and tags in the order of the map.
        Try([.. ranges.SelectMany(range => Cut(range, range.Range.ByteLength, pdu))]);
        return fewest;

        void Try(List<int> lengths) => fewest = Math.Min(fewest, FewestOf(lengths, pdu, maxItems));
    }

    /// <summary>Requests of a client with this gap or one with this block size, whichever needs fewer.</summary>
    public static int Fewest(PlanRange[] ranges, int pdu, int maxItems, int gap, int blockSize)
    {
        var sorted = Sorted(ranges);
        return Math.Min(
            FewestOf(Items(sorted, pdu, gap, int.MaxValue), pdu, maxItems),
            FewestOf(Items(sorted, pdu, int.MaxValue / 4, blockSize), pdu, maxItems)
        );
    }

    /// <summary>In address order, first fit, or the longest first.</summary>
    private static int FewestOf(List<int> lengths, int pdu, int maxItems) =>
        Math.Min(
            FillInOrder(lengths, pdu, maxItems),
            Math.Min(FillFirstFit(lengths, pdu, maxItems), FillFirstFit([.. lengths.OrderDescending()], pdu, maxItems))
        );

    private static PlanRange[] Sorted(PlanRange[] ranges) =>
        [
            .. ranges
                .Distinct()
                .OrderBy(range => range.Range.Area)
                .ThenBy(range => range.Range.Db)
                .ThenBy(range => range.Range.Start)
                .ThenByDescending(range => range.Range.Length),
        ];

    /// <summary>Lengths of the items, in address order; long ranges are cut between their elements, as ours are.</summary>
    private static List<int> Items(PlanRange[] sorted, int pdu, int widestGap, int blockSize)
    {
        var items = new List<int>();
        var longest = Math.Min(blockSize, pdu - 18);
        (S7Area Area, ushort Db, int Start, int End) item = default;
        var first = default(PlanRange);
        foreach (var planned in sorted)
        {
            var range = planned.Range;
            var step = range.ByteLength / range.Length;
            var (start, end) = (range.Start * step, range.End * step);
            var gap = range.Area == S7Area.Peripheral ? Math.Min(0, widestGap) : widestGap;
            var joins =
                item.Area == range.Area
                && item.Db == range.Db
                && start - item.End <= gap
                && Math.Max(end, item.End) - item.Start <= longest;
            if (joins)
                item.End = Math.Max(item.End, end);
            else if (!(item.Area == range.Area && item.Db == range.Db && end <= item.End))
            {
                items.AddRange(Cut(first, item.End - item.Start, pdu));
                (item, first) = ((range.Area, range.Db, start, end), planned);
            }
        }
        items.AddRange(Cut(first, item.End - item.Start, pdu));
        return items;
    }

    private static IEnumerable<int> Cut(PlanRange range, int length, int pdu)
    {
        var longest = pdu - 18;
        var element = range.Element < 1 || range.Element > longest ? 2 : range.Element;
        var piece = length <= longest ? length : longest / element * element;
        for (var left = length; left > 0; left -= piece)
            yield return Math.Min(left, piece);
    }

    private static int FillInOrder(List<int> lengths, int pdu, int maxItems)
    {
        var (requests, asked, answered) = (0, pdu + 1, pdu + 1);
        var count = 0;
        foreach (var length in lengths)
        {
            var bytes = PaddedItem(length);
            if (asked + 12 > pdu || answered + bytes > pdu || count == maxItems)
                (requests, asked, answered, count) = (requests + 1, 12, 14, 0);
            (asked, answered, count) = (asked + 12, answered + bytes, count + 1);
        }
        return requests;
    }

    private static int FillFirstFit(List<int> lengths, int pdu, int maxItems)
    {
        var most = Math.Min(maxItems, (pdu - 12) / 12);
        var open = new List<(int Room, int Items)>();
        var (requests, smallest) = (0, lengths.Count == 0 ? 0 : PaddedItem(lengths.Min()));
        foreach (var length in lengths)
        {
            var bytes = PaddedItem(length);
            var at = open.FindIndex(request => request.Room >= bytes);
            if (at < 0)
            {
                (requests, at) = (requests + 1, open.Count);
                open.Add((pdu - 14, most));
            }
            open[at] = (open[at].Room - bytes, open[at].Items - 1);
            // A full one is never looked at again.
            if (open[at].Items == 0 || open[at].Room < smallest)
                open.RemoveAt(at);
        }
        return requests;
    }

    private static int PaddedItem(int length) => 4 + ((length + 1) & ~1);
}
