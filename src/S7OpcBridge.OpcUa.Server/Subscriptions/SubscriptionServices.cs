using S7OpcBridge.OpcUa.Channel.ClientMemory;
using S7OpcBridge.OpcUa.Server.Access;
using S7OpcBridge.OpcUa.Server.Counters;
using S7OpcBridge.OpcUa.Server.Subscriptions.Delivery;
using S7OpcBridge.OpcUa.Server.Subscriptions.Monitoring;
using S7OpcBridge.OpcUa.Server.Subscriptions.Timing;

namespace S7OpcBridge.OpcUa.Server.Subscriptions;

/// <summary>
/// The Subscription and MonitoredItem service sets (OPC 10000-4, 5.13 and 5.14), one per server. A request that fails as a whole ends with a
/// <see cref="UaException"/>, which becomes its ServiceFault; operations that fail have a status each.
/// </summary>
internal sealed partial class SubscriptionServices : IDisposable
{
    private readonly SubscriptionHost _host;
    private readonly ItemCounts _items;
    private readonly SubscriptionLimits _limits;

    /// <summary>The services over an address space and its variables.</summary>
    public SubscriptionServices(
        AddressSpace nodes,
        VariableTable table,
        SubscriptionLimits limits,
        TimeProvider time,
        EventListeners? listeners = null,
        LiveTable<Subscription>? alive = null,
        ClientMemoryBudget? memory = null
    )
    {
        _limits = limits;
        Clock = new ServerClock(time);
        Timers = new TimerLoop(Clock);
        memory ??= new ClientMemoryBudget(long.MaxValue);
        Listeners = listeners ?? new EventListeners(time);
        _items = new ItemCounts(limits, memory);
        var monitoring = new MonitoringContext(nodes, table, limits, Clock, Timers, Listeners, _items);
        _host = new SubscriptionHost(monitoring, alive ?? new LiveTable<Subscription>(), memory);
        nodes.Replaced += Rebind;
    }

    /// <summary>The time of all intervals.</summary>
    public ServerClock Clock { get; }

    /// <summary>The timer of publishing and sampling; raises errors in them.</summary>
    public TimerLoop Timers { get; }

    /// <summary>Raised when a subscription failed to take changes, which is a bug in it; the others got theirs. Any thread.</summary>
    public event Action<Exception>? LostChanges
    {
        add => _host.LostChanges += value;
        remove => _host.LostChanges -= value;
    }

    /// <summary>The subscriptions with items for events.</summary>
    public EventListeners Listeners { get; }

    /// <summary>All subscriptions, those that outlived their session too.</summary>
    public ICollection<Subscription> Subscriptions => _host.Subscriptions;

    /// <summary>Figures of all subscriptions since the start.</summary>
    public PublishingFigures Figures => _host.Figures();

    /// <summary>Number of monitored items.</summary>
    public int MonitoredItemCount => _items.Items;

    /// <summary>Makes the owner of a new session's subscriptions. The session ends it with <see cref="SessionSubscriptions.EndSession"/>.</summary>
    public SessionSubscriptions CreateOwner(OwnerIdentity identity, NodeId sessionId = default, SessionAccess? access = null) =>
        new(_host, identity) { SessionId = sessionId, Viewer = { Access = access } };

    /// <summary>CreateSubscription, 5.14.2.</summary>
    public CreateSubscriptionResponse CreateSubscription(SessionSubscriptions owner, CreateSubscriptionRequest request)
    {
        var settings = SubscriptionSettings.Revise(
            _limits,
            request.RequestedPublishingInterval,
            request.RequestedLifetimeCount,
            request.RequestedMaxKeepAliveCount,
            request.MaxNotificationsPerPublish,
            request.Priority
        );
        var isRoom = _host.HasRoomFor(owner);
        lock (owner.Gate)
        {
            if (
                !isRoom
                || owner.Subscriptions.Count >= _limits.MaxSubscriptionsPerSession
                || _host.Create(owner, settings, request.PublishingEnabled) is not { } subscription
            )
                throw new UaException(StatusCodes.BadTooManySubscriptions, "There are as many subscriptions as the limits allow.");
            owner.Add(subscription);
            return new CreateSubscriptionResponse
            {
                SubscriptionId = subscription.Id,
                RevisedPublishingInterval = settings.PublishingInterval,
                RevisedLifetimeCount = settings.LifetimeCount,
                RevisedMaxKeepAliveCount = settings.KeepAliveCount,
            };
        }
    }

    /// <summary>ModifySubscription, 5.14.3.</summary>
    public ModifySubscriptionResponse ModifySubscription(SessionSubscriptions owner, ModifySubscriptionRequest request)
    {
        var settings = SubscriptionSettings.Revise(
            _limits,
            request.RequestedPublishingInterval,
            request.RequestedLifetimeCount,
            request.RequestedMaxKeepAliveCount,
            request.MaxNotificationsPerPublish,
            request.Priority
        );
        lock (owner.Gate)
        {
            Own(owner, request.SubscriptionId).Modify(settings, Clock.Now);
            owner.Schedule();
            return new ModifySubscriptionResponse
            {
                RevisedPublishingInterval = settings.PublishingInterval,
                RevisedLifetimeCount = settings.LifetimeCount,
                RevisedMaxKeepAliveCount = settings.KeepAliveCount,
            };
        }
    }

    /// <summary>SetPublishingMode, 5.14.4.</summary>
    public SetPublishingModeResponse SetPublishingMode(SessionSubscriptions owner, SetPublishingModeRequest request)
    {
        CheckOperations(request.SubscriptionIds.Length);
        lock (owner.Gate)
        {
            return new SetPublishingModeResponse
            {
                Results = Array.ConvertAll(
                    request.SubscriptionIds,
                    id =>
                    {
                        if (TryOwn(owner, id) is not { } subscription)
                            return (StatusCode)StatusCodes.BadSubscriptionIdInvalid;
                        subscription.SetPublishing(request.PublishingEnabled);
                        return StatusCodes.Good;
                    }
                ),
            };
        }
    }

