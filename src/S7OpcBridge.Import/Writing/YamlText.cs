using System.Globalization;
using System.Text;

namespace S7OpcBridge.Import.Writing;

/// <summary>Writes texts as YAML scalars: plain where that is safe, else in single quotes, in double quotes where control characters must be escaped.</summary>
internal static class YamlText
{
    private static readonly HashSet<string> Words = new(StringComparer.OrdinalIgnoreCase)
    {
        "true",
        "false",
        "yes",
        "no",
        "on",
        "off",
        "null",
        "~",
        "y",
        "n",
    };

    public static string Key(string text) => IsPlain(text, inFlow: false) ? text : Quoted(text);

    /// <summary>A text on a line of its own or behind a key.</summary>
    public static string Scalar(string text) => Key(Literal(text));

    /// <summary>A text inside of brackets or braces.</summary>
    public static string InFlow(string text) => Literal(text) is var literal && IsPlain(literal, inFlow: true) ? literal : Quoted(literal);

    /// <summary>A number with a decimal point.</summary>
    public static string Number(double number) => number.ToString("R", CultureInfo.InvariantCulture);

    // A project must not read this machine's environment: in values the map replaces ${NAME}, and $${ is the text itself. Keys are not replaced.
    private static string Literal(string text) => text.Replace("${", "$${", StringComparison.Ordinal);

    private static bool IsPlain(string text, bool inFlow)
    {
        if (text.Length == 0 || Words.Contains(text) || text[0] is ' ' || text[^1] is ' ' or ':')
            return false;
        if (!char.IsLetterOrDigit(text[0]) || (inFlow && char.IsAsciiDigit(text[0]) && text.AsSpan().ContainsAnyExcept("0123456789.")))
            return false;
        foreach (var c in text)
        {
            if (
                char.IsControl(c)
                || char.IsSurrogate(c)
                || c is '\u2028' or '\u2029' or '\uFEFF'
                || (inFlow && c is '[' or ']' or '{' or '}' or ',' or ':')
            )
                return false;
        }
        // YAML allows the last one; YamlDotNet does not, where it ends a key.
        return !text.Contains(": ", StringComparison.Ordinal)
            && !text.Contains(" #", StringComparison.Ordinal)
            && !text.Contains(" *", StringComparison.Ordinal);
    }

    private static string Quoted(string text)
    {
        if (!text.Any(c => char.IsControl(c) || c is '\u2028' or '\u2029' or '\uFEFF' || char.IsSurrogate(c)))
            return $"'{text.Replace("'", "''", StringComparison.Ordinal)}'";
        var quoted = new StringBuilder("\"");
        for (var i = 0; i < text.Length; i++)
        {
            var c = text[i];
            if (c is '"' or '\\')
                quoted.Append('\\').Append(c);
            else if (char.IsHighSurrogate(c) && i + 1 < text.Length && char.IsLowSurrogate(text[i + 1]))
                quoted.Append(c).Append(text[++i]);
            else if (char.IsSurrogate(c))
                quoted.Append('\uFFFD');
            else if (char.IsControl(c) || c is '\u2028' or '\u2029' or '\uFEFF')
                quoted.Append(CultureInfo.InvariantCulture, $"\\u{(int)c:X4}");
            else
                quoted.Append(c);
        }
        return quoted.Append('"').ToString();
    }
}
