using System.Globalization;
using System.Text;

namespace S7OpcBridge.OpcUa;

/// <summary>Texts that come from outside as they may stand in a log: on one line, without signs that steer a terminal, and not endless.</summary>
public static class Printable
{
    /// <summary>The text with control and formatting characters replaced, cut after so many letters.</summary>
    /// <param name="text">Any text.</param>
    /// <param name="maxLength">Letters that are left; what is cut off is told by '…'.</param>
    /// <param name="instead">Stands for each character that is replaced.</param>
    public static string Of(string? text, int maxLength = 200, char instead = '?')
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
        char.GetUnicodeCategory(letter) is not (UnicodeCategory.Control or UnicodeCategory.Format or UnicodeCategory.LineSeparator or UnicodeCategory.ParagraphSeparator);
}
