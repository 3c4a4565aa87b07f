namespace S7OpcBridge.OpcUa.Server.Events;

/// <summary>
/// The patterns of the operator Like (OPC 10000-4, 7.7.3): <c>%</c> any characters or none, <c>_</c> one character, <c>[ab-d]</c> one of these, <c>[^ab]</c>
/// none of these, <c>\</c> takes the next character as it is. Backtracks to the last <c>%</c> only, so the time is at most proportional to length of text times
/// length of pattern.
/// </summary>
internal static class LikePattern
{
    /// <summary>True if the whole text matches.</summary>
    public static bool Matches(ReadOnlySpan<char> text, ReadOnlySpan<char> pattern)
    {
        var (t, p, lastAny, resume) = (0, 0, -1, 0);
        while (t < text.Length)
        {
            if (p < pattern.Length && pattern[p] == '%')
            {
                (lastAny, resume) = (p++, t);
            }
            else if (p < pattern.Length && MatchesOne(text[t], pattern[p..], out var used))
            {
                p += used;
                t++;
            }
            else if (lastAny >= 0)
            {
                (p, t) = (lastAny + 1, ++resume);
            }
            else
            {
                return false;
            }
        }

        while (p < pattern.Length && pattern[p] == '%')
            p++;
        return p == pattern.Length;
    }

    private static bool MatchesOne(char character, ReadOnlySpan<char> pattern, out int used)
    {
        used = 1;
        switch (pattern[0])
        {
            case '_':
                return true;
            case '[' when pattern.IndexOf(']') is > 1 and var end:
                used = end + 1;
                return MatchesSet(character, pattern[1..end]);
            case '\\' when pattern.Length > 1:
                used = 2;
                return pattern[1] == character;
            default:
                return pattern[0] == character;
        }
    }

    private static bool MatchesSet(char character, ReadOnlySpan<char> set)
    {
        var isNegative = set[0] == '^';
        if (isNegative)
            set = set[1..];
        for (var i = 0; i < set.Length; i++)
        {
            var isRange = i + 2 < set.Length && set[i + 1] == '-';
            if (isRange ? character >= set[i] && character <= set[i + 2] : character == set[i])
                return !isNegative;
            i += isRange ? 2 : 0;
        }

        return isNegative;
    }
}
