using S7OpcBridge.S7Plus.Messages;

namespace S7OpcBridge.S7Plus.Client;

/// <summary>The requests that keep the session of a connection, and the one that ends it.</summary>
internal sealed class SessionUpkeep(S7PlusConnection connection)
{
    private S7PlusReadJob? _job;

    /// <summary>The session is open: it is to be kept from now on.</summary>
    public void Begin() => _job = new S7PlusReadJob([SessionSetup.KeepAliveItem]);

    /// <summary>Asks for something small, because nothing else was sent for a while.</summary>
    public void Ask()
    {
        if (_job is { } job && connection.IsAlive)
            _ = AskAsync(job);
    }

    /// <summary>Ends the session.</summary>
    /// <param name="wait">How long the CPU may take for it, in real time.</param>
    public async ValueTask EndAsync(TimeSpan wait)
    {
        try
        {
            await connection
                .AskAsync(ObjectLife.Delete(connection.Ids.Session), (ref _) => true, CancellationToken.None)
                .AsTask()
                .WaitAsync(wait, TimeProvider.System)
                .ConfigureAwait(false);
        }
        catch (Exception e) when (e is S7PlusException or TimeoutException)
        {
            // The CPU may close before it answers; the session has ended in either case.
        }
    }

    private async Task AskAsync(S7PlusReadJob job)
    {
        try
        {
            await connection.SubmitAsync(job, CancellationToken.None).ConfigureAwait(false);
        }
        catch (Exception e) when (e is S7PlusException or InvalidOperationException)
        {
            // A refusal is also a sign of life; a dead link is reported elsewhere.
        }
    }
}
