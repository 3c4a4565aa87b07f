using S7OpcBridge.OpcUa.Server.Subscriptions.Delivery;
using S7OpcBridge.OpcUa.Server.Subscriptions.Timing;

namespace S7OpcBridge.OpcUa.Server.Subscriptions.Monitoring;

/// <summary>What the monitored items of a server share.</summary>
/// <param name="Nodes">All nodes.</param>
/// <param name="Table">The variables.</param>
/// <param name="Limits">The limits.</param>
/// <param name="Clock">The time.</param>
/// <param name="Timers">Drives publishing cycles and sampling.</param>
/// <param name="Listeners">The subscriptions with items for events.</param>
/// <param name="Counts">How many items there are.</param>
internal sealed record MonitoringContext(
    AddressSpace Nodes,
    VariableTable Table,
    SubscriptionLimits Limits,
    ServerClock Clock,
    TimerLoop Timers,
    EventListeners Listeners,
    ItemCounts Counts
);
