using S7OpcBridge.OpcUa.Channel.ClientMemory;
using S7OpcBridge.OpcUa.Server.Subscriptions.Items;
using S7OpcBridge.OpcUa.Server.Subscriptions.Queues;
using S7OpcBridge.OpcUa.Server.Variables;

namespace S7OpcBridge.OpcUa.Server.Subscriptions;

/// <summary>The monitored items of a subscription: what they monitor, and where their samples come from. Used inside the owner's gate only.</summary>
internal sealed partial class MonitoredItems
{
    private readonly Subscription _subscription;
    private readonly SubscriptionHost _host;
    private readonly AttributeSampler _sampler;
    private readonly List<int> _due = [];
    private readonly int _place;
    private readonly HeldMemory _queued;
    private long _linkBytes;
    private AddressSpaceView _nodes;

    public MonitoredItems(Subscription subscription, SubscriptionHost host, HeldMemory queued)
    {
        (_subscription, _host) = (subscription, host);
        _nodes = host.Nodes.Current;
        Queue = new NotificationQueue(Store, queued);
        Events = new EventItems(subscription, this, host.Listeners);
        Aggregates = new LiveAggregates(subscription, host.Listeners.Lane, host.Clock);
        _queued = queued;
        _sampler = new AttributeSampler(subscription, host);
        _place = host.Table.Listeners.Register(subscription);
    }

    /// <summary>The present nodes; if a source was replaced since the last call, the items look up their nodes again.</summary>
    public AddressSpaceView Nodes
    {
        get
        {
            if (_host.Nodes.Current is var current && current != _nodes)
            {
                var before = _nodes;
                _nodes = current; // first, because looking up a node may use this property
                Rebind(before, current);
                RecheckAccess(_subscription.Owner); // other nodes may have other permissions
            }

            return _nodes;
        }
    }

    /// <summary>The limits.</summary>
    public SubscriptionLimits Limits => _host.Limits;

    /// <summary>The items.</summary>
    public MonitoredItemStore Store { get; } = new();

    /// <summary>Their queues.</summary>
    public NotificationQueue Queue { get; }

    /// <summary>How many are disabled.</summary>
    public uint Disabled { get; private set; }

    /// <summary>Those that deliver events.</summary>
    public EventItems Events { get; }

    /// <summary>Adds an item and queues its first value. The limits have been checked.</summary>
    /// <returns>Its slot.</returns>
    public int Add(in ItemTarget target, MonitoringMode mode, TimestampsToReturn timestamps)
    {
        var slot = Store.Add();
        ref var item = ref Store[slot];
        item.Variable = target.Denied == 0 ? target.Variable : -1;
        item.Modes = new ItemModes(mode, DataChangeTrigger.StatusValue, timestamps);
        Disabled += mode == MonitoringMode.Disabled ? 1u : 0;
        if (target.Variable < 0 || target.Range is not null || target.Denied != 0 || _nodes.NodeOf(target.Variable) != target.Node)
        {
            var details = Store.AddDetails(slot);
            (details.Node, details.Attribute, details.Range, details.Denied) = (target.Node, target.Attribute, target.Range, target.Denied);
        }

        return slot;
    }

    /// <summary>Bytes that are counted for filters, links and other fields that few items have. Any thread.</summary>
    public long Bytes { get; private set; }

    /// <summary>Counts the bytes of an item's filter and details, in place of those that were counted for it before.</summary>
    public void Count(int slot, long bytes)
    {
        var before = Store.DetailsOf(slot)?.Bytes ?? 0;
        if (bytes == before)
            return;
        Store.AddDetails(slot).Bytes = bytes;
        Bytes += bytes - before;
        _host.CountItemMemory(bytes - before);
    }

    /// <summary>Counts the links of SetTriggering as they are now.</summary>
    public void CountLinks()
    {
        var change = Store.Links * TriggerLinks.Bytes - _linkBytes;
        _linkBytes += change;
        Bytes += change;
        _host.CountItemMemory(change);
    }

