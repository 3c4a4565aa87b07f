namespace S7OpcBridge.Import.Merging;

/// <summary>Merges lines of the form <c>name: value</c> that both sides changed, name by name.</summary>
internal static class KeyedLines
{
    /// <summary>The merged lines; null where a name stands twice, or both sides changed the same one.</summary>
    /// <param name="old">What the last import wrote.</param>
    /// <param name="mine">The lines of the map.</param>
    /// <param name="theirs">The lines of the new import.</param>
    public static List<string>? TryMerge(string[] old, string[] mine, string[] theirs)
    {
        if (ByKey(old) is not { } before || ByKey(mine) is not { } own || ByKey(theirs) is not { } next)
            return null;
        var result = new List<string>();
        foreach (var line in mine)
        {
            var key = KeyOf(line);
            var (was, comes) = (before.GetValueOrDefault(key), next.GetValueOrDefault(key));
            if (line == was && comes is null)
                continue;
            if (line != was && comes != was && comes != line)
                return null;
            result.Add(line == was ? comes! : line);
        }
        for (var i = 0; i < theirs.Length; i++)
        {
            var key = KeyOf(theirs[i]);
            if (own.ContainsKey(key) || before.GetValueOrDefault(key) == theirs[i])
                continue;
            // It changed in the sources, and somebody removed it from the map.
            if (before.ContainsKey(key))
                return null;
            var behind = i > 0 ? result.FindIndex(line => KeyOf(line) == KeyOf(theirs[i - 1])) : -1;
            result.Insert(
                behind >= 0 ? behind + 1
                    : i == 0 ? 0
                    : result.Count,
                theirs[i]
            );
        }
        return result;
    }

    private static Dictionary<string, string>? ByKey(string[] lines)
    {
        var byKey = new Dictionary<string, string>(StringComparer.Ordinal);
        foreach (var line in lines)
        {
            if (!byKey.TryAdd(KeyOf(line), line))
                return null;
        }
        return byKey;
    }

    private static string KeyOf(string line) => line.IndexOf(": ", StringComparison.Ordinal) is > 0 and var colon ? line[..colon] : line;
}
