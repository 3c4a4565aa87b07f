namespace S7OpcBridge.OpcUa.Server.Subscriptions;

/// <summary>The subscriptions of a session at one moment, for the diagnostics.</summary>
/// <param name="Items">Their monitored items.</param>
/// <param name="WaitingRequests">Its Publish requests.</param>
internal sealed record SubscriptionsSnapshot(Subscription[] Subscriptions, uint Items, uint WaitingRequests);
