using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.OpcUa.Channel.Transport;
using S7OpcBridge.OpcUa.Server.ClientMemory;
using S7OpcBridge.OpcUa.Server.Context;
using S7OpcBridge.OpcUa.Server.Counters;
using S7OpcBridge.OpcUa.Server.Sessions;

namespace S7OpcBridge.OpcUa.Server;

/// <summary>Ends what is overdue, once per second: silent connections, sessions past their timeout, memory that clients hold beyond the budget.</summary>
internal sealed class OverdueSweep(
    ServerContext context,
    ConnectionTable connections,
    SessionTable sessions,
    SessionServices services,
    MemoryTrimmer memory
)
{
    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan AfterSuspension = TimeSpan.FromMilliseconds(250);

    public async Task RunAsync(CancellationToken cancellationToken)
    {
        var time = context.Options.Time;
        using var timer = new PeriodicTimer(Interval, time);
        var last = time.GetTimestamp();
        try
        {
            while (await timer.WaitForNextTickAsync(cancellationToken).ConfigureAwait(false))
            {
                // After a suspension of the machine all sessions look overdue, but their requests wait in the sockets: read these first.
                if (time.GetElapsedTime(last) > Interval * 3)
                    await Task.Delay(AfterSuspension, TimeProvider.System, cancellationToken).ConfigureAwait(false);
                last = time.GetTimestamp();
                Sweep();
            }
        }
        catch (OperationCanceledException)
        {
            // The server stops.
        }
    }

    private void Sweep()
    {
        try
        {
            connections.Sweep();
            memory.Check();
            services.ExpireUsers();
            foreach (var session in sessions.Overdue())
                services.End(
                    session,
                    SessionEnd.TimedOut,
                    StatusCodes.BadSessionClosed,
                    false,
                    $"it sent no request for {session.Timeout.TotalSeconds:0} s"
                );
        }
        catch (Exception e)
        {
            // The sweep of the next second tries again.
            context.Report(new RequestFailed(null, $"Sessions that timed out could not be ended: {e.Message}", e));
        }
    }
}
