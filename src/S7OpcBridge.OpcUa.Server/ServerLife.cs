namespace S7OpcBridge.OpcUa.Server;

/// <summary>What the server is doing: running, or on its way down.</summary>
internal sealed class ServerLife(UaServerOptions options)
{
    private sealed record Descent(long Start, TimeSpan Delay, string Reason);

    private volatile Descent? _descent;

    /// <summary>As the Server object shows it (OPC 10000-5, 12.10).</summary>
    public ServerCondition Condition => _descent is not { } descent
        ? ServerCondition.Running with { ServiceLevel = options.ServiceLevel() }
        : new ServerCondition(ServerState.Shutdown, SecondsLeft(descent), new LocalizedText(descent.Reason, "en"), 0);

    /// <summary>From now on the server goes down.</summary>
    /// <param name="delay">When its sessions will end.</param>
    /// <param name="reason">Why.</param>
    public void GoDown(TimeSpan delay, string reason) => _descent = new Descent(options.Time.GetTimestamp(), delay, reason);

    private uint SecondsLeft(Descent descent) =>
        (uint)Math.Max(0, Math.Ceiling((descent.Delay - options.Time.GetElapsedTime(descent.Start)).TotalSeconds));
}
