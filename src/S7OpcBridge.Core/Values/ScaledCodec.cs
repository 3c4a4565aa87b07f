using S7OpcBridge.S7;

namespace S7OpcBridge.Core.Values;

/// <summary>Decodes raw numbers to engineering values (Double) and encodes those: rounded to the raw type, refused where they exceed it.</summary>
internal sealed class ScaledCodec : S7Codec
{
    private readonly S7Codec _element;
    private readonly TagScale _scale;

    /// <param name="type">The tag's type.</param>
    /// <param name="element">The codec of the type, or of one element of the array.</param>
    public ScaledCodec(S7DataType type, S7Codec element, TagScale scale)
    {
        (_element, _scale) = (element, scale);
        (Type, Size) = (type, type.ByteLength());
    }

    public override bool TryDecode(ReadOnlySpan<byte> source, out S7Value value)
    {
        if (!Type.IsArray)
        {
            var decoded = TryRead(source, out var scaled);
            value = decoded ? S7Value.From(scaled) : default;
            return decoded;
        }
        value = default;
        var elements = new double[Type.ArrayLength];
        for (var i = 0; i < elements.Length; i++)
        {
            if (!TryRead(source[(i * Type.ElementSize)..], out elements[i]))
                return false;
        }
        value = S7Value.FromArray(S7ValueKind.Double, elements);
        return true;
    }

    public override S7EncodeStatus Encode(in S7Value value, Span<byte> destination, out int written)
    {
        written = 0;
        if (value.Kind != S7ValueKind.Double || value.IsArray != Type.IsArray)
            return S7EncodeStatus.TypeMismatch;
        if (!Type.IsArray)
            return Write(value.AsDouble(), destination, ref written);
        if (value.Reference is not double[] elements || elements.Length != Type.ArrayLength)
            return S7EncodeStatus.TypeMismatch;
        var status = S7EncodeStatus.Ok;
        for (var i = 0; i < elements.Length && status == S7EncodeStatus.Ok; i++)
            status = Write(elements[i], destination[(i * Type.ElementSize)..], ref written);
        return status;
    }

    private bool TryRead(ReadOnlySpan<byte> source, out double scaled)
    {
        scaled = 0;
        if (!_element.TryDecode(source[.._element.Size], out var raw) || !ValueConversion.TryGetNumber(TagValue.From(raw), out var number))
            return false;
        scaled = _scale.ToValue(number);
        return true;
    }

    private S7EncodeStatus Write(double scaled, Span<byte> destination, ref int written)
    {
        if (!_scale.TryToRaw(scaled, out var raw))
            return S7EncodeStatus.OutOfRange;
        var kind = (TagValueKind)Type.ValueKind;
        if (kind.IsIntegral())
            raw = Math.Round(raw, MidpointRounding.AwayFromZero);
        if (ValueConversion.Scalar(TagValue.From(S7Value.From(raw)), kind, out var converted) != TagWriteResult.Ok)
            return S7EncodeStatus.OutOfRange;
        var status = _element.Encode(converted.ToS7(), destination[.._element.Size], out var bytes);
        written += bytes;
        return status;
    }
}
