using System.Numerics;

namespace S7OpcBridge.S7.Types.Codecs;

/// <summary>Byte to LWord, SInt to ULInt: two's complement or unsigned, big-endian.</summary>
internal sealed class IntegerCodec<T>(S7DataType type) : NumberCodec<T>(type)
    where T : struct, IBinaryInteger<T>, IMinMaxValue<T>
{
    private static readonly bool IsUnsigned = T.IsZero(T.MinValue);

    internal override bool TryRead(ReadOnlySpan<byte> source, out T value)
    {
        value = T.ReadBigEndian(source[..Size], IsUnsigned);
        return true;
    }

    internal override int Write(T value, Span<byte> destination) => value.WriteBigEndian(destination);
}
