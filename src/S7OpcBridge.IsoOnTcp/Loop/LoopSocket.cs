using System.Net;
using System.Net.Sockets;

namespace S7OpcBridge.IsoOnTcp.Loop;

/// <summary>A TCP socket served by the <see cref="EventLoop"/>. One receiver and one sender at a time.</summary>
/// <remarks>
/// Asynchronous methods of <see cref="Socket"/> must not be used on it: the first such call registers it permanently with the runtime's event thread, which
/// would then also wake for every answer.
/// </remarks>
internal sealed class LoopSocket : IDisposable
{
    private readonly EventLoop _loop;
    private int _closed;

    public LoopSocket(AddressFamily family, EventLoop loop)
    {
        _loop = loop;
        (Readable, Writable) = (new SocketWait(loop), new SocketWait(loop));
        Handle = new SystemSocket(family, this) { Blocking = false };
        Descriptor = (int)Handle.Handle;
        loop.Add(this);
    }

    /// <summary>The non-blocking system socket.</summary>
    public Socket Handle { get; }

    /// <summary>The file descriptor of the socket, while it is open.</summary>
    public int Descriptor { get; }

    /// <summary>The remote endpoint. Stored, because the system forgets it as soon as the peer resets the connection.</summary>
    public EndPoint Target { get; private set; } = new IPEndPoint(IPAddress.None, 0);

    public SocketWait Readable { get; }

    public SocketWait Writable { get; }

    /// <exception cref="SocketException">The connection was not made.</exception>
    public async ValueTask ConnectAsync(EndPoint target, CancellationToken cancellationToken)
    {
        Target = target;
        try
        {
            Handle.Connect(target);
            return;
        }
        catch (SocketException e) when (e.SocketErrorCode is SocketError.WouldBlock or SocketError.InProgress)
        {
            // The connection is in progress.
        }
        await WaitAsync(Writable, cancellationToken).ConfigureAwait(false);
        var error = (SocketError)(int)Handle.GetSocketOption(SocketOptionLevel.Socket, SocketOptionName.Error)!;
        if (error != SocketError.Success)
            throw new SocketException((int)error);
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
    public int TrySend(ReadOnlySpan<byte> bytes)
    {
        var count = IsDirect ? LinuxSocket.Send(Descriptor, bytes, out var error) : Handle.Send(bytes, SocketFlags.None, out error);
        return error switch
        {
            SocketError.Success => count,
            SocketError.WouldBlock => 0,
            _ => throw new SocketException((int)error),
        };
    }

    /// <summary>Receives available bytes. 0: the peer closed; -1: nothing available.</summary>
    /// <exception cref="SocketException">The connection was lost.</exception>
    public int TryReceive(Span<byte> buffer)
    {
        var count = IsDirect ? LinuxSocket.Receive(Descriptor, buffer, out var error) : Handle.Receive(buffer, SocketFlags.None, out error);
        return error switch
        {
            SocketError.Success => count,
            SocketError.WouldBlock => -1,
            _ => throw new SocketException((int)error),
        };
    }

    /// <summary>
    /// Closes the socket and ends the waits: on the loop's thread at once, from another thread soon after, because a socket must not be closed while poll uses
    /// it.
    /// </summary>
    public void Dispose()
    {
        if (Interlocked.Exchange(ref _closed, 1) == 0)
            _loop.Run(static socket => ((LoopSocket)socket).Close(), this);
    }

    // On the loop's thread the socket cannot be closed meanwhile; elsewhere the runtime's socket guards the descriptor.
    private bool IsDirect => OperatingSystem.IsLinux() && _loop.IsHere && Volatile.Read(ref _closed) == 0;

    private static async ValueTask WaitAsync(SocketWait wait, CancellationToken cancellationToken)
    {
        var ready = wait.BeginAsync(onTheSpot: false);
        using (cancellationToken.UnsafeRegister(static wait => ((SocketWait)wait!).Ready(), wait))
            await ready.ConfigureAwait(false);
        cancellationToken.ThrowIfCancellationRequested();
    }

    private void Close()
    {
        _loop.Remove(this);
        Handle.Dispose();
        Readable.Ready();
        Writable.Ready();
    }

    /// <summary>The system socket with a reference to its owner.</summary>
    internal sealed class SystemSocket(AddressFamily family, LoopSocket owner) : Socket(family, SocketType.Stream, ProtocolType.Tcp)
    {
        public LoopSocket Owner => owner;
    }
}
