using YamlDotNet.Core;

namespace S7OpcBridge.Map.Yaml;

/// <summary>Finds a tab used for indentation, which the parser rejects.</summary>
internal static class TabIndentation
{
    /// <summary>Line and column, from 1, of the first such tab; null where the parser did not mention tabs and its line has none.</summary>
    /// <param name="text">The file.</param>
    /// <param name="error">The parser's error.</param>
    /// <param name="line">The parser's position: the tab, or the start of the mapping around it.</param>
    public static (int Line, int Column)? Find(string text, YamlException? error, int line)
    {
        var isTab = error?.Message.Contains("tab", StringComparison.Ordinal) == true;
        var number = 0;
        foreach (var current in text.AsSpan().EnumerateLines())
        {
            if (++number < line)
                continue;
            if (number > line && !isTab)
                break;
            var blanks = current.IndexOfAnyExcept(' ', '\t') is var end and >= 0 ? current[..end] : current;
            if (blanks.IndexOf('\t') is var tab and >= 0)
                return (number, tab + 1);
        }
        return null;
    }
}
