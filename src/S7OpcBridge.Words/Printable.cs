using System.Globalization;
using System.Text;

namespace S7OpcBridge.Words;

/// <summary>Makes text from outside safe for a log: one line, no control characters, limited length.</summary>
public static class Printable
{
    /// <summary>The text with control and formatting characters replaced, cut after <paramref name="maxLength"/> characters.</summary>
    /// <param name="text">Any text.</param>
    /// <param name="maxLength">Most characters; a text that is cut ends with '…'.</param>
    /// <param name="instead">Replacement for each of these characters.</param>
    public static string From(string? text, int maxLength = 200, char instead = '?')
    {
        if (text is null)
            return "";
        var clean = new StringBuilder(Math.Min(text.Length, maxLength));
        foreach (var letter in text)
        {
            if (clean.Length == maxLength)
                return clean.Append('…').ToString();
            clean.Append(IsLetter(letter) ? letter : instead);
        }
        return clean.ToString();
    }

    /// <summary>True where nothing in a text would be replaced.</summary>
    public static bool IsClean(ReadOnlySpan<char> text)
    {
        foreach (var letter in text)
        {
            if (!IsLetter(letter))
                return false;
        }
        return true;
    }

    private static bool IsLetter(char letter) =>
        char.GetUnicodeCategory(letter)
            is not (
                UnicodeCategory.Control
                or UnicodeCategory.Format
                or UnicodeCategory.LineSeparator
                or UnicodeCategory.ParagraphSeparator
            );
}
