using System.Text.RegularExpressions;
using S7OpcBridge.Map.Findings;
using YamlDotNet.Core;

namespace S7OpcBridge.Map.Yaml;

/// <summary>Finds a value that contains a colon and a blank, <c>description: Caution: hot</c>, which YAML reads as a second key.</summary>
/// <param name="Column">Column where the value begins, from 1.</param>
/// <param name="Message">What to do.</param>
/// <param name="Corrected">The line with quotes around the value.</param>
internal sealed partial record UnquotedColon(int Column, string Message, string Corrected)
{
    /// <summary>Longest line that is examined, in characters.</summary>
    private const int Longest = 2000;

    /// <summary>The first such value on the line where the parser stopped; null: none.</summary>
    public static UnquotedColon? Find(string line, YamlException error)
    {
        if (line.Length > Longest)
            return null;
        var expression =
            error.Message.Contains("flow", StringComparison.Ordinal) ? InBraces()
            : error.Message.Contains("mapping", StringComparison.Ordinal) ? OnLine()
            : null;
        if (expression?.Match(line) is not { Success: true } match)
            return null;
        var value = match.Groups["value"];
        if (value.Value.Contains('\\'))
            return null;
        return new UnquotedColon(
            value.Index + 1,
            $"a value that contains a colon and a blank needs quotes: {Excerpt.From(match.Groups["key"].Value)}: \"{Excerpt.From(value.Value)}\"",
            $"{line[..value.Index]}\"{value.Value}\"{line[(value.Index + value.Length)..]}"
        );
    }

    [GeneratedRegex("""^\s*(?:-\s+)*(?<key>[^\s"'#{}\[\],:]+)\s*:\s+(?<value>[^\s"'|>{}\[\]&*!#][^"#]*?:(?:\s[^"#]*?)?)(?:\s+#.*)?\s*$""")]
    private static partial Regex OnLine();

    [GeneratedRegex("""[{,]\s*(?<key>[^\s:,{}\[\]"']+):\s+(?<value>[^\s"',{}\[\]][^"',{}\[\]]*?:\s[^"',{}\[\]]*?)(?=\s*[,}])""")]
    private static partial Regex InBraces();
}