    /// <summary>Sets the parameters that a client can modify: handle, filter, sampling interval, queue.</summary>
    /// <param name="slot">The item.</param>
    /// <param name="parameters">As requested.</param>
    /// <param name="filter">As checked.</param>
    /// <param name="settings">As revised.</param>
    /// <param name="fastest">The node's own interval in milliseconds; only a longer sampling interval holds values back.</param>
    public void Configure(int slot, in RequestedParameters parameters, in ItemFilter filter, ItemSettings settings, double fastest)
    {
        ref var item = ref Store[slot];
        if (filter.Trigger != item.Modes.Trigger || filter.Deadband != (item.Has(ItemFlags.Deadband) ? Store.DeadbandOf(slot) : null))
            item.Flags |= ItemFlags.First; // the last value of the old filter does not count for the new one
        item.ClientHandle = parameters.ClientHandle;
        item.Modes = new ItemModes(item.Modes.Mode, filter.Trigger, item.Modes.Timestamps);
        Store.SetDeadband(slot, filter.Deadband);
        if (filter.Percent is not null)
            Store.AddDetails(slot).DeadbandPercent = filter.Percent;
        else if (Store.DetailsOf(slot) is { } details)
            details.DeadbandPercent = null;
        var (before, interval) = (Store.SettingsOf(slot).SamplingInterval, settings.SamplingInterval);
        if (before != interval && item.Variable < 0 && filter.Events is null && Store.DetailsOf(slot) is { Denied: 0 })
            _sampler.Add(Store.IdOf(slot), interval);
        if (before != interval && item.Link >= 0)
            _host.Table.Listeners.Change(_host.Table.GroupOf(item.Variable), before, interval);
        Store.SetSettings(slot, settings);
        SetAggregate(slot, filter.Aggregate);
        Store.SetGated(slot, item.Variable >= 0 && interval > (float)fastest && filter.Aggregate is null);
        item.Set(ItemFlags.DiscardOldest, parameters.DiscardOldest);
        if (filter.Events is { } events)
            Events.Set(slot, events);
        Queue.Resize(slot);
    }

    /// <summary>Begins to listen, and queues the first value.</summary>
    public void Start(int slot)
    {
        ref var item = ref Store[slot];
        if (item.Modes.Mode == MonitoringMode.Disabled || item.Has(ItemFlags.Events))
            return;
        if (item.Variable >= 0 && item.Link < 0)
            Listen(slot, ref item);
        TakeSample(slot, _host.Clock.Now); // after listening has begun: a change in between is queued twice rather than lost
    }

    /// <summary>Changes the mode.</summary>
    public void SetMode(int slot, MonitoringMode mode)
    {
        var before = Store[slot].Modes.Mode;
        Queue.SetMode(slot, mode);
        Disabled += (mode == MonitoringMode.Disabled ? 1u : 0) - (before == MonitoringMode.Disabled ? 1u : 0);
        if (before == MonitoringMode.Disabled)
        {
            Events.Enable(slot);
            Start(slot);
        }
        else if (mode == MonitoringMode.Disabled)
            Stop(slot);
    }

    /// <summary>Removes an item.</summary>
    public void Remove(int slot)
    {
        Stop(slot);
        SetAggregate(slot, null);
        Disabled -= Store[slot].Modes.Mode == MonitoringMode.Disabled ? 1u : 0;
        Events.Remove(slot);
        Queue.Clear(slot);
        _host.RemoveItem(Store.SettingsOf(slot).QueueSize);
        Count(slot, 0);
        Store.Remove(slot);
        CountLinks();
    }

    /// <summary>Queues samples of changed variables; on the table writer's thread.</summary>
    public void Enqueue(VariableStorage storage, ReadOnlySpan<Hit> hits, long now)
    {
        foreach (var hit in hits)
        {
            ref var item = ref Store[hit.Item];
            if (item.Link < 0 || item.Variable != hit.Variable)
                continue; // removed meanwhile
            ref readonly var row = ref storage[hit.Variable];
            if (item.IsPlain && row.IsPlain)
                Queue.OfferPlain(hit.Item, ref item, row, storage.ServerTimeOf(row));
            else
                Enqueue(hit.Item, storage.Peek(hit.Variable), now);
        }
    }

