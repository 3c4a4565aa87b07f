using System.Text.RegularExpressions;
using S7OpcBridge.Map.Findings;
using YamlDotNet.Core;

namespace S7OpcBridge.Map.Yaml;

/// <summary>
/// Finds mistakes in how a line is written that the parser reports as something else, or one line later: blanks that are none, blanks that are missing, and
/// dashes in the wrong column.
/// </summary>
/// <param name="Line">Its line, from 1.</param>
/// <param name="Column">Its column, from 1.</param>
/// <param name="Message">What is wrong and what to type.</param>
internal sealed partial record LineMistake(int Line, int Column, string Message)
{
    /// <summary>Longest line that is examined, in characters.</summary>
    private const int Longest = 2000;

    /// <summary>The mistake behind an error of the parser; null: none of these.</summary>
    /// <param name="text">The file.</param>
    /// <param name="line">Where the parser stopped.</param>
    /// <param name="error">The parser's error.</param>
    public static LineMistake? Find(string text, int line, YamlException? error)
    {
        var lines = text.Split('\n');
        if (error is null || line < 1 || line > lines.Length)
            return null;
        var above = line - 1;
        while (above > 0 && IsEmpty(lines[above - 1]))
            above--;
        return Blank(lines[line - 1], line)
            ?? (above > 0 ? Blank(lines[above - 1], above) : null)
            // Inside braces columns and dashes have no meaning.
            ?? (
                error.Message.Contains("flow", StringComparison.Ordinal)
                    ? null
                    : Missing(lines[line - 1], line) ?? (above > 0 ? Missing(lines[above - 1], above) : null) ?? ByColumn(lines, line)
            );
    }

    private static LineMistake? Blank(string text, int line) =>
        text.Length <= Longest && TypographicSigns.IndexOfBlank(text) is >= 0 and var at
            ? new LineMistake(line, at + 1, TypographicSigns.NoBlank(text[at]))
            : null;

    private static LineMistake? Missing(string text, int line)
    {
        if (text.Length > Longest)
            return null;
        if (AfterDash().Match(text) is { Success: true } dash)
            return new LineMistake(
                line,
                dash.Groups[1].Index + 1,
                $"a blank is missing after the dash: write '- {Excerpt.FromKey(dash.Groups[2].Value)}'"
            );
        return AfterColon().Match(text) is { Success: true } colon
            ? new LineMistake(line, colon.Groups[1].Index + 1, $"a blank is missing after the colon: write '{colon.Groups[1].Value}: …'")
            : null;
    }

    private static LineMistake? ByColumn(string[] lines, int line)
    {
        var text = lines[line - 1];
        var column = Indent(text) + 1;
        if (text.AsSpan(column - 1) is ['{', ..])
            return new LineMistake(line, column, "an entry of a list begins with a dash: put '- ' in front of the '{'");
        var isDash = IsDash(text);
        LineMistake? found = null;
        for (var number = line - 1; number > 0; number--)
        {
            var other = lines[number - 1];
            if (IsEmpty(other))
                continue;
            var begin = Indent(other) + 1;
            if (isDash && IsDash(other))
            {
                if (begin == column)
                    return null;
                found ??= new LineMistake(
                    line,
                    column,
                    $"this dash is in column {column} and the one of the list above, in line {number}, in column {begin}; "
                        + $"move it to column {begin}"
                );
            }
            else if (!isDash)
            {
                var key = IsDash(other) ? begin + 1 + Indent(other[begin..]) : begin;
                return key == column
                    ? null
                    : new LineMistake(
                        line,
                        column,
                        $"this line begins in column {column} and the key above, in line {number}, in column {key}; keys of one "
                            + $"entry begin in one column: move it to column {key}"
                    );
            }
            if (begin < column)
                break;
        }
        return found;
    }

    private static bool IsEmpty(string line) => line.AsSpan().TrimStart() is [] or ['#', ..];

    private static bool IsDash(string line) => line.AsSpan().TrimStart(' ') is ['-', ' ', ..] or ['-'] or ['-', '\r'];

    private static int Indent(string line) => Math.Max(0, line.AsSpan().IndexOfAnyExcept(' '));

    [GeneratedRegex(@"^ *(?:- +)*(-)([^\s\-\d.].*?)\s*$")]
    private static partial Regex AfterDash();

    [GeneratedRegex(@"^ *(?:- +)*([A-Za-z]\w*):[^\s:/\\]")]
    private static partial Regex AfterColon();
}
