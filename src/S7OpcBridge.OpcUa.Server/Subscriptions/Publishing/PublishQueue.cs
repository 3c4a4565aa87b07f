using S7OpcBridge.OpcUa.Server.Subscriptions.Timing;

namespace S7OpcBridge.OpcUa.Server.Subscriptions.Publishing;

/// <summary>The Publish requests of a session that wait, first in, first out (OPC 10000-4, 5.14.5).</summary>
internal sealed class PublishQueue(ServerClock clock, int capacity)
{
    private QueuedPublishRequest? _first,
        _last;
    private long _nextDeadline = long.MaxValue;

    /// <summary>Number of requests.</summary>
    public int Count { get; private set; }

    /// <summary>True if a request waits that can be answered; removes and faults those that cannot any more.</summary>
    public bool HasRequest(long now)
    {
        while (_first is { } request)
        {
            if (!request.IsAlive)
                Dequeue().Fault(StatusCodes.BadSecureChannelClosed);
            else if (IsLate(request, now))
                Dequeue().Fault(StatusCodes.BadTimeout);
            else
                return true;
        }

        return false;
    }

    /// <summary>Appends a request. If there are too many, the oldest is answered with BadTooManyPublishRequests.</summary>
    public void Add(QueuedPublishRequest request)
    {
        if (Count == capacity)
            Dequeue().Fault(StatusCodes.BadTooManyPublishRequests);
        request.Next = null;
        if (_last is null)
            _first = request;
        else
            _last.Next = request;
        _last = request;
        _nextDeadline = Math.Min(_nextDeadline, clock.ToMilliseconds(request.Deadline));
        Count++;
    }

    /// <summary>Removes the oldest request and returns it; there must be one.</summary>
    public QueuedPublishRequest Dequeue()
    {
        var request = _first!;
        _first = request.Next;
        if (_first is null)
            _last = null;
        request.Next = null;
        Count--;
        return request;
    }

    /// <summary>Answers all requests whose timeout has passed, with BadTimeout.</summary>
    public void Expire(long now)
    {
        if (now < _nextDeadline)
            return;
        _nextDeadline = long.MaxValue;
        FaultWhere(StatusCodes.BadTimeout, (clock, now), static (request, at) => at.clock.ToMilliseconds(request.Deadline) <= at.now);
    }

    /// <summary>Answers all requests of a handle.</summary>
    /// <returns>How many.</returns>
    public int Cancel(uint requestHandle) =>
        FaultWhere(StatusCodes.BadRequestCancelledByClient, requestHandle, static (request, handle) => request.RequestHandle == handle);

    /// <summary>Answers all requests.</summary>
    public void FaultAll(StatusCode status)
    {
        while (_first is not null)
            Dequeue().Fault(status);
    }

    private bool IsLate(QueuedPublishRequest request, long now) => clock.ToMilliseconds(request.Deadline) <= now;

    private int FaultWhere<T>(StatusCode status, T argument, Func<QueuedPublishRequest, T, bool> isMeant)
    {
        var faulted = 0;
        for (var left = Count; left > 0; left--)
        {
            var request = Dequeue();
            if (isMeant(request, argument))
            {
                request.Fault(status);
                faulted++;
            }
            else
            {
                Add(request); // after all have been taken and appended once, the order is as before
            }
        }

        return faulted;
    }
}
