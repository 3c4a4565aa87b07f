using System.Buffers.Binary;
using System.Net.Sockets;

namespace S7OpcBridge;

/// <summary>Looks at what a new connection has sent, and leaves it where it is.</summary>
internal static class FirstRequest
{
    private const int Longest = 4096, TlsHeader = 5;
    private const byte TlsHandshake = 22;

    /// <summary>
    /// True if the head of an HTTP request is there (RFC 9112, 2.1), or the first record of TLS (RFC 8446, 5.1), or so much that it is worth reading.
    /// </summary>
    /// <exception cref="SocketException">The connection is broken, or has ended.</exception>
    public static bool IsWhole(Socket socket)
    {
        Span<byte> buffer = stackalloc byte[Longest];
        var length = socket.Receive(buffer, SocketFlags.Peek);
        if (length == 0)
            throw new SocketException((int)SocketError.ConnectionReset);
        return length == Longest || IsWhole(buffer[..length]);
    }

    /// <summary>The same of bytes.</summary>
    public static bool IsWhole(ReadOnlySpan<byte> sent)
    {
        if (sent[0] == TlsHandshake)
            return sent.Length >= TlsHeader && sent.Length >= TlsHeader + BinaryPrimitives.ReadUInt16BigEndian(sent[3..]);
        return sent.IndexOf("\r\n\r\n"u8) >= 0;
    }
}
