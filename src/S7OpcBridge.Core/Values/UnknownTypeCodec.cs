using S7OpcBridge.S7;

namespace S7OpcBridge.Core.Values;

/// <summary>The codec of a symbol whose type the CPU has not reported yet: decodes and encodes nothing.</summary>
internal sealed class UnknownTypeCodec : S7Codec
{
    public static readonly UnknownTypeCodec Instance = new();

    private UnknownTypeCodec() { }

    public override bool TryDecode(ReadOnlySpan<byte> source, out S7Value value)
    {
        value = default;
        return false;
    }

    public override S7EncodeStatus Encode(in S7Value value, Span<byte> destination, out int written)
    {
        written = 0;
        return S7EncodeStatus.TypeMismatch;
    }
}
