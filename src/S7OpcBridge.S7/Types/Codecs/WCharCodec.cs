using System.Buffers.Binary;

namespace S7OpcBridge.S7.Types.Codecs;

/// <summary>WChar: one UTF-16 code unit, big-endian; 0 is the empty text. A character above U+FFFF does not fit.</summary>
internal sealed class WCharCodec() : TextCodec(new(S7TypeKind.WChar))
{
    internal override bool TryRead(ReadOnlySpan<byte> source, out string value)
    {
        var unit = BinaryPrimitives.ReadUInt16BigEndian(source);
        value = unit == 0 ? "" : ((char)unit).ToString();
        return true;
    }

    internal override int Write(string value, Span<byte> destination)
    {
        if (value.Length > 1)
            return -1;
        BinaryPrimitives.WriteUInt16BigEndian(destination, value.Length == 0 ? (ushort)0 : value[0]);
        return sizeof(char);
    }
}
