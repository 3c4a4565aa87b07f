using System.Buffers.Binary;
using System.Runtime.InteropServices;

namespace S7OpcBridge.S7.Types.Codecs;

/// <summary>
/// WString[n]: capacity (2 bytes), length (2 bytes), UTF-16 big-endian. Lengths count code units, so a character above U+FFFF counts as two; code units are
/// copied unchanged, including lone surrogates. The capacity word is never sent.
/// </summary>
internal sealed class WStringCodec : TextCodec
{
    private const int Header = 4;

    internal WStringCodec(S7DataType type)
        : base(type) => WriteOffset = 2;

    internal override bool TryRead(ReadOnlySpan<byte> source, out string value)
    {
        var length = Math.Min(
            Math.Min(BinaryPrimitives.ReadUInt16BigEndian(source), BinaryPrimitives.ReadUInt16BigEndian(source[2..])),
            Type.Capacity
        );
        value = string.Create(
            length,
            source.Slice(Header, length * sizeof(char)),
            static (characters, bytes) => CopySwapped(bytes, characters)
        );
        return true;
    }

    internal override int Write(string value, Span<byte> destination)
    {
        if (value.Length > Type.Capacity)
            return -1;
        BinaryPrimitives.WriteUInt16BigEndian(destination, (ushort)Type.Capacity);
        BinaryPrimitives.WriteUInt16BigEndian(destination[2..], (ushort)value.Length);
        for (var i = 0; i < value.Length; i++)
            BinaryPrimitives.WriteUInt16BigEndian(destination[(Header + (i * sizeof(char)))..], value[i]);
        var end = Header + (value.Length * sizeof(char));
        destination[end..Size].Clear();
        return end;
    }

    private static void CopySwapped(ReadOnlySpan<byte> bytes, Span<char> characters)
    {
        if (!BitConverter.IsLittleEndian)
            bytes.CopyTo(MemoryMarshal.AsBytes(characters));
        else
            BinaryPrimitives.ReverseEndianness(MemoryMarshal.Cast<byte, ushort>(bytes), MemoryMarshal.Cast<char, ushort>(characters));
    }
}
