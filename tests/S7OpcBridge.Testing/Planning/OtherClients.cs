using S7OpcBridge.S7;

namespace S7OpcBridge.Testing;

/// <summary>How clients that merge at all go about it, as far as one can read: a constant for the widest gap, then requests filled in address order.</summary>
public static class OtherClients
{
    /// <summary>From "never merge" over the constants met in the field to "nearly always".</summary>
    public static readonly int[] GapConstants = [-1, 0, 4, 5, 10, 16, 32, 64];

    public static int Requests(PlanRange[] ranges, int pdu, int maxItems, int widestGap)
    {
        var items = new List<int>();
        (S7Area Area, ushort Db, int Start, int End) item = default;
        foreach (
            var range in ranges
                .Select(range => range.Range)
                .Distinct()
                .OrderBy(range => range.Area)
                .ThenBy(range => range.Db)
                .ThenBy(range => range.Start)
                .ThenByDescending(range => range.Length)
        )
        {
            var step = range.ByteLength / range.Length;
            var (start, end) = (range.Start * step, range.End * step);
            var gap = range.Area == S7Area.Peripheral ? Math.Min(0, widestGap) : widestGap;
            var joins = item.Area == range.Area && item.Db == range.Db && start - item.End <= gap && Math.Max(end, item.End) - item.Start <= pdu - 18;
            if (joins)
                item.End = Math.Max(item.End, end);
            else if (!(item.Area == range.Area && item.Db == range.Db && end <= item.End))
            {
                items.Add(item.End - item.Start);
                item = (range.Area, range.Db, start, end);
            }
        }
        items.Add(item.End - item.Start);
        return Fill(items.Where(length => length > 0), pdu, maxItems);
    }

    private static int Fill(IEnumerable<int> lengths, int pdu, int maxItems)
    {
        var (requests, asked, answered) = (0, pdu + 1, pdu + 1);
        var count = 0;
        foreach (var whole in lengths)
        {
            for (var left = whole; left > 0; left -= pdu - 18)
            {
                var bytes = 4 + ((Math.Min(left, pdu - 18) + 1) & ~1);
                if (asked + 12 > pdu || answered + bytes > pdu || count == maxItems)
                    (requests, asked, answered, count) = (requests + 1, 12, 14, 0);
                (asked, answered, count) = (asked + 12, answered + bytes, count + 1);
            }
        }
        return requests;
    }
}
