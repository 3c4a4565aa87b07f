namespace S7OpcBridge.Cluster.Silos;

/// <summary>
/// Handles errors that Orleans calls fatal, above all that the others have declared this silo dead. Orleans' own handler would abort the process.
/// </summary>
internal sealed class EvictionHandler(Action<string> evicted) : IFatalErrorHandler
{
    public bool IsUnexpected(Exception exception) => exception is not OperationCanceledException;

    public void OnFatalException(object? sender, string? context, Exception? exception) =>
        evicted(exception is null ? "the other nodes could not reach it and declared it dead" : exception.Message);
}
