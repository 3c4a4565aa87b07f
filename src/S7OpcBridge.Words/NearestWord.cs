namespace S7OpcBridge.Words;

/// <summary>Finds the known word that a mistyped word most likely stands for.</summary>
public static class NearestWord
{
    /// <summary>The second half of an "unknown word" message: the nearest known word, or all of them where none is near.</summary>
    public static string Hint(string word, IReadOnlyCollection<string> known)
    {
        if (Find(word, known) is { } near)
            return $"did you mean '{near}'?";
        return known.Count == 0 ? "there are none" : $"known are {string.Join(", ", known)}";
    }

    /// <summary>
    /// The nearest known word, or null where none is within a third of the word's length (a word of one letter has none). Two swapped letters count as one
    /// difference; case is ignored.
    /// </summary>
    public static string? Find(ReadOnlySpan<char> word, IEnumerable<string> known)
    {
        string? best = null;
        var bestDistance = Math.Min(Math.Max(1, word.Length / 3), word.Length - 1) + 1;
        foreach (var candidate in known)
        {
            var distance = Distance(word, candidate);
            if (distance < bestDistance && distance < candidate.Length)
                (best, bestDistance) = (candidate, distance);
        }
        return best;
    }

    private static int Distance(ReadOnlySpan<char> left, ReadOnlySpan<char> right)
    {
        if (left.Length > 64)
            return int.MaxValue;
        var rows = new int[left.Length + 1, right.Length + 1];
        for (var i = 0; i <= left.Length; i++)
            rows[i, 0] = i;
        for (var j = 0; j <= right.Length; j++)
            rows[0, j] = j;
        for (var i = 1; i <= left.Length; i++)
        {
            for (var j = 1; j <= right.Length; j++)
            {
                var cost = Same(left[i - 1], right[j - 1]) ? 0 : 1;
                rows[i, j] = Math.Min(Math.Min(rows[i - 1, j] + 1, rows[i, j - 1] + 1), rows[i - 1, j - 1] + cost);
                if (i > 1 && j > 1 && Same(left[i - 1], right[j - 2]) && Same(left[i - 2], right[j - 1]))
                    rows[i, j] = Math.Min(rows[i, j], rows[i - 2, j - 2] + 1);
            }
        }
        return rows[left.Length, right.Length];
    }

    private static bool Same(char left, char right) => char.ToUpperInvariant(left) == char.ToUpperInvariant(right);
}
