using S7OpcBridge.OpcUa.Server.ClientMemory;
using S7OpcBridge.OpcUa.Server.Nodes;
using S7OpcBridge.OpcUa.Server.Subscriptions.Items;

namespace S7OpcBridge.OpcUa.Server.Subscriptions;

internal sealed partial class SubscriptionServices
{
    // Bytes of an item's details with a range or a node, and with what belongs to a filter: the queue of events, or the values of an aggregate.
    private const int WithDetails = 256,
        WithFilter = 1024;

    /// <summary>CreateMonitoredItems, 5.13.2, from the bytes of the request into those of the response: only the item itself is allocated.</summary>
    /// <param name="owner">The subscriptions of the session.</param>
    /// <param name="request">The request's fields after its header.</param>
    /// <param name="response">The response after its header.</param>
    public void CreateMonitoredItems(SessionSubscriptions owner, ref UaReader request, ref UaWriter response)
    {
        var (id, timestamps) = (request.ReadUInt32(), (TimestampsToReturn)request.ReadInt32());
        var count = BeginItems(timestamps, ref request, ref response, ItemRequest.MinSize);
        var whole = request;
        for (var i = 0; i < count; i++)
            ItemRequest.Read(ref whole); // an incomplete request is refused before anything is done

        for (var done = 0; done < count; )
        {
            var allowance = _host.AllowanceOf(owner, Math.Min(count - done, OperationsPerTurn));
            lock (owner.Gate)
            {
                var began = Clock.Time.GetTimestamp();
                var subscription = FindForTurn(owner, id, done > 0);
                for (var end = Math.Min(count, done + OperationsPerTurn); done < end; done++)
                {
                    var item = ItemRequest.Read(ref request);
                    var result = subscription is null ? SubscriptionGone : Create(owner, subscription, item, timestamps, allowance);
                    result.Write(ref response, hasId: true);
                    if (IsTurnOver(began))
                        end = done + 1;
                }
            }
        }

        response.WriteInt32(-1); // no diagnostics
    }

    /// <summary>ModifyMonitoredItems, 5.13.3, in the same way.</summary>
    public void ModifyMonitoredItems(SessionSubscriptions owner, ref UaReader request, ref UaWriter response)
    {
        var (id, timestamps) = (request.ReadUInt32(), (TimestampsToReturn)request.ReadInt32());
        var count = BeginItems(timestamps, ref request, ref response, RequestedParameters.MinModifySize);
        var whole = request;
        for (var i = 0; i < count; i++)
        {
            whole.ReadUInt32();
            RequestedParameters.Read(ref whole);
        }

        for (var done = 0; done < count; )
        {
            var allowance = _host.AllowanceOf(owner, 0);
            lock (owner.Gate)
            {
                var began = Clock.Time.GetTimestamp();
                var subscription = FindForTurn(owner, id, done > 0);
                for (var end = Math.Min(count, done + OperationsPerTurn); done < end; done++)
                {
                    var (item, parameters) = (request.ReadUInt32(), RequestedParameters.Read(ref request));
                    var result = subscription is null ? SubscriptionGone : Modify(subscription, item, parameters, timestamps, allowance);
                    result.Write(ref response, hasId: false);
                    if (IsTurnOver(began))
                        end = done + 1;
                }
            }
        }

        response.WriteInt32(-1); // no diagnostics
    }

    // A filter takes up to some milliseconds to be checked.
    private bool IsTurnOver(long began) => Clock.Time.GetElapsedTime(began).TotalMilliseconds > TurnMilliseconds;

    private static ItemResult SubscriptionGone => new(StatusCodes.BadSubscriptionIdInvalid);

    private int BeginItems(TimestampsToReturn timestamps, ref UaReader request, ref UaWriter response, int minSize)
    {
        if (timestamps is < TimestampsToReturn.Source or > TimestampsToReturn.Neither)
            throw new UaException(StatusCodes.BadTimestampsToReturnInvalid, $"TimestampsToReturn {(int)timestamps} does not exist.");
        var count = Math.Max(0, request.ReadArrayLength(minSize));
        CheckOperations(count);
        response.WriteInt32(count);
        return count;
    }

    // Between two turns it may have been deleted or transferred.
    private Subscription? FindForTurn(SessionSubscriptions owner, uint id, bool isLaterTurn)
    {
        var subscription = isLaterTurn ? TryOwn(owner, id) : Own(owner, id);
        subscription?.ResetLifetime();
        return subscription;
    }

