namespace S7OpcBridge.IsoOnTcp.Jobs;

/// <summary>
/// The jobs of a connection that wait to be sent. Writes precede waiting reads, but after each waiting write one waiting read is sent. A cancellation withdraws
/// a job from here. Its owner calls it inside its own lock.
/// </summary>
internal sealed class WaitingJobs<T>
    where T : PlcJob
{
    private readonly Lock _gate;
    private readonly Action<object?> _withdraw;
    private JobFifo<T> _reads;
    private JobFifo<T> _writes;
    private bool _readIsNext;

    /// <param name="gate">The lock of the owner.</param>
    public WaitingJobs(Lock gate)
    {
        _gate = gate;
        _withdraw = job => Withdraw((T)job!);
    }

    /// <summary>Lets a job wait. A token that is already cancelled withdraws it here.</summary>
    public void Add(T job, CancellationToken cancellationToken)
    {
        job.IsWaiting = true;
        if (job.IsWrite)
            _writes.Add(job);
        else
            _reads.Add(job);
        // Inside the lock, so that the job cannot be answered before it listens.
        job.ListenFor(cancellationToken, _withdraw);
    }

    /// <summary>The next one to send; null: none waits.</summary>
    public T? Dequeue()
    {
        var next = _readIsNext && !_reads.IsEmpty ? _reads.Dequeue() : _writes.Dequeue() ?? _reads.Dequeue();
        if (next is null)
            return null;
        _readIsNext = next.IsWrite;
        Leave(next);
        return next;
    }

    /// <summary>Moves all to another list.</summary>
    public void MoveTo(ref JobFifo<T> list)
    {
        while ((_writes.Dequeue() ?? _reads.Dequeue()) is { } job)
        {
            Leave(job);
            list.Add(job);
        }
    }

    private static void Leave(T job)
    {
        job.IsWaiting = false;
        job.StopListening();
    }

    private void Withdraw(T job)
    {
        lock (_gate)
        {
            if (!job.IsWaiting || !job.IsCancelled || !(_writes.Remove(job) || _reads.Remove(job)))
                return;
            job.IsWaiting = false;
        }
        job.CompleteCancelled();
    }
}
