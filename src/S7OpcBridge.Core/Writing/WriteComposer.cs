using S7OpcBridge.Core.Links;
using S7OpcBridge.Core.Values;
using S7OpcBridge.S7;

namespace S7OpcBridge.Core.Writing;

/// <summary>
/// Encodes a client's value to the bytes for the PLC, or returns why it cannot. Only the tag's own bytes are written: bits as bits, texts without the capacity
/// byte that belongs to the PLC, and arrays of texts one by one because pad bytes lie between them.
/// </summary>
internal sealed class WriteComposer(CodecCache codecs)
{
    /// <summary>Adds the pieces of one write.</summary>
    public TagWriteResult Compose(Tag tag, int write, in TagValue value, int start, List<WritePiece> pieces)
    {
        if (start < 0 && tag.IsArray != value.IsArray)
            return TagWriteResult.TypeMismatch;
        return tag.IsArray ? Array(tag, write, value, start, pieces)
            : start < 0 ? Scalar(tag, write, value, pieces)
            : TagWriteResult.TypeMismatch;
    }

    private TagWriteResult Scalar(Tag tag, int write, in TagValue value, List<WritePiece> pieces)
    {
        var result = ValueConversion.Scalar(value, tag.ValueKind, out var converted);
        if (result == TagWriteResult.Ok)
            result = WithinLimits(tag, converted);
        return result == TagWriteResult.Ok ? Encode(tag, write, tag.Type, tag.Address, converted, pieces) : result;
    }

    private TagWriteResult Array(Tag tag, int write, in TagValue value, int start, List<WritePiece> pieces)
    {
        // One element of an index range may be given as a scalar.
        var result = value.IsArray
            ? ArrayElements.Convert(value, tag.ValueKind, out var converted)
            : ValueConversion.Scalar(value, tag.ValueKind, out converted);
        if (result != TagWriteResult.Ok)
            return result;
        var count = converted.Reference is System.Array elements && converted.IsArray ? elements.Length : 1;
        // A shorter array would be within ArrayDimensions, which are a maximum, but the array in the PLC has a fixed length.
        if (start < 0 && count < tag.ArrayLength)
            return TagWriteResult.OutOfRange;
        if (start < 0 ? count > tag.ArrayLength : count == 0)
            return TagWriteResult.TypeMismatch;
        var first = Math.Max(0, start);
        if (first + count > tag.ArrayLength)
            return TagWriteResult.NoSuchElement;
        for (var i = 0; i < count; i++)
        {
            if (WithinLimits(tag, converted.IsArray ? ArrayElements.At(converted, i) : converted) != TagWriteResult.Ok)
                return TagWriteResult.OutOfRange;
        }

        var whole = converted.IsArray && tag.Type.Kind is not (S7TypeKind.String or S7TypeKind.WString or S7TypeKind.Bool);
        if (whole)
            return Encode(tag, write, tag.Type with { ArrayLength = count }, Element(tag, first), converted, pieces);
        if (tag.Type.Kind == S7TypeKind.Bool && converted.IsArray && ((tag.Address.Bit + first) | count) % 8 == 0)
            return Encode(tag, write, tag.Type with { ArrayLength = count }, Element(tag, first), converted, pieces);
        for (var i = 0; i < count && result == TagWriteResult.Ok; i++)
            result = Encode(
                tag,
                write,
                tag.Type with
                {
                    ArrayLength = 0,
                },
                Element(tag, first + i),
                converted.IsArray ? ArrayElements.At(converted, i) : converted,
                pieces
            );
        return result;
    }

    private TagWriteResult Encode(Tag tag, int write, S7DataType type, S7Address address, in TagValue value, List<WritePiece> pieces)
    {
        var codec = codecs.For(tag, type, address.Bit);
        var bytes = new byte[codec.Size];
        var status = codec.Encode(value.ToS7(), bytes, out var written);
        if (status != S7EncodeStatus.Ok)
            return status == S7EncodeStatus.OutOfRange ? TagWriteResult.OutOfRange : TagWriteResult.TypeMismatch;
        var isBit = type is { Kind: S7TypeKind.Bool, IsArray: false };
        var length = address.Area is S7Area.Timers or S7Area.Counters ? written / 2 : written;
        pieces.Add(
            new WritePiece(
                write,
                new S7Range(address.Area, address.Db, address.Offset + codec.WriteOffset, length),
                isBit ? address.Bit : -1,
                bytes.AsMemory(codec.WriteOffset, written),
                type.IsArray ? type.ElementSize
                    : type.ValueKind == S7ValueKind.Text ? 1
                    : 0
            )
            {
                Tag = tag.Id,
            }
        );
        return TagWriteResult.Ok;
    }

    private static S7Address Element(Tag tag, int index)
    {
        var address = tag.Address;
        if (tag.Type.Kind != S7TypeKind.Bool)
            return address with
            {
                Offset = address.Offset + index * tag.Type.ElementSize / (address.Area is S7Area.Timers or S7Area.Counters ? 2 : 1),
            };
        var bit = address.Bit + index;
        return address with { Offset = address.Offset + (bit >> 3), Bit = (byte)(bit & 7) };
    }

    private static TagWriteResult WithinLimits(Tag tag, in TagValue value)
    {
        if (tag.Details?.States is { } states && states.TextOf(value.Bits) is null)
            return TagWriteResult.OutOfRange;
        if (tag.Details?.Limits is not { } limits || !ValueConversion.TryGetNumber(value, out var number))
            return TagWriteResult.Ok;
        return number >= limits.Low && number <= limits.High ? TagWriteResult.Ok : TagWriteResult.OutOfRange;
    }
}
