using S7OpcBridge.IsoOnTcp.Jobs;
using S7OpcBridge.S7.Wire;

namespace S7OpcBridge.S7.Jobs;

/// <summary>Is given a PDU that answers nothing, on the thread that receives: it may copy, and nothing more.</summary>
internal delegate void PushListener(in S7Header header, ReadOnlySpan<byte> pdu);

/// <summary>Gives answers to the jobs in flight, and counts what comes. Used by the thread that receives; counters by any.</summary>
internal sealed class AnswerIntake(JobWindow window)
{
    private JobFifo<S7Job> _answered;
    private long _jobs,
        _refused,
        _unknown,
        _pushes;
    private PushListener? _listener;

    /// <summary>Jobs answered.</summary>
    public long Jobs => Volatile.Read(ref _jobs);

    /// <summary>Jobs that the PLC refused as a whole.</summary>
    public long Refused => Volatile.Read(ref _refused);

    /// <summary>Answers to no job.</summary>
    public long Unknown => Volatile.Read(ref _unknown);

    /// <summary>PDUs that answer nothing.</summary>
    public long Pushes => Volatile.Read(ref _pushes);

    /// <summary>Begins to hand PDUs that answer nothing to somebody. False: somebody has them already.</summary>
    public bool TryListen(PushListener listener) => Interlocked.CompareExchange(ref _listener, listener, null) is null;

    /// <summary>Hands them to nobody any more.</summary>
    public void StopListening() => Volatile.Write(ref _listener, null);

    /// <summary>Takes a PDU; the job that it answers is completed later.</summary>
    /// <exception cref="S7ProtocolException">It is no answer of S7.</exception>
    public void Take(ReadOnlySpan<byte> pdu)
    {
        var header = S7Header.Read(pdu);
        if (header.Rosctr == Rosctr.Job || (header.Rosctr == Rosctr.Userdata && !UserdataParameters.IsAnswer(header.ParametersOf(pdu))))
        {
            _pushes++;
            Volatile.Read(ref _listener)?.Invoke(header, pdu);
            return;
        }
        if (window.Answered(header.Reference) is not { } job)
        {
            _unknown++;
            return;
        }
        _jobs++;
        _answered.Add(job);
        job.Accept(header, pdu);
        if (job.WasRefused)
            _refused++;
    }

    /// <summary>
    /// Completes the answered jobs. A caller that has sent several jobs waits for the oldest; the others are completed before it is resumed, so that it takes
    /// all answers at once.
    /// </summary>
    public void CompleteAnswered()
    {
        var awaited = default(JobFifo<S7Job>);
        while (_answered.Dequeue() is { } job)
        {
            if (job.IsAwaited)
                awaited.Add(job);
            else
                job.Complete();
        }
        while (awaited.Dequeue() is { } job)
            job.Complete();
    }
}
