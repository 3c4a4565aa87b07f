using System.Buffers;
using System.Buffers.Binary;
using System.IO.Pipelines;

namespace S7OpcBridge.Web.Connections;

/// <summary>Checks the first bytes of a connection without taking them.</summary>
internal static class FirstRequest
{
    private const int Longest = 4096,
        TlsHeader = 5;
    private const byte TlsHandshake = 22;

    /// <summary>
    /// Waits for the head of an HTTP request (RFC 9112, 2.1), the first TLS record (RFC 8446, 5.1) or 4096 bytes; false: the client has closed the connection
    /// before.
    /// </summary>
    public static async Task<bool> ArrivesAsync(PipeReader input, CancellationToken cancellationToken)
    {
        while (true)
        {
            var read = await input.ReadAsync(cancellationToken);
            var isWhole = IsWhole(read.Buffer);
            input.AdvanceTo(read.Buffer.Start, isWhole ? read.Buffer.Start : read.Buffer.End);
            if (isWhole || read.IsCompleted)
                return isWhole;
        }
    }

    /// <summary>True once they are there.</summary>
    public static bool IsWhole(ReadOnlySequence<byte> sent)
    {
        if (sent.Length >= Longest)
            return true;
        Span<byte> buffer = stackalloc byte[Longest];
        sent.CopyTo(buffer);
        var head = buffer[..(int)sent.Length];
        if (head is [TlsHandshake, ..])
            return head.Length >= TlsHeader && head.Length >= TlsHeader + BinaryPrimitives.ReadUInt16BigEndian(head[3..]);
        return head.IndexOf("\r\n\r\n"u8) >= 0;
    }
}
