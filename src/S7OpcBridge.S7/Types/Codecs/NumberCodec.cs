using System.Numerics;

namespace S7OpcBridge.S7.Types.Codecs;

/// <summary>Base of all integers: the value as the 64 bits of an <see cref="S7Value"/>.</summary>
internal abstract class NumberCodec<T>(S7DataType type) : ScalarCodec<T>(type)
    where T : struct, IBinaryInteger<T>
{
    protected sealed override S7Value Wrap(T value) => new(Type.ValueKind, long.CreateTruncating(value));

    protected sealed override bool TryUnwrap(in S7Value value, out T raw)
    {
        raw = T.CreateTruncating(value.Bits);
        return long.CreateTruncating(raw) == value.Bits;
    }
}
