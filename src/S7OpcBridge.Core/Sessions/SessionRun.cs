using S7OpcBridge.Core.Context;

namespace S7OpcBridge.Core.Sessions;

/// <summary>A running session: its wakeup, its task and its cancellation.</summary>
internal sealed class SessionRun(PlcSession session, PlcContext context)
{
    private static readonly TimeSpan RestartPause = TimeSpan.FromSeconds(1);

    private readonly CancellationTokenSource _stopping = new();
    private int _stopped;
    private Task _running = Task.CompletedTask;

    public PlcSession Session => session;

    public void Start(TimeSpan stagger)
    {
        // The session outlives its caller, so it does not need the caller's execution context in every wait.
        using (ExecutionContext.SuppressFlow())
            _running = Task.Run(() => KeepAsync(stagger));
    }

    /// <summary>Ends the session; a connection is closed with a disconnect.</summary>
    /// <param name="isReplaced">True: another session follows, and the last values are uncertain until it has read something.</param>
    public async Task StopAsync(bool isReplaced)
    {
        if (Interlocked.Exchange(ref _stopped, 1) != 0)
            return;
        await _stopping.CancelAsync().ConfigureAwait(false);
        await _running.ConfigureAwait(false);
        if (isReplaced)
            await session.LeaveAsync().ConfigureAwait(false);
        context.Wakeup.Dispose();
        _stopping.Dispose();
    }

    // The session handles its own failures. Where an exception still escapes, the session is started again, so that the PLC is not lost for good.
    private async Task KeepAsync(TimeSpan stagger)
    {
        while (!_stopping.IsCancellationRequested)
        {
            try
            {
                await session.RunAsync(stagger, _stopping.Token).ConfigureAwait(false);
                return;
            }
            catch (Exception e) when (e is not OperationCanceledException || !_stopping.IsCancellationRequested)
            {
                context.StatusStore.LinkDown(PlcState.Waiting);
                PlcLog.Broken(context.Log, context.Plc.Name, e);
            }
            await Task.Delay(RestartPause, context.Time, _stopping.Token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
    }
}
