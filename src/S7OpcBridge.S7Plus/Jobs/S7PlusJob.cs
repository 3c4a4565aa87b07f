using System.Threading.Tasks.Sources;
using S7OpcBridge.S7Plus.Frames;
using S7OpcBridge.S7Plus.Messages;
using S7OpcBridge.S7Plus.Values;

namespace S7OpcBridge.S7Plus;

/// <summary>
/// One exchange with a PLC that can be sent any number of times: owns its request, its answer and its awaitable, so that sending it allocates nothing.
/// One caller at a time, who awaits the returned task once.
/// </summary>
public abstract class S7PlusJob : IValueTaskSource
{
    // Continuations run inline on the receive loop: what they send next leaves before the next answer is looked at.
    private ManualResetValueTaskSourceCore<bool> _core;
    private CancellationTokenRegistration _registration;
    private CancellationToken _cancellation;
    private S7PlusException? _failure;
    private int _busy;

    private protected S7PlusJob(RequestBody? body) => Body = body!;

    /// <summary>The request.</summary>
    internal RequestBody Body { get; private protected set; }

    /// <summary>The number that this sending carries.</summary>
    internal ushort Sequence { get; set; }

    /// <summary>The integrity id that this sending carries, where it carries one.</summary>
    internal uint Integrity { get; set; }

    /// <summary>When the job began to wait for its turn, or was sent: a timestamp of the connection's clock.</summary>
    internal long Since { get; set; }

    /// <summary>True while it stands in the line of those that wait for their turn.</summary>
    internal bool IsWaiting { get; set; }

    /// <summary>The next one in whatever list the job is in; it is in one at most.</summary>
    internal S7PlusJob? Next { get; set; }

    /// <summary>True for a job that changes something in the PLC: it goes before waiting reads.</summary>
    internal bool IsWrite => IntegrityCounters.IsSet(Body.Function);

    /// <summary>False for a request that the PLC is told not to answer: it is done when it is sent.</summary>
    internal bool WantsAnswer => Body.Flags != TransportFlags.NoAnswer;

    internal bool WasRefused => _failure is S7PlusRefusedException;

    /// <summary>A cancellation that comes later belongs to another sending.</summary>
    internal bool IsCancelled => _cancellation.IsCancellationRequested;

    /// <summary>Starts over for another sending.</summary>
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

    /// <summary>Takes the answer in. Does not wake the caller yet: that is <see cref="Complete"/>.</summary>
    /// <exception cref="S7PlusProtocolException">The answer is none to this request.</exception>
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

    /// <summary>Wakes the caller, who may send the job again from within.</summary>
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

    /// <summary>Lets a cancellation take the job out of the line; ends with <see cref="StopListening"/>.</summary>
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

    /// <summary>The answer is whole and says no.</summary>
    private protected void Refuse(S7PlusReturnValue code) =>
        _failure = new S7PlusRefusedException($"The PLC refused the request ({Body.Function}): {ReturnCodes.Describe(code)}", code);

    private protected abstract void TakeAnswer(ref PlusReader from);

    /// <summary>Forgets the last answer.</summary>
    private protected abstract void Forget();
}
