using MQTTnet.Packets;
using S7OpcBridge.PubSub.Connecting;

namespace S7OpcBridge.PubSub.Broker;

/// <summary>One connection, from its begin to its end.</summary>
internal sealed class BrokerSession
{
    private static readonly TimeSpan FarewellTime = TimeSpan.FromSeconds(3),
        LongestLook = TimeSpan.FromSeconds(1);

    private readonly LinkParts _parts;
    private readonly BrokerConnection _connection;
    private readonly SessionState _state;
    private readonly SessionSender _sender;
    private readonly SessionReceiver _receiver;
    private readonly TaskCompletionSource<BrokerException> _failed = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly TaskCompletionSource _saidFarewell = new(TaskCreationOptions.RunContinuationsAsynchronously),
        _hostLost = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly DateTimeOffset _settledAt;
    private DateTimeOffset _renewedAt;
    private int _keeperVersion = -1;
    private bool _isEnding,
        _isToSubscribe;

    /// <param name="settle">How long messages of the buffer are held.</param>
    /// <param name="isCareful">One message after the other, to find the one that the broker ends connections for.</param>
    public BrokerSession(LinkParts parts, BrokerConnection connection, TimeSpan settle, bool isCareful)
    {
        var now = parts.Time.GetUtcNow();
        (_parts, _connection, _settledAt, _renewedAt) = (parts, connection, now + settle, now);
        _state = new SessionState(parts, now);
        _receiver = new SessionReceiver(parts, connection, _state);
        _sender = new SessionSender(parts, connection, _state, _receiver, isCareful);
        _isToSubscribe = parts.Commands is not null || parts.Edge is not null;
    }

    /// <summary>Messages that are sent and not acknowledged.</summary>
    public int InFlight => _state.Unacknowledged;

    /// <summary>Whether messages of the buffer go out.</summary>
    public bool IsSettled => _sender.MayTake;

    /// <summary>Messages that the broker took over in this connection.</summary>
    public long Acknowledged => _state.Acknowledged;

    /// <summary>The only message in flight; null: there are none, or several.</summary>
    public (string Topic, MessageSource Source)? Suspect()
    {
        lock (_state.Gate)
            return _state.InFlight.Count == 1 ? (_state.InFlight.Oldest.Topic, _state.InFlight.Oldest.Source) : null;
    }

    /// <summary>Runs until the connection ends, or says farewell when it is cancelled.</summary>
    /// <returns>Why it ended; null: it was cancelled.</returns>
    public async Task<BrokerException?> RunAsync(CancellationToken cancellationToken)
    {
        using var end = new CancellationTokenSource();
        using var ends = CancellationTokenSource.CreateLinkedTokenSource(end.Token, cancellationToken);
        var look = TimeSpan.FromTicks(Math.Min(LongestLook.Ticks, Math.Max(1, _parts.Options.AcknowledgeTimeout.Ticks / 4)));
        if (_parts.Edge is { } edge)
            edge.HostLost += LoseHost;
        Look();
        var settling = TimeSpan.FromTicks(Math.Max(0, (_settledAt - _parts.Time.GetUtcNow()).Ticks));
        await using var timer = _parts.Time.CreateTimer(_ => Look(), null, look, look);
        await using var settled = _parts.Time.CreateTimer(_ => Look(), null, settling, Timeout.InfiniteTimeSpan);
        var loops = Task.WhenAll(GuardAsync(_sender.RunAsync(end.Token)), GuardAsync(_receiver.RunAsync(end.Token)));
        try
        {
            await Task.WhenAny(_failed.Task, _hostLost.Task, Task.Delay(Timeout.InfiniteTimeSpan, _parts.Time, ends.Token));
            if (_failed.Task.IsCompleted)
                return await _failed.Task;
            await EndAsync();
            return _hostLost.Task.IsCompleted ? _parts.Words.HostLost(_parts.Edge?.Options.Host ?? "") : null;
        }
        finally
        {
            if (_parts.Edge is { } ended)
                ended.HostLost -= LoseHost;
            await end.CancelAsync();
            await _connection.DisposeAsync();
            await loops;
        }
    }

    private void LoseHost() => _hostLost.TrySetResult();

    /// <summary>What is kept has changed.</summary>
    public void Changed() => Look();

    private async Task GuardAsync(Task loop)
    {
        try
        {
            await loop;
        }
        catch (BrokerException e)
        {
            _failed.TrySetResult(e);
        }
        catch (Exception e) when (e is OperationCanceledException or ObjectDisposedException)
        {
            _failed.TrySetResult(_parts.Words.Closed("by this side"));
        }
    }

