using S7OpcBridge.OpcUa.Channel.ClientMemory;
using S7OpcBridge.OpcUa.Server.Nodes;
using S7OpcBridge.OpcUa.Server.Subscriptions.Items;
using S7OpcBridge.OpcUa.Server.Subscriptions.Queues;

namespace S7OpcBridge.OpcUa.Server.Subscriptions.Monitoring;

/// <summary>The monitored items of a subscription: what they monitor, and where their samples come from. Used inside the owner's gate only.</summary>
internal sealed partial class MonitoredItems
{
    private readonly ItemOwner _owner;
    private readonly MonitoringContext _shared;
    private readonly AttributeSampler _sampler;
    private readonly List<int> _due = [];
    private readonly int _place;
    private readonly HeldMemory _queued;
    private long _linkBytes;
    private AddressSpaceView _nodes;

    public MonitoredItems(ItemOwner owner, MonitoringContext shared, HeldMemory queued)
    {
        (_owner, _shared) = (owner, shared);
        _nodes = shared.Nodes.Current;
        Queue = new NotificationQueue(Store, queued);
        Events = new EventItems(owner, this, shared.Listeners);
        Aggregates = new LiveAggregates(owner, this, shared.Listeners.Lane, shared.Clock);
        _queued = queued;
        _sampler = new AttributeSampler(owner, this, shared);
        _place = shared.Table.Listeners.Register(owner);
    }

    /// <summary>The present nodes; if a source was replaced since the last call, the items look up their nodes again.</summary>
    public AddressSpaceView Nodes
    {
        get
        {
            if (_shared.Nodes.Current is var current && current != _nodes)
            {
                var before = _nodes;
                _nodes = current; // first, because looking up a node may use this property
                Rebind(before, current);
                RecheckAccess(_owner.Viewer.Access); // other nodes may have other permissions
            }

            return _nodes;
        }
    }

    public SubscriptionLimits Limits => _shared.Limits;

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
        _shared.Counts.AddMemory(bytes - before);
    }

    /// <summary>Counts the links of SetTriggering as they are now.</summary>
    public void CountLinks()
    {
        var change = Store.Links * TriggerLinks.Bytes - _linkBytes;
        _linkBytes += change;
        Bytes += change;
        _shared.Counts.AddMemory(change);
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
            _shared.Table.Listeners.Change(_shared.Table.GroupOf(item.Variable), before, interval);
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
        TakeSample(slot, _shared.Clock.Now); // after listening has begun: a change in between is queued twice rather than lost
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
        _shared.Counts.Remove(Store.SettingsOf(slot).QueueSize);
        Count(slot, 0);
        Store.Remove(slot);
        CountLinks();
    }

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
        _shared.Table.Listeners.Unregister(_place);
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
