using S7OpcBridge.OpcUa.Server.InformationModel;

namespace S7OpcBridge.OpcUa.Server;

/// <summary>The state of the server: running, or shutting down. Any thread.</summary>
internal sealed class ServerLifecycle(UaServerOptions options)
{
    private sealed record Shutdown(long Start, TimeSpan Delay, string Reason, long Return);

    private volatile Shutdown? _shutdown;

    /// <summary>The state that the Server object shows (OPC 10000-5, 12.10).</summary>
    public ServerCondition Condition =>
        _shutdown is not { } shutdown
            ? ServerCondition.Running with
            {
                ServiceLevel = options.ServiceLevel(),
            }
            : new ServerCondition(ServerState.Shutdown, SecondsLeft(shutdown), new LocalizedText(shutdown.Reason, "en"), 0)
            {
                EstimatedReturnTime = shutdown.Return,
            };

    /// <summary>Sets the state to Shutdown.</summary>
    /// <param name="delay">Time until the sessions end.</param>
    /// <param name="reason">Reason shown to clients.</param>
    public void BeginShutdown(TimeSpan delay, string reason)
    {
        var back = options.Redundancy is { } set ? UaTime.FromTicks((options.Time.GetUtcNow() + delay + set.ReturnsAfter).UtcTicks) : 0;
        _shutdown = new Shutdown(options.Time.GetTimestamp(), delay, reason, back);
    }

    private uint SecondsLeft(Shutdown shutdown) =>
        (uint)Math.Max(0, Math.Ceiling((shutdown.Delay - options.Time.GetElapsedTime(shutdown.Start)).TotalSeconds));
}
