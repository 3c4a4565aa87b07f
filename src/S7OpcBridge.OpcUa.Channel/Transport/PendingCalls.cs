using S7OpcBridge.OpcUa.Channel.ClientMemory;

namespace S7OpcBridge.OpcUa.Channel.Transport;

/// <summary>The waiting requests of one session, or of one connection that has none yet.</summary>
internal sealed class PendingCalls(int capacity)
{
    private readonly Lock _gate = new();
    private readonly List<PendingCall> _calls = [];
    private StatusCode _closed;

    /// <exception cref="UaException">BadTooManyOperations, BadOutOfMemory, or the reason why the session ended.</exception>
    public PendingCall Begin(uint requestHandle, uint timeoutHint, TimeProvider time, in WaitingRequest request = default)
    {
        lock (_gate)
        {
            if (!_closed.IsGood)
                throw new UaException(_closed, "The session or its channel has ended.");
            if (_calls.Count >= capacity)
                throw new UaException(StatusCodes.BadTooManyOperations, $"There are {capacity} requests under way.");
            if (!request.TryTake())
                throw new UaException(StatusCodes.BadOutOfMemory, "The memory for clients is short.");
            var call = new PendingCall(requestHandle, timeoutHint, time, request);
            _calls.Add(call);
            return call;
        }
    }

    public void End(PendingCall call)
    {
        lock (_gate)
            _calls.Remove(call);
        call.Dispose();
    }

    /// <summary>Cancels all calls with a handle.</summary>
    /// <returns>How many.</returns>
    public int Cancel(uint requestHandle) =>
        CancelWhere(StatusCodes.BadRequestCancelledByClient, call => call.RequestHandle == requestHandle);

    /// <summary>Cancels all calls, and refuses new ones.</summary>
    public void Close(StatusCode why)
    {
        lock (_gate)
            _closed = why;
        CancelWhere(why, _ => true);
    }

    private int CancelWhere(StatusCode why, Func<PendingCall, bool> isMeant)
    {
        PendingCall[] meant;
        lock (_gate)
            meant = [.. _calls.Where(isMeant)];

        // Outside the lock, because cancelling runs registered callbacks.
        return meant.Count(call => call.GiveUp(why));
    }
}
