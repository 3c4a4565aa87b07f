namespace S7OpcBridge.OpcUa.Server.Subscriptions;

/// <summary>Samples, in their sampling intervals, items that are not on table variables: other attributes, and values computed at each read.</summary>
internal sealed class AttributeSampler(Subscription subscription, SubscriptionHost host)
{
    private readonly Dictionary<float, Group> _groups = [];

    /// <summary>Adds an item to those of its interval. It is dropped when the item is removed or its interval changes.</summary>
    public void Add(uint id, float interval, bool isNew)
    {
        if (!_groups.TryGetValue(interval, out var group))
        {
            _groups[interval] = group = new Group(this, interval);
            group.Schedule(host.Clock.Now);
        }

        if (isNew || !group.Items.Contains(id))
            group.Items.Add(id);
    }

    /// <summary>Samples all items now.</summary>
    public void SampleAll(long now)
    {
        var store = subscription.Items.Store;
        foreach (var group in _groups.Values)
        {
            foreach (var id in group.Items)
            {
                if (store.Find(id) is >= 0 and var slot && store[slot].Modes.Mode != MonitoringMode.Disabled)
                    subscription.Items.TakeSample(slot, now);
            }
        }
    }

    /// <summary>Stops sampling.</summary>
    public void Close()
    {
        foreach (var group in _groups.Values)
            host.Timers.Remove(group);
        _groups.Clear();
    }

    private void Sample(Group group, long now)
    {
        var store = subscription.Items.Store;
        for (var i = group.Items.Count - 1; i >= 0; i--)
        {
            var slot = store.Find(group.Items[i]);
            if (slot >= 0 && store[slot].Modes.Mode == MonitoringMode.Disabled)
                continue;
            if (slot >= 0 && store.SettingsOf(slot).SamplingInterval.Equals(group.Interval))
                subscription.Items.TakeSample(slot, now);
            else
                group.RemoveAt(i);
        }

        if (group.Items.Count == 0)
            _groups.Remove(group.Interval);
        else
            group.Schedule(now);
    }

    private sealed class Group(AttributeSampler sampler, float interval) : WheelEntry
    {
        private double _due;

        public float Interval => interval;

        public List<uint> Items { get; } = [];

        // At a fixed rate: a late round does not delay the next.
        public void Schedule(long now)
        {
            _due = Math.Max(_due + interval, now);
            if (_due <= now)
                _due = now + interval;
            sampler.Host.Timers.Set(this, (long)Math.Ceiling(_due));
        }

        public void RemoveAt(int index)
        {
            Items[index] = Items[^1];
            Items.RemoveAt(Items.Count - 1);
        }

        public override void Fire(long now) => sampler.Fire(this, now);
    }

    private SubscriptionHost Host => host;

    private void Fire(Group group, long now) => subscription.InGate(_ => Sample(group, now));
}
