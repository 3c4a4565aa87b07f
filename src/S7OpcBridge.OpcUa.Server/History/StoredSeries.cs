using S7OpcBridge.OpcUa.Server.Aggregates;

namespace S7OpcBridge.OpcUa.Server.History;

/// <summary>The stored history of a variable as a series for calculations.</summary>
internal static class StoredSeries
{
    /// <summary>Reads a variable.</summary>
    public static SeriesSource For(HistorySource source, int variable, HistoryBudget budget) =>
        (from, isBackward, position, values, cancellationToken) =>
            budget.ReadAsync(
                source,
                isBackward
                    ? new RawHistoryRange(variable, from - 1, 0, true, position)
                    : new RawHistoryRange(variable, from, long.MaxValue, false, position),
                values,
                cancellationToken
            );
}
