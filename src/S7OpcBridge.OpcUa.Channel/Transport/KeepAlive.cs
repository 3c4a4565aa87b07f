using System.Net.Sockets;

namespace S7OpcBridge.OpcUa.Channel.Transport;

/// <summary>Sets TCP keep-alive, so that clients whose machine or link is gone are noticed within a minute.</summary>
internal static class KeepAlive
{
    private const int FirstAfterSeconds = 30,
        NextAfterSeconds = 5,
        Unanswered = 5;

    /// <summary>Turns it on for a connection.</summary>
    public static void Enable(Socket socket)
    {
        socket.SetSocketOption(SocketOptionLevel.Socket, SocketOptionName.KeepAlive, true);
        socket.SetSocketOption(SocketOptionLevel.Tcp, SocketOptionName.TcpKeepAliveTime, FirstAfterSeconds);
        socket.SetSocketOption(SocketOptionLevel.Tcp, SocketOptionName.TcpKeepAliveInterval, NextAfterSeconds);
        socket.SetSocketOption(SocketOptionLevel.Tcp, SocketOptionName.TcpKeepAliveRetryCount, Unanswered);
    }
}
