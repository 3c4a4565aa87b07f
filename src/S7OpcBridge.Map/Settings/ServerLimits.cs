namespace S7OpcBridge.Map;

/// <summary>Limits for clients from the map. Immutable.</summary>
public sealed record ServerLimits
{
    /// <summary>Bytes of memory for all clients together; 0: derived from the memory available to the process.</summary>
    public long ClientMemory { get; init; }

    /// <summary>Sessions.</summary>
    public int MaxSessions { get; init; } = 500;

    /// <summary>TCP connections.</summary>
    public int MaxConnections { get; init; } = 1200;

    /// <summary>TCP connections without a session.</summary>
    public int MaxConnectionsWithoutSession { get; init; } = 600;

    /// <summary>Bytes of a request message.</summary>
    public int MaxMessageSize { get; init; } = 16 * 1024 * 1024;

    /// <summary>Chunks of a request.</summary>
    public int MaxChunks { get; init; } = 4096;

    /// <summary>Nesting levels of values in a request.</summary>
    public int MaxNesting { get; init; } = 100;

    /// <summary>Elements of an array in a request.</summary>
    public int MaxArrayLength { get; init; } = 1_000_000;

    /// <summary>Bytes of a text in a request.</summary>
    public int MaxStringLength { get; init; } = 1024 * 1024;

    /// <summary>Bytes of a byte string or structure in a request.</summary>
    public int MaxByteStringLength { get; init; } = 16 * 1024 * 1024;

    /// <summary>Nodes of one Read, Write, Browse or of one call for monitored items.</summary>
    public int MaxOperations { get; init; } = 10_000;

    /// <summary>Unfinished Browse calls of one session.</summary>
    public int MaxContinuationPoints { get; init; } = 20;

    /// <summary>Subscriptions of all clients.</summary>
    public int MaxSubscriptions { get; init; } = 10_000;

    /// <summary>Subscriptions of one session.</summary>
    public int MaxSubscriptionsPerSession { get; init; } = 200;

    /// <summary>Monitored items of all clients.</summary>
    public int MaxMonitoredItems { get; init; } = 1_000_000;

    /// <summary>Monitored items of one subscription.</summary>
    public int MaxMonitoredItemsPerSubscription { get; init; } = 1_000_000;

    /// <summary>Waiting Publish requests of one session.</summary>
    public int MaxPublishRequests { get; init; } = 100;
}
