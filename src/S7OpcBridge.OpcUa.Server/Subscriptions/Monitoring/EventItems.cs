using S7OpcBridge.OpcUa.Server.Events;
using S7OpcBridge.OpcUa.Server.Subscriptions.Delivery;
using S7OpcBridge.OpcUa.Server.Subscriptions.Items;

namespace S7OpcBridge.OpcUa.Server.Subscriptions.Monitoring;

/// <summary>The monitored items of a subscription that deliver events. Used inside the owner's gate only.</summary>
internal sealed class EventItems(ItemOwner owner, MonitoredItems items, EventListeners listeners) : EventReceiver
{
    /// <summary>Items for events of the whole server: every event is offered to all of them.</summary>
    public const int MaxItems = 2000;

    private readonly List<(int Slot, long Since)> _slots = [];
    private EventDelivery? _delivery;
    private int _epoch;
    private bool _isAwaited;

    /// <inheritdoc/>
    public override EventTurns Turns => owner.Viewer.Turns;

    /// <inheritdoc/>
    public override bool MayAudit => owner.Viewer.MayAudit;

    /// <summary>For whom events are filtered now.</summary>
    public EventViewer Viewer
    {
        get
        {
            var session = owner.Viewer;
            return new EventViewer(session, session.Access, session.MayAudit, session.Locales, items.Nodes, _epoch);
        }
    }

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
            () => details.Wants.Encode(listeners.Overflow(), owner.Viewer.Locales),
            () => details.Wants.Encode(listeners.RefreshRequired(), owner.Viewer.Locales),
            listeners.Budget
        );
        _slots.Add((slot, listeners.Lane.LastNumber));
        listeners.CountItem(1);
        if (_slots.Count == 1)
            listeners.Add(this);
    }

    /// <summary>Removes an item.</summary>
    public void Remove(int slot)
    {
        if (_slots.FindIndex(item => item.Slot == slot) is not (>= 0 and var index))
            return;
        _slots.RemoveAt(index);
        _delivery?.Removed(index);
        listeners.CountItem(-1);
        if (_slots.Count == 0)
            listeners.Remove(this);
    }

    /// <summary>An item that was disabled gets the events from now on.</summary>
    public void Enable(int slot)
    {
        if (_slots.FindIndex(item => item.Slot == slot) is >= 0 and var index)
            _slots[index] = (slot, listeners.Lane.LastNumber);
    }

    /// <summary>Drops the queued events.</summary>
    public void Forget()
    {
        listeners.Lane.Clear(Inbox);
        _epoch++;
        foreach (var (slot, _) in _slots)
            items.Queue.Clear(slot);
        HoldsAudit = false;
    }

    /// <summary>A turn of the lane, which evaluates filters outside the gate (<see cref="EventDelivery.Work"/>) and ends intervals of aggregates.</summary>
    public override bool Work()
    {
        var isMore = (_delivery ??= new EventDelivery(owner, this, listeners.Lane)).Work();
        return items.Aggregates.Work() || isMore;
    }

    /// <summary>Adds the items from a place in the list on that get an event.</summary>
    /// <param name="targets">Takes them.</param>
    /// <param name="from">The place.</param>
    /// <param name="most">The most items to look at.</param>
    /// <param name="number">Number of the event.</param>
    /// <returns>The place of the next item.</returns>
    public int AddTargets(List<EventTarget> targets, int from, int most, long number)
    {
        var end = Math.Min(_slots.Count, from + most);
        for (; from < end; from++)
        {
            var (slot, since) = _slots[from];
            if (since < number && TargetOf(slot) is { } target)
                targets.Add(target);
        }

        return from;
    }

    public void Queue(RaisedEvent happened, List<(uint Item, byte[] Fields)> made)
    {
        foreach (var (item, fields) in made)
        {
            if (items.Store.Find(item) is not (>= 0 and var slot))
                continue; // removed meanwhile
            if (happened.Type == RefreshEventTypes.Required)
            {
                if (items.Store[slot].Modes.Mode != MonitoringMode.Disabled)
                    items.Queue.RequireRefresh(slot, fields);
                continue;
            }

            HoldsAudit |= happened.IsAudit;
            items.Queue.OfferEvent(slot, fields, happened.TellsState);
        }
    }

    /// <summary>Notes that events were lost because the filters could not be evaluated fast enough.</summary>
    public void Lose(uint events, bool tellsState)
    {
        foreach (var (slot, _) in _slots)
            items.Queue.LoseEvents(slot, events, tellsState);
    }

    /// <summary>The refresh of an item that has to go on; null: none.</summary>
    /// <param name="target">The item.</param>
    /// <param name="most">How many events of it are wanted.</param>
    public RefreshFeed? WantedRefresh(out EventTarget target, out int most)
    {
        foreach (var (slot, _) in _slots)
        {
            if (items.Store.DetailsOf(slot) is { Events: { WantedRefresh: { } feed } events, Wants: { } plan, Node: var node })
            {
                (target, most) = (new EventTarget(items.Store.IdOf(slot), plan, node), events.WantedRefreshed);
                return feed;
            }
        }

        (target, most) = (default, 0);
        return null;
    }

    /// <summary>
    /// Queues events of a refresh, unless it was ended meanwhile. After a transfer to another session they are still those that the former one might see.
    /// </summary>
    public void QueueRefreshed(RefreshFeed feed, List<(uint Item, byte[] Fields)> made, bool isLast, in EventViewer viewer)
    {
        for (var i = 0; i < made.Count; i++)
        {
            var (item, fields) = made[i];
            if (viewer.Epoch != _epoch || items.Store.Find(item) is not (>= 0 and var slot))
                continue;
            items.Queue.OfferRefreshed(slot, feed, fields, isLast && i == made.Count - 1);
        }

        if (made.Count == 0 || !_isAwaited)
            return;
        _isAwaited = false;
        owner.SendMore();
    }

    /// <summary>Begins to send the retained conditions to the reporting items, or to one of them (OPC 10000-9, 5.5.7 and 5.5.8).</summary>
    /// <returns>BadNothingToDo, BadMonitoredItemIdInvalid or BadRefreshInProgress.</returns>
    public StatusCode Refresh(ConditionRefresh refresh, uint? item)
    {
        if (_slots.Count == 0 && item is null)
            return StatusCodes.BadNothingToDo;
        var slots = item is { } id ? _slots.FindAll(one => items.Store.IdOf(one.Slot) == id) : _slots;
        if (slots.Count == 0)
            return StatusCodes.BadMonitoredItemIdInvalid;
        if (slots.Exists(one => items.Store.DetailsOf(one.Slot)!.Events!.IsRefreshing))
            return StatusCodes.BadRefreshInProgress;
        foreach (var (slot, _) in slots)
        {
            if (items.Store[slot].Modes.Mode == MonitoringMode.Reporting)
                items.Store.DetailsOf(slot)!.Events!.Refresh(new RefreshFeed(refresh));
        }

        Resume();
        return StatusCodes.Good;
    }

    /// <summary>Lets a refresh go on, of which a message has just been sent: the next one follows at once, without waiting for a publishing cycle.</summary>
    public void GoOn()
    {
        _isAwaited = true;
        Resume();
    }

    /// <summary>Lets a refresh go on.</summary>
    public void Resume() => listeners.Lane.Wake(this);

    private EventTarget? TargetOf(int slot) =>
        items.Store[slot].Modes.Mode != MonitoringMode.Disabled
        && items.Store.DetailsOf(slot) is { Denied: 0, Wants: { } plan, Node: var node }
            ? new EventTarget(items.Store.IdOf(slot), plan, node)
            : null;
}
