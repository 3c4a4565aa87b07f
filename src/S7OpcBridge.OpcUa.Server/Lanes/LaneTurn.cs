using System.Runtime.CompilerServices;

namespace S7OpcBridge.OpcUa.Server.Lanes;

/// <summary>
/// A piece of long work. <c>await turn</c> goes on at once while its slice lasts, otherwise on a thread of the lane when it is its turn again; it throws if the
/// work is cancelled. Everything up to the next await that waits is part of the slice. One caller at a time.
/// </summary>
internal sealed class LaneTurn(WorkLane lane, TimeProvider time, LaneShare[] shares, long number, CancellationToken cancellationToken)
    : ICriticalNotifyCompletion,
        IDisposable
{
    [ThreadStatic]
    private static LaneTurn? _running;

    private Action? _continue;
    private long _begin;

    /// <summary>What its time counts for; the session is the first.</summary>
    public IReadOnlyList<LaneShare> Shares => shares;

    /// <summary>True if it only has to find out that it is cancelled.</summary>
    public bool IsCancelled => cancellationToken.IsCancellationRequested;

    /// <summary>Cancelled work comes first, then that of the client, and of its sessions that, which has used the least time. Under the lane's gate.</summary>
    public (bool IsInTime, long Largest, long BySession, long Number) Rank
    {
        get
        {
            var largest = 0L;
            foreach (var share in shares)
                largest = Math.Max(largest, share.Used);
            return (!IsCancelled, largest, shares[0].Used, number);
        }
    }

    /// <summary>True while the slice lasts, so that nothing is waited for.</summary>
    public bool IsCompleted => _running == this && (IsCancelled || time.GetElapsedTime(_begin) < WorkLane.Slice);

    /// <summary>Itself.</summary>
    public LaneTurn GetAwaiter() => this;

    /// <summary>Throws if the work is cancelled.</summary>
    public void GetResult() => cancellationToken.ThrowIfCancellationRequested();

    /// <inheritdoc/>
    public void OnCompleted(Action continuation) => UnsafeOnCompleted(continuation);

    /// <inheritdoc/>
    public void UnsafeOnCompleted(Action continuation)
    {
        _continue = continuation;
        lane.Enqueue(this);
    }

    /// <summary>Runs the next slice, on a thread of the lane.</summary>
    public void Continue()
    {
        (_running, _begin) = (this, time.GetTimestamp());
        try
        {
            _continue!();
        }
        finally
        {
            _running = null;
        }
    }

    public void Dispose() => lane.Leave(this);
}
