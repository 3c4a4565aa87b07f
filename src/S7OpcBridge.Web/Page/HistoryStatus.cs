namespace S7OpcBridge.Web.Page;

/// <summary>The history in short.</summary>
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
    public static HistoryStatus? From(HistoryState? history, int tags) =>
        history is null
            ? null
            : new HistoryStatus(history.Place, tags, history.Stored, history.Lost, history.Bytes, history.Unsent, history.Trouble);
}
