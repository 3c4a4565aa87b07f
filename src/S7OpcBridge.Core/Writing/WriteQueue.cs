using System.Threading.Channels;
using S7OpcBridge.Core.Links;

namespace S7OpcBridge.Core.Writing;

/// <summary>
/// Writes that wait for the PLC, in the order of their arrival. Bounded by pieces; open only while the link is up, so that nothing is ever sent later than its
/// client believes. Any thread puts in, the write lane takes out.
/// </summary>
internal sealed class WriteQueue(int capacity)
{
    private readonly Lock _gate = new();

    // Not a channel for a single reader: when the link ends, the queue is emptied while the lane may still be taking.
    private readonly Channel<WriteRequest> _requests = Channel.CreateUnbounded<WriteRequest>();

    private bool _open;
    private int _pieces;

    /// <summary>Pieces that wait.</summary>
    public int Count => Volatile.Read(ref _pieces);

    public void Open()
    {
        lock (_gate)
            _open = true;
    }

    /// <summary>The link is down: what waits ends as <see cref="TagWriteResult.NoCommunication"/>, and so does what comes.</summary>
    public void Close()
    {
        lock (_gate)
            _open = false;
        while (TryTake(out var request))
            request.Complete(TagWriteResult.NoCommunication);
    }

    /// <summary>Puts a request in line. Anything but Ok: it was not accepted, and why. A call larger than the queue is accepted when nothing else waits.</summary>
    public TagWriteResult Accept(WriteRequest request)
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

    public bool TryTake(out WriteRequest request)
    {
        if (!_requests.Reader.TryRead(out request!))
            return false;
        Interlocked.Add(ref _pieces, -request.Pieces.Count);
        return true;
    }
}
