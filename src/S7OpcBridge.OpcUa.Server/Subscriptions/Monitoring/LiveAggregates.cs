using S7OpcBridge.OpcUa.Server.Subscriptions.Delivery;
using S7OpcBridge.OpcUa.Server.Subscriptions.Items;
using S7OpcBridge.OpcUa.Server.Subscriptions.Timing;
using S7OpcBridge.OpcUa.Server.Variables;

namespace S7OpcBridge.OpcUa.Server.Subscriptions.Monitoring;

/// <summary>The aggregates of a subscription whose interval is over; they are calculated in turns of the <see cref="EventLane"/>.</summary>
internal sealed class LiveAggregates(ItemOwner owner, MonitoredItems items, EventLane lane, ServerClock clock)
{
    // Then the gate is released for a moment: a few dozen microseconds.
    private const int AtATime = 64,
        TurnMilliseconds = 2;

    private readonly Lock _gate = new();
    private readonly Queue<LiveAggregate> _due = new();
    private readonly List<LiveAggregate> _now = [];

    /// <summary>Adds one that is due. Any thread, inside or outside the gate of the session.</summary>
    public void Add(LiveAggregate aggregate)
    {
        lock (_gate)
        {
            _due.Enqueue(aggregate);
            if (_due.Count > 1)
                return;
        }

        lane.Wake(items.Events);
    }

    /// <summary>Does what a turn has time for.</summary>
    /// <returns>True: there is more to do.</returns>
    public bool Work()
    {
        for (var began = lane.Time.GetTimestamp(); lane.Time.GetElapsedTime(began).TotalMilliseconds < TurnMilliseconds; )
        {
            _now.Clear();
            lock (_gate)
            {
                while (_now.Count < AtATime && _due.TryDequeue(out var aggregate))
                    _now.Add(aggregate);
            }

            if (_now.Count == 0)
                return false;
            owner.InGate(() =>
            {
                foreach (var aggregate in _now)
                    Advance(aggregate);
            });
        }

        return true;
    }

    private void Advance(LiveAggregate aggregate)
    {
        var (now, present) = (clock.Now, clock.UaNow);
        var slot = items.Store.Find(aggregate.Item);
        if (slot < 0 || items.Store.DetailsOf(slot)?.Aggregate != aggregate)
            return; // removed meanwhile
        while (aggregate.TryEnd(present, out var result))
            items.Queue.Offer(slot, Sample.From(result.Value, result.Status.Value, result.SourceTime, result.ServerTime), now);
    }
}
