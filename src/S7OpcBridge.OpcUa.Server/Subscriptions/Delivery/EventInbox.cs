using S7OpcBridge.OpcUa.Server.Events;

namespace S7OpcBridge.OpcUa.Server.Subscriptions.Delivery;

/// <summary>An event on its way to the items of a subscription.</summary>
/// <param name="Number">Its number: items that were added later do not get it.</param>
internal readonly record struct PostedEvent(RaisedEvent Event, long Number);

/// <summary>
/// The events of a subscription that the <see cref="EventLane"/> has not evaluated yet. When they come faster than the client's filters can be evaluated, the
/// oldest are lost, as in the queue of an item. Used inside the lane's gate only.
/// </summary>
internal sealed class EventInbox
{
    /// <summary>The most events.</summary>
    public const int MaxEvents = 1000;

    private readonly Queue<PostedEvent> _events = new();
    private uint _lost;
    private bool _lostState;

    /// <summary>True while the subscription waits for a turn.</summary>
    public bool IsWaiting { get; set; }

    /// <summary>True if there is an event.</summary>
    public bool Any => _events.Count > 0;

    public void Add(in PostedEvent posted)
    {
        if (_events.Count == MaxEvents)
        {
            _lostState |= _events.Dequeue().Event is { TellsState: true } or { IsForAll: true };
            _lost++;
        }

        _events.Enqueue(posted);
    }

    /// <summary>Removes the oldest event and returns it, with what was lost before it.</summary>
    public bool TryTake(out PostedEvent posted, out (uint Events, bool TellsState) lost)
    {
        lost = (_lost, _lostState);
        (_lost, _lostState) = (0, false);
        return _events.TryDequeue(out posted);
    }

    /// <summary>Drops all.</summary>
    public void Clear()
    {
        _events.Clear();
        (_lost, _lostState) = (0, false);
    }
}
