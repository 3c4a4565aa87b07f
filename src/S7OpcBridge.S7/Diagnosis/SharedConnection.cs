namespace S7OpcBridge.S7.Diagnosis;

/// <summary>A connection as an examination uses it: one job at a time, each in its turn where the connection is somebody else's.</summary>
/// <param name="connection">The connection.</param>
/// <param name="turn">Ends when a job may be sent; what it gives is disposed of when the job is answered. Null: at once.</param>
internal sealed class SharedConnection(S7Connection connection, Func<CancellationToken, ValueTask<IDisposable?>>? turn)
{
    public int PduSize => connection.PduSize;

    public async Task ReadAsync(S7ReadJob job, CancellationToken cancellationToken)
    {
        using var stay = await BeginAsync(cancellationToken).ConfigureAwait(false);
        // Away from the event loop: what follows belongs to a person who waits, not to the PLCs that others read.
        await connection.ReadAsync(job, cancellationToken).AsTask().ConfigureAwait(ConfigureAwaitOptions.ForceYielding);
    }

    public async Task<T> AskAsync<T>(Func<S7Userdata, Task<T>> question, CancellationToken cancellationToken)
    {
        using var stay = await BeginAsync(cancellationToken).ConfigureAwait(false);
        var asked = question(connection.Userdata);
        await ((Task)asked).ConfigureAwait(ConfigureAwaitOptions.ForceYielding);
        return await asked.ConfigureAwait(false);
    }

    private ValueTask<IDisposable?> BeginAsync(CancellationToken cancellationToken) => turn is null ? ValueTask.FromResult<IDisposable?>(null) : turn(cancellationToken);
}
