using System.Buffers.Binary;
using S7OpcBridge.History;

namespace S7OpcBridge.Recording;

/// <summary>Places in a series as the bytes that the OPC UA server carries from one answer to the next.</summary>
internal static class Positions
{
    private const int Length = 16;

    /// <summary>The place; null: the beginning.</summary>
    public static HistoryPosition? Decode(ReadOnlyMemory<byte> bytes) =>
        bytes.Length < Length
            ? null
            : new HistoryPosition(
                BinaryPrimitives.ReadInt64LittleEndian(bytes.Span),
                BinaryPrimitives.ReadInt64LittleEndian(bytes.Span[8..])
            );

    /// <summary>The bytes; empty: there is nothing more.</summary>
    public static ReadOnlyMemory<byte> BytesOf(HistoryPosition? position)
    {
        if (position is not { } place)
            return default;
        var bytes = new byte[Length];
        BinaryPrimitives.WriteInt64LittleEndian(bytes, place.Time);
        BinaryPrimitives.WriteInt64LittleEndian(bytes.AsSpan(8), place.Sequence);
        return bytes;
    }
}
