using System.Threading.Channels;
using S7OpcBridge.Core.Links;

namespace S7OpcBridge.Core.Writing;

/// <summary>
/// Writes that wait for the PLC, in order of arrival. Bounded by the number of pieces. Open only while the link is up, so that nothing is sent after its caller
/// got a failure. Any thread adds, the write lane takes.
/// </summary>
internal sealed class WriteQueue(int capacity)
{
    private readonly Lock _gate = new();

    // Not a single-reader channel: when the link ends, the queue is emptied while the lane may still be taking.
    private readonly Channel<TagWriteRequest> _requests = Channel.CreateUnbounded<TagWriteRequest>();

    private bool _open;
    private int _pieces;

    /// <summary>Number of waiting pieces.</summary>
    public int Count => Volatile.Read(ref _pieces);

    public void Open()
    {
        lock (_gate)
            _open = true;
    }

    /// <summary>Called when the link is down: waiting and later requests end as <see cref="TagWriteResult.NoCommunication"/>.</summary>
    public void Close()
    {
        lock (_gate)
            _open = false;
        while (TryTake(out var request))
            request.Complete(TagWriteResult.NoCommunication);
    }

    /// <summary>
    /// Adds a request. A result other than Ok means that it was not accepted, and why. A request larger than the queue is accepted while nothing else waits.
    /// </summary>
    public TagWriteResult Accept(TagWriteRequest request)
    {
        lock (_gate)
        {
            if (!_open)
                return TagWriteResult.NoCommunication;
            if (_pieces > 0 && _pieces + request.Pieces.Count > capacity)
                return TagWriteResult.TooManyOperations;
            Interlocked.Add(ref _pieces, request.Pieces.Count);
            _requests.Writer.TryWrite(request);
            return TagWriteResult.Ok;
        }
    }

    public ValueTask<bool> WaitAsync(CancellationToken cancellationToken) => _requests.Reader.WaitToReadAsync(cancellationToken);

    public bool TryTake(out TagWriteRequest request)
    {
        if (!_requests.Reader.TryRead(out request!))
            return false;
        Interlocked.Add(ref _pieces, -request.Pieces.Count);
        return true;
    }
}
