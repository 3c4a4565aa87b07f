using System.Net.Sockets;
using System.Runtime.CompilerServices;

namespace S7OpcBridge.OpcUa.Channel.Transport.Loop;

/// <summary>A client's socket, which waits on the <see cref="SocketLoop"/> where there is one. One receiver and one sender at a time.</summary>
/// <remarks>
/// With a loop no asynchronous method of <see cref="Socket"/> is used until the end: the first one that has to wait registers the socket for good with the
/// runtime's own event thread, which then wakes for every event as well.
/// </remarks>
internal sealed class ClientSocket : IThreadPoolWorkItem, IDisposable
{
    private readonly Socket _socket;
    private readonly SocketLoop? _loop;
    private readonly long _id;
    private readonly SocketReadiness _readable = new(),
        _writable = new();
    private readonly LoopTimeLimit _share = new();
    private int _closed;

    /// <param name="socket">A connected socket, owned by this one from now on.</param>
    /// <param name="loop">Null: the runtime waits.</param>
    /// <exception cref="SocketException">The system has no room for it; it is closed.</exception>
    public ClientSocket(Socket socket, SocketLoop? loop)
    {
        (_socket, _loop) = (socket, loop);
        (socket.Blocking, socket.NoDelay) = (false, true);
        if (loop is null)
            return;
        try
        {
            _id = loop.Add(socket, this);
        }
        catch (SocketException)
        {
            socket.Dispose();
            throw;
        }
    }

    /// <summary>Waits for something to receive, or the end. It may end too early: then there is nothing yet.</summary>
    /// <param name="onTheSpot">True: what follows is brief, and may run on the loop; false: it runs on the pool.</param>
    public ValueTask WaitAsync(bool onTheSpot)
    {
        if (_loop is null)
            return WaitForRuntimeAsync();
        return _readable.WaitAsync(onTheSpot && _share.TryTake());
    }

    /// <summary>Receives what is there. 0: the peer closed; -1: nothing yet.</summary>
    /// <exception cref="SocketException">The connection broke.</exception>
    public int Receive(Span<byte> buffer)
    {
        var count = _socket.Receive(buffer, SocketFlags.None, out var error);
        return error switch
        {
            SocketError.Success => count,
            SocketError.WouldBlock => -1,
            _ => throw new SocketException((int)error),
        };
    }

    /// <summary>Sends as much of several pieces as the system takes at once, in one call, and returns the number of bytes.</summary>
    /// <exception cref="SocketException">The connection broke.</exception>
    public int Send(IList<ArraySegment<byte>> pieces)
    {
        var count = _socket.Send(pieces, SocketFlags.None, out var error);
        return error is SocketError.Success or SocketError.WouldBlock ? count : throw new SocketException((int)error);
    }

    /// <summary>Sends all bytes. Nearly always done on return, because the system takes the bytes at once; after a wait it continues on the pool.</summary>
    /// <exception cref="SocketException">The connection broke.</exception>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    public async ValueTask SendAsync(ReadOnlyMemory<byte> bytes)
    {
        while (!bytes.IsEmpty)
        {
            var count = _socket.Send(bytes.Span, SocketFlags.None, out var error);
            if (error is not SocketError.Success and not SocketError.WouldBlock)
                throw new SocketException((int)error);
            bytes = bytes[count..];
            if (error == SocketError.Success)
                continue;
            if (_loop is null)
                bytes = bytes[await _socket.SendAsync(bytes, SocketFlags.None).ConfigureAwait(false)..];
            else
                await _writable.WaitAsync(onTheSpot: false).ConfigureAwait(false);
        }
    }

    /// <summary>Ends sending, then reads until the peer has closed too, at most <paramref name="mostReads"/> times.</summary>
    public async ValueTask ShutDownAsync(int mostReads, CancellationToken cancellationToken)
    {
        _socket.Shutdown(SocketShutdown.Send);
        var sink = new byte[4096];
        for (var reads = 0; reads < mostReads && await _socket.ReceiveAsync(sink, cancellationToken).ConfigureAwait(false) > 0; reads++) { }
    }

    /// <summary>Closes it. Waits end on the thread pool. Any thread.</summary>
    public void Dispose()
    {
        if (Interlocked.Exchange(ref _closed, 1) != 0)
            return;
        _loop?.Remove(_id);
        _socket.Dispose();
        if (_loop is not null)
            ThreadPool.UnsafeQueueUserWorkItem(this, preferLocal: false);
    }

    /// <summary>Called by the loop when something happened.</summary>
    public void Handle(in SocketEvent happened)
    {
        if (happened.IsWritable)
            _writable.Signal(happened.IsBroken);
        if (happened.IsReadable)
            _readable.Signal(happened.HasPeerEnded);
    }

    /// <summary>Called by the loop with the time that the client took on it, in ticks of <see cref="System.Diagnostics.Stopwatch"/>.</summary>
    public void Charge(long ticks) => _share.Charge(ticks);

    void IThreadPoolWorkItem.Execute()
    {
        _readable.Signal(forEver: true);
        _writable.Signal(forEver: true);
    }

    // Receives into an empty buffer, so that no memory is held while it waits.
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private async ValueTask WaitForRuntimeAsync() => await _socket.ReceiveAsync(Memory<byte>.Empty, SocketFlags.None).ConfigureAwait(false);
}
