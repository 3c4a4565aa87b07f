using System.Net.Sockets;

namespace S7OpcBridge.OpcUa.Channel.Transport;

/// <summary>Notices clients whose machine or link is gone without a word within a minute, so that what they hold can be given to others.</summary>
internal static class KeepAlive
{
    private const int FirstAfterSeconds = 30, NextAfterSeconds = 5, Unanswered = 5;

    /// <summary>Turns it on for a connection.</summary>
    public static void Enable(Socket socket)
    {
        socket.SetSocketOption(SocketOptionLevel.Socket, SocketOptionName.KeepAlive, true);
        socket.SetSocketOption(SocketOptionLevel.Tcp, SocketOptionName.TcpKeepAliveTime, FirstAfterSeconds);
        socket.SetSocketOption(SocketOptionLevel.Tcp, SocketOptionName.TcpKeepAliveInterval, NextAfterSeconds);
        socket.SetSocketOption(SocketOptionLevel.Tcp, SocketOptionName.TcpKeepAliveRetryCount, Unanswered);
    }
}
