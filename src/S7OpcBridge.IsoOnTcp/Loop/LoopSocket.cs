using System.Net;
using System.Net.Sockets;

namespace S7OpcBridge.IsoOnTcp.Loop;

/// <summary>A TCP socket served by an <see cref="EventLoop"/>. One receiver and one sender at a time.</summary>
internal abstract class LoopSocket : IDisposable
{
    private readonly EventLoop _loop;
    private int _closed;

    protected LoopSocket(EventLoop loop)
    {
        _loop = loop;
        (Readable, Writable) = (new SocketWait(loop), new SocketWait(loop));
    }

    /// <summary>The remote endpoint. Stored, because the system forgets it as soon as the peer resets the connection.</summary>
    public EndPoint Target { get; private set; } = new IPEndPoint(IPAddress.None, 0);

    public SocketWait Readable { get; }

    public SocketWait Writable { get; }

    /// <summary>True until <see cref="Dispose"/>.</summary>
    protected bool IsOpen => Volatile.Read(ref _closed) == 0;

    /// <exception cref="SocketException">The connection was not made.</exception>
    public async ValueTask ConnectAsync(EndPoint target, CancellationToken cancellationToken)
    {
        Target = target;
        if (TryConnect(target))
            return;
        await WaitAsync(Writable, cancellationToken).ConfigureAwait(false);
        EndConnect();
    }

    /// <summary>Receives available bytes, or waits for them; continues on the thread pool. 0: the peer closed.</summary>
    /// <exception cref="SocketException">The connection was lost.</exception>
    public async ValueTask<int> ReceiveAsync(Memory<byte> buffer, CancellationToken cancellationToken)
    {
        int count;
        while ((count = TryReceive(buffer.Span)) < 0)
            await WaitAsync(Readable, cancellationToken).ConfigureAwait(false);
        return count;
    }

    /// <summary>Sends all bytes. Usually complete on return, because the system takes them at once.</summary>
    /// <exception cref="SocketException">The connection was lost.</exception>
    public async ValueTask SendAsync(ReadOnlyMemory<byte> bytes, CancellationToken cancellationToken)
    {
        while (!(bytes = bytes[TrySend(bytes.Span)..]).IsEmpty)
            await WaitAsync(Writable, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Sends as much as the system takes at once; returns the number of bytes.</summary>
    /// <exception cref="SocketException">The connection was lost.</exception>
    public abstract int TrySend(ReadOnlySpan<byte> bytes);

    /// <summary>Receives available bytes. 0: the peer closed; -1: nothing available.</summary>
    /// <exception cref="SocketException">The connection was lost.</exception>
    public abstract int TryReceive(Span<byte> buffer);

    /// <summary>Tells the peer that nothing more will be sent.</summary>
    /// <exception cref="SocketException">The connection was lost.</exception>
    public abstract void EndSending();

    /// <summary>
    /// Closes the socket and ends the waits: on the loop's thread at once, from another thread soon after, because a socket must not be closed while poll uses
    /// it.
    /// </summary>
    public void Dispose()
    {
        if (Interlocked.Exchange(ref _closed, 1) == 0)
            _loop.Run(static socket => ((LoopSocket)socket).CloseHere(), this);
    }

    /// <summary>Begins to connect. False: it is under way, and the socket becomes writable when it has ended.</summary>
    /// <exception cref="SocketException">The connection was not made.</exception>
    protected abstract bool TryConnect(EndPoint target);

    /// <exception cref="SocketException">The connection was not made.</exception>
    protected abstract void EndConnect();

    /// <summary>Closes it, on the loop's thread.</summary>
    protected abstract void Close();

    private static async ValueTask WaitAsync(SocketWait wait, CancellationToken cancellationToken)
    {
        var ready = wait.BeginAsync(onTheSpot: false);
        using (cancellationToken.UnsafeRegister(static wait => ((SocketWait)wait!).Ready(), wait))
            await ready.ConfigureAwait(false);
        cancellationToken.ThrowIfCancellationRequested();
    }

    private void CloseHere()
    {
        Close();
        Readable.Ready();
        Writable.Ready();
    }
}
