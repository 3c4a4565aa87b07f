using System.Net;
using System.Net.Sockets;

namespace S7OpcBridge.IsoOnTcp.Loop;

/// <summary>A socket of the system.</summary>
/// <remarks>
/// Asynchronous methods of <see cref="Socket"/> must not be used on it: the first such call registers it permanently with the runtime's event thread, which
/// would then also wake for every answer.
/// </remarks>
internal sealed class SystemSocket : LoopSocket
{
    private readonly SystemLoop _loop;

    public SystemSocket(AddressFamily family, SystemLoop loop)
        : base(loop)
    {
        _loop = loop;
        Handle = new OwnedSocket(family, this) { Blocking = false };
        Descriptor = (int)Handle.Handle;
        loop.Add(this);
    }

    /// <summary>The non-blocking system socket.</summary>
    public Socket Handle { get; }

    /// <summary>The file descriptor of the socket, while it is open.</summary>
    public int Descriptor { get; }

    // On the loop's thread the socket cannot be closed meanwhile; elsewhere the runtime's socket guards the descriptor.
    private bool IsDirect => OperatingSystem.IsLinux() && _loop.IsHere && IsOpen;

    public override int TrySend(ReadOnlySpan<byte> bytes)
    {
        var count = IsDirect ? LinuxSocket.Send(Descriptor, bytes, out var error) : Handle.Send(bytes, SocketFlags.None, out error);
        return error switch
        {
            SocketError.Success => count,
            SocketError.WouldBlock => 0,
            _ => throw new SocketException((int)error),
        };
    }

    public override int TryReceive(Span<byte> buffer)
    {
        var count = IsDirect ? LinuxSocket.Receive(Descriptor, buffer, out var error) : Handle.Receive(buffer, SocketFlags.None, out error);
        return error switch
        {
            SocketError.Success => count,
            SocketError.WouldBlock => -1,
            _ => throw new SocketException((int)error),
        };
    }

    public override void EndSending() => Handle.Shutdown(SocketShutdown.Send);

    protected override bool TryConnect(EndPoint target)
    {
        try
        {
            Handle.Connect(target);
            return true;
        }
        catch (SocketException e) when (e.SocketErrorCode is SocketError.WouldBlock or SocketError.InProgress)
        {
            return false;
        }
    }

    protected override void EndConnect()
    {
        var error = (SocketError)(int)Handle.GetSocketOption(SocketOptionLevel.Socket, SocketOptionName.Error)!;
        if (error != SocketError.Success)
            throw new SocketException((int)error);
    }

    protected override void Close()
    {
        _loop.Remove(this);
        Handle.Dispose();
    }

    /// <summary>The socket of the runtime with a reference to its owner.</summary>
    internal sealed class OwnedSocket(AddressFamily family, SystemSocket owner) : Socket(family, SocketType.Stream, ProtocolType.Tcp)
    {
        public SystemSocket Owner => owner;
    }
}
