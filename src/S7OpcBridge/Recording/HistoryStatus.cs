using S7OpcBridge.History;

namespace S7OpcBridge.Recording;

/// <summary>The history in short, for the status page, <c>health</c> and <c>report</c>.</summary>
/// <param name="Place">Where it is recorded.</param>
/// <param name="Tags">Number of recorded tags in the map.</param>
/// <param name="Values">Values recorded since the start.</param>
/// <param name="Lost">Values that could not be recorded since the start.</param>
/// <param name="SizeBytes">Bytes on disk.</param>
/// <param name="Unsent">Blocks of values that wait for the PostgreSQL server.</param>
/// <param name="Trouble">What is wrong now, as sentences; null: nothing.</param>
internal sealed record HistoryStatus(string Place, int Tags, long Values, long Lost, long SizeBytes, long Unsent, string? Trouble)
{
    /// <summary>The status of a history; null: nothing is recorded.</summary>
    public static HistoryStatus? Of(HistoryHost? history, int tags)
    {
        if (history is null)
            return null;
        var figures = history.Figures;
        return new HistoryStatus(
            $"{history.Settings}",
            tags,
            figures.Stored,
            figures.Lost,
            figures.Bytes,
            figures.Unsent,
            TroubleOf(figures)
        );
    }

    /// <summary>What is wrong now, as sentences; null: nothing.</summary>
    public static string? TroubleOf(HistoryFigures figures)
    {
        string?[] all =
        [
            figures.WriteError is { } write ? $"History is not written: {write}" : null,
            figures.ServerReached
                ? null
                : $"The history's PostgreSQL server is away; values wait in the local journal. {figures.ServerError}".TrimEnd(),
        ];
        return all.Any(static sentence => sentence is not null)
            ? string.Join(' ', all.Where(static sentence => sentence is not null))
            : null;
    }
}
