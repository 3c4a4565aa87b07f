using S7OpcBridge.Core.Context;
using S7OpcBridge.Core.Links;
using S7OpcBridge.Core.Timing;

namespace S7OpcBridge.Core.Sessions;

/// <summary>Connects, and does what precedes the first read.</summary>
internal sealed partial class PlcSession
{
    private async Task<PlcLink> ConnectAsync(CancellationToken cancellationToken)
    {
        var connecting = _parts.Protocol.ConnectAsync(cancellationToken);
        try
        {
            await AgeWhileAsync(connecting, CancellationToken.None).ConfigureAwait(false);
        }
        catch
        {
            await _parts.Protocol.CloseAsync(connecting).ConfigureAwait(false);
            throw;
        }
        return await connecting.ConfigureAwait(false);
    }

    /// <summary>Waits for a step of connecting, while values grow old and reloads are taken over.</summary>
    private async Task AgeWhileAsync(Task step, CancellationToken cancellationToken)
    {
        _ = step.ContinueWith(
            static (_, wakeup) => ((AsyncWakeup)wakeup!).Wake(),
            _context.Wakeup,
            CancellationToken.None,
            TaskContinuationOptions.ExecuteSynchronously,
            TaskScheduler.Default
        );
        while (!step.IsCompleted)
        {
            cancellationToken.ThrowIfCancellationRequested();
            await _context.Wakeup.WaitUntilAsync(_staleAt).ConfigureAwait(false);
            await AgeAsync().ConfigureAwait(false);
            await AdoptIdleAsync().ConfigureAwait(false);
        }
    }

    /// <summary>Does what must precede the first read.</summary>
    private async Task GreetAsync(PlcLink link, CancellationToken cancellationToken)
    {
        var greeting = link.GreetAsync(cancellationToken).AsTask();
        try
        {
            await AgeWhileAsync(greeting, cancellationToken).ConfigureAwait(false);
        }
        catch
        {
            // A request that was sent ends with the link only.
            await link.DisposeAsync().ConfigureAwait(false);
            await greeting.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            throw;
        }
        await greeting.ConfigureAwait(false);
        _staleAt = long.MaxValue;
        _context.StatusStore.LinkUp(link.PduSize, link.MaxJobs, again: _wasConnected);
        _wasConnected = true;
        PlcLog.Connected(_context.Log, _context.Plc.Name, _parts.Protocol.Host, _context.Plc.Connection.Port, link.PduSize, link.MaxJobs);
    }
}
