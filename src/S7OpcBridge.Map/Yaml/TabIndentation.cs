using YamlDotNet.Core;

namespace S7OpcBridge.Map.Yaml;

/// <summary>Finds the tab by which a line is indented, where the parser stumbled over it.</summary>
internal static class TabIndentation
{
    /// <summary>Line and column, from 1, of the first such tab; null where the parser said nothing of tabs and the line where it stopped has none.</summary>
    /// <param name="text">The file.</param>
    /// <param name="error">What the parser said.</param>
    /// <param name="line">Where it stopped: at the tab, or where the mapping around it begins.</param>
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
