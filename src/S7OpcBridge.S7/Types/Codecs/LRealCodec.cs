using System.Buffers.Binary;

namespace S7OpcBridge.S7.Types.Codecs;

/// <summary>LReal: IEEE 754, eight bytes, copied bit by bit, so that a NaN keeps its payload.</summary>
internal sealed class LRealCodec() : ScalarCodec<double>(new(S7TypeKind.LReal))
{
    internal override bool TryRead(ReadOnlySpan<byte> source, out double value)
    {
        value = BinaryPrimitives.ReadDoubleBigEndian(source);
        return true;
    }

    internal override int Write(double value, Span<byte> destination)
    {
        BinaryPrimitives.WriteDoubleBigEndian(destination, value);
        return sizeof(double);
    }

    protected override S7Value Wrap(double value) => S7Value.From(value);

    protected override bool TryUnwrap(in S7Value value, out double raw)
    {
        raw = BitConverter.Int64BitsToDouble(value.Bits);
        return true;
    }
}
