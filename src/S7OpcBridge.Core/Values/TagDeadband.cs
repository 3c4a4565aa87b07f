namespace S7OpcBridge.Core.Values;

/// <summary>Suppresses changes of one tag that are smaller than its deadband, measured from the value published last. Belongs to the read lane.</summary>
/// <param name="width">Smallest change that is published, above 0, in the unit of the value.</param>
internal sealed class TagDeadband(double width)
{
    private TagValueKind _kind;
    private long _bits;

    /// <summary>True: the next change is published, however small, because a client wrote the tag and expects to see the new value.</summary>
    public bool IsOpen { get; private set; }

    public void Open() => IsOpen = true;

    /// <summary>Returns true where the value is to be published. <paramref name="isQuiet"/>: only the value would change, not the quality.</summary>
    public bool Passes(in TagValue value, bool isQuiet)
    {
        if (isQuiet && value.Kind == _kind && IsNear(value))
            return false;
        (_kind, _bits, IsOpen) = (value.Kind, value.Bits, false);
        return true;
    }

    // Integers are subtracted exactly: as Doubles, neighbours beyond 2^53 are one number. Written so that NaN, and a value that follows NaN, is published.
    private bool IsNear(in TagValue value)
    {
        if (!value.Kind.IsFloating())
            return value.Bits == _bits || (!IsOpen && Distance(value) < width);
        ValueConversion.TryGetNumber(value, out var number);
        ValueConversion.TryGetNumber(new TagValue(_kind, _bits), out var last);
        return number == last || (!IsOpen && Math.Abs(number - last) < width);
    }

    private double Distance(in TagValue value)
    {
        var isLess = value.Kind == TagValueKind.UInt64 ? (ulong)value.Bits < (ulong)_bits : value.Bits < _bits;
        return isLess ? (ulong)_bits - (ulong)value.Bits : (ulong)value.Bits - (ulong)_bits;
    }
}
