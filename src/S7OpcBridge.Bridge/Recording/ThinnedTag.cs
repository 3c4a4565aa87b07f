using S7OpcBridge.Core;
using S7OpcBridge.OpcUa;

namespace S7OpcBridge.Bridge.Recording;

/// <summary>
/// Decides which values of a tag with <c>every</c> or a <c>deadband</c> are recorded: the last one of each interval, on the time of the values, if it differs
/// enough from the one recorded before. A change of status and the first value after a gap are always recorded.
/// </summary>
internal sealed class ThinnedTag(int series, TagHistory rule, ValueRecorder record)
{
    private (BuiltInType Type, long Bits) _recorded; // of an array: no type
    private bool _hasRecorded;
    private Variant _value;
    private long _time;

    public int Series => series;

    public TagHistory Rule => rule;

    /// <summary>True while a value waits for the end of its interval.</summary>
    public bool IsHeld { get; private set; }

    /// <summary>UTC ticks at which the interval of the value that waits ends.</summary>
    public long Due { get; private set; }

    /// <summary>Records a value, or keeps it until its interval ends.</summary>
    /// <returns>True: it now waits for <see cref="Due"/>, and none did before.</returns>
    public bool Offer(in Variant value, StatusCode status, long ticks)
    {
        if (status != StatusCodes.Good || !_hasRecorded)
        {
            Release();
            record(series, value, status, UaTime.FromTicks(ticks));
            _hasRecorded = status == StatusCodes.Good;
            _recorded = NumberOf(value);
            return false;
        }
        if (rule.Every == TimeSpan.Zero)
        {
            Record(value, ticks);
            return false;
        }
        if (IsHeld && ticks >= Due)
            Release();
        (_value, _time) = (value, ticks);
        if (IsHeld)
            return false;
        IsHeld = true;
        Due = (ticks / rule.Every.Ticks + 1) * rule.Every.Ticks;
        return true;
    }

    /// <summary>Records the value that waits, if any.</summary>
    public void Release()
    {
        if (!IsHeld)
            return;
        IsHeld = false;
        Record(_value, _time);
        _value = default;
    }

    /// <summary>The next value is recorded whatever it is.</summary>
    public void Begin()
    {
        Release();
        _hasRecorded = false;
    }

    private void Record(in Variant value, long ticks)
    {
        var number = NumberOf(value);
        if (rule.Deadband is { } width && number.Type == _recorded.Type && Distance(number.Type, number.Bits, _recorded.Bits) < width)
            return;
        record(series, value, StatusCodes.Good, UaTime.FromTicks(ticks));
        _recorded = number;
    }

    private static (BuiltInType Type, long Bits) NumberOf(in Variant value) => value.IsArray ? default : (value.Type, value.Bits);

    // Integers are subtracted exactly: as Doubles, neighbours beyond 2^53 are one number. A comparison with NaN is false: such a value is recorded.
    private static double Distance(BuiltInType type, long one, long other) =>
        type switch
        {
            BuiltInType.SByte or BuiltInType.Int16 or BuiltInType.Int32 or BuiltInType.Int64 => (ulong)Math.Max(one, other)
                - (ulong)Math.Min(one, other),
            BuiltInType.Byte or BuiltInType.UInt16 or BuiltInType.UInt32 or BuiltInType.UInt64 => Math.Max((ulong)one, (ulong)other)
                - Math.Min((ulong)one, (ulong)other),
            BuiltInType.Float => Math.Abs(BitConverter.Int32BitsToSingle((int)one) - (double)BitConverter.Int32BitsToSingle((int)other)),
            BuiltInType.Double => Math.Abs(BitConverter.Int64BitsToDouble(one) - BitConverter.Int64BitsToDouble(other)),
            _ => double.NaN,
        };
}