    /// <summary>DeleteSubscriptions, 5.14.8.</summary>
    public DeleteSubscriptionsResponse DeleteSubscriptions(SessionSubscriptions owner, DeleteSubscriptionsRequest request)
    {
        CheckOperations(request.SubscriptionIds.Length);
        lock (owner.Gate)
        {
            return new DeleteSubscriptionsResponse
            {
                Results = Array.ConvertAll(
                    request.SubscriptionIds,
                    id =>
                    {
                        if (TryOwn(owner, id) is not { } subscription)
                            return (StatusCode)StatusCodes.BadSubscriptionIdInvalid;
                        subscription.Close();
                        owner.Remove(subscription);
                        return StatusCodes.Good;
                    }
                ),
            };
        }
    }

    /// <summary>Republish, 5.14.6: the bytes of the message exactly as they were sent, without the response's header.</summary>
    public byte[] Republish(SessionSubscriptions owner, RepublishRequest request)
    {
        lock (owner.Gate)
        {
            var subscription = Own(owner, request.SubscriptionId);
            subscription.ResetLifetime();
            subscription.Counters.RepublishRequests++;
            subscription.Counters.RepublishMessageRequests++;
            if (!subscription.Sent.TryFind(request.RetransmitSequenceNumber, out var message))
                throw new UaException(StatusCodes.BadMessageNotAvailable, "The message was acknowledged or dropped, or never sent.");
            subscription.Counters.RepublishedMessages++;
            return message.ToArray();
        }
    }

    /// <summary>TransferSubscriptions, 5.14.7: a session takes over subscriptions of another one.</summary>
    public TransferSubscriptionsResponse TransferSubscriptions(SessionSubscriptions owner, TransferSubscriptionsRequest request)
    {
        CheckOperations(request.SubscriptionIds.Length);
        return new TransferSubscriptionsResponse
        {
            Results = Array.ConvertAll(request.SubscriptionIds, id => Transfer(owner, id, request.SendInitialValues)),
        };
    }

    /// <summary>Publishes what is queued at once, without waiting for a cycle.</summary>
    public void PublishNow()
    {
        foreach (var subscription in _host.Subscriptions)
            subscription.InGate(() => subscription.PublishNow(Clock.Now, subscription.Owner.Requests));
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _host.Monitoring.Nodes.Replaced -= Rebind;
        Timers.Dispose();
        Listeners.Lane.Dispose();
    }

    private void Rebind()
    {
        foreach (var subscription in _host.Subscriptions)
            subscription.Rebind();
    }

    private static UaException NoSubscription(uint id) =>
        new(StatusCodes.BadSubscriptionIdInvalid, $"The session has no subscription {id}.");

    private TransferResult Transfer(SessionSubscriptions owner, uint id, bool sendInitialValues)
    {
        while (true)
        {
            if (_host.Find(id) is not { } subscription)
                return new TransferResult { StatusCode = StatusCodes.BadSubscriptionIdInvalid };
            var from = subscription.Owner;
            if (from != owner)
            {
                // Never two gates at once: in between the subscription belongs to the new owner, and waits for its first cycle.
                lock (from.Gate)
                {
                    if (from != subscription.Owner || subscription.IsClosed)
                        continue;
                    subscription.Counters.TransferRequests++;
                    if (!owner.Identity.MayTakeOverFrom(from.Identity) || subscription.Items.Events.HoldsAudit && !owner.Viewer.MayAudit)
                        return new TransferResult { StatusCode = StatusCodes.BadUserAccessDenied };
                    if (owner.SubscriptionCount >= _limits.MaxSubscriptionsPerSession)
                        return new TransferResult { StatusCode = StatusCodes.BadTooManySubscriptions };
                    from.Notify(subscription, StatusCodes.GoodSubscriptionTransferred);
                    from.Remove(subscription);
                    subscription.Owner = owner;
                    if (from.Identity.ApplicationUri == owner.Identity.ApplicationUri)
                        subscription.Counters.TransferredToSameClient++;
                    else
                        subscription.Counters.TransferredToAnotherClient++;
                }
            }

            lock (owner.Gate)
            {
                if (owner != subscription.Owner || subscription.IsClosed)
                    continue; // transferred again or deleted meanwhile
                if (from != owner)
                {
                    owner.Add(subscription);
                    subscription.Items.RecheckAccess(owner.Viewer.Access);
                }

                if (sendInitialValues)
                    subscription.Items.ResendAll();
                subscription.ResetLifetime();
                return new TransferResult { StatusCode = StatusCodes.Good, AvailableSequenceNumbers = subscription.Sent.SequenceNumbers() };
            }
        }
    }

    private Subscription? TryOwn(SessionSubscriptions owner, uint id) =>
        _host.Find(id) is { IsClosed: false } subscription && subscription.Owner == owner ? subscription : null;

    // Inside the owner's gate.
    private Subscription Own(SessionSubscriptions owner, uint id) => TryOwn(owner, id) ?? throw NoSubscription(id);

    private void CheckOperations(int count)
    {
        if (count == 0)
            throw new UaException(StatusCodes.BadNothingToDo, "The request has no operations.");
        if (count > _limits.MaxOperationsPerCall)
            throw new UaException(
                StatusCodes.BadTooManyOperations,
                $"The request has {count} operations; {_limits.MaxOperationsPerCall} are allowed."
            );
    }
}
