using S7OpcBridge.Core.Context;
using S7OpcBridge.Core.Links;
using S7OpcBridge.Core.SessionState;
using S7OpcBridge.IsoOnTcp;

namespace S7OpcBridge.Core.Lanes;

/// <summary>
/// The lanes of one connection: read, write, watch, and alarms where the map wants those of the CPU. All end when the first one ends or when the connection
/// does.
/// </summary>
internal sealed class LinkLanes(PlcContext context, SessionParts parts, PlcLink link)
{
    // How long lanes may finish what is in flight before the connection is closed, by the clock of the sockets: a test clock might stand still.
    private static readonly TimeSpan Linger = TimeSpan.FromMilliseconds(250);

    private readonly ReadLane _read = new(context, parts, link);
    private readonly WriteLane _write = new(context, link, parts.Writes, parts.ReadBacks, parts.Isolation.ItemCap);
    private readonly WatchLane _watch = new(context, parts, link);

    /// <summary>True once a whole cycle was answered.</summary>
    public bool HaveRead => _read.HasRead;

    /// <summary>True: the connection was healthy, but the CPU is in STOP and the other CPU of the pair is to be tried.</summary>
    public bool LeavesCpu => _watch.LeavesCpu;

    /// <summary>
    /// Runs the lanes until the connection ends, then closes it with a COTP disconnect. Returns the reason; null: <paramref name="stop"/> was cancelled.
    /// </summary>
    public async Task<string?> RunAsync(CancellationTokenSource stop)
    {
        parts.Writes.Open();
        parts.ExternalJobs.Open();
        var lanes = Begin(stop.Token);
        await Task.WhenAny([.. lanes, link.Ended]).ConfigureAwait(false);
        var meant = stop.IsCancellationRequested;
        parts.Writes.Close();
        parts.ExternalJobs.Close();
        await stop.CancelAsync().ConfigureAwait(false);
        await Task.WhenAny(EndAsync(lanes), Task.Delay(Linger, EventLoop.Of(context.Time), CancellationToken.None)).ConfigureAwait(false);
        await link.DisposeAsync().ConfigureAwait(false);
        var reason = await ReasonAsync(lanes).ConfigureAwait(false);
        return meant ? null : reason;
    }

    // Without the context of the session, which would be restored at every wait.
    private Task[] Begin(CancellationToken cancellationToken)
    {
        using (ExecutionContext.SuppressFlow())
            return
            [
                _read.RunAsync(cancellationToken),
                _write.RunAsync(cancellationToken),
                _watch.RunAsync(cancellationToken),
                .. parts.Alarms is { } alarms ? (ReadOnlySpan<Task>)[FollowAlarmsAsync(alarms, cancellationToken)] : [],
            ];
    }

    private Task FollowAlarmsAsync(SessionAlarms alarms, CancellationToken cancellationToken) =>
        new AlarmLane(context, alarms, link, _watch.Tell).RunAsync(cancellationToken);

    // Sees the failures of all lanes: only the first becomes the reason.
    private static async Task EndAsync(Task[] lanes)
    {
        foreach (var lane in lanes)
            await lane.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
    }

    private async Task<string> ReasonAsync(Task[] lanes)
    {
        foreach (var lane in lanes)
        {
            try
            {
                await lane.ConfigureAwait(false);
            }
            catch (Exception e) when (parts.Protocol.IsFailure(e))
            {
                return e.Message;
            }
            catch (OperationCanceledException)
            {
                // Cancelled by the caller.
            }
            catch (Exception e)
            {
                PlcLog.Broken(context.Log, context.Plc.Name, e);
                return "The session failed by an internal error.";
            }
        }
        return link.Failure?.Message ?? "The connection ended.";
    }
}
