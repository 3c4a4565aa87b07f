namespace S7OpcBridge.Testing;

/// <summary>Finds circles, of any length, in a graph of folders.</summary>
internal static class FolderCircles
{
    /// <summary>Describes one circle for each set of folders that all depend on each other.</summary>
    /// <param name="uses">The edges, each with a sentence that shows it.</param>
    public static IReadOnlyList<string> Of(IReadOnlyDictionary<(string From, string To), string> uses)
    {
        var next = uses.Keys.ToLookup(static edge => edge.From, static edge => edge.To);
        var found = new List<string>();
        var seen = new HashSet<string>();
        foreach (var folder in uses.Keys.Select(static edge => edge.From).Distinct().Order(StringComparer.Ordinal))
        {
            if (seen.Contains(folder) || WayRound(folder, next) is not { } way)
                continue;
            seen.UnionWith(way);
            found.Add($"{string.Join(" -> ", way)}: {string.Join("; ", way.Zip(way.Skip(1), (from, to) => uses[(from, to)]))}");
        }

        return found;
    }

    /// <summary>The shortest way from a folder back to itself; null: there is none.</summary>
    private static List<string>? WayRound(string start, ILookup<string, string> next)
    {
        var cameFrom = new Dictionary<string, string>();
        var waiting = new Queue<string>([start]);
        while (waiting.TryDequeue(out var folder))
        {
            foreach (var to in next[folder].Order(StringComparer.Ordinal))
            {
                if (to == start)
                    return Steps(start, folder, cameFrom);
                if (cameFrom.TryAdd(to, folder))
                    waiting.Enqueue(to);
            }
        }

        return null;
    }

    private static List<string> Steps(string start, string last, Dictionary<string, string> cameFrom)
    {
        var way = new List<string> { start, start };
        for (var folder = last; folder != start; folder = cameFrom[folder])
            way.Insert(1, folder);
        return way;
    }
}
