using S7OpcBridge.IsoOnTcp.Jobs;
using S7OpcBridge.S7Plus.Frames;

namespace S7OpcBridge.S7Plus.Jobs;

/// <summary>Jobs that wait, are to be sent, or are in flight. Numbers jobs in sending order, as the CPU counts them.</summary>
internal sealed class JobQueue
{
    private readonly Lock _gate = new();
    private readonly WaitingJobs<S7PlusJob> _waiting;
    private readonly int _size;
    private readonly AnswerClock _clock;
    private JobFifo<S7PlusJob> _inFlight;
    private JobFifo<S7PlusJob> _toSend;
    private bool _isSending;
    private bool _closed;
    private int _count;
    private ushort _sequence;
    private uint _getCounter;
    private uint _setCounter;

    /// <param name="size">Most jobs in flight.</param>
    /// <param name="clock">The clock for their waiting times.</param>
    public JobQueue(int size, AnswerClock clock)
    {
        (_size, _clock) = (size, clock);
        _waiting = new WaitingJobs<S7PlusJob>(_gate);
    }

    /// <summary>Adds a job, to be sent now or later. False: the queue is closed.</summary>
    public bool TryEnter(S7PlusJob job, CancellationToken cancellationToken)
    {
        lock (_gate)
        {
            if (_closed)
                return false;
            job.Since = _clock.Now;
            if (_count < _size || !job.WantsAnswer)
            {
                Start(job);
                return true;
            }
            _waiting.Add(job, cancellationToken);
            return true;
        }
    }

    /// <summary>Makes the caller the sender. False: nothing is to be sent, or another caller is sending.</summary>
    public bool TryBeginSending()
    {
        lock (_gate)
        {
            if (_isSending || _toSend.IsEmpty || _closed)
                return false;
            return _isSending = true;
        }
    }

    /// <summary>The next job to send, numbered and in flight; null: there is none, and the caller is no longer the sender.</summary>
    public S7PlusJob? TakeToSend()
    {
        lock (_gate)
        {
            var job = _closed ? null : _toSend.Dequeue();
            if (job is null)
            {
                _isSending = false;
                return null;
            }
            Number(job);
            job.Since = _clock.Now;
            if (job.WantsAnswer)
                _inFlight.Add(job);
            return job;
        }
    }

    /// <summary>Removes the job of an answer from those in flight and admits the next one. Null: no job waits for this answer.</summary>
    public S7PlusJob? Answered(ushort sequence)
    {
        lock (_gate)
        {
            for (var job = _inFlight.First; job is not null; job = JobFifo<S7PlusJob>.After(job))
            {
                if (job.Sequence != sequence)
                    continue;
                var wasFirst = job == _inFlight.First;
                _inFlight.Remove(job);
                _count--;
                // The CPU may serve them one after the other, so the next one begins to wait only now.
                if (wasFirst && _inFlight.First is { } first)
                    first.Since = _clock.Now;
                if (_waiting.Dequeue() is { } next)
                    Start(next);
                return job;
            }
            return null;
        }
    }

    /// <summary>Since when the first of the jobs in flight waits for its answer, by the clock; null: none is in flight.</summary>
    public long? FirstWaits()
    {
        lock (_gate)
            return _inFlight.First?.Since;
    }

    /// <summary>Accepts no more jobs and returns all remaining ones.</summary>
    public JobFifo<S7PlusJob> Close()
    {
        var left = default(JobFifo<S7PlusJob>);
        lock (_gate)
        {
            _closed = true;
            while ((_inFlight.Dequeue() ?? _toSend.Dequeue()) is { } job)
                left.Add(job);
            _waiting.MoveTo(ref left);
        }
        return left;
    }

    private void Start(S7PlusJob job)
    {
        if (job.WantsAnswer)
            _count++;
        _toSend.Add(job);
    }

    // The CPU expects 1 after 65535. Ids may be behind the CPU's count but never ahead, otherwise it resets the connection.
    private void Number(S7PlusJob job)
    {
        _sequence = _sequence == ushort.MaxValue ? (ushort)1 : (ushort)(_sequence + 1);
        job.Sequence = _sequence;
        if (!job.Body.HasIntegrity)
            return;
        job.Integrity = IntegrityCounters.IsSet(job.Body.Function) ? ++_setCounter : ++_getCounter;
    }
}
