using S7OpcBridge.Map.YamlTrees;

namespace S7OpcBridge.Map.Editing;

/// <summary>
/// Gives a text the line ends of the one that it was made of. Browsers hand over all lines with LF; without this, a change of one line would change every line
/// of a file from Windows.
/// </summary>
internal static class LineEnds
{
    /// <summary>The text with the line ends of the old one: its own in front of the first change and behind the last, the usual one in between.</summary>
    /// <param name="old">The old text.</param>
    /// <param name="text">The new text; one that has a CR itself stays as it is.</param>
    public static string Restore(string old, string text)
    {
        if (!old.Contains('\r') || text.Contains('\r'))
            return text;
        var (before, after) = (Split(old), Split(text));
        var start = 0;
        while (start < Math.Min(before.Count, after.Count) && before[start].Line == after[start].Line)
            start++;
        var end = 0;
        while (end < Math.Min(before.Count, after.Count) - start && before[^(end + 1)].Line == after[^(end + 1)].Line)
            end++;
        var usual = before.Count(line => line.Break == "\r\n") * 2 >= before.Count ? "\r\n" : "\n";
        return string.Concat(
            after.Select(
                (line, at) =>
                    line.Break.Length == 0 ? line.Line
                    : at < start && before[at].Break.Length > 0 ? line.Line + before[at].Break
                    : at >= after.Count - end && before[before.Count - after.Count + at].Break is { Length: > 0 } own ? line.Line + own
                    : line.Line + usual
            )
        );
    }

    private static List<(string Line, string Break)> Split(string text)
    {
        var lines = new List<(string, string)>();
        for (var at = 0; at < text.Length; )
        {
            var end = TextLines.EndOf(text, at);
            var next = TextLines.SkipBreak(text, end);
            lines.Add((text[at..end], text[end..next]));
            at = next;
        }
        return lines;
    }
}
