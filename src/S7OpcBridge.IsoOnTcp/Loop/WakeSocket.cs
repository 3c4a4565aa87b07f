using System.Net;
using System.Net.Sockets;

namespace S7OpcBridge.IsoOnTcp.Loop;

/// <summary>Wakes the loop from other threads: a datagram socket connected to itself, so that nobody else can send to it.</summary>
internal sealed class WakeSocket
{
    private static readonly byte[] Knock = [1];

    private readonly byte[] _taken = new byte[1];
    private int _isSet;

    public WakeSocket()
    {
        Socket =
            Open(IPAddress.Loopback)
            ?? Open(IPAddress.IPv6Loopback)
            ?? throw new InvalidOperationException(
                "This machine has no loopback address (127.0.0.1 or ::1), which S7 connections need to wake their thread."
            );
    }

    public Socket Socket { get; }

    /// <summary>Wakes the loop. Any thread; several calls before <see cref="Drain"/> count as one.</summary>
    public void Set()
    {
        if (Interlocked.Exchange(ref _isSet, 1) == 0)
            Socket.Send(Knock, SocketFlags.None, out _);
    }

    public void Drain()
    {
        Socket.Receive(_taken, SocketFlags.None, out _);
        Volatile.Write(ref _isSet, 0);
    }

    private static Socket? Open(IPAddress loopback)
    {
        var socket = new Socket(loopback.AddressFamily, SocketType.Dgram, ProtocolType.Udp) { Blocking = false };
        try
        {
            socket.Bind(new IPEndPoint(loopback, 0));
            socket.Connect(socket.LocalEndPoint!);
            return socket;
        }
        catch (SocketException)
        {
            socket.Dispose();
            return null;
        }
    }
}
