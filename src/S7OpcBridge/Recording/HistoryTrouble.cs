using S7OpcBridge.History;

namespace S7OpcBridge.Recording;

/// <summary>Says how a history is, for the status page, <c>health</c> and <c>report</c>.</summary>
internal static class HistoryTrouble
{
    /// <summary>What is wrong now, as sentences; null: nothing.</summary>
    public static string? Describe(HistoryFigures figures)
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
