using S7OpcBridge.OpcUa.Server.Events;

namespace S7OpcBridge.OpcUa.Server.Subscriptions;

/// <summary>The monitored items of a subscription that deliver events. Used inside the owner's gate only.</summary>
internal sealed class EventItems(Subscription subscription, MonitoredItems items, EventListeners listeners)
{
    /// <summary>Items for events of the whole server: every event is offered to all of them.</summary>
    public const int MaxItems = 2000;

    private readonly List<int> _slots = [];

    /// <summary>True once an audit event was queued: the subscription must not be transferred to a session that may not see such events.</summary>
    public bool HoldsAudit { get; private set; }

    /// <summary>Sets the filter of an item, which makes it an item for events.</summary>
    public void Set(int slot, EventPlan plan)
    {
        ref var item = ref items.Store[slot];
        var details = items.Store.AddDetails(slot);
        details.Wants = plan;
        if (item.Has(ItemFlags.Events))
            return;
        item.Set(ItemFlags.Events, true);
        details.Events = new EventQueue(() => details.Wants.Encode(listeners.Overflow()), listeners.Budget);
        _slots.Add(slot);
        listeners.CountItem(1);
        if (_slots.Count == 1)
            listeners.Add(subscription);
    }

    /// <summary>Removes an item.</summary>
    public void Remove(int slot)
    {
        if (!_slots.Remove(slot))
            return;
        listeners.CountItem(-1);
        if (_slots.Count == 0)
            listeners.Remove(subscription);
    }

    /// <summary>Drops the queued events.</summary>
    /// <returns>True if audit events may be among what was queued or sent so far.</returns>
    public bool Forget()
    {
        foreach (var slot in _slots)
            items.Queue.Clear(slot);
        var heldAudit = HoldsAudit;
        HoldsAudit = false;
        return heldAudit;
    }

    /// <summary>Queues an event in every item that wants it and whose user may see it.</summary>
    public void Offer(RaisedEvent happened)
    {
        var nodes = items.Nodes;
        if (!happened.MayBeSeenBy(subscription.Owner.Access, subscription.Owner.MayAudit, nodes))
            return;
        foreach (var slot in _slots)
        {
            ref readonly var item = ref items.Store[slot];
            if (item.Modes.Mode == MonitoringMode.Disabled || items.Store.DetailsOf(slot) is not { Denied: 0, Wants: { } plan, Node: var node })
                continue;
            if (!happened.Reaches(node, nodes) || !plan.Wants(happened))
                continue;
            HoldsAudit |= happened.What.IsAudit;
            items.Queue.OfferEvent(slot, plan.Encode(happened));
        }
    }
}
