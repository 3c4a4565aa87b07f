namespace S7OpcBridge.PubSub.Datasets;

/// <summary>The head of a discovery message.</summary>
/// <param name="MessageId">Unique.</param>
/// <param name="Time">When it is sent, OPC UA ticks.</param>
internal readonly record struct MessageHead(Guid MessageId, long Time);

/// <summary>State of a publisher (PubSubState, OPC 10000-14, 6.2.1).</summary>
internal enum PublisherState
{
    /// <summary>It publishes nothing until it is enabled.</summary>
    Disabled = 0,

    /// <summary>It could publish, but what it belongs to does not.</summary>
    Paused = 1,

    /// <summary>It publishes.</summary>
    Operational = 2,

    /// <summary>It is gone, or does not work: what the broker says by the last will.</summary>
    Error = 3,

    /// <summary>It starts.</summary>
    PreOperational = 4,
}
