using S7OpcBridge.OpcUa.Channel.ClientMemory;
using S7OpcBridge.OpcUa.Server.Events;

namespace S7OpcBridge.OpcUa.Server.Subscriptions.Delivery;

/// <summary>The subscriptions that have monitored items for events.</summary>
internal sealed class EventListeners(TimeProvider time, ClientMemoryBudget? memory = null, Action<RecordedEvent>? record = null)
{
    private readonly Lock _gate = new();
    private volatile EventReceiver[] _receivers = [];
    private int _items;

    /// <summary>Evaluates the filters.</summary>
    public EventLane Lane { get; } = new(time);

    /// <summary>The budget of all their queues.</summary>
    public EventBudget Budget { get; } = new(memory ?? new ClientMemoryBudget(long.MaxValue));

    /// <summary>True if there are any, or events are stored.</summary>
    public bool Any => record is not null || _receivers.Length > 0;

    /// <summary>True if there is one whose session may see audit events.</summary>
    public bool AnyAuditor => Array.Exists(_receivers, static receiver => receiver.MayAudit);

    /// <summary>Monitored items for events.</summary>
    public int Items => Volatile.Read(ref _items);

    /// <summary>Counts items in, or out if negative.</summary>
    public void CountItem(int change) => Interlocked.Add(ref _items, change);

    /// <summary>Adds a subscription that has its first item for events.</summary>
    public void Add(EventReceiver receiver)
    {
        lock (_gate)
            _receivers = [.. _receivers, receiver];
    }

    /// <summary>Removes a subscription that has no more items for events.</summary>
    public void Remove(EventReceiver receiver)
    {
        lock (_gate)
            _receivers = Array.FindAll(_receivers, r => r != receiver);
        Lane.Clear(receiver.Inbox);
    }

    /// <summary>Stores an event, and gives it to the lane for all of them. Any thread; no client's filter is evaluated on it.</summary>
    public void Deliver(UaEvent happened)
    {
        Deliver(new PlainEvent(happened, UaTime.Now(time)));
    }

    /// <inheritdoc cref="Deliver(UaEvent)"/>
    public void Deliver(RaisedEvent raised)
    {
        if (record is not null && raised.Record() is { } stored)
            record(stored);
        var posted = new PostedEvent(raised, Lane.NextNumber());
        foreach (var receiver in _receivers)
            Lane.Post(receiver, posted);
    }

    /// <summary>Asks all clients to refresh their conditions.</summary>
    public void RequireRefresh() => Deliver(RefreshRequired());

    /// <summary>The event that tells a client that it has lost events of conditions, or that the conditions are others (OPC 10000-9, 5.11.4).</summary>
    public RaisedEvent RefreshRequired() =>
        new PlainEvent(
            new UaEvent(
                RefreshEventTypes.Required,
                Ids.Server,
                "Server",
                EventSeverity.Notice,
                "The states of conditions that are known may be wrong: call ConditionRefresh."
            ),
            UaTime.Now(time)
        );

    /// <summary>The event that reports an overflow of a queue.</summary>
    public RaisedEvent Overflow() =>
        new PlainEvent(
            new UaEvent(
                Ids.EventQueueOverflowEventType,
                Ids.Server,
                "Internal/EventQueueOverflow",
                EventSeverity.Warning,
                "Events were lost: they came faster than they were fetched. Ask for a longer queue, or publish more often."
            ),
            UaTime.Now(time)
        );
}
