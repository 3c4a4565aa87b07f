namespace S7OpcBridge.S7.Types.Codecs;

/// <summary>Arrays except those of Bool: equal distances between elements, pad bytes after strings of odd capacity.</summary>
internal sealed class ArrayCodec<T> : S7Codec
{
    private readonly ScalarCodec<T> _element;
    private readonly int _step;

    internal ArrayCodec(S7DataType type, ScalarCodec<T> element)
    {
        Type = type;
        Size = type.ByteLength();
        _element = element;
        _step = type.ElementSize;
    }

    public override bool TryDecode(ReadOnlySpan<byte> source, out S7Value value)
    {
        value = default;
        var elements = new T[Type.ArrayLength];
        for (var i = 0; i < elements.Length; i++)
        {
            if (!_element.TryRead(source.Slice(i * _step, _element.Size), out elements[i]))
                return false;
        }
        value = S7Value.FromArray(Type.ValueKind, elements);
        return true;
    }

    public override S7EncodeStatus Encode(in S7Value value, Span<byte> destination, out int written)
    {
        written = 0;
        if (!value.IsArray || value.Kind != Type.ValueKind || value.Reference is not T[] elements || elements.Length != Type.ArrayLength)
            return S7EncodeStatus.TypeMismatch;
        destination[..Size].Clear();
        for (var i = 0; i < elements.Length; i++)
        {
            if (_element.Write(elements[i], destination.Slice(i * _step, _element.Size)) < 0)
                return S7EncodeStatus.OutOfRange;
        }
        written = Size;
        return S7EncodeStatus.Ok;
    }
}
