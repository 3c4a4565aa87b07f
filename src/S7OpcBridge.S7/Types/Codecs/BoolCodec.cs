namespace S7OpcBridge.S7.Types.Codecs;

/// <summary>Bool: one bit of a byte; bit 0 is the lowest.</summary>
internal sealed class BoolCodec : S7Codec
{
    private readonly int _mask;

    internal BoolCodec(int bit)
    {
        Type = new(S7TypeKind.Bool);
        Size = 1;
        OwnsItsBytes = false;
        _mask = 1 << bit;
    }

    public override bool TryDecode(ReadOnlySpan<byte> source, out S7Value value)
    {
        value = S7Value.From((source[0] & _mask) != 0);
        return true;
    }

    public override S7EncodeStatus Encode(in S7Value value, Span<byte> destination, out int written)
    {
        written = 0;
        if (value.IsArray || value.Kind != S7ValueKind.Boolean)
            return S7EncodeStatus.TypeMismatch;
        destination[0] = value.Bits != 0 ? (byte)1 : (byte)0;
        written = 1;
        return S7EncodeStatus.Ok;
    }
}
