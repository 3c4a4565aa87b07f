using System.Buffers.Binary;
using System.Net.Sockets;

namespace S7OpcBridge.Web.Hosting;

/// <summary>Checks the first bytes of a connection without taking them from the socket.</summary>
internal static class FirstRequest
{
    private const int Longest = 4096,
        TlsHeader = 5;
    private const byte TlsHandshake = 22;

    /// <summary>True once the head of an HTTP request (RFC 9112, 2.1), the first TLS record (RFC 8446, 5.1) or 4096 bytes have arrived.</summary>
    /// <exception cref="SocketException">The connection was lost or closed.</exception>
    public static bool IsWhole(Socket socket)
    {
        Span<byte> buffer = stackalloc byte[Longest];
        var length = socket.Receive(buffer, SocketFlags.Peek);
        if (length == 0)
            throw new SocketException((int)SocketError.ConnectionReset);
        return length == Longest || IsWhole(buffer[..length]);
    }

    /// <summary>The same for received bytes.</summary>
    public static bool IsWhole(ReadOnlySpan<byte> sent)
    {
        if (sent[0] == TlsHandshake)
            return sent.Length >= TlsHeader && sent.Length >= TlsHeader + BinaryPrimitives.ReadUInt16BigEndian(sent[3..]);
        return sent.IndexOf("\r\n\r\n"u8) >= 0;
    }
}
