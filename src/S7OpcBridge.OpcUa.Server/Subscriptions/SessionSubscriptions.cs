using S7OpcBridge.OpcUa.Server.Subscriptions.Monitoring;
using S7OpcBridge.OpcUa.Server.Subscriptions.Publishing;
using S7OpcBridge.OpcUa.Server.Subscriptions.Timing;

namespace S7OpcBridge.OpcUa.Server.Subscriptions;

/// <summary>
/// Owns the subscriptions of a session and its waiting Publish requests, and runs the publishing cycles. It outlives the session as long as it has
/// subscriptions. Everything in it happens inside one gate, which is entered once per batch of changes and subscription, per publishing cycle and per service
/// call, and held only for work in memory. (A gate and not a mailbox: a post and a wake-up per batch and session would cost more than the work itself.)
/// </summary>
internal sealed class SessionSubscriptions(SubscriptionHost host, OwnerIdentity identity) : WheelEntry
{
    private readonly SubscriptionsByTurn _subscriptions = new();
    private readonly PublishQueue _requests = new(host.Clock, host.Limits.MaxPublishRequests);
    private readonly Queue<StatusNotice> _notices = new();
    private bool _sessionIsGone;
    private long _leftBehind;
    private volatile SubscriptionsSnapshot _seen = new([], 0, 0);

    /// <summary>When its session ended without deleting the subscriptions, in milliseconds of the server's clock; 0: it has not ended.</summary>
    public long LeftBehind => Volatile.Read(ref _leftBehind);

    /// <summary>Held while anything of the owner or of its subscriptions is touched.</summary>
    public Lock Gate { get; } = new();

    /// <summary>For whom its items are sampled and events are filtered.</summary>
    public SessionViewer Viewer { get; } = new();

    /// <summary>The identity of the session; changes with its user.</summary>
    public OwnerIdentity Identity { get; set; } = identity;

    /// <summary>The session's id, for diagnostics.</summary>
    public NodeId SessionId { get; init; }

    /// <summary>The subscriptions; inside the gate only.</summary>
    public IReadOnlyList<Subscription> Subscriptions => _subscriptions.All;

    /// <summary>
    /// Takes a snapshot for the diagnostics. The caller may be inside the gate of another session, which samples the diagnostics: to prevent a deadlock this
    /// gate is waited for one millisecond at most; after that the last snapshot is returned.
    /// </summary>
    public SubscriptionsSnapshot Snapshot()
    {
        if (!Gate.TryEnter(1))
            return _seen;
        try
        {
            uint items = 0;
            foreach (var subscription in _subscriptions.Span)
                items += (uint)subscription.Items.Store.Count;
            return _seen = new SubscriptionsSnapshot([.. _subscriptions.All], items, (uint)_requests.Count);
        }
        finally
        {
            Gate.Exit();
        }
    }

    /// <summary>Publish requests that wait; inside the gate only.</summary>
    public PublishQueue Requests => _requests;

    /// <summary>Checks the permissions of all items again (<see cref="SessionViewer.Access"/>): the session has another user or other roles.</summary>
    public void RecheckAccess()
    {
        lock (Gate)
        {
            foreach (var subscription in _subscriptions.Span)
                subscription.Items.RecheckAccess(Viewer.Access);
        }
    }

    /// <summary>Handles a Publish request: processes its acknowledgements, then answers or queues it.</summary>
    public void Publish(QueuedPublishRequest request)
    {
        lock (Gate)
        {
            Acknowledge(request);
            foreach (var subscription in _subscriptions.Span)
            {
                subscription.ResetLifetime();
                subscription.Counters.PublishRequests++;
            }

            if (_sessionIsGone)
                request.Fault(StatusCodes.BadSessionClosed);
            else if (_notices.TryDequeue(out var notice))
                NotificationWriter.SendStatus(notice, request, host.Clock);
            else if (_subscriptions.Count == 0)
                request.Fault(StatusCodes.BadNoSubscription);
            else
            {
                _requests.Add(request);
                if (_subscriptions.NextLate() is null)
                    return;
                ServeLate(host.Clock.Now, restartCycles: true);
                Schedule();
            }
        }
    }

    /// <summary>Faults the requests that wait on the session's previous channel: the session was activated on another one.</summary>
    public void LeaveChannel()
    {
        lock (Gate)
            _requests.FaultAll(StatusCodes.BadSecureChannelIdInvalid);
    }

    /// <summary>Answers the waiting requests of a handle (Cancel service).</summary>
    /// <returns>How many.</returns>
    public int Cancel(uint requestHandle)
    {
        lock (Gate)
            return _requests.Cancel(requestHandle);
    }

    /// <summary>Runs all cycles that are due, the highest priority first.</summary>
    public override void Fire(long now)
    {
        lock (Gate)
        {
            _requests.Expire(now);
            try
            {
                while (_subscriptions.NextDue(now) is { } subscription)
                    RunCycle(subscription, now);
                ServeLate(now, restartCycles: false);
            }
            finally
            {
                Schedule();
            }
        }
    }

