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

    /// <summary>Items for events of this subscription. Any thread.</summary>
    public int Count => _slots.Count;

    /// <summary>Sets the filter of an item, which makes it an item for events.</summary>
    public void Set(int slot, EventPlan plan)
    {
        ref var item = ref items.Store[slot];
        var details = items.Store.AddDetails(slot);
        details.Wants = plan;
        if (item.Has(ItemFlags.Events))
            return;
        item.Set(ItemFlags.Events, true);
        details.Events = new EventQueue(
            () => details.Wants.Encode(listeners.Overflow(), subscription.Owner.Locales),
            () => details.Wants.Encode(listeners.RefreshRequired(), subscription.Owner.Locales),
            listeners.Budget);
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
            if (!IsWanted(happened, node, plan))
                continue;
            HoldsAudit |= happened.IsAudit;
            items.Queue.OfferEvent(slot, plan.Encode(happened, subscription.Owner.Locales), happened.TellsState);
        }
    }

    /// <summary>Begins to send the retained conditions to the reporting items, or to one of them (OPC 10000-9, 5.5.7 and 5.5.8).</summary>
    /// <returns>BadNothingToDo, BadMonitoredItemIdInvalid or BadRefreshInProgress.</returns>
    public StatusCode Refresh(ConditionRefresh refresh, uint? item)
    {
        if (_slots.Count == 0 && item is null)
            return StatusCodes.BadNothingToDo;
        var slots = item is { } id ? _slots.FindAll(slot => items.Store.IdOf(slot) == id) : _slots;
        if (slots.Count == 0)
            return StatusCodes.BadMonitoredItemIdInvalid;
        if (slots.Exists(slot => items.Store.DetailsOf(slot)!.Events!.IsRefreshing))
            return StatusCodes.BadRefreshInProgress;
        foreach (var slot in slots)
        {
            if (items.Store[slot].Modes.Mode == MonitoringMode.Reporting)
                items.Queue.Refresh(slot, new RefreshFeed(refresh, happened => Encode(slot, happened)));
        }

        return StatusCodes.Good;
    }

    /// <summary>Asks the client to refresh the conditions of all items, because what it knows may be wrong (OPC 10000-9, 5.11.4).</summary>
    public void RequireRefresh()
    {
        foreach (var slot in _slots)
        {
            if (items.Store[slot].Modes.Mode != MonitoringMode.Disabled)
                items.Queue.RequireRefresh(slot);
        }
    }

    private byte[]? Encode(int slot, RaisedEvent happened)
    {
        var details = items.Store.DetailsOf(slot)!;
        var owner = subscription.Owner;
        if (!happened.IsForAll && (details.Denied != 0 || !happened.MayBeSeenBy(owner.Access, owner.MayAudit, items.Nodes)
            || !IsWanted(happened, details.Node, details.Wants!)))
            return null;
        return details.Wants!.Encode(happened, owner.Locales);
    }

    private bool IsWanted(RaisedEvent happened, NodeHandle node, EventPlan plan) =>
        happened.IsForAll || happened.Reaches(node, items.Nodes) && plan.Wants(happened);
}
