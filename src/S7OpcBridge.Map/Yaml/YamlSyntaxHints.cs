using System.Text.RegularExpressions;
using S7OpcBridge.Map.Findings;
using YamlDotNet.Core;

namespace S7OpcBridge.Map.Yaml;

/// <summary>Explains and corrects YAML syntax errors that unquoted addresses, types and symbols cause.</summary>
internal static partial class YamlSyntaxHints
{
    /// <summary>
    /// <c>{ address: DB1,REAL4 }</c> is parsed as the address DB1 and an empty key REAL4. Returns the message for it, or null where the unknown key has another
    /// cause.
    /// </summary>
    public static string? CommaCutsAddress(string? lastValue, string key, YamlReader yaml) =>
        yaml.AtNothing
        && lastValue is not null
        && lastValue.TrimStart('%').StartsWith("DB", StringComparison.OrdinalIgnoreCase)
        && !lastValue.Contains('.')
            ? $"inside {{ }} a comma ends the value, so '{lastValue}' and '{key}' were separated; put quotes around it: \"{lastValue},{key}\""
            : null;

    /// <summary>
    /// The key of <c>{name:A}</c>, which is parsed as one key without a value, and that of a key with a blank of another kind; null: it is neither.
    /// </summary>
    public static string? KeyOf(string name, YamlReader yaml)
    {
        var end = name.IndexOf(':');
        return yaml.AtNothing && end > 0 && end < name.Length - 1 ? name[..end].Trim()
            : TypographicSigns.IndexOfBlank(name) >= 0 ? TypographicSigns.Corrected(name).Trim()
            : null;
    }

    /// <summary>The message for it.</summary>
    public static string MissingBlank(string name, string key, bool showsValue) =>
        TypographicSigns.IndexOfBlank(name) is >= 0 and var blank
            ? TypographicSigns.NoBlank(name[blank])
            : $"a blank is missing after the colon: write '{key}: {(showsValue ? Excerpt.From(name[(name.IndexOf(':') + 1)..]) : "…")}'";

    /// <summary>What the parser rejected, and what to do.</summary>
    /// <param name="line">The line where the parser stopped.</param>
    /// <param name="column">The column where it stopped, from 1.</param>
    /// <param name="error">The parser's error.</param>
    public static string Explain(string line, int column, YamlException? error)
    {
        var at = column >= 1 && column <= line.Length ? line[column - 1] : '\0';
        if (line.TrimStart(' ').StartsWith('\t'))
            return "YAML does not allow tabs for indentation; use spaces";
        if (Symbol().Match(line) is { Success: true } symbol)
            return $"a symbol begins with a quote that YAML reads as its own; put single quotes around all of it: {symbol.Groups[1].Value}: "
                + $"'{symbol.Groups[2].Value}'";
        if (at is '%' or '@' or '`')
            return $"YAML does not let a value start with {at}; put quotes around it: \"{ValueAt(line, column)}\"";
        if (at is '[' or '{' && column > 1 && !char.IsWhiteSpace(line[column - 2]))
            return $"inside {{ }} and [ ] a '{at}' ends the value; put quotes around the whole value: "
                + $"\"{WholeValue(line, column)}\""
                + (at == '[' ? ", or use round brackets" : "");
        if (error?.Message.Contains("found invalid mapping", StringComparison.Ordinal) == true)
            return "this line does not fit the one above: check the indentation, and put quotes around a value that contains a colon and a blank";
        if (error?.Message.Contains("flow", StringComparison.Ordinal) == true)
            return "a bracket or brace that was opened above is not closed here; add the missing } or ], or put quotes around a value that contains brackets";
        if (error?.Message.Contains("quoted scalar", StringComparison.Ordinal) == true)
            return "a quote that was opened here is never closed; add the missing quote";
        return $"this is not YAML ({MessageOf(error)}); check indentation, brackets and quotes around here";
    }

    /// <summary>The line with quotes around the value at the column; null where quotes do not help.</summary>
    public static string? Quoted(string line, int column)
    {
        var at = column >= 1 && column <= line.Length ? line[column - 1] : '\0';
        var value =
            at is '%' or '@' or '`' ? ValueAt(line, column)
            : at is '[' or '{' && column > 1 && !char.IsWhiteSpace(line[column - 2]) ? WholeValue(line, column)
            : "";
        // Already quoted, or not the start of a value: quotes do not help.
        var start =
            at is '%' or '@' or '`' ? column - 1
            : value.Length == 0 ? -1
            : line.LastIndexOf(value, Math.Min(line.Length - 1, column - 1 + value.Length), StringComparison.Ordinal);
        return value.Length == 0 || start < 0 || value.Contains('"') || value.Contains('\\')
            ? null
            : $"{line[..start]}\"{value}\"{line[(start + value.Length)..]}";
    }

    [GeneratedRegex("""\b(symbol|browse): *("[^"]*"[.\[][^,}#]*[^,}# ])""")]
    private static partial Regex Symbol();

    private static string MessageOf(YamlException? error) =>
        error is null ? "the parser gave up" : error.Message.TrimEnd('.').ToLowerInvariant();

    private static string ValueAt(string line, int column)
    {
        var rest = line[(column - 1)..];
        var end = rest.IndexOfAny([' ', '}', '#']);
        return (end < 0 ? rest : rest[..end]).TrimEnd(',', ' ');
    }

    private static string WholeValue(string line, int column)
    {
        var start = line.LastIndexOfAny([' ', ',', '{', '['], Math.Max(0, column - 2)) + 1;
        var close = line.IndexOf(line[column - 1] == '[' ? ']' : '}', column - 1);
        var end = close < 0 ? column : close + 1;
        // For example Array[0..9] of Int, which continues after the bracket.
        if (close >= 0 && line.AsSpan(end).StartsWith(" of ", StringComparison.OrdinalIgnoreCase))
            end = line.IndexOfAny([',', '}', ' '], end + 4) is var stop and > 0 ? stop : line.Length;
        return line[start..end];
    }
}
