using System.Globalization;
using System.Text;

namespace S7OpcBridge.Map.Findings;

/// <summary>Shortens a text of the user's file for a finding. The user may have named the wrong file, and it may contain a secret.</summary>
internal static class Excerpt
{
    private const int Most = 40;

    /// <summary>At most 40 characters of the first line, without control characters; "…" marks the omitted rest.</summary>
    public static string From(string text)
    {
        var line = text.AsSpan().Trim();
        var shown = line[..Math.Min(line.Length, Most)];
        if (shown.IndexOfAny('\r', '\n') is var end and >= 0)
            shown = shown[..end];
        var clean = new string([.. shown.ToArray().Where(c => !char.IsControl(c))]);
        return shown.Length == line.Length ? clean : $"{clean.TrimEnd()}…";
    }

    /// <summary>
    /// The text on one line of a terminal: control and formatting characters as escapes, so that a name can neither move the cursor nor forge a line.
    /// </summary>
    public static string Printable(string text)
    {
        if (text.All(IsPrintable))
            return text;
        var clean = new StringBuilder(text.Length + 16);
        foreach (var letter in text)
            _ = IsPrintable(letter) ? clean.Append(letter) : clean.Append(CultureInfo.InvariantCulture, $"\\u{(int)letter:X4}");
        return clean.ToString();
    }

    private static bool IsPrintable(char letter) =>
        letter is >= ' ' and <= '~' or '\t'
        || char.GetUnicodeCategory(letter)
            is not (
                UnicodeCategory.Control
                or UnicodeCategory.Format
                or UnicodeCategory.LineSeparator
                or UnicodeCategory.ParagraphSeparator
            );

    /// <summary>The same as <see cref="From"/> for a key; the excerpt ends where the text no longer looks like a name.</summary>
    public static string FromKey(string text)
    {
        var length = 0;
        while (length < text.Length && (char.IsLetterOrDigit(text[length]) || " ._-/{}".Contains(text[length])))
            length++;
        return length == text.Length ? From(text) : $"{From(text[..length])}…";
    }
}
