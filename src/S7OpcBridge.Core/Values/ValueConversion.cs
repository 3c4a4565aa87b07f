using S7OpcBridge.S7;

namespace S7OpcBridge.Core.Values;

/// <summary>
/// Converts a client's value to the kind of the tag without loss. An integral value within the target's range is converted, a floating-point value to any
/// floating-point kind that can hold it; a fraction, a Bool or a text is not converted to an integral kind.
/// </summary>
internal static class ValueConversion
{
    /// <summary>Converts a scalar.</summary>
    public static TagWriteResult Scalar(in TagValue value, TagValueKind target, out TagValue converted)
    {
        converted = value;
        if (value.IsArray)
            return TagWriteResult.TypeMismatch;
        if (target.IsIntegral())
            return ToIntegral(value, target, out converted);
        if (target.IsFloating())
            return ToFloating(value, target, out converted);
        return value.Kind == target && (target != TagValueKind.Text || value.Reference is string)
            ? TagWriteResult.Ok
            : TagWriteResult.TypeMismatch;
    }

    /// <summary>A number as Double, for limits; false: the value is not a number.</summary>
    public static bool TryGetNumber(in TagValue value, out double number)
    {
        number =
            value.Kind == TagValueKind.UInt64 ? (ulong)value.Bits
            : value.Kind.IsFloating() ? Floating(value)
            : value.Bits;
        return value.Kind.IsIntegral() || value.Kind.IsFloating();
    }

    private static TagWriteResult ToIntegral(in TagValue value, TagValueKind target, out TagValue converted)
    {
        converted = default;
        Int128 number;
        if (value.Kind.IsIntegral())
        {
            number = Integral(value);
        }
        else if (value.Kind.IsFloating())
        {
            var floating = Floating(value);
            if (!double.IsFinite(floating))
                return TagWriteResult.OutOfRange;
            if (floating != Math.Truncate(floating))
                return TagWriteResult.TypeMismatch;
            number =
                Math.Abs(floating) < 1e20 ? (Int128)floating
                : floating < 0 ? Int128.MinValue
                : Int128.MaxValue;
        }
        else
        {
            return TagWriteResult.TypeMismatch;
        }
        var (low, high) = NumberRange.ForKind(target);
        if (number < low || number > high)
            return TagWriteResult.OutOfRange;
        converted = new TagValue(target, target == TagValueKind.UInt64 ? (long)(ulong)number : (long)number);
        return TagWriteResult.Ok;
    }

    private static TagWriteResult ToFloating(in TagValue value, TagValueKind target, out TagValue converted)
    {
        converted = default;
        double number;
        if (value.Kind.IsFloating())
        {
            number = Floating(value);
            if (target == TagValueKind.Single && double.IsFinite(number) && !float.IsFinite((float)number))
                return TagWriteResult.OutOfRange;
        }
        else if (value.Kind.IsIntegral())
        {
            // 16,777,217 has no exact Real: a value that would be read back differently is out of range.
            var integral = Integral(value);
            number = target == TagValueKind.Single ? (float)integral : (double)integral;
            if ((Int128)number != integral)
                return TagWriteResult.OutOfRange;
        }
        else
        {
            return TagWriteResult.TypeMismatch;
        }
        converted = new TagValue(
            target,
            target == TagValueKind.Single ? BitConverter.SingleToUInt32Bits((float)number) : BitConverter.DoubleToInt64Bits(number)
        );
        return TagWriteResult.Ok;
    }

    private static Int128 Integral(in TagValue value) => value.Kind == TagValueKind.UInt64 ? (ulong)value.Bits : value.Bits;

    private static double Floating(in TagValue value) => new S7Value((S7ValueKind)value.Kind, value.Bits).AsDouble();
}
