namespace S7OpcBridge.OpcUa.Server.Subscriptions.Delivery;

/// <summary>The events of a subscription, which are evaluated in turns of the <see cref="EventLane"/>.</summary>
internal abstract class EventReceiver
{
    /// <summary>The events that are not evaluated yet; inside the lane's gate only.</summary>
    public EventInbox Inbox { get; } = new();

    /// <summary>The turns of its session.</summary>
    public abstract EventTurns Turns { get; }

    /// <summary>Whether its session may see audit events.</summary>
    public abstract bool MayAudit { get; }

    /// <summary>Does what a turn has time for.</summary>
    /// <returns>True: there is more to do.</returns>
    public abstract bool Work();
}