    private async Task EndAsync()
    {
        lock (_state.Gate)
        {
            _isEnding = true;
            _sender.MayTake = false;
            _state.Urgent.Clear();
            foreach (var message in _parts.Keeper.Farewell(_connection.Version))
                _state.Urgent.Enqueue(message);
            if (_parts.Edge?.Farewell() is { } death)
                _state.Urgent.Enqueue(new UrgentMessage(death, MessageSource.Birth));
            _sender.Idle = SeeFarewell;
        }

        _parts.Work.Set();
        await Task.WhenAny(_saidFarewell.Task, _failed.Task, Task.Delay(FarewellTime, _parts.Time));
        lock (_state.Gate)
            _connection.Writer.Add(new MqttDisconnectPacket());
        _parts.Work.Set();
        await Task.WhenAny(_failed.Task, Task.Delay(TimeSpan.FromMilliseconds(500), _parts.Time));
    }

    private void SeeFarewell()
    {
        lock (_state.Gate)
        {
            if (_state.Urgent.Count == 0 && _state.Unacknowledged == 0)
                _saidFarewell.TrySetResult();
        }
    }

    // All that is a matter of time.
    private void Look()
    {
        var now = _parts.Time.GetUtcNow();
        try
        {
            lock (_state.Gate)
            {
                FindSilence(now);
                if (!_isEnding)
                {
                    Keep(now);
                    _sender.MayTake = now >= _settledAt;
                }
            }
        }
        catch (BrokerException e)
        {
            _failed.TrySetResult(e);
        }

        _parts.Work.Set();
    }

    private void FindSilence(DateTimeOffset now)
    {
        var limit = _parts.Options.AcknowledgeTimeout;
        var keepAlive = _connection.Limits.KeepAlive;
        if (_sender.SendingSince is > 0 and var since && now.UtcTicks - since > limit.Ticks)
            throw _parts.Words.Silent("takes nothing", limit);
        if (_state.InFlight.Count > 0 && !_state.InFlight.Oldest.IsDone && now.UtcTicks - _state.InFlight.Oldest.At > limit.Ticks)
            throw _parts.Words.Silent($"has not acknowledged a message to {_state.InFlight.Oldest.Topic}", limit);
        if (_state.PingedAt is { } pinged)
        {
            if (now - pinged > limit)
                throw _parts.Words.Silent("says nothing", limit);
        }
        else if (now - _state.LastReceived >= keepAlive / 2 || _parts.Time.GetElapsedTime(_sender.LastFlush) >= keepAlive / 2)
        {
            _state.PingedAt = now;
            _connection.Writer.Add(MqttPingReqPacket.Instance);
        }
    }

    private void Keep(DateTimeOffset now)
    {
        var keeper = _parts.Keeper;
        var isChanged = keeper.Version != _keeperVersion;
        if (isChanged || (keeper.RenewEvery is { } every && now - _renewedAt >= every))
        {
            _keeperVersion = keeper.Version;
            _renewedAt = now;
            foreach (var message in keeper.All())
                _state.Urgent.Enqueue(message);
        }

        if (isChanged)
            BeginSweep(now);
        else if (_state.Sweep is { } sweep && sweep.IsOver(now))
            EndSweep(sweep, now);
        if (_isToSubscribe)
        {
            _isToSubscribe = false;
            if (_parts.Edge is { } edge)
                SubscribeEdge(edge.Options);
            if (_parts.Commands is { } commands)
                _sender.Subscribe(commands.Topics.Filters, Subscription.Commands);
        }
    }

    // Before any birth (Sparkplug 3.0, 5.4).
    private void SubscribeEdge(SparkplugOptions options)
    {
        _sender.Subscribe([options.NodeTopic("NCMD")], Subscription.Commands);
        if (options.StateTopic is { } state)
            _sender.Subscribe([state], Subscription.HostState);
    }

    private void BeginSweep(DateTimeOffset now)
    {
        if (_state.Sweep is { } before)
            _sender.Unsubscribe(before.Filters);
        var own = _parts.Keeper.Topics.Own;
        _state.Sweep = own.IsEmpty || !_connection.Limits.Retains ? null : new RetainedSweep(own, now);
        if (_state.Sweep is not null)
            _sender.Subscribe(own, Subscription.Kept);
    }

    private void EndSweep(RetainedSweep sweep, DateTimeOffset now)
    {
        _sender.Unsubscribe(sweep.Filters);
        _state.Sweep = null;
        var stale = _parts.Keeper.Stale(sweep.Found);
        foreach (var deletion in stale)
            _state.Urgent.Enqueue(deletion);
        if (stale.Length > 0)
            _state.Events.Enqueue(new StaleTopicsCleared(stale.Length));
        if (sweep.IsFull && stale.Length > 0)
            BeginSweep(now);
    }
}
