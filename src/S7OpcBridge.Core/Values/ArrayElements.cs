namespace S7OpcBridge.Core.Values;

/// <summary>Reads and makes arrays of values, element by element, by the kind of their elements.</summary>
internal static class ArrayElements
{
    /// <summary>
    /// Converts an array element by element; the first element that cannot be converted determines the result. An array of the right type is used as it is.
    /// </summary>
    public static TagWriteResult Convert(in TagValue value, TagValueKind target, out TagValue converted)
    {
        converted = value;
        if (value is not { IsArray: true, Reference: Array source } || !Holds(source, value.Kind))
            return TagWriteResult.TypeMismatch;
        if (value.Kind == target)
            return TagWriteResult.Ok;
        var elements = Make(target, source.Length);
        for (var i = 0; i < source.Length; i++)
        {
            var result = ValueConversion.Scalar(At(value, i), target, out var element);
            if (result != TagWriteResult.Ok)
                return result;
            Put(elements, target, i, element.Bits);
        }
        converted = new TagValue(target, 0, elements, IsArray: true);
        return TagWriteResult.Ok;
    }

    /// <summary>One element as a scalar.</summary>
    public static TagValue At(in TagValue value, int index) =>
        value.Kind switch
        {
            TagValueKind.Boolean => new(value.Kind, ((bool[])value.Reference!)[index] ? 1 : 0),
            TagValueKind.SByte => new(value.Kind, ((sbyte[])value.Reference!)[index]),
            TagValueKind.Byte => new(value.Kind, ((byte[])value.Reference!)[index]),
            TagValueKind.Int16 => new(value.Kind, ((short[])value.Reference!)[index]),
            TagValueKind.UInt16 => new(value.Kind, ((ushort[])value.Reference!)[index]),
            TagValueKind.Int32 => new(value.Kind, ((int[])value.Reference!)[index]),
            TagValueKind.UInt32 => new(value.Kind, ((uint[])value.Reference!)[index]),
            TagValueKind.UInt64 => new(value.Kind, (long)((ulong[])value.Reference!)[index]),
            TagValueKind.Single => new(value.Kind, BitConverter.SingleToUInt32Bits(((float[])value.Reference!)[index])),
            TagValueKind.Double or TagValueKind.Duration => new(
                value.Kind,
                BitConverter.DoubleToInt64Bits(((double[])value.Reference!)[index])
            ),
            TagValueKind.Text => new(value.Kind, 0, ((string[])value.Reference!)[index] ?? ""),
            _ => new(value.Kind, ((long[])value.Reference!)[index]),
        };

    private static Array Make(TagValueKind kind, int length) =>
        kind switch
        {
            TagValueKind.Boolean => new bool[length],
            TagValueKind.SByte => new sbyte[length],
            TagValueKind.Byte => new byte[length],
            TagValueKind.Int16 => new short[length],
            TagValueKind.UInt16 => new ushort[length],
            TagValueKind.Int32 => new int[length],
            TagValueKind.UInt32 => new uint[length],
            TagValueKind.UInt64 => new ulong[length],
            TagValueKind.Single => new float[length],
            TagValueKind.Double or TagValueKind.Duration => new double[length],
            TagValueKind.Text => new string[length],
            _ => new long[length],
        };

    private static void Put(Array elements, TagValueKind kind, int index, long bits)
    {
        switch (kind)
        {
            case TagValueKind.SByte:
                ((sbyte[])elements)[index] = (sbyte)bits;
                break;
            case TagValueKind.Byte:
                ((byte[])elements)[index] = (byte)bits;
                break;
            case TagValueKind.Int16:
                ((short[])elements)[index] = (short)bits;
                break;
            case TagValueKind.UInt16:
                ((ushort[])elements)[index] = (ushort)bits;
                break;
            case TagValueKind.Int32:
                ((int[])elements)[index] = (int)bits;
                break;
            case TagValueKind.UInt32:
                ((uint[])elements)[index] = (uint)bits;
                break;
            case TagValueKind.Int64:
                ((long[])elements)[index] = bits;
                break;
            case TagValueKind.UInt64:
                ((ulong[])elements)[index] = (ulong)bits;
                break;
            case TagValueKind.Single:
                ((float[])elements)[index] = BitConverter.UInt32BitsToSingle((uint)bits);
                break;
            default:
                ((double[])elements)[index] = BitConverter.Int64BitsToDouble(bits);
                break;
        }
    }

    // The runtime accepts an sbyte[] as a byte[], so the exact type is compared.
    private static bool Holds(Array array, TagValueKind kind) => array.GetType() == Make(kind, 0).GetType();
}
