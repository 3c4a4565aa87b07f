namespace S7OpcBridge.OpcUa;

internal sealed partial class SubscriptionServices
{
    private const int OperationsPerTurn = 256; // then the gate is opened for a moment: a large call must not hold up changes and cycles

    /// <summary>CreateMonitoredItems, 5.13.2.</summary>
    public CreateMonitoredItemsResponse CreateMonitoredItems(SubscriptionOwner owner, CreateMonitoredItemsRequest request)
    {
        CheckTimestamps(request.TimestampsToReturn);
        CheckOperations(request.ItemsToCreate.Length);
        var results = new MonitoredItemCreateResult[request.ItemsToCreate.Length];
        InTurns(owner, request.SubscriptionId, results, (subscription, i) => Create(owner, subscription, request.ItemsToCreate[i], request.TimestampsToReturn),
            status => new MonitoredItemCreateResult { StatusCode = status });
        return new CreateMonitoredItemsResponse { Results = results };
    }

    /// <summary>ModifyMonitoredItems, 5.13.3.</summary>
    public ModifyMonitoredItemsResponse ModifyMonitoredItems(SubscriptionOwner owner, ModifyMonitoredItemsRequest request)
    {
        CheckTimestamps(request.TimestampsToReturn);
        CheckOperations(request.ItemsToModify.Length);
        var results = new MonitoredItemModifyResult[request.ItemsToModify.Length];
        InTurns(owner, request.SubscriptionId, results, (subscription, i) => Modify(subscription, request.ItemsToModify[i], request.TimestampsToReturn),
            status => new MonitoredItemModifyResult { StatusCode = status });
        return new ModifyMonitoredItemsResponse { Results = results };
    }

    /// <summary>SetMonitoringMode, 5.13.4.</summary>
    public SetMonitoringModeResponse SetMonitoringMode(SubscriptionOwner owner, SetMonitoringModeRequest request)
    {
        CheckOperations(request.MonitoredItemIds.Length);
        if (!IsMode(request.MonitoringMode))
            throw new UaException(StatusCodes.BadMonitoringModeInvalid, $"{(int)request.MonitoringMode} is no monitoring mode.");
        var results = new StatusCode[request.MonitoredItemIds.Length];
        InTurns(owner, request.SubscriptionId, results, (subscription, i) =>
        {
            var slot = subscription.Items.Store.Find(request.MonitoredItemIds[i]);
            if (slot < 0)
                return StatusCodes.BadMonitoredItemIdInvalid;
            subscription.Items.SetMode(slot, request.MonitoringMode);
            return StatusCodes.Good;
        }, status => status);
        return new SetMonitoringModeResponse { Results = results };
    }

    /// <summary>DeleteMonitoredItems, 5.13.6.</summary>
    public DeleteMonitoredItemsResponse DeleteMonitoredItems(SubscriptionOwner owner, DeleteMonitoredItemsRequest request)
    {
        CheckOperations(request.MonitoredItemIds.Length);
        var results = new StatusCode[request.MonitoredItemIds.Length];
        InTurns(owner, request.SubscriptionId, results, (subscription, i) =>
        {
            var slot = subscription.Items.Store.Find(request.MonitoredItemIds[i]);
            if (slot < 0)
                return StatusCodes.BadMonitoredItemIdInvalid;
            subscription.Items.Remove(slot);
            return StatusCodes.Good;
        }, status => status);
        return new DeleteMonitoredItemsResponse { Results = results };
    }

    /// <summary>SetTriggering, 5.13.5: removals first, then additions. Links do not cascade.</summary>
    public SetTriggeringResponse SetTriggering(SubscriptionOwner owner, SetTriggeringRequest request)
    {
        CheckOperations(request.LinksToAdd.Length + request.LinksToRemove.Length);
        lock (owner.Gate)
        {
            var subscription = Own(owner, request.SubscriptionId);
            subscription.ResetLifetime();
            var store = subscription.Items.Store;
            var trigger = store.Find(request.TriggeringItemId);
            if (trigger < 0)
                throw new UaException(StatusCodes.BadMonitoredItemIdInvalid, $"The subscription has no monitored item {request.TriggeringItemId}.");
            var linked = store.AddDetails(trigger).Triggered ??= [];
            var removed = Array.ConvertAll(request.LinksToRemove, id => linked.Remove(id) ? Good : StatusCodes.BadMonitoredItemIdInvalid);
            var added = Array.ConvertAll(request.LinksToAdd, id =>
            {
                if (store.Find(id) < 0)
                    return StatusCodes.BadMonitoredItemIdInvalid;
                if (!linked.Contains(id))
                    linked.Add(id);
                return Good;
            });
            store[trigger].Set(ItemFlags.Triggers, linked.Count > 0);
            return new SetTriggeringResponse { AddResults = added, RemoveResults = removed };
        }
    }

    private static StatusCode Good => StatusCodes.Good;

    private static bool IsMode(MonitoringMode mode) => mode is >= MonitoringMode.Disabled and <= MonitoringMode.Reporting;

    private static void CheckTimestamps(TimestampsToReturn timestamps)
    {
        if (timestamps is < TimestampsToReturn.Source or > TimestampsToReturn.Neither)
            throw new UaException(StatusCodes.BadTimestampsToReturnInvalid, $"{(int)timestamps} says nothing about timestamps.");
    }

