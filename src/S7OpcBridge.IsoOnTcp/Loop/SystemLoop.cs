using System.Diagnostics;
using System.Net.Sockets;

namespace S7OpcBridge.IsoOnTcp.Loop;

/// <summary>The loop over the sockets and the clock of the system.</summary>
/// <remarks>
/// The runtime's own timers and sockets need more threads: a timer wakes the timer thread and then one of the pool, a socket the event thread and then one or
/// two of the pool. docs/internals/measurements.md has the figures. The loop waits with <c>poll</c>, whose time grows with the number of PLCs by well under a
/// microsecond each.
/// </remarks>
internal sealed class SystemLoop : EventLoop
{
    private const long Awake = long.MinValue;

    // A timer that is due within half a millisecond fires at once instead of causing another wait.
    private const long Near = TimeSpan.TicksPerMillisecond / 2;

    private static readonly Lazy<SystemLoop> Only = new(static () => Begin(SocketWatch.Begin));

    private readonly Lock _gate = new();
    private readonly WakeSocket _wake = new();
    private readonly SocketWatch _watch;
    private readonly Queue<(Action<object> Work, object State)> _posted = new();
    private volatile LoopTimer[] _timers = [];
    private volatile SystemSocket[] _sockets = [];
    private Thread? _thread;
    private long _sleepsUntil = Awake;
    private long _looksUntil;
    private long _rounds;

    private SystemLoop(Func<WakeSocket, SocketWatch> watch) => _watch = watch(_wake);

    /// <summary>The loop of this process.</summary>
    public static SystemLoop OfProcess => Only.Value;

    public override long Rounds => Volatile.Read(ref _rounds);

    public override bool HasWork => Volatile.Read(ref _sleepsUntil) == Awake || HasPosted || NextDue() < Now - TimeSpan.TicksPerSecond;

    internal override bool IsHere => Thread.CurrentThread == _thread;

    /// <summary>The time of this clock in ticks of 100 ns.</summary>
    public static long Now => Stopwatch.GetElapsedTime(0).Ticks;

    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
    {
        var timer = new LoopTimer(this, callback, state);
        lock (_gate)
            _timers = [.. _timers, timer];
        timer.Change(dueTime, period);
        return timer;
    }

    /// <summary>Starts a loop with its own thread, which ends with the process.</summary>
    public static SystemLoop Begin(Func<WakeSocket, SocketWatch> watch)
    {
        var loop = new SystemLoop(watch);
        loop._thread = new Thread(loop.Run) { IsBackground = true, Name = "PLC loop" };
        loop._thread.UnsafeStart();
        return loop;
    }

    public void Remove(LoopTimer timer)
    {
        lock (_gate)
            _timers = Array.FindAll(_timers, each => each != timer);
    }

    public void Add(SystemSocket socket)
    {
        lock (_gate)
            _sockets = [.. _sockets, socket];
    }

    public void Remove(SystemSocket socket)
    {
        lock (_gate)
            _sockets = Array.FindAll(_sockets, each => each != socket);
    }

    internal override LoopSocket Open(AddressFamily family, Action<Socket> configure)
    {
        var socket = new SystemSocket(family, this);
        try
        {
            configure(socket.Handle);
            return socket;
        }
        catch
        {
            socket.Dispose();
            throw;
        }
    }

    internal override void Run(Action<object> work, object state)
    {
        if (IsHere)
        {
            work(state);
            return;
        }
        lock (_gate)
            _posted.Enqueue((work, state));
        LookAgain();
    }

    internal override void LookUntil(long until) => _looksUntil = until;

    internal override void EndLook(long until)
    {
        if (_looksUntil == until)
            _looksUntil = 0;
    }

    internal override void LookAgain() => LookAgain(0);

    /// <summary>Wakes the loop for something that it may not have seen before it began to wait.</summary>
    /// <param name="due">When it is due, in ticks of this clock; 0: at once.</param>
    public void LookAgain(long due)
    {
        if (IsHere)
            return;
        Interlocked.MemoryBarrier();
        // No wake-up is needed where the wait ends within a millisecond after the due time, which is the precision of a wait.
        if (Volatile.Read(ref _sleepsUntil) is var until && until != Awake && due < until - TimeSpan.TicksPerMillisecond)
            _wake.Set();
    }

    private void Run()
    {
        // No flow for good: what waits on this thread then continues without restoring a context each time.
        ExecutionContext.SuppressFlow();
        while (true)
        {
            Volatile.Write(ref _rounds, _rounds + 1);
            FireTimers();
            RunPosted();
            Sleep();
            // Answers come first, so that the jobs they release are sent at once.
            _watch.Answer();
        }
    }

    private void FireTimers()
    {
        var now = Now + Near;
        foreach (var timer in _timers)
            timer.FireIfDue(now);
    }

    private void RunPosted()
    {
        while (true)
        {
            (Action<object> Work, object State) next;
            lock (_gate)
            {
                if (!_posted.TryDequeue(out next))
                    return;
            }
            next.Work(next.State);
        }
    }

    private void Sleep()
    {
        // From here on a new request wakes the loop, because the following code may not see it.
        Interlocked.Exchange(ref _sleepsUntil, long.MaxValue);
        var until = HasPosted ? 0 : NextDue();
        Gather();
        Volatile.Write(ref _sleepsUntil, until);
        var isWoken = _watch.Wait(IsLooking() ? 0 : Milliseconds(until));
        Volatile.Write(ref _sleepsUntil, Awake);
        if (isWoken)
            _wake.Drain();
    }

    private bool IsLooking()
    {
        if (_looksUntil == 0)
            return false;
        if (Stopwatch.GetTimestamp() >= _looksUntil)
        {
            _looksUntil = 0;
            return false;
        }
        // Lets a PLC run that is simulated on this machine.
        Thread.Yield();
        return true;
    }

    private bool HasPosted
    {
        get
        {
            lock (_gate)
                return _posted.Count > 0;
        }
    }

    private long NextDue()
    {
        var next = long.MaxValue;
        foreach (var timer in _timers)
            next = Math.Min(next, timer.Due);
        return next;
    }

    private void Gather()
    {
        _watch.Clear();
        foreach (var socket in _sockets)
        {
            var (read, write) = (socket.Readable.IsWanted, socket.Writable.IsWanted);
            if (read || write)
                _watch.Add(socket, read, write);
        }
    }

    // Rounded up, because poll counts whole milliseconds.
    private int Milliseconds(long until)
    {
        const long Longest = 1_000_000;
        if (until == long.MaxValue)
            return (int)Longest;
        return (int)Math.Min(Longest, (Math.Max(0, until - Now) + TimeSpan.TicksPerMillisecond - 1) / TimeSpan.TicksPerMillisecond);
    }
}
