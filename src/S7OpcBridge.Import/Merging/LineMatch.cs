namespace S7OpcBridge.Import.Merging;

/// <summary>Which lines of a text are still there in another: equal beginnings and ends, and lines that are unique in both, in their order.</summary>
internal static class LineMatch
{
    /// <summary>For each line of <paramref name="from"/> its number in <paramref name="to"/>, rising; -1 where it is gone.</summary>
    public static int[] Match(string[] from, string[] to)
    {
        var match = new int[from.Length];
        Array.Fill(match, -1);
        Between(from, 0, from.Length, to, 0, to.Length, match);
        return match;
    }

    private static void Between(string[] from, int start, int end, string[] to, int toStart, int toEnd, int[] match)
    {
        while (start < end && toStart < toEnd && from[start] == to[toStart])
            match[start++] = toStart++;
        while (start < end && toStart < toEnd && from[end - 1] == to[toEnd - 1])
            match[--end] = --toEnd;
        if (start == end || toStart == toEnd)
            return;
        var anchors = Anchors(from, start, end, to, toStart, toEnd);
        if (anchors.Count == 0)
            return;
        var (last, toLast) = (start, toStart);
        foreach (var (line, other) in anchors)
        {
            match[line] = other;
            Between(from, last, line, to, toLast, other, match);
            (last, toLast) = (line + 1, other + 1);
        }
        Between(from, last, end, to, toLast, toEnd, match);
    }

    // Lines that stand once in both, thinned out to the longest series that rises in both.
    private static List<(int Line, int Other)> Anchors(string[] from, int start, int end, string[] to, int toStart, int toEnd)
    {
        var places = new Dictionary<string, (int Line, int Other, int Here, int There)>(StringComparer.Ordinal);
        for (var i = start; i < end; i++)
            places[from[i]] = places.TryGetValue(from[i], out var place) ? place with { Here = 2 } : (i, 0, 1, 0);
        for (var i = toStart; i < toEnd; i++)
        {
            if (places.TryGetValue(to[i], out var place))
                places[to[i]] = place with { Other = i, There = place.There + 1 };
        }
        var pairs = places
            .Values.Where(place => place is { Here: 1, There: 1 })
            .OrderBy(place => place.Line)
            .Select(place => (place.Line, place.Other))
            .ToList();
        var ends = new List<int>();
        var before = new int[pairs.Count];
        for (var i = 0; i < pairs.Count; i++)
        {
            var at = ends.BinarySearch(i, Comparer<int>.Create((a, b) => pairs[a].Other.CompareTo(pairs[b].Other)));
            at = at < 0 ? ~at : at;
            before[i] = at > 0 ? ends[at - 1] : -1;
            if (at == ends.Count)
                ends.Add(i);
            else
                ends[at] = i;
        }
        var series = new List<(int, int)>();
        for (var i = ends.Count > 0 ? ends[^1] : -1; i >= 0; i = before[i])
            series.Add(pairs[i]);
        series.Reverse();
        return series;
    }
}
