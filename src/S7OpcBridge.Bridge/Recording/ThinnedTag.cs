using S7OpcBridge.Core;
using S7OpcBridge.OpcUa;

namespace S7OpcBridge.Bridge.Recording;

/// <summary>
/// Decides which values of a tag with <c>every</c> or a <c>deadband</c> are recorded: the last one of each interval, on the time of the values, if it differs
/// enough from the one recorded before. A change of status and the first value after a gap are always recorded.
/// </summary>
internal sealed class ThinnedTag(int series, TagHistory rule, ValueRecorder record)
{
    private double _recorded = double.NaN;
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
            _recorded = Number(value);
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
        var number = Number(value);
        // A comparison with NaN is false: such a value is recorded.
        if (rule.Deadband is { } width && Math.Abs(number - _recorded) < width)
            return;
        record(series, value, StatusCodes.Good, UaTime.FromTicks(ticks));
        _recorded = number;
    }

    private static double Number(in Variant value) =>
        value.IsArray
            ? double.NaN
            : value.Type switch
            {
                BuiltInType.SByte or BuiltInType.Int16 or BuiltInType.Int32 or BuiltInType.Int64 => value.Bits,
                BuiltInType.Byte or BuiltInType.UInt16 or BuiltInType.UInt32 or BuiltInType.UInt64 => (ulong)value.Bits,
                BuiltInType.Float => BitConverter.Int32BitsToSingle((int)value.Bits),
                BuiltInType.Double => BitConverter.Int64BitsToDouble(value.Bits),
                _ => double.NaN,
            };
}