    private void InTurns<T>(SubscriptionOwner owner, uint subscriptionId, T[] results, Func<Subscription, int, T> operation, Func<StatusCode, T> failed)
    {
        for (var done = 0; done < results.Length;)
        {
            lock (owner.Gate)
            {
                var subscription = done == 0 ? Own(owner, subscriptionId) : TryOwn(owner, subscriptionId);
                subscription?.ResetLifetime();
                for (var end = Math.Min(results.Length, done + OperationsPerTurn); done < end; done++)
                    results[done] = subscription is null ? failed(StatusCodes.BadSubscriptionIdInvalid) : operation(subscription, done);
            }
        }
    }

    private MonitoredItemCreateResult Create(
        SubscriptionOwner owner, Subscription subscription, MonitoredItemCreateRequest request, TimestampsToReturn timestamps)
    {
        var nodes = subscription.Items.Nodes;
        var status = ItemTarget.Resolve(nodes, request.ItemToMonitor, owner, out var target);
        if (status.IsBad)
            return new MonitoredItemCreateResult { StatusCode = status };
        if (!IsMode(request.MonitoringMode))
            return new MonitoredItemCreateResult { StatusCode = StatusCodes.BadMonitoringModeInvalid };
        status = ItemFilter.Resolve(nodes, target, request.RequestedParameters.Filter, out var filter);
        if (status.IsBad)
            return new MonitoredItemCreateResult { StatusCode = status, FilterResult = filter.Result };
        var items = subscription.Items;
        if (filter.Events is not null && Listeners.Items >= EventItems.MaxItems || items.Store.Count >= Math.Min(_limits.MaxMonitoredItemsPerSubscription, MonitoredItemStore.MaxItems) || !_host.TryAddItem())
            return new MonitoredItemCreateResult { StatusCode = StatusCodes.BadTooManyMonitoredItems };

        var (interval, fastest) = ReviseSampling(nodes, subscription, target, request.RequestedParameters.SamplingInterval);
        var queueSize = GrantQueue(target, request.RequestedParameters.QueueSize);
        var slot = items.Add(target, request.MonitoringMode, timestamps);
        items.Configure(slot, request.RequestedParameters, filter, interval, fastest, queueSize);
        items.Start(slot);
        return new MonitoredItemCreateResult
        {
            StatusCode = StatusCodes.Good,
            MonitoredItemId = items.Store[slot].Id,
            RevisedSamplingInterval = interval,
            RevisedQueueSize = queueSize,
            FilterResult = filter.Result,
        };
    }

    private MonitoredItemModifyResult Modify(Subscription subscription, MonitoredItemModifyRequest request, TimestampsToReturn timestamps)
    {
        var items = subscription.Items;
        var nodes = items.Nodes;
        var slot = items.Store.Find(request.MonitoredItemId);
        if (slot < 0)
            return new MonitoredItemModifyResult { StatusCode = StatusCodes.BadMonitoredItemIdInvalid };
        var target = items.TargetOf(slot);
        var status = ItemFilter.Resolve(nodes, target, request.RequestedParameters.Filter, out var filter);
        if (status.IsBad)
            return new MonitoredItemModifyResult { StatusCode = status, FilterResult = filter.Result };

        var (interval, fastest) = ReviseSampling(nodes, subscription, target, request.RequestedParameters.SamplingInterval);
        _host.ReturnQueue(items.Store[slot].QueueSize);
        var queueSize = GrantQueue(target, request.RequestedParameters.QueueSize);
        ref var item = ref items.Store[slot];
        item.Modes = new ItemModes(item.Modes.Mode, item.Modes.Trigger, timestamps);
        items.Configure(slot, request.RequestedParameters, filter, interval, fastest, queueSize);
        return new MonitoredItemModifyResult
        {
            StatusCode = StatusCodes.Good,
            RevisedSamplingInterval = interval,
            RevisedQueueSize = queueSize,
            FilterResult = filter.Result,
        };
    }

    private uint GrantQueue(in ItemTarget target, uint requested) =>
        target.Attribute == AttributeId.EventNotifier ? _host.GrantEventQueue(requested) : _host.GrantQueue(requested);

    // Negative and not a number: the publishing interval. Never faster than the node itself moves, or than attributes are looked at.
    private (double Interval, double Fastest) ReviseSampling(AddressSpaceView nodes, Subscription subscription, in ItemTarget target, double requested)
    {
        var fastest = target.Variable >= 0 ? 0 : _limits.MinSamplingInterval;
        if (target.Attribute == AttributeId.EventNotifier)
            return (0, 0);
        if (target.Attribute == AttributeId.Value && nodes.Read(target.Node, AttributeId.MinimumSamplingInterval, out var minimum).IsGood
            && BitConverter.Int64BitsToDouble(minimum.Bits) is > 0 and var own)
            fastest = Math.Max(fastest, own);
        var wanted = double.IsNaN(requested) || requested < 0 ? subscription.Settings.PublishingInterval : requested;
        return (Math.Clamp(wanted, fastest, Math.Max(fastest, _limits.MaxPublishingInterval)), fastest);
    }
}
