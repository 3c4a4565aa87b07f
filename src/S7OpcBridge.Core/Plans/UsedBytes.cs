using S7OpcBridge.S7;

namespace S7OpcBridge.Core.Plans;

/// <summary>Counts the bytes that ranges cover.</summary>
internal static class UsedBytes
{
    /// <summary>Bytes that at least one range covers, each counted once.</summary>
    public static int Count(IEnumerable<PlanRange> ranges)
    {
        var used = 0;
        var end = 0;
        S7Range? last = null;
        foreach (var range in ranges.Select(r => r.Range).OrderBy(r => r.Area).ThenBy(r => r.Db).ThenBy(r => r.Start))
        {
            if (last is not { } before || before.Area != range.Area || before.Db != range.Db)
                end = 0;
            var fresh = Math.Max(0, range.End - Math.Max(end, range.Start));
            used += fresh * (range.ByteLength / range.Length);
            (last, end) = (range, Math.Max(end, range.End));
        }
        return used;
    }
}
