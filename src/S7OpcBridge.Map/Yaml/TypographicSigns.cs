using S7OpcBridge.Map.Findings;

namespace S7OpcBridge.Map.Yaml;

/// <summary>Blanks and quotes that text processors, mails and web pages put in place of the plain ones, and that YAML takes for letters.</summary>
internal static class TypographicSigns
{
    private const string Blanks = "\u00A0\u2007\u202F\u3000\u200B\uFEFF",
        Double = "“”„‟«»",
        Single = "‘’‚‛‹›";

    /// <summary>Index of such a blank outside plain quotes and comments; -1: none.</summary>
    public static int IndexOfBlank(ReadOnlySpan<char> line) => IndexOf(line, Blanks);

    /// <summary>Index of such a quote outside plain quotes and comments; -1: none.</summary>
    public static int IndexOfQuote(ReadOnlySpan<char> line) => IndexOf(line, Double + Single);

    /// <summary>What is wrong with a blank.</summary>
    public static string NoBlank(char sign) =>
        $"this is {(sign is '\u00A0' or '\u202F' or '\u2007' ? "a non-breaking space" : "a blank of another kind")} (U+{(int)sign:X4}), which YAML does not "
        + "take for a blank; type a plain one in its place";

    /// <summary>What is wrong with a quote.</summary>
    public static string NoQuote(char sign) => $"{sign} is a typographic quote, which YAML takes for a letter; type a plain one, \" or '";

    /// <summary>What is wrong with a value that was meant to be quoted; null: nothing.</summary>
    public static string? QuotedBy(string text) =>
        text.Length >= 2 && IsQuote(text[0]) && IsQuote(text[^1])
            ? $"{text[0]} is a typographic quote, which becomes part of the value; type plain ones: \"{Excerpt.From(text[1..^1])}\""
            : null;

    /// <summary>The line with plain blanks and quotes.</summary>
    public static string Corrected(string line) =>
        string.Create(
            line.Length,
            line,
            static (plain, line) =>
            {
                for (var i = 0; i < line.Length; i++)
                    plain[i] =
                        Blanks.Contains(line[i]) ? ' '
                        : Double.Contains(line[i]) ? '"'
                        : Single.Contains(line[i]) ? '\''
                        : line[i];
            }
        );

    private static bool IsQuote(char sign) => Double.Contains(sign) || Single.Contains(sign);

    private static int IndexOf(ReadOnlySpan<char> line, string signs)
    {
        var quote = '\0';
        for (var i = 0; i < line.Length; i++)
        {
            var sign = line[i];
            if (quote != '\0')
                quote = sign == quote ? '\0' : quote;
            else if (signs.Contains(sign))
                return i;
            else if (sign is '"' or '\'' && (i == 0 || line[i - 1] is ' ' or '[' or '{' or ','))
                quote = sign;
            else if (sign == '#' && (i == 0 || line[i - 1] == ' '))
                return -1;
        }
        return -1;
    }
}
