using System.Buffers.Binary;

namespace S7OpcBridge.Cluster.Security;

/// <summary>Messages with their length before them: four bytes, little-endian.</summary>
internal static class Frames
{
    public static async Task SendAsync(Stream stream, ReadOnlyMemory<byte> message, CancellationToken cancellationToken)
    {
        var frame = new byte[sizeof(int) + message.Length];
        BinaryPrimitives.WriteInt32LittleEndian(frame, message.Length);
        message.CopyTo(frame.AsMemory(sizeof(int)));
        await stream.WriteAsync(frame, cancellationToken).ConfigureAwait(false);
        await stream.FlushAsync(cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Receives one.</summary>
    /// <exception cref="InvalidDataException">It is longer than allowed.</exception>
    /// <exception cref="EndOfStreamException">The other side has closed the connection.</exception>
    public static async Task<byte[]> ReceiveAsync(Stream stream, int longest, CancellationToken cancellationToken)
    {
        var head = new byte[sizeof(int)];
        await stream.ReadExactlyAsync(head, cancellationToken).ConfigureAwait(false);
        var length = BinaryPrimitives.ReadInt32LittleEndian(head);
        if (length < 0 || length > longest)
            throw new InvalidDataException($"A message of {length} bytes, where at most {longest} are allowed.");
        var message = new byte[length];
        await stream.ReadExactlyAsync(message, cancellationToken).ConfigureAwait(false);
        return message;
    }
}
