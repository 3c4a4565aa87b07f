using S7OpcBridge.Core.Context;

namespace S7OpcBridge.Core.Sessions;

/// <summary>A session while it runs: its wakeup, its task, and the way to end it alone.</summary>
internal sealed class SessionRun(PlcSession session, PlcContext context)
{
    private static readonly TimeSpan RestartPause = TimeSpan.FromSeconds(1);

    private readonly CancellationTokenSource _stopping = new();
    private int _stopped;
    private Task _running = Task.CompletedTask;

    public PlcSession Session => session;

    public void Start(TimeSpan stagger)
    {
        // A session outlives whoever starts it; carrying that one's context through every wait of every cycle would cost and help nobody.
        using (ExecutionContext.SuppressFlow())
            _running = Task.Run(() => KeepAsync(stagger));
    }

    /// <summary>Closes the connection politely and ends.</summary>
    /// <param name="isReplaced">True: another session follows, and until it has read something the last values are uncertain.</param>
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

    // A session answers for its faults itself; one that still gets out of it must not take the PLC along for good.
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
