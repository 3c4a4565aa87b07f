using System.Buffers.Binary;

namespace S7OpcBridge.S7.Types.Codecs;

/// <summary>Real: IEEE 754, four bytes, copied bit by bit, so that a NaN keeps its payload.</summary>
internal sealed class RealCodec() : ScalarCodec<float>(new(S7TypeKind.Real))
{
    internal override bool TryRead(ReadOnlySpan<byte> source, out float value)
    {
        value = BinaryPrimitives.ReadSingleBigEndian(source);
        return true;
    }

    internal override int Write(float value, Span<byte> destination)
    {
        BinaryPrimitives.WriteSingleBigEndian(destination, value);
        return sizeof(float);
    }

    protected override S7Value Wrap(float value) => S7Value.From(value);

    protected override bool TryUnwrap(in S7Value value, out float raw)
    {
        raw = BitConverter.UInt32BitsToSingle((uint)value.Bits);
        return true;
    }
}
