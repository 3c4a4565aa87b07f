using System.Net.Sockets;
using S7OpcBridge.IsoOnTcp;
using S7OpcBridge.IsoOnTcp.Loop;

namespace S7OpcBridge.Simulation.Loop;

/// <summary>The clock of a run, its timers and its sockets: events in the order of their times, each run to its end. Nothing in it takes real time.</summary>
internal sealed class SimulatedLoop : EventLoop
{
    private static readonly DateTimeOffset Midnight = new(2026, 1, 1, 0, 0, 0, TimeSpan.Zero);

    private readonly PriorityQueue<Action, (long Due, long Order)> _events = new();
    private readonly List<SimulatedSocket> _sockets = [];
    private long _order;
    private bool _isHere,
        _willLook;

    /// <summary>Opens the sockets.</summary>
    public Func<SimulatedSocket>? Opening { get; set; }

    /// <summary>Time since the run began, in ticks of 100 ns.</summary>
    public long Now { get; private set; }

    /// <summary>How far the clock on the wall is ahead.</summary>
    public TimeSpan WallStep { get; set; }

    /// <summary>Timers that were made and not disposed.</summary>
    public int Timers { get; set; }

    /// <summary>Sockets that were opened and not closed.</summary>
    public int Sockets => _sockets.Count;

    /// <summary>Events so far.</summary>
    public long Count { get; private set; }

    public override long Rounds => Count;

    public override bool HasWork => false;

    public override long TimestampFrequency => TimeSpan.TicksPerSecond;

    public override TimeZoneInfo LocalTimeZone => TimeZoneInfo.Utc;

    internal override bool IsHere => _isHere;

    public override long GetTimestamp() => Now;

    public override DateTimeOffset GetUtcNow() => Midnight + TimeSpan.FromTicks(Now) + WallStep;

    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
    {
        var timer = new SimulatedTimer(this, callback, state);
        timer.Change(dueTime, period);
        return timer;
    }

    /// <summary>Does something later, after everything that is due at the same time already.</summary>
    public void After(TimeSpan delay, Action work) => At(Now + delay.Ticks, work);

    /// <summary>Does something at a time.</summary>
    public void At(long ticks, Action work) => _events.Enqueue(work, (Math.Max(ticks, Now), _order++));

    /// <summary>Runs the next event. False: there will never be one again.</summary>
    public bool Step()
    {
        if (!_events.TryDequeue(out var work, out var when))
            return false;
        Now = when.Due;
        Count++;
        _isHere = true;
        try
        {
            work();
        }
        finally
        {
            _isHere = false;
        }
        return true;
    }

    public void Remove(SimulatedSocket socket) => _sockets.Remove(socket);

    internal override LoopSocket Open(AddressFamily family, Action<Socket> configure)
    {
        var socket = Opening!();
        _sockets.Add(socket);
        return socket;
    }

    internal override void Run(Action<object> work, object state)
    {
        if (_isHere)
            work(state);
        else
            At(Now, () => work(state));
    }

    internal override void LookUntil(long until) { }

    internal override void EndLook(long until) { }

    /// <summary>Ends the waits of all sockets that are ready, soon.</summary>
    internal override void LookAgain()
    {
        if (_willLook)
            return;
        _willLook = true;
        At(Now, Look);
    }

    // As the loop of the system does: those that want to send first.
    private void Look()
    {
        _willLook = false;
        foreach (var socket in _sockets.ToArray())
        {
            if (socket.Writable.IsWanted && socket.CanSend)
                socket.Writable.Ready();
        }
        foreach (var socket in _sockets.ToArray())
        {
            if (socket.Readable.IsWanted && socket.CanReceive)
                socket.Readable.Ready();
        }
    }
}
