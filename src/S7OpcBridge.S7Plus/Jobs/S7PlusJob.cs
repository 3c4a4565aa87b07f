using System.Threading.Tasks.Sources;
using S7OpcBridge.S7Plus.Frames;
using S7OpcBridge.S7Plus.Jobs;
using S7OpcBridge.S7Plus.Messages;
using S7OpcBridge.S7Plus.Values;

namespace S7OpcBridge.S7Plus;

/// <summary>
/// An exchange with a PLC that can be repeated any number of times. It owns its request, answer and awaitable, so that sending allocates nothing. Used by one
/// caller at a time, who awaits the returned task once.
/// </summary>
public abstract class S7PlusJob : IValueTaskSource
{
    // Continuations run inline on the receive loop: what they send leaves before the next answer is processed.
    private ManualResetValueTaskSourceCore<bool> _core;
    private CancellationTokenRegistration _registration;
    private CancellationToken _cancellation;
    private S7PlusException? _failure;
    private int _busy;

    private protected S7PlusJob(RequestBody? body) => Body = body!;

    /// <summary>The request.</summary>
    internal RequestBody Body { get; private protected set; }

    /// <summary>Sequence number of the present sending.</summary>
    internal ushort Sequence { get; set; }

    /// <summary>Integrity id of the present sending, where it has one.</summary>
    internal uint Integrity { get; set; }

    /// <summary>When the job began to wait, was sent, or became the first in flight, by the connection's <see cref="AnswerClock"/>.</summary>
    internal long Since { get; set; }

    /// <summary>True while it waits to be sent.</summary>
    internal bool IsWaiting { get; set; }

    /// <summary>The next job in its list; a job is in at most one list.</summary>
    internal S7PlusJob? Next { get; set; }

    /// <summary>True for a job that changes something in the PLC; it is sent before waiting reads.</summary>
    internal bool IsWrite => IntegrityCounters.IsSet(Body.Function);

    /// <summary>False for a request that the PLC does not answer: it completes when it is sent.</summary>
    internal bool WantsAnswer => Body.Flags != TransportFlags.NoAnswer;

    internal bool WasRefused => _failure is S7PlusRefusedException;

    /// <summary>A later cancellation belongs to another sending.</summary>
    internal bool IsCancelled => _cancellation.IsCancellationRequested;

    /// <summary>Prepares the job for another sending.</summary>
    /// <exception cref="InvalidOperationException">The job is still under way.</exception>
    internal ValueTask Begin()
    {
        if (Interlocked.Exchange(ref _busy, 1) != 0)
            throw new InvalidOperationException("This job is still under way; await it before it is sent again, or use a second job.");
        _core.Reset();
        _failure = null;
        Forget();
        return new ValueTask(this, _core.Version);
    }

    /// <summary>Takes the answer. The caller is not resumed yet; see <see cref="Complete"/>.</summary>
    /// <exception cref="S7PlusProtocolException">The answer does not match this request.</exception>
    internal void Accept(in AnswerHead head, ref PlusReader from)
    {
        try
        {
            if (head.Function is PlusFunction.Error or PlusFunction.Error2)
                Refuse(new S7PlusReturnValue(from.Vlq64()));
            else if (head.Function != Body.Function)
                throw new S7PlusProtocolException($"Broken answer: function {head.Function} answers a {Body.Function}.");
            else
                TakeAnswer(ref from);
        }
        catch (S7PlusProtocolException e)
        {
            Forget();
            _failure = e;
            throw;
        }
    }

    /// <summary>Resumes the caller, who may send the job again at once.</summary>
    internal void Complete()
    {
        var failure = _failure;
        Volatile.Write(ref _busy, 0);
        if (failure is null)
            _core.SetResult(true);
        else
            _core.SetException(failure);
    }

    internal void Fail(S7PlusException failure)
    {
        _failure = failure;
        Complete();
    }

    internal void CompleteCancelled()
    {
        var cancellation = _cancellation;
        Volatile.Write(ref _busy, 0);
        _core.SetException(new OperationCanceledException(cancellation));
    }

    /// <summary>Lets a cancellation withdraw a waiting job; ended by <see cref="StopListening"/>.</summary>
    internal void ListenFor(CancellationToken cancellationToken, Action<object?> withdraw)
    {
        _cancellation = cancellationToken;
        if (cancellationToken.CanBeCanceled)
            _registration = cancellationToken.UnsafeRegister(withdraw, this);
    }

    internal void StopListening()
    {
        _registration.Unregister();
        _registration = default;
        _cancellation = default;
    }

    void IValueTaskSource.GetResult(short token) => _core.GetResult(token);

    ValueTaskSourceStatus IValueTaskSource.GetStatus(short token) => _core.GetStatus(token);

    void IValueTaskSource.OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
        _core.OnCompleted(continuation, state, token, flags);

    /// <summary>Sets a refusal as the result of a complete answer.</summary>
    private protected void Refuse(S7PlusReturnValue code) =>
        _failure = new S7PlusRefusedException($"The PLC refused the request ({Body.Function}): {ReturnCodes.Describe(code)}", code);

    private protected abstract void TakeAnswer(ref PlusReader from);

    /// <summary>Clears the last answer.</summary>
    private protected abstract void Forget();
}
