namespace S7OpcBridge.OpcUa.Server.Subscriptions.Delivery;

/// <summary>
/// Evaluates the event filters of all clients, and ends the intervals of their aggregates, on the pool and on no thread that raises events, publishes or
/// serves a PLC. Sessions take turns of a few milliseconds, so that a client whose filters are dear, or many, waits for itself. One turn at a time; the order
/// of events is kept.
/// </summary>
internal sealed class EventLane : IDisposable
{
    // After that long the thread is given back to the pool for a moment.
    private const int RoundMilliseconds = 20;

    private readonly Lock _gate = new();
    private readonly Queue<EventTurns> _ready = new();
    private readonly TimeProvider _time;
    private readonly ITimer _timer;
    private TaskCompletionSource? _idle;
    private bool _isArmed,
        _isRunning,
        _disposed;
    private long _number;

    public EventLane(TimeProvider time)
    {
        _time = time;
        _timer = time.CreateTimer(
            static lane => ((EventLane)lane!).Run(RoundMilliseconds),
            this,
            Timeout.InfiniteTimeSpan,
            Timeout.InfiniteTimeSpan
        );
    }

    /// <summary>Raised when the events of a subscription could not be evaluated, which is a bug.</summary>
    public event Action<Exception>? Failed;

    /// <summary>The number of the last event.</summary>
    public long LastNumber => Volatile.Read(ref _number);

    /// <summary>The clock.</summary>
    public TimeProvider Time => _time;

    /// <summary>Gives an event its number.</summary>
    public long NextNumber() => Interlocked.Increment(ref _number);

    /// <summary>Queues an event for a subscription. Never waits.</summary>
    public void Post(EventReceiver receiver, in PostedEvent posted)
    {
        lock (_gate)
        {
            receiver.Inbox.Add(posted);
            WakeLocked(receiver);
        }
    }

    /// <summary>Gives a subscription a turn.</summary>
    public void Wake(EventReceiver receiver)
    {
        lock (_gate)
            WakeLocked(receiver);
    }

    /// <summary>Removes the next event of a subscription and returns it, or what the subscription has lost.</summary>
    public bool TryTake(EventInbox inbox, out PostedEvent posted, out (uint Events, bool TellsState) lost)
    {
        lock (_gate)
            return inbox.TryTake(out posted, out lost);
    }

    /// <summary>True if there is an event for a subscription.</summary>
    public bool HasPosted(EventInbox inbox)
    {
        lock (_gate)
            return inbox.Any;
    }

    /// <summary>Drops the events of a subscription.</summary>
    public void Clear(EventInbox inbox)
    {
        lock (_gate)
            inbox.Clear();
    }

    /// <summary>Waits until all events are evaluated, but no longer than a time.</summary>
    public async Task DrainAsync(TimeSpan most)
    {
        Run((int)most.TotalMilliseconds);
        Task idle;
        lock (_gate)
            idle = IsIdle
                ? Task.CompletedTask
                : (_idle ??= new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously)).Task;
        await idle.WaitAsync(most, _time, CancellationToken.None).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        lock (_gate)
        {
            _disposed = true;
            _ready.Clear();
        }

        _timer.Dispose();
    }

    private bool IsIdle => _ready.Count == 0 && !_isRunning;

    private void WakeLocked(EventReceiver receiver)
    {
        var inbox = receiver.Inbox;
        if (_disposed || inbox.IsWaiting)
            return;
        inbox.IsWaiting = true;
        var turns = receiver.Turns;
        turns.Waiting.Enqueue(receiver);
        if (turns.Waiting.Count == 1)
            _ready.Enqueue(turns);
        if (!_isRunning)
            Arm();
    }

    private void Arm()
    {
        if (_isArmed)
            return;
        _isArmed = true;
        _timer.Change(TimeSpan.Zero, Timeout.InfiniteTimeSpan);
    }

    private void Run(int milliseconds)
    {
        lock (_gate)
        {
            if (_isRunning || _disposed)
                return;
            (_isRunning, _isArmed) = (true, false);
        }

        var began = _time.GetTimestamp();
        while (Next(began, milliseconds) is { } receiver)
        {
            try
            {
                if (receiver.Work())
                    Wake(receiver);
            }
            catch (Exception e)
            {
                Failed?.Invoke(e); // a bug in one subscription must not stop the others
            }
        }
    }

    private EventReceiver? Next(long began, int milliseconds)
    {
        lock (_gate)
        {
            var isOver = _time.GetElapsedTime(began).TotalMilliseconds > milliseconds;
            if (!isOver && _ready.TryDequeue(out var turns))
            {
                var receiver = turns.Waiting.Dequeue();
                if (turns.Waiting.Count > 0)
                    _ready.Enqueue(turns);
                receiver.Inbox.IsWaiting = false;
                return receiver;
            }

            _isRunning = false;
            if (_ready.Count > 0)
            {
                Arm();
                return null;
            }

            _idle?.TrySetResult();
            _idle = null;
            return null;
        }
    }
}

/// <summary>The subscriptions of a session that wait for a turn in the <see cref="EventLane"/>.</summary>
internal sealed class EventTurns
{
    /// <summary>In the order of their turns.</summary>
    public Queue<EventReceiver> Waiting { get; } = new();
}
