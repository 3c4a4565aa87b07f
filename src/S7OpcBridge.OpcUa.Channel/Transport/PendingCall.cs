using S7OpcBridge.OpcUa.Channel.ClientMemory;

namespace S7OpcBridge.OpcUa.Channel.Transport;

/// <summary>
/// A request that waits for something outside the stack: a write, a method, a fresh read. It is cancelled when the client cancels it, when its timeoutHint
/// runs out, or when its session ends; the first of these sets the status.
/// </summary>
internal sealed class PendingCall : IDisposable
{
    private readonly CancellationTokenSource _cancellation = new();
    private readonly ITimer? _timer;
    private readonly WaitingRequest _request;
    private uint _status;

    public PendingCall(uint requestHandle, uint timeoutHint, TimeProvider time, in WaitingRequest request = default)
    {
        _request = request;
        RequestHandle = requestHandle;
        if (timeoutHint is > 0 and < int.MaxValue)
        {
            _timer = time.CreateTimer(
                static call => ((PendingCall)call!).GiveUp(StatusCodes.BadTimeout),
                this,
                TimeSpan.FromMilliseconds(timeoutHint),
                Timeout.InfiniteTimeSpan
            );
        }
    }

    public uint RequestHandle { get; }

    public CancellationToken Cancellation => _cancellation.Token;

    /// <summary>Why it was cancelled; Good: it was not.</summary>
    public StatusCode Status => Volatile.Read(ref _status);

    /// <summary>Cancels it: handlers see their token cancelled. False: it was cancelled before.</summary>
    public bool GiveUp(StatusCode why)
    {
        if (Interlocked.CompareExchange(ref _status, why.Value, 0) != 0)
            return false;
        try
        {
            _cancellation.Cancel();
        }
        catch (Exception e) when (e is ObjectDisposedException or AggregateException)
        {
            // It was answered meanwhile, or a callback of a handler failed; neither is an error here.
        }

        return true;
    }

    public void Dispose()
    {
        _timer?.Dispose();
        _request.Release();
        _cancellation.Dispose();
    }
}
