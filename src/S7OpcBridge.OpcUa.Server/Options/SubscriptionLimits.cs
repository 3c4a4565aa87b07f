namespace S7OpcBridge.OpcUa.Server;

/// <summary>Limits of the subscription services. A request beyond a limit is revised, or refused with the status that the standard names.</summary>
public sealed record SubscriptionLimits
{
    /// <summary>Subscriptions of all sessions, and those that outlived their session; beyond: BadTooManySubscriptions.</summary>
    public int MaxSubscriptions { get; init; } = 10_000;

    /// <summary>Subscriptions of one session.</summary>
    public int MaxSubscriptionsPerSession { get; init; } = 200;

    /// <summary>Monitored items of all sessions; beyond: BadTooManyMonitoredItems.</summary>
    public int MaxMonitoredItems { get; init; } = 1_000_000;

    /// <summary>Monitored items of one subscription, at most 2,097,151.</summary>
    public int MaxMonitoredItemsPerSubscription { get; init; } = 1_000_000;

    /// <summary>Operations of one call; beyond: BadTooManyOperations.</summary>
    public int MaxOperationsPerCall { get; init; } = 10_000;

    /// <summary>Values that the queue of one item holds.</summary>
    public int MaxQueueSize { get; init; } = 1_000;

    /// <summary>Events that the queue of an item holds where the client requests 0.</summary>
    public int DefaultEventQueueSize { get; init; } = 100;

    /// <summary>Values that all queues together may hold; once so many are granted, queues are revised to 1.</summary>
    public int MaxQueuedSamples { get; init; } = 8_000_000;

    /// <summary>
    /// Results per second of all monitored items with aggregates. As less of a session's share is left, intervals are revised to a second or ten; in the end
    /// BadTooManyMonitoredItems.
    /// </summary>
    public int MaxAggregateResultsPerSecond { get; init; } = 50_000;

    /// <summary>Publish requests of one session that wait; when one more arrives, the oldest is answered with BadTooManyPublishRequests.</summary>
    public int MaxPublishRequests { get; init; } = 100;

    /// <summary>Messages that a subscription keeps for Republish; at least twice <see cref="MaxPublishRequests"/> (OPC 10000-4, 5.14.1.2).</summary>
    public int MaxUnacknowledgedMessages { get; init; } = 200;

    /// <summary>Bytes of these messages; beyond, the oldest are dropped.</summary>
    public int MaxUnacknowledgedBytes { get; init; } = 16 * 1024 * 1024;

    /// <summary>
    /// Bytes of values after which a message ends; the rest follows in the next message, if a Publish request waits. Longer messages cost the same per value
    /// and take more memory: for the message and for its copy for Republish, in every session that subscribes to all tags at once.
    /// </summary>
    public int LongMessage { get; init; } = 255 * 1024;

    /// <summary>Shortest publishing interval in milliseconds, 1 or more.</summary>
    public double MinPublishingInterval { get; init; } = 10;

    /// <summary>
    /// Longest publishing interval in milliseconds, and never more than a third of <see cref="MaxLifetime"/>, because a lifetime is three intervals at least;
    /// longest sampling interval.
    /// </summary>
    public double MaxPublishingInterval { get; init; } = 3_600_000;

    /// <summary>Shortest sampling interval in milliseconds of attributes that are not values of table variables.</summary>
    public double MinSamplingInterval { get; init; } = 100;

    /// <summary>Keep-alive count where a client requests 0.</summary>
    public uint DefaultKeepAliveCount { get; init; } = 10;

    /// <summary>Largest keep-alive count.</summary>
    public uint MaxKeepAliveCount { get; init; } = 30_000;

    /// <summary>
    /// Shortest lifetime in milliseconds of a subscription without Publish requests, whatever interval and counts a client requests, so that a short delay of
    /// the client does not end its subscription.
    /// </summary>
    public double MinLifetime { get; init; } = 5_000;

    /// <summary>Longest lifetime in milliseconds of a subscription without Publish requests.</summary>
    public double MaxLifetime { get; init; } = 3_600_000;

    /// <summary>Notifications of one message; 0: bounded by the message's bytes only.</summary>
    public uint MaxNotificationsPerPublish { get; init; }
}
