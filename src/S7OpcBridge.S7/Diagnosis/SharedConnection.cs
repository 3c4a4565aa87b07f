namespace S7OpcBridge.S7.Diagnosis;

/// <summary>A connection for diagnosis: one job at a time, each admitted by the owner of a shared connection.</summary>
/// <param name="turn">Completes when a job may be sent; its result is disposed when the job is answered. Null: jobs are sent at once.</param>
internal sealed class SharedConnection(S7Connection connection, Func<CancellationToken, ValueTask<IDisposable?>>? turn)
{
    public int PduSize => connection.PduSize;

    public async Task ReadAsync(S7ReadJob job, CancellationToken cancellationToken)
    {
        using var stay = await BeginAsync(cancellationToken).ConfigureAwait(false);
        // Continues away from the event loop, so that a diagnosis does not delay the reads of other PLCs.
        await connection.ReadAsync(job, cancellationToken).AsTask().ConfigureAwait(ConfigureAwaitOptions.ForceYielding);
    }

    public async Task<T> AskAsync<T>(Func<S7Userdata, Task<T>> question, CancellationToken cancellationToken)
    {
        using var stay = await BeginAsync(cancellationToken).ConfigureAwait(false);
        var asked = question(connection.Userdata);
        await ((Task)asked).ConfigureAwait(ConfigureAwaitOptions.ForceYielding);
        return await asked.ConfigureAwait(false);
    }

    private ValueTask<IDisposable?> BeginAsync(CancellationToken cancellationToken) =>
        turn is null ? ValueTask.FromResult<IDisposable?>(null) : turn(cancellationToken);
}