    /// <summary>Answers waiting requests with what late subscriptions have; inside the gate.</summary>
    public void ServeLate()
    {
        ServeLate(host.Clock.Now, restartCycles: false);
        Schedule();
    }

    /// <summary>Sets the timer for the next cycle of all subscriptions; inside the gate.</summary>
    public void Schedule()
    {
        var next = _subscriptions.NextCycle;
        if (next == long.MaxValue)
            host.Timers.Remove(this);
        else
            host.Timers.Set(this, next);
    }

    /// <summary>Number of subscriptions. Any thread.</summary>
    public int SubscriptionCount => _subscriptions.Count;

    /// <summary>Drops queued events and all sent messages: the session has another user, to whom Republish must not deliver them.</summary>
    public void ForgetUser()
    {
        lock (Gate)
        {
            foreach (var subscription in _subscriptions.Span)
            {
                subscription.Items.Events.Forget();
                subscription.Sent.Clear();
            }
        }
    }

    /// <summary>
    /// Adds a subscription, a new one or one from another owner, and starts its cycles; inside the gate. A session that ended meanwhile leaves it to its
    /// lifetime.
    /// </summary>
    public void Add(Subscription subscription)
    {
        _subscriptions.Add(subscription);
        subscription.Restart(host.Clock.Now);
        Schedule();
    }

    /// <summary>Removes a subscription; inside the gate. With the last one all waiting requests are answered.</summary>
    public void Remove(Subscription subscription)
    {
        _subscriptions.Remove(subscription);
        Schedule();
        if (_subscriptions.Count == 0)
            _requests.FaultAll(StatusCodes.BadNoSubscription);
    }

    /// <summary>Ends a subscription whose session has ended; inside the gate.</summary>
    public void Drop(Subscription subscription)
    {
        subscription.Close();
        _subscriptions.Remove(subscription);
        Schedule();
    }

    /// <summary>Sends or queues a StatusChangeNotification for a subscription that ends or is transferred; inside the gate.</summary>
    public void Notify(Subscription subscription, StatusCode status)
    {
        if (_sessionIsGone)
            return;
        var notice = new StatusNotice(subscription.Id, subscription.NextSequenceNumber, status);
        if (_requests.HasRequest(host.Clock.Now))
            NotificationWriter.SendStatus(notice, _requests.Dequeue(), host.Clock);
        else
            Keep(notice);
    }

    /// <summary>Ends the session: answers its requests; its subscriptions are deleted, or stay until their lifetime ends.</summary>
    public void EndSession(bool deleteSubscriptions)
    {
        lock (Gate)
        {
            _sessionIsGone = true;
            Viewer.Access = Viewer.Access?.ForLastCaller(); // what stays of a session is small and part of the bytes counted for a subscription
            Volatile.Write(ref _leftBehind, Math.Max(1, host.Clock.Now));
            _notices.Clear();
            _requests.FaultAll(StatusCodes.BadSessionClosed);
            if (!deleteSubscriptions)
                return;
            foreach (var subscription in _subscriptions.Span)
                subscription.Close();
            _subscriptions.Clear();
            Schedule();
        }
    }

    private void Acknowledge(QueuedPublishRequest request)
    {
        var results = request.Results;
        for (var i = 0; i < results.Length; i++)
        {
            var acknowledgement = request.Acknowledgements[i];
            results[i] =
                _subscriptions.Find(acknowledgement.SubscriptionId) is not { } subscription ? StatusCodes.BadSubscriptionIdInvalid
                : subscription.Sent.Acknowledge(acknowledgement.SequenceNumber) ? StatusCodes.Good
                : StatusCodes.BadSequenceNumberUnknown;
        }
    }

    private void ServeLate(long now, bool restartCycles)
    {
        while (_subscriptions.NextLate() is { } subscription && _requests.HasRequest(now))
        {
            subscription.Serve(_requests);
            if (restartCycles)
                subscription.Restart(now);
        }
    }

    private void RunCycle(Subscription subscription, long now)
    {
        try
        {
            if (!subscription.Cycle(now, _requests))
                Expire(subscription);
        }
        catch
        {
            subscription.SkipCycle(now); // a fault of one subscription must not stop the others
            throw;
        }
    }

    private void Expire(Subscription subscription)
    {
        subscription.Close();
        _subscriptions.Remove(subscription);
        if (!_sessionIsGone)
            Keep(new StatusNotice(subscription.Id, subscription.NextSequenceNumber, StatusCodes.BadTimeout));
    }

    // A client that sends no Publish request learns of the newest only.
    private void Keep(in StatusNotice notice)
    {
        if (_notices.Count >= host.Limits.MaxSubscriptionsPerSession)
            _notices.Dequeue();
        _notices.Enqueue(notice);
    }
}
