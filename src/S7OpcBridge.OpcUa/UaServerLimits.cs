namespace S7OpcBridge.OpcUa;

/// <summary>What the server accepts. Everything that clients can read about is advertised in ServerCapabilities; everything is enforced.</summary>
public sealed record UaServerLimits
{
    /// <summary>Bytes of one chunk, either way; at least 8192.</summary>
    public int BufferSize { get; init; } = 65_536;

    /// <summary>Bytes of a request, all chunks together.</summary>
    public int MaxMessageSize { get; init; } = 16 * 1024 * 1024;

    /// <summary>Chunks of a request.</summary>
    public int MaxChunkCount { get; init; } = 4096;

    /// <summary>Bytes of a request on a channel on which no session is active.</summary>
    public int MaxUnauthenticatedMessageSize { get; init; } = 65_536;

    /// <summary>Bytes of a response, whatever the client would take.</summary>
    public int MaxResponseSize { get; init; } = 64 * 1024 * 1024;

    /// <summary>Bytes of answers that may wait for a client before nothing more is read from it.</summary>
    public int MaxQueuedBytes { get; init; } = 4 * 1024 * 1024;

    /// <summary>TCP connections.</summary>
    public int MaxConnections { get; init; } = 1200;

    /// <summary>TCP connections without an active session; the oldest gives way to a new one.</summary>
    public int MaxConnectionsWithoutSession { get; init; } = 600;

    /// <summary>From the TCP connection to the first complete request: HEL and OPN.</summary>
    public TimeSpan HelloTimeout { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>How long a channel may live without an active session.</summary>
    public TimeSpan IdleChannelTimeout { get; init; } = TimeSpan.FromSeconds(60);

    /// <summary>How long one send may be stuck before the client counts as dead.</summary>
    public TimeSpan SendTimeout { get; init; } = TimeSpan.FromSeconds(30);

    /// <summary>Shortest and longest lifetime of a channel's token; 0 asks for the longest.</summary>
    public TimeSpan MinTokenLifetime { get; init; } = TimeSpan.FromSeconds(10);

    /// <inheritdoc cref="MinTokenLifetime"/>
    public TimeSpan MaxTokenLifetime { get; init; } = TimeSpan.FromHours(1);

    /// <summary>Sessions, active or not.</summary>
    public int MaxSessions { get; init; } = 500;

    /// <summary>Shortest and longest session timeout.</summary>
    public TimeSpan MinSessionTimeout { get; init; } = TimeSpan.FromSeconds(10);

    /// <inheritdoc cref="MinSessionTimeout"/>
    public TimeSpan MaxSessionTimeout { get; init; } = TimeSpan.FromHours(1);

    /// <summary>Browse continuation points of one session.</summary>
    public int MaxContinuationPoints { get; init; } = 20;

    /// <summary>References in one browse result.</summary>
    public int MaxReferencesPerNode { get; init; } = 10_000;

    /// <summary>Elements of one browse path.</summary>
    public int MaxBrowsePathLength { get; init; } = 100;

    /// <summary>Targets of one browse path, and nodes looked at on the way.</summary>
    public int MaxBrowsePathTargets { get; init; } = 10_000;

    /// <summary>Operations in one call of Read, Write, Browse, TranslateBrowsePathsToNodeIds, RegisterNodes or of a MonitoredItem service.</summary>
    public int MaxOperationsPerCall { get; init; } = 10_000;

    /// <summary>Methods in one Call.</summary>
    public int MaxMethodsPerCall { get; init; } = 100;

    /// <summary>Requests of one session that may wait for something outside: writes, method calls, fresh reads.</summary>
    public int MaxPendingCalls { get; init; } = 200;

    /// <summary>Subscriptions of all sessions.</summary>
    public int MaxSubscriptions { get; init; } = 5_000;

    /// <summary>Subscriptions of one session.</summary>
    public int MaxSubscriptionsPerSession { get; init; } = 200;

    /// <summary>Monitored items of all sessions.</summary>
    public int MaxMonitoredItems { get; init; } = 1_000_000;

    /// <summary>Monitored items of one subscription.</summary>
    public int MaxMonitoredItemsPerSubscription { get; init; } = 1_000_000;

    /// <summary>Samples that one monitored item may queue.</summary>
    public int MaxQueueSize { get; init; } = 1_000;

    /// <summary>Publish requests of one session that may wait.</summary>
    public int MaxPublishRequests { get; init; } = 100;

    /// <summary>Fastest publishing interval.</summary>
    public TimeSpan MinPublishingInterval { get; init; } = TimeSpan.FromMilliseconds(10);

    /// <summary>Slowest publishing interval.</summary>
    public TimeSpan MaxPublishingInterval { get; init; } = TimeSpan.FromHours(1);

    /// <summary>Samples that all queues together may hold; once so many are granted, queues are revised to 1.</summary>
    public int MaxQueuedSamples { get; init; } = 8_000_000;

    /// <summary>Notifications of one message; 0: only the message's size bounds them.</summary>
    public int MaxNotificationsPerPublish { get; init; }

    /// <summary>Messages that a subscription keeps for Republish; at least twice <see cref="MaxPublishRequests"/> (OPC 10000-4, 5.14.1.2).</summary>
    public int MaxUnacknowledgedMessages { get; init; } = 200;

    /// <summary>Bytes of these messages; the oldest goes first.</summary>
    public int MaxUnacknowledgedBytes { get; init; } = 16 * 1024 * 1024;

    /// <summary>Keep-alive count where a client asks for 0.</summary>
    public int DefaultKeepAliveCount { get; init; } = 10;

    /// <summary>Longest time that a subscription outlives its client, but for the three keep-alives that each may have.</summary>
    public TimeSpan MaxSubscriptionLifetime { get; init; } = TimeSpan.FromHours(1);

    /// <summary>How often at most attributes are looked at that are not values of table variables.</summary>
    public TimeSpan MinSamplingInterval { get; init; } = TimeSpan.FromMilliseconds(100);

    /// <summary>Lengths and depth that the decoder accepts.</summary>
    public EncodingLimits Encoding { get; init; } = EncodingLimits.Default;
}
