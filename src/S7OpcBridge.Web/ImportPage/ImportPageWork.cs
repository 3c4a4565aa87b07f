using S7OpcBridge.Import;

namespace S7OpcBridge.Web;

/// <summary>What the page of an import shows and does besides choosing, as functions that the program fills in.</summary>
public sealed record ImportPageWork
{
    /// <summary>Version of the program.</summary>
    public required string Version { get; init; }

    /// <summary>Plans chosen tags as <c>plan</c> would plan the map that is written of them; the number of the change belongs to the answer.</summary>
    public required Func<ChosenTags, int, LoadAnswer> Plan { get; init; }

    /// <summary>
    /// Writes a result into the map, or without <c>true</c> shows the changes of one that is there; false: it is refused, and the text says why.
    /// </summary>
    public required Func<ImportResult, bool, TextWriter, bool> Write { get; init; }

    /// <summary>What to do once the map is written.</summary>
    public required Func<ImportResult, IEnumerable<string>> NextSteps { get; init; }
}
