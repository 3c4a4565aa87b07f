namespace S7OpcBridge.OpcUa.Server.Management.Storing;

/// <summary>Carries out a change of what the application stores.</summary>
internal static class StoredChange
{
    /// <summary>Runs a change on the pool, because it writes files, and reports what came of it.</summary>
    /// <param name="name">The method.</param>
    /// <param name="change">Changes and returns a sentence about it.</param>
    /// <param name="report">Gets the sentence and the status.</param>
    public static async Task<StatusCode> RunAsync(string name, Func<ValueTask<string>> change, Action<string, StatusCode> report)
    {
        try
        {
            report($"{name}: {await Task.Run(async () => await change().ConfigureAwait(false)).ConfigureAwait(false)}.", StatusCodes.Good);
            return StatusCodes.Good;
        }
        catch (Exception e) when (StoreFaults.RefusalOf(e) is { } refused)
        {
            report($"{name} was refused: {refused.Message}", refused.Status);
            return refused.Status;
        }
    }
}
