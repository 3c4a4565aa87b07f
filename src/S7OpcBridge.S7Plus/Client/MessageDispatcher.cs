using S7OpcBridge.IsoOnTcp.Jobs;
using S7OpcBridge.S7Plus.Frames;
using S7OpcBridge.S7Plus.Jobs;
using S7OpcBridge.S7Plus.Values;

namespace S7OpcBridge.S7Plus.Client;

/// <summary>Dispatches received messages and counts them: answers to their jobs, notifications to their subscriptions.</summary>
/// <remarks>Belongs to the receive loop; the counters may be read from any thread.</remarks>
internal sealed class MessageDispatcher(JobQueue jobs, SubscriptionTable subscriptions, string host)
{
    // The short form of a system event only confirms received bytes.
    private const int Confirmation = 16;

    private JobFifo<S7PlusJob> _answered;
    private long _answers;
    private long _refused;
    private long _notifications;
    private long _unknown;
    private long _events;

    public long Answers => Volatile.Read(ref _answers);

    public long Refused => Volatile.Read(ref _refused);

    public long Notifications => Volatile.Read(ref _notifications);

    public long Unknown => Volatile.Read(ref _unknown);

    public long Events => Volatile.Read(ref _events);

    /// <summary>Dispatches all complete messages.</summary>
    /// <exception cref="S7PlusException">The peer violated the protocol, or ended the session.</exception>
    public void TakeAll(FrameAssembler frames)
    {
        while (frames.TryTake(out var version, out var message))
        {
            if (version == PlusFrame.SystemEvent)
                TakeEvent(message);
            else if (PlusFrame.HasTrailer(version))
                TakeMessage(message);
        }
    }

    /// <summary>Resumes the callers of the answered jobs.</summary>
    public void CompleteAnswered()
    {
        while (_answered.Dequeue() is { } job)
            job.Complete();
    }

    private void TakeMessage(ReadOnlySpan<byte> message)
    {
        var from = new PlusReader(message);
        switch ((PlusOpcode)from.Peek)
        {
            case PlusOpcode.Answer:
                TakeAnswer(ref from);
                break;
            case PlusOpcode.Notification:
                from.Byte();
                Volatile.Write(ref _notifications, _notifications + 1);
                if (subscriptions.Receive(ref from) is var unknown and > 0)
                    Volatile.Write(ref _unknown, _unknown + unknown);
                break;
            default:
                Volatile.Write(ref _unknown, _unknown + 1);
                break;
        }
    }

    private void TakeAnswer(ref PlusReader from)
    {
        var head = AnswerHead.Read(ref from);
        if (jobs.Answered(head.Sequence) is not { } job)
        {
            Volatile.Write(ref _unknown, _unknown + 1);
            return;
        }
        Volatile.Write(ref _answers, _answers + 1);
        _answered.Add(job);
        job.Accept(head, ref from);
        if (job.WasRefused)
            Volatile.Write(ref _refused, _refused + 1);
    }

    private void TakeEvent(ReadOnlySpan<byte> message)
    {
        Volatile.Write(ref _events, _events + 1);
        if (message.Length <= Confirmation || SystemEvent.Read(message) is not { IsFatal: true } fatal)
            return;
        throw new S7PlusLinkException($"{host} ends the session: {ReturnCodes.Describe(fatal.ReturnValue!.Value)}")
        {
            Cause = S7PlusLinkCause.EndedByCpu,
        };
    }
}
