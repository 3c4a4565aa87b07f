namespace S7OpcBridge.S7.Types.Codecs;

/// <summary>Base of the codecs of single values; arrays use them for their elements.</summary>
/// <typeparam name="T">The element type of the .NET array for an array of this type.</typeparam>
internal abstract class ScalarCodec<T> : S7Codec
{
    protected ScalarCodec(S7DataType type)
    {
        Type = type;
        Size = type.ByteLength();
    }

    public sealed override bool TryDecode(ReadOnlySpan<byte> source, out S7Value value)
    {
        if (!TryRead(source, out var raw))
        {
            value = default;
            return false;
        }
        value = Wrap(raw);
        return true;
    }

    public sealed override S7EncodeStatus Encode(in S7Value value, Span<byte> destination, out int written)
    {
        written = 0;
        if (value.IsArray || value.Kind != Type.ValueKind)
            return S7EncodeStatus.TypeMismatch;
        if (!TryUnwrap(value, out var raw))
            return S7EncodeStatus.OutOfRange;
        var end = Write(raw, destination);
        if (end < 0)
            return S7EncodeStatus.OutOfRange;
        written = end - WriteOffset;
        return S7EncodeStatus.Ok;
    }

    /// <summary>Reads <see cref="S7Codec.Size"/> bytes; false where they are not valid for the type.</summary>
    internal abstract bool TryRead(ReadOnlySpan<byte> source, out T value);

    /// <summary>Writes the value in the layout of the PLC. Returns the number of bytes, or −1 where the type cannot represent it.</summary>
    internal abstract int Write(T value, Span<byte> destination);

    protected abstract S7Value Wrap(T value);

    protected abstract bool TryUnwrap(in S7Value value, out T raw);
}
