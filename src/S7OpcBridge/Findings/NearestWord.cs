namespace S7OpcBridge;

/// <summary>Finds the word that a typing mistake meant.</summary>
internal static class NearestWord
{
    /// <summary>A second half for an "unknown word" sentence: the nearest known word, or all of them where none is near.</summary>
    public static string Hint(string word, IReadOnlyCollection<string> known)
    {
        if (Of(word, known) is { } near)
            return $"did you mean '{near}'?";
        return known.Count == 0 ? "there are none" : $"known are {string.Join(", ", known)}";
    }

    /// <summary>The nearest of the known words, or null where none is within a third of the word's length (and of one letter, nothing is near).</summary>
    public static string? Of(string word, IEnumerable<string> known)
    {
        string? best = null;
        var bestDistance = Math.Min(Math.Max(1, word.Length / 3), word.Length - 1) + 1;
        foreach (var candidate in known)
        {
            var distance = Distance(word, candidate);
            if (distance >= bestDistance)
                continue;
            best = candidate;
            bestDistance = distance;
        }
        return best;
    }

    // Optimal string alignment: insert, delete, replace and swap of neighbours cost one each; case costs nothing.
    private static int Distance(string a, string b)
    {
        var rows = new int[a.Length + 1, b.Length + 1];
        for (var i = 0; i <= a.Length; i++)
            rows[i, 0] = i;
        for (var j = 0; j <= b.Length; j++)
            rows[0, j] = j;
        for (var i = 1; i <= a.Length; i++)
        {
            for (var j = 1; j <= b.Length; j++)
            {
                var cost = Same(a[i - 1], b[j - 1]) ? 0 : 1;
                rows[i, j] = Math.Min(Math.Min(rows[i - 1, j] + 1, rows[i, j - 1] + 1), rows[i - 1, j - 1] + cost);
                if (i > 1 && j > 1 && Same(a[i - 1], b[j - 2]) && Same(a[i - 2], b[j - 1]))
                    rows[i, j] = Math.Min(rows[i, j], rows[i - 2, j - 2] + 1);
            }
        }
        return rows[a.Length, b.Length];
    }

    private static bool Same(char a, char b) => char.ToLowerInvariant(a) == char.ToLowerInvariant(b);
}
