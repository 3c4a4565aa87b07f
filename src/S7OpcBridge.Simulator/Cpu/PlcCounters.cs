namespace S7OpcBridge.Simulator;

/// <summary>Counters of the soft PLC since it was made. Every member may be read at any time, from any thread.</summary>
public sealed class PlcCounters
{
    private readonly Lock _gate = new();
    private readonly List<(Func<PlcCounters, bool> Condition, TaskCompletionSource Reached)> _waiting = [];
    private volatile bool _hasWaiting;
    private long _accepted,
        _open,
        _openMax,
        _refused;
    private long _setups,
        _reads,
        _readItems,
        _writes,
        _writeItems,
        _userdata,
        _refusedJobs,
        _inFlightMax;

    /// <summary>TCP connections accepted.</summary>
    public long ConnectionsAccepted => Interlocked.Read(ref _accepted);

    /// <summary>TCP connections that are open.</summary>
    public long ConnectionsOpen => Interlocked.Read(ref _open);

    /// <summary>Largest number of TCP connections open at the same time.</summary>
    public long ConnectionsMax => Interlocked.Read(ref _openMax);

    /// <summary>Connections refused at the COTP connect: wrong TSAP, no free connection, a fault.</summary>
    public long ConnectionsRefused => Interlocked.Read(ref _refused);

    /// <summary>Answered setup requests.</summary>
    public long Setups => Interlocked.Read(ref _setups);

    /// <summary>ReadVar jobs, including refused ones.</summary>
    public long ReadJobs => Interlocked.Read(ref _reads);

    /// <summary>Items in them.</summary>
    public long ReadItems => Interlocked.Read(ref _readItems);

    /// <summary>WriteVar jobs, including refused ones.</summary>
    public long WriteJobs => Interlocked.Read(ref _writes);

    /// <summary>Items in them.</summary>
    public long WriteItems => Interlocked.Read(ref _writeItems);

    /// <summary>Userdata requests: SZL, block info, clock, password.</summary>
    public long UserdataJobs => Interlocked.Read(ref _userdata);

    /// <summary>Jobs refused as a whole (8500, 8104 and the like).</summary>
    public long RefusedJobs => Interlocked.Read(ref _refusedJobs);

    /// <summary>Largest number of jobs of one connection waiting for an answer, as seen by the PLC.</summary>
    public long InFlightMax => Interlocked.Read(ref _inFlightMax);

    /// <summary>Completes when the condition holds: <c>await plc.Counters.WhenAsync(c => c.ReadJobs >= 3, token)</c>.</summary>
    /// <param name="condition">Checked after each event; must be fast.</param>
    public async Task WhenAsync(Func<PlcCounters, bool> condition, CancellationToken cancellationToken)
    {
        var reached = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        using var registration = cancellationToken.Register(() => reached.TrySetCanceled(cancellationToken));
        lock (_gate)
        {
            _waiting.Add((condition, reached));
            _hasWaiting = true;
        }

        CheckWaiting();
        await reached.Task;
    }

    internal void Accepted()
    {
        Interlocked.Increment(ref _accepted);
        Raise(ref _openMax, Interlocked.Increment(ref _open));
        CheckWaiting();
    }

    internal void Closed() => Count(ref _open, -1);

    internal void Refused() => Count(ref _refused, 1);

    internal void Setup() => Count(ref _setups, 1);

    internal void Read(int items)
    {
        Interlocked.Add(ref _readItems, items);
        Count(ref _reads, 1);
    }

    internal void Write(int items)
    {
        Interlocked.Add(ref _writeItems, items);
        Count(ref _writes, 1);
    }

    internal void Userdata() => Count(ref _userdata, 1);

    internal void RefusedJob() => Count(ref _refusedJobs, 1);

    internal void InFlight(int jobs) => Raise(ref _inFlightMax, jobs);

    private static void Raise(ref long field, long value)
    {
        for (var seen = Interlocked.Read(ref field); value > seen; )
        {
            var before = Interlocked.CompareExchange(ref field, value, seen);
            if (before == seen)
                return;
            seen = before;
        }
    }

    private void Count(ref long field, long by)
    {
        Interlocked.Add(ref field, by);
        CheckWaiting();
    }

    private void CheckWaiting()
    {
        if (!_hasWaiting)
            return;
        lock (_gate)
        {
            for (var i = _waiting.Count - 1; i >= 0; i--)
            {
                var (condition, reached) = _waiting[i];
                if (!reached.Task.IsCompleted && !condition(this))
                    continue;
                reached.TrySetResult();
                _waiting.RemoveAt(i);
            }

            _hasWaiting = _waiting.Count > 0;
        }
    }
}
