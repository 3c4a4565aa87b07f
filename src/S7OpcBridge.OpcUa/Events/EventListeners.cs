namespace S7OpcBridge.OpcUa;

/// <summary>The subscriptions that have monitored items for events.</summary>
internal sealed class EventListeners(TimeProvider time)
{
    private readonly Lock _gate = new();
    private volatile Subscription[] _subscriptions = [];

    /// <summary>True if there are any.</summary>
    public bool Any => _subscriptions.Length > 0;

    /// <summary>Adds a subscription that has its first item for events.</summary>
    public void Add(Subscription subscription)
    {
        lock (_gate)
            _subscriptions = [.. _subscriptions, subscription];
    }

    /// <summary>Takes out a subscription that has lost its last item for events.</summary>
    public void Remove(Subscription subscription)
    {
        lock (_gate)
            _subscriptions = Array.FindAll(_subscriptions, s => s != subscription);
    }

    /// <summary>Offers an event to all of them, each inside its owner's gate.</summary>
    public void Deliver(UaEvent happened)
    {
        var raised = new RaisedEvent(happened, UaTime.Now(time));
        foreach (var subscription in _subscriptions)
            subscription.InGate(s => s.Items.Offer(raised));
    }
}
