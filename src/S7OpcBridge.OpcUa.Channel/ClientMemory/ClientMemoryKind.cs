namespace S7OpcBridge.OpcUa.Channel;

/// <summary>The kinds of memory that the server holds for its clients, as in <see cref="ClientMemoryFigures"/>.</summary>
public enum ClientMemoryKind
{
    /// <summary>Chunks of requests that are not complete yet, and requests that wait for a write, a method or a fresh read.</summary>
    Requests,

    /// <summary>Answers that are not sent yet.</summary>
    Answers,

    /// <summary>Sessions with their names and continuation points.</summary>
    Sessions,

    /// <summary>Subscriptions, and their monitored items with filters and links.</summary>
    MonitoredItems,

    /// <summary>Values in the queues of monitored items, without the newest of each item.</summary>
    QueuedValues,

    /// <summary>Events in the queues of monitored items.</summary>
    QueuedEvents,

    /// <summary>Notification messages that are kept until the client acknowledges them.</summary>
    Retransmission,
}
