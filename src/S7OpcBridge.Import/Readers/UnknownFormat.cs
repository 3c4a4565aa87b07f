using S7OpcBridge.Import.Sources;
using S7OpcBridge.Import.Tables;

namespace S7OpcBridge.Import.Readers;

/// <summary>What to say of a source that no reader knows.</summary>
internal static class UnknownFormat
{
    /// <summary>How a list that somebody made by hand gets into a map.</summary>
    public const string OwnList =
        "A list of your own needs no import: give its first line the columns name, address and type, and name it in the map, "
        + "'tags: [ list.csv ]' or '- list.csv' below 'tags:'";

    /// <summary>The known formats, the nearest of them, and the way of a list made by hand.</summary>
    public static string Sentence(Source source, SourceReaders readers)
    {
        var known = $"the format is not known; known are {string.Join(", ", readers.Formats)}.";
        var headings = source.Tree is null ? CsvTable.HeadingsOf(source) : new Dictionary<string, int>();
        if (readers.Nearest(headings) is not { } nearest)
            return $"{known} {OwnList}";
        var missing = string.Join(", ", nearest.Headings.Where(heading => !headings.ContainsKey(heading)));
        return $"{known} The nearest is {nearest.Format}, and of its columns {missing} {(missing.Contains(',') ? "are" : "is")} missing. {OwnList}";
    }
}
