using S7OpcBridge.OpcUa.Server.Subscriptions.Items;
using S7OpcBridge.OpcUa.Server.Subscriptions.Queues;

namespace S7OpcBridge.OpcUa.Server.Subscriptions.Publishing;

/// <summary>What the next message of a subscription is written from.</summary>
/// <param name="Number">The sequence number of the message.</param>
/// <param name="Items">The monitored items.</param>
/// <param name="Queue">What is queued for them.</param>
/// <param name="Sent">The messages that were sent and not acknowledged.</param>
/// <param name="Counters">Counts what is sent.</param>
/// <param name="MaxNotifications">The most notifications of a message.</param>
/// <param name="LongMessage">Bytes after which a message ends.</param>
internal readonly record struct NotificationSource(
    uint SubscriptionId,
    uint Number,
    MonitoredItemStore Items,
    NotificationQueue Queue,
    RetransmissionQueue Sent,
    SubscriptionCounters Counters,
    uint MaxNotifications,
    int LongMessage
);
