namespace S7OpcBridge.OpcUa.Server.Aggregates;

/// <summary>Values as numbers, and numbers as values.</summary>
internal static class NumericValues
{
    /// <summary>The number of a value; false: it is none.</summary>
    public static bool TryOf(in Variant value, out double number)
    {
        number = 0;
        if (value.IsArray)
            return false;
        switch (value.Type)
        {
            case BuiltInType.Double:
                number = BitConverter.Int64BitsToDouble(value.Bits);
                return true;
            case BuiltInType.Float:
                number = BitConverter.UInt32BitsToSingle((uint)value.Bits);
                return true;
            case BuiltInType.UInt64:
                number = (ulong)value.Bits;
                return true;
            case BuiltInType.Boolean
            or BuiltInType.SByte
            or BuiltInType.Byte
            or BuiltInType.Int16
            or BuiltInType.UInt16
            or BuiltInType.Int32
            or BuiltInType.UInt32
            or BuiltInType.Int64:
                number = value.Bits;
                return true;
            default:
                return false;
        }
    }

    /// <summary>A number as a value of a type; false: it is too large for it.</summary>
    public static bool TryMake(double number, BuiltInType type, out Variant value)
    {
        value = default;
        if (type is BuiltInType.Double or BuiltInType.Float)
        {
            value = type == BuiltInType.Double ? Variant.From(number) : Variant.From((float)number);
            return true;
        }

        if (type == BuiltInType.Boolean)
        {
            value = Variant.From(number != 0);
            return true;
        }

        var whole = Math.Round(number, MidpointRounding.ToEven);
        (double low, double high) = type switch
        {
            BuiltInType.SByte => (sbyte.MinValue, sbyte.MaxValue),
            BuiltInType.Byte => (0, byte.MaxValue),
            BuiltInType.Int16 => (short.MinValue, short.MaxValue),
            BuiltInType.UInt16 => (0, ushort.MaxValue),
            BuiltInType.Int32 => (int.MinValue, int.MaxValue),
            BuiltInType.UInt32 => (0, uint.MaxValue),
            BuiltInType.Int64 => ((double)long.MinValue, long.MaxValue),
            BuiltInType.UInt64 => (0, ulong.MaxValue),
            _ => (1d, 0d),
        };
        if (!(whole >= low && whole <= high))
            return false;
        value = new Variant(type, type == BuiltInType.UInt64 ? (long)(ulong)whole : (long)whole);
        return true;
    }
}
