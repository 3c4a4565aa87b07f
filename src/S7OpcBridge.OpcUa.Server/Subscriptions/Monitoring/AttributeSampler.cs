using S7OpcBridge.OpcUa.Server.Subscriptions.Timing;

namespace S7OpcBridge.OpcUa.Server.Subscriptions.Monitoring;

/// <summary>Samples, in their sampling intervals, items that are not on table variables: other attributes, and values computed at each read.</summary>
internal sealed class AttributeSampler(ItemOwner owner, MonitoredItems items, MonitoringContext shared)
{
    private readonly Dictionary<float, Group> _groups = [];

    /// <summary>Adds an item to those of its interval. It is dropped when the item is removed or its interval changes.</summary>
    public void Add(uint id, float interval)
    {
        if (!_groups.TryGetValue(interval, out var group))
        {
            _groups[interval] = group = new Group(this, interval);
            group.Schedule(shared.Clock.Now);
        }

        group.Add(id);
    }

    /// <summary>Samples all items now.</summary>
    public void SampleAll(long now)
    {
        var store = items.Store;
        // A sample may find that the nodes were replaced: the items that look up their nodes then may be added here.
        foreach (var group in _groups.Values.ToArray())
        {
            for (var i = 0; i < group.Count; i++)
            {
                if (store.Find(group[i]) is >= 0 and var slot && store[slot].Modes.Mode != MonitoringMode.Disabled)
                    items.TakeSample(slot, now);
            }
        }
    }

    /// <summary>Stops sampling.</summary>
    public void Close()
    {
        foreach (var group in _groups.Values)
            shared.Timers.Remove(group);
        _groups.Clear();
    }

    private void Sample(Group group, long now)
    {
        var store = items.Store;
        for (var i = group.Count - 1; i >= 0; i--)
        {
            var slot = store.Find(group[i]);
            if (slot >= 0 && store[slot].Modes.Mode == MonitoringMode.Disabled)
                continue;
            if (slot >= 0 && store.SettingsOf(slot).SamplingInterval.Equals(group.Interval))
                items.TakeSample(slot, now);
            else
                group.RemoveAt(i);
        }

        if (group.Count == 0)
            _groups.Remove(group.Interval);
        else
            group.Schedule(now);
    }

    private sealed class Group(AttributeSampler sampler, float interval) : WheelEntry
    {
        private readonly List<uint> _items = [];

        // A call may change the interval of a hundred thousand items: none of them may search the list.
        private readonly HashSet<uint> _known = [];
        private double _due;

        public float Interval => interval;

        public int Count => _items.Count;

        public uint this[int index] => _items[index];

        // At a fixed rate: a late round does not delay the next.
        public void Schedule(long now)
        {
            _due = Math.Max(_due + interval, now);
            if (_due <= now)
                _due = now + interval;
            sampler.Timers.Set(this, (long)Math.Ceiling(_due));
        }

        /// <summary>Adds an item that is not here yet: after a change of its interval and back it is still in its first group.</summary>
        public void Add(uint id)
        {
            if (_known.Add(id))
                _items.Add(id);
        }

        public void RemoveAt(int index)
        {
            _known.Remove(_items[index]);
            _items[index] = _items[^1];
            _items.RemoveAt(_items.Count - 1);
        }

        public override void Fire(long now) => sampler.Fire(this, now);
    }

    private TimerLoop Timers => shared.Timers;

    private void Fire(Group group, long now) => owner.InGate(() => Sample(group, now));
}
