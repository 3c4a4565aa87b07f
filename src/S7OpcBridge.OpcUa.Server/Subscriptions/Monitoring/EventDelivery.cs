using S7OpcBridge.OpcUa.Server.Events;
using S7OpcBridge.OpcUa.Server.Subscriptions.Delivery;

namespace S7OpcBridge.OpcUa.Server.Subscriptions.Monitoring;

/// <summary>
/// Works on the events of one subscription, in turns of the <see cref="EventLane"/>. Inside the owner's gate it only notes which items there are and queues
/// what was made; filters are evaluated and fields encoded outside, because changed values of the same session enter that gate on the threads of PLCs.
/// </summary>
/// <param name="items">Its items for events.</param>
/// <param name="lane">Gives the turns.</param>
internal sealed class EventDelivery(ItemOwner owner, EventItems items, EventLane lane)
{
    private const int TurnMilliseconds = 2,
        ItemsAtATime = 64;

    private readonly List<EventTarget> _targets = new(ItemsAtATime);
    private readonly List<(uint Item, byte[] Fields)> _made = [];
    private EventViewer _viewer;
    private PostedEvent? _current;
    private int _done,
        _next;

    private bool IsOver(long began) => lane.Time.GetElapsedTime(began).TotalMilliseconds >= TurnMilliseconds;

    /// <summary>Notes that an item was removed from the list; inside the owner's gate.</summary>
    public void Removed(int index) => _next -= index < _next ? 1 : 0;

    /// <summary>Does what a turn has time for.</summary>
    /// <returns>True: there is more to do.</returns>
    public bool Work()
    {
        for (var began = lane.Time.GetTimestamp(); !IsOver(began); )
        {
            if (_current is null && !Dequeue())
                return Refresh(began);
            Deliver(_current!.Value, began);
        }

        return true;
    }

    private bool Dequeue()
    {
        var isTaken = lane.TryTake(items.Inbox, out var posted, out var lost);
        if (lost.Events > 0)
            owner.InGate(() => items.Lose(lost.Events, lost.TellsState));
        if (!isTaken)
            return false;
        _current = posted;
        _targets.Clear();
        _done = 0;
        owner.InGate(() => _next = 0);
        return true;
    }

    private void Deliver(in PostedEvent posted, long began)
    {
        var (happened, number) = posted;
        if (_done == _targets.Count && !LoadTargets(number) || _viewer.MayNotSee(happened))
        {
            _current = null;
            return;
        }

        _made.Clear();
        while (_done < _targets.Count && !IsOver(began))
        {
            var target = _targets[_done++];
            if (_viewer.Encode(happened, target) is { } fields)
                _made.Add((target.Item, fields));
        }

        owner.InGate(() => Queue(happened));
        _made.Clear(); // the queues own them
    }

    private bool LoadTargets(long number)
    {
        _targets.Clear();
        _done = 0;
        owner.InGate(() =>
        {
            _viewer = items.Viewer;
            while (_targets.Count == 0 && _next < items.Count)
                _next = items.AddTargets(_targets, _next, ItemsAtATime, number);
        });
        return _targets.Count > 0;
    }

    private void Queue(RaisedEvent happened)
    {
        var now = items.Viewer;
        if (now.Epoch != _viewer.Epoch)
            _current = null; // the session has another user, for whom events from before are not meant
        else if (now.Owner != _viewer.Owner)
            items.Lose(1, happened.TellsState); // transferred meanwhile: the fields were made by the rights of another session
        else
            items.Queue(happened, _made);
    }

    // What is queued tells the state at this moment: events that were raised before come first.
    private bool Refresh(long began)
    {
        RefreshFeed? feed = null;
        EventTarget target = default;
        var most = 0;
        owner.InGate(() =>
        {
            _viewer = items.Viewer;
            feed = items.WantedRefresh(out target, out most);
        });
        if (feed is null)
            return lane.HasPosted(items.Inbox);
        _made.Clear();
        var (isLast, bytes) = (false, 0);
        while (!isLast && bytes < EventQueue.MaxRefreshedBytes && _made.Count < most && !IsOver(began))
        {
            var happened = feed.Next(out isLast);
            if (!happened.IsForAll && lane.HasPosted(items.Inbox))
            {
                feed.Undo();
                break;
            }

            if (!happened.IsForAll && _viewer.MayNotSee(happened) || _viewer.Encode(happened, target) is not { } fields)
                continue;
            _made.Add((target.Item, fields));
            bytes += fields.Length;
        }

        owner.InGate(() => items.QueueRefreshed(feed, _made, isLast, _viewer));
        _made.Clear();
        return true;
    }
}
