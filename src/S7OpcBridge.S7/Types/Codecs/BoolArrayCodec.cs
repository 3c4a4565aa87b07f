namespace S7OpcBridge.S7.Types.Codecs;

/// <summary>An array of Bool: eight to a byte, beginning at any bit.</summary>
internal sealed class BoolArrayCodec : S7Codec
{
    private readonly int _bit;

    internal BoolArrayCodec(S7DataType type, int bit)
    {
        Type = type;
        Size = type.ByteLength(bit);
        OwnsItsBytes = bit == 0 && type.ArrayLength % 8 == 0;
        _bit = bit;
    }

    public override bool TryDecode(ReadOnlySpan<byte> source, out S7Value value)
    {
        var elements = new bool[Type.ArrayLength];
        for (var i = 0; i < elements.Length; i++)
            elements[i] = ((source[(_bit + i) >> 3] >> ((_bit + i) & 7)) & 1) != 0;
        value = S7Value.FromArray(S7ValueKind.Boolean, elements);
        return true;
    }

    /// <summary>The bits as in the PLC; bits of the first and last byte outside the array are 0.</summary>
    public override S7EncodeStatus Encode(in S7Value value, Span<byte> destination, out int written)
    {
        written = 0;
        if (value.Kind != S7ValueKind.Boolean || value.Reference is not bool[] elements || elements.Length != Type.ArrayLength)
            return S7EncodeStatus.TypeMismatch;
        destination[..Size].Clear();
        for (var i = 0; i < elements.Length; i++)
        {
            if (elements[i])
                destination[(_bit + i) >> 3] |= (byte)(1 << ((_bit + i) & 7));
        }
        written = Size;
        return S7EncodeStatus.Ok;
    }
}