    /// <summary>Reads the present value for an item and offers it to the item's queue.</summary>
    public void TakeSample(int slot, long now)
    {
        if (Store[slot].Variable >= 0)
            Enqueue(slot, _host.Table.Storage.Read(Store[slot].Variable), now);
        else if (Store.DetailsOf(slot) is { Denied: not 0 } denied)
            Queue.Offer(slot, Sample.Bad(denied.Denied, _host.Clock.UaNow), now);
        else
        {
            var nodes = Nodes; // may move the item to another node, or remove its node
            Enqueue(slot, TargetOf(slot, nodes).Read(nodes, _subscription.Owner.Access), now);
        }
    }

    /// <summary>Samples items whose value came too soon and whose next sampling period has begun.</summary>
    public void SampleDeferred(long now)
    {
        Queue.TakeDeferred(_due, now);
        foreach (var slot in _due)
            TakeSample(slot, now);
        _due.Clear();
    }

    /// <summary>Samples now all items that are sampled in intervals.</summary>
    public void SampleNow() => _sampler.SampleAll(_host.Clock.Now);

    /// <summary>What an item monitors.</summary>
    /// <param name="slot">The item.</param>
    /// <param name="nodes">The view of its node handle.</param>
    public ItemTarget TargetOf(int slot, AddressSpaceView nodes)
    {
        var (variable, details) = (Store[slot].Variable, Store.DetailsOf(slot));
        var node =
            details is { Node.Exists: true } ? details.Node
            : variable >= 0 ? nodes.NodeOf(variable)
            : NodeHandle.None;
        return new ItemTarget(node, variable, details?.Attribute ?? AttributeId.Value, details?.Range, details?.Denied ?? 0);
    }

    /// <summary>Queues the last value of every reporting item once more (ResendData, and TransferSubscriptions with initial values).</summary>
    public void ResendAll()
    {
        for (var slot = 0; slot < Store.Slots; slot++)
        {
            if (Store[slot].Has(ItemFlags.Used))
                Queue.Resend(slot);
        }
    }

    /// <summary>Removes all items.</summary>
    public void Close()
    {
        for (var slot = 0; slot < Store.Slots; slot++)
        {
            if (Store[slot].Has(ItemFlags.Used))
                Remove(slot);
        }

        _sampler.Close();
        _host.Table.Listeners.Unregister(_place);
    }

    private void Enqueue(int slot, in Sample sample, long now)
    {
        var details = Store.DetailsOf(slot);
        if (details?.Range is not { } range || sample.ValueType == BuiltInType.Null)
        {
            Deliver(slot, details, sample, now);
            return;
        }

        var status = range.Apply(sample.Value, out var part);
        Deliver(slot, details, Sample.From(part, status.IsGood ? sample.Status : status.Value, sample.SourceTime, sample.ServerTime), now);
    }

    private void Deliver(int slot, ItemDetails? details, in Sample sample, long now)
    {
        if (details?.Aggregate is { } aggregate)
            aggregate.Offer(sample);
        else
            Queue.Offer(slot, sample, now);
    }

    private void Listen(int slot, ref MonitoredItem item) =>
        _host.Table.Listeners.Add(
            item.Variable,
            _host.Table.GroupOf(item.Variable),
            new ListeningItem(_place, slot),
            Store.SettingsOf(slot).SamplingInterval,
            ref item.Link
        );

    private void Stop(int slot)
    {
        ref var item = ref Store[slot];
        if (item.Link >= 0)
            _host.Table.Listeners.Remove(
                item.Variable,
                _host.Table.GroupOf(item.Variable),
                Store.SettingsOf(slot).SamplingInterval,
                ref item.Link
            );
    }

    // The node is stored only if it does not follow from the variable.
    private void PutTo(int slot, NodeHandle node, int variable, AddressSpaceView nodes)
    {
        Store[slot].Variable = variable;
        if (variable < 0 || nodes.NodeOf(variable) != node)
            Store.AddDetails(slot).Node = node;
        else if (Store.DetailsOf(slot) is { } details)
            details.Node = NodeHandle.None;
    }
}
