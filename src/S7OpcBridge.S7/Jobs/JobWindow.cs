using S7OpcBridge.IsoOnTcp.Jobs;
using S7OpcBridge.S7.Transport;

namespace S7OpcBridge.S7.Jobs;

/// <summary>The jobs in flight and those that wait. At most the negotiated number of jobs is in flight, each with a unique reference.</summary>
internal sealed class JobWindow
{
    private readonly Lock _gate = new();
    private readonly Slot[] _inFlight;
    private readonly SendQueue _sends;
    private readonly TimeProvider _time;
    private readonly WaitingJobs<S7Job> _waiting;
    private ushort _lastReference;
    private int _count;
    private bool _closed;
    private long _waits;
    private long _waitTicks;

    public JobWindow(int size, SendQueue sends, TimeProvider time)
    {
        _inFlight = new Slot[size];
        _sends = sends;
        _time = time;
        _waiting = new WaitingJobs<S7Job>(_gate);
    }

    public int Size => _inFlight.Length;

    /// <summary>Number of jobs in flight at some moment just now.</summary>
    public int InFlight => Volatile.Read(ref _count);

    /// <summary>Number of jobs that had to wait, and their total waiting time in ticks of the clock.</summary>
    public (long Count, long Ticks) Waits
    {
        get
        {
            lock (_gate)
                return (_waits, _waitTicks);
        }
    }

    /// <summary>Sends a job now (into the send queue), or lets it wait. False: the window is closed.</summary>
    public bool TryEnter(S7Job job, CancellationToken cancellationToken)
    {
        lock (_gate)
        {
            if (_closed)
                return false;
            job.Since = _time.GetTimestamp();
            if (_count < _inFlight.Length)
            {
                Start(job);
                return true;
            }
            _waiting.Add(job, cancellationToken);
            return true;
        }
    }

    /// <summary>Removes the job of an answer from those in flight and sends the next one. Null: no job waits for this answer.</summary>
    public S7Job? Answered(ushort reference)
    {
        lock (_gate)
        {
            for (var i = 0; i < _inFlight.Length; i++)
            {
                if (_inFlight[i].Job is not { } job || job.Reference != reference)
                    continue;
                _inFlight[i].Job = null;
                _count--;
                StartNext();
                return job;
            }
            return null;
        }
    }

    /// <summary>When the job with the longest pending answer was sent; null: none is in flight.</summary>
    public long? OldestSent()
    {
        lock (_gate)
        {
            long? oldest = null;
            foreach (ref readonly var slot in _inFlight.AsSpan())
            {
                if (slot.Job is { } job && !(oldest <= job.Since))
                    oldest = job.Since;
            }
            return oldest;
        }
    }

    /// <summary>Accepts no more jobs and returns all remaining ones.</summary>
    public JobFifo<S7Job> Close()
    {
        var left = default(JobFifo<S7Job>);
        lock (_gate)
        {
            _closed = true;
            foreach (ref var slot in _inFlight.AsSpan())
            {
                if (slot.Job is { } job)
                    left.Add(job);
                slot.Job = null;
            }
            _count = 0;
            _waiting.MoveTo(ref left);
        }
        return left;
    }

    private void StartNext()
    {
        if (_waiting.Dequeue() is not { } next)
            return;
        var now = _time.GetTimestamp();
        _waits++;
        _waitTicks += now - next.Since;
        next.Since = now;
        Start(next);
    }

    // Copies the request inside the lock: after Close only its caller accesses a job's bytes.
    private void Start(S7Job job)
    {
        var wanted = job.WantedReference;
        job.Stamp(wanted != 0 && !IsOutstanding(wanted) ? wanted : FreeReference());
        var free = 0;
        while (_inFlight[free].Job is not null)
            free++;
        _inFlight[free].Job = job;
        _count++;
        _sends.Append(job.Request);
    }

    private ushort FreeReference()
    {
        do _lastReference++;
        while (_lastReference == 0 || IsOutstanding(_lastReference));
        return _lastReference;
    }

    private bool IsOutstanding(ushort reference)
    {
        foreach (ref readonly var slot in _inFlight.AsSpan())
        {
            if (slot.Job is { } job && job.Reference == reference)
                return true;
        }
        return false;
    }

    // An array of this is stored into without a type check, which an array of an abstract class needs.
    private struct Slot
    {
        public S7Job? Job;
    }
}