    private ItemResult Create(
        SessionSubscriptions owner,
        Subscription subscription,
        in ItemRequest request,
        TimestampsToReturn timestamps,
        ItemAllowance allowance
    )
    {
        var items = subscription.Items;
        var nodes = items.Nodes;
        var status = ItemTarget.Resolve(nodes, request, owner.Viewer.Access, out var target);
        if (status.IsBad)
            return new ItemResult(status);
        if (!IsMode(request.Mode))
            return new ItemResult(StatusCodes.BadMonitoringModeInvalid);
        status = ResolveFilter(nodes, target, request.Parameters.Filter, out var filter, out var bytes);
        if (status.IsBad)
            return new ItemResult(status, FilterResult: filter.Result);
        if (!allowance.TryTake(bytes))
            return new ItemResult(StatusCodes.BadOutOfMemory);
        var isFull = items.Store.Count >= Math.Min(_limits.MaxMonitoredItemsPerSubscription, MonitoredItemStore.MaxItems);
        if (
            isFull
            || filter.Events is not null && !allowance.TryTakeEventItem()
            || !TryTakeAggregate(ref filter, 0, allowance)
            || !_items.TryAdd(allowance)
        )
        {
            allowance.TryTake(-bytes);
            return new ItemResult(StatusCodes.BadTooManyMonitoredItems);
        }

        var (interval, fastest) = ReviseSampling(nodes, subscription, target, request.Parameters.SamplingInterval);
        var queueSize = GrantQueue(target, request.Parameters.QueueSize);
        var slot = items.Add(target, request.Mode, timestamps);
        items.Configure(slot, request.Parameters, filter, new ItemSettings(queueSize, (float)interval), fastest);
        items.Count(slot, bytes);
        items.Start(slot);
        return new ItemResult(StatusCodes.Good, items.Store.IdOf(slot), interval, queueSize, filter.Result);
    }

    private ItemResult Modify(
        Subscription subscription,
        uint id,
        in RequestedParameters parameters,
        TimestampsToReturn timestamps,
        ItemAllowance allowance
    )
    {
        var items = subscription.Items;
        var nodes = items.Nodes;
        var slot = items.Store.Find(id);
        if (slot < 0)
            return new ItemResult(StatusCodes.BadMonitoredItemIdInvalid);
        var target = items.TargetOf(slot, nodes);
        var status = ResolveFilter(nodes, target, parameters.Filter, out var filter, out var bytes);
        if (status.IsBad)
            return new ItemResult(status, FilterResult: filter.Result);
        if (!allowance.TryTake(bytes - (items.Store.DetailsOf(slot)?.Bytes ?? 0)))
            return new ItemResult(StatusCodes.BadOutOfMemory);
        if (!TryTakeAggregate(ref filter, items.Store.DetailsOf(slot)?.Aggregate?.Rate ?? 0, allowance))
            return new ItemResult(StatusCodes.BadTooManyMonitoredItems);

        var (interval, fastest) = ReviseSampling(nodes, subscription, target, parameters.SamplingInterval);
        _items.ReturnQueue(items.Store.SettingsOf(slot).QueueSize);
        var queueSize = GrantQueue(target, parameters.QueueSize);
        ref var item = ref items.Store[slot];
        item.Modes = new ItemModes(item.Modes.Mode, item.Modes.Trigger, timestamps);
        items.Configure(slot, parameters, filter, new ItemSettings(queueSize, (float)interval), fastest);
        items.Count(slot, bytes);
        return new ItemResult(StatusCodes.Good, id, interval, queueSize, filter.Result);
    }

    /// <summary>Checks a filter, and measures what the item keeps beyond what every item does.</summary>
    private static StatusCode ResolveFilter(
        AddressSpaceView nodes,
        in ItemTarget target,
        in RequestedFilter requested,
        out ItemFilter filter,
        out long bytes
    )
    {
        var size = DecodedSize.Begin();
        var status = ItemFilter.Resolve(nodes, target, requested, out filter);
        bytes =
            requested.Other is not null ? WithFilter + requested.Bytes + size.Bytes
            : target.Variable < 0 || target.Range is not null ? WithDetails
            : 0;
        return status;
    }

    private static bool TryTakeAggregate(ref ItemFilter filter, long before, ItemAllowance allowance)
    {
        var aggregate = filter.Aggregate;
        if (!allowance.TryTakeAggregate(ref aggregate, before))
            return false;
        if (aggregate != filter.Aggregate)
            filter = filter with { Aggregate = aggregate, Result = aggregate!.Result };
        return true;
    }

    private uint GrantQueue(in ItemTarget target, uint requested) =>
        target.Attribute == AttributeId.EventNotifier ? _items.GrantEventQueue(requested) : _items.GrantQueue(requested);

    // Negative and NaN: the publishing interval. Never shorter than the node's own interval, or than the limit for sampled attributes.
    private (double Interval, double Fastest) ReviseSampling(
        AddressSpaceView nodes,
        Subscription subscription,
        in ItemTarget target,
        double requested
    )
    {
        if (target.Attribute == AttributeId.EventNotifier)
            return (0, 0);
        var fastest = target.Variable >= 0 ? 0 : _limits.MinSamplingInterval;
        if (target.Attribute == AttributeId.Value && target.Node.Exists)
            fastest = Math.Max(fastest, nodes.SamplingIntervalOf(target.Node));
        var wanted = double.IsNaN(requested) || requested < 0 ? subscription.Settings.PublishingInterval : requested;
        return (Math.Clamp(wanted, fastest, Math.Max(fastest, _limits.MaxPublishingInterval)), fastest);
    }

    /// <summary>A MonitoredItemCreateResult; without the id a MonitoredItemModifyResult.</summary>
    private readonly record struct ItemResult(
        StatusCode Status,
        uint Id = 0,
        double Interval = 0,
        uint QueueSize = 0,
        ExtensionObject? FilterResult = null
    )
    {
        public void Write(ref UaWriter response, bool hasId)
        {
            response.WriteStatusCode(Status);
            if (hasId)
                response.WriteUInt32(Id);
            response.WriteDouble(Interval);
            response.WriteUInt32(QueueSize);
            response.WriteExtensionObject(FilterResult);
        }
    }
}
