using System.Text;
using System.Text.RegularExpressions;

namespace S7OpcBridge.Testing;

/// <summary>C# source without comments and texts; what stands in the holes of an interpolated text stays.</summary>
internal static partial class CodeText
{
    public static string Of(string source)
    {
        var code = new StringBuilder(source.Length);
        for (var i = 0; i < source.Length; )
        {
            if (Starts(source, i, "//"))
                i = EndOf(source, i, "\n");
            else if (Starts(source, i, "/*"))
                i = EndOf(source, i + 2, "*/") + 2;
            else if (Character().Match(source, i) is { Success: true } character && character.Index == i)
                i += character.Length;
            else if (Quote().Match(source, i) is { Success: true } quote && quote.Index == i)
                i = SkipText(source, quote, code);
            else
                code.Append(source[i++]);
        }
        return code.ToString();
    }

    /// <summary>Returns the end of a text that begins here; appends what stands in its holes.</summary>
    private static int SkipText(string source, Match begin, StringBuilder code)
    {
        var quotes = begin.Groups["quotes"].Length;
        var holes = begin.Value.Count(static c => c == '$');
        var isVerbatim = begin.Value.Contains('@');
        if (quotes == 2)
            return begin.Index + begin.Length;
        if (quotes > 2)
            return SkipRaw(source, begin, new string('"', quotes), holes, code);
        for (var i = begin.Index + begin.Length; i < source.Length; )
        {
            if (source[i] == '\\' && !isVerbatim || Starts(source, i, "\"\"") && isVerbatim || Starts(source, i, "{{") && holes > 0)
                i += 2;
            else if (source[i] == '"')
                return i + 1;
            else if (source[i++] == '{' && holes > 0)
                i = SkipHole(source, i, code);
        }
        return source.Length;
    }

    private static int SkipRaw(string source, Match begin, string quotes, int holes, StringBuilder code)
    {
        var end = EndOf(source, begin.Index + begin.Length, quotes);
        if (holes > 0)
        {
            var hole = new Regex(@"(?<!\{)\{{" + holes + @"}([^{}]+)\}{" + holes + "}");
            foreach (Match match in hole.Matches(source[(begin.Index + begin.Length)..end]))
                code.Append(' ').Append(match.Groups[1].Value).Append(' ');
        }
        return end + quotes.Length;
    }

    private static int SkipHole(string source, int i, StringBuilder code)
    {
        code.Append(' ');
        for (var depth = 1; i < source.Length; )
        {
            if (Quote().Match(source, i) is { Success: true } quote && quote.Index == i)
            {
                i = SkipText(source, quote, code);
                continue;
            }
            depth +=
                source[i] == '{' ? 1
                : source[i] == '}' ? -1
                : 0;
            if (depth == 0)
                break;
            code.Append(source[i++]);
        }
        code.Append(' ');
        return i + 1;
    }

    private static bool Starts(string source, int at, string with) => string.CompareOrdinal(source, at, with, 0, with.Length) == 0;

    private static int EndOf(string source, int from, string what) =>
        source.IndexOf(what, from, StringComparison.Ordinal) is >= 0 and var end ? end : source.Length;

    [GeneratedRegex("""\G[$@]*(?<quotes>"+)""")]
    private static partial Regex Quote();

    [GeneratedRegex(@"\G'(\\[^']+|\\'|[^'\\])'")]
    private static partial Regex Character();
}
