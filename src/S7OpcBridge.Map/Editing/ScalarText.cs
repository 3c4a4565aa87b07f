using System.Globalization;
using System.Text;
using System.Text.RegularExpressions;

namespace S7OpcBridge.Map.Editing;

/// <summary>Writes a text as a YAML scalar on one line, with quotes where YAML needs them.</summary>
internal static partial class ScalarText
{
    /// <summary>How the scalar stood before, or how its neighbours do.</summary>
    internal enum Quotes
    {
        AsNeeded,
        Single,
        Double,
    }

    /// <summary>The scalar as written.</summary>
    /// <param name="value">Its value.</param>
    /// <param name="inFlow">True between braces or brackets.</param>
    /// <param name="mayBeNumber">True where a text that looks like a number or truth value needs no quotes.</param>
    /// <param name="quotes">The preferred quotes.</param>
    public static string Of(string value, bool inFlow, bool mayBeNumber, Quotes quotes = Quotes.AsNeeded)
    {
        if (value.Any(NeedsEscape))
            return Escaped(value);
        if (quotes == Quotes.AsNeeded && MayBePlain(value, inFlow) && (mayBeNumber || !IsResolved(value)))
            return value;
        var isDoubleBetter = quotes == Quotes.Double || (quotes == Quotes.AsNeeded && !value.Contains('"') && !value.Contains('\\'));
        return isDoubleBetter ? Escaped(value) : $"'{value.Replace("'", "''")}'";
    }

    /// <summary>A key as written.</summary>
    public static string OfKey(string key, bool inFlow) => Of(key, inFlow, mayBeNumber: key != "<<");

    private static bool MayBePlain(string value, bool inFlow)
    {
        if (value.Length == 0 || value[0] is ' ' or '\t' || value[^1] is ' ' or '\t' or ':')
            return false;
        if (value.StartsWith("---", StringComparison.Ordinal) || value.StartsWith("...", StringComparison.Ordinal))
            return false;
        if (",[]{}#&*!|>'\"%@`".Contains(value[0]))
            return false;
        if (value[0] is '-' or '?' or ':' && (inFlow || value.Length == 1) && !(value.Length > 1 && char.IsAsciiDigit(value[1])))
            return false;
        if (value[0] is '-' or '?' or ':' && value[1] is ' ' or '\t')
            return false;
        for (var i = 0; i < value.Length; i++)
        {
            var next = i + 1 < value.Length ? value[i + 1] : ' ';
            if (value[i] == ':' && (next is ' ' or '\t' || (inFlow && ",[]{}".Contains(next))))
                return false;
            // YAML allows a '*' there; the parser does not, where it ends a key.
            if (value[i] is '#' or '*' && value[i - 1] is ' ' or '\t')
                return false;
            if (inFlow && ",[]{}".Contains(value[i]))
                return false;
        }
        return true;
    }

    // Signs that cannot be shown, and the line ends of YAML 1.1.
    private static bool NeedsEscape(char sign) =>
        sign is < ' ' or '\u007F' or '\u0085' or '\u2028' or '\u2029' or '\uFEFF' or '\uFFFE' or '\uFFFF'
        || sign is >= '\u0080' and < '\u00A0';

    /// <summary>True for what YAML 1.1 or 1.2 reads as a number, a truth value, a time or nothing.</summary>
    public static bool IsResolved(string value) => Word().IsMatch(value) || Number().IsMatch(value);

    private static string Escaped(string value)
    {
        var text = new StringBuilder(value.Length + 2).Append('"');
        foreach (var sign in value)
        {
            _ = sign switch
            {
                '"' => text.Append("\\\""),
                '\\' => text.Append("\\\\"),
                '\n' => text.Append("\\n"),
                '\r' => text.Append("\\r"),
                '\t' => text.Append("\\t"),
                _ when NeedsEscape(sign) => text.Append(CultureInfo.InvariantCulture, $"\\u{(int)sign:X4}"),
                _ => text.Append(sign),
            };
        }
        return text.Append('"').ToString();
    }

    [GeneratedRegex("^(~|null|true|false|yes|no|on|off|y|n|<<|=)$", RegexOptions.IgnoreCase)]
    private static partial Regex Word();

    // Decimal, octal, hexadecimal, binary, sexagesimal and floating numbers, and dates.
    [GeneratedRegex(
        @"^([-+]?(\d[\d_]*(:[0-5]?\d)*(\.[\d_]*)?|\.\d[\d_]*)(e[-+]?\d+)?|0[xob][\da-f_]+|[-+]?\.inf|\.nan|\d{4}-\d\d?-\d\d?([Tt ].*)?)$",
        RegexOptions.IgnoreCase
    )]
    private static partial Regex Number();
}
