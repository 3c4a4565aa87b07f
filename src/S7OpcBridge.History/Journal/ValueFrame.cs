using S7OpcBridge.History.Chunks;

namespace S7OpcBridge.History.Journal;

/// <summary>
/// Writes values into a frame: the difference of the series, a byte with type and flags, the sequence number where the series is new to the file, the
/// difference of the time, the status unless Good, the value.
/// </summary>
internal struct ValueFrame
{
    /// <summary>The type of an encoded Variant in the low five bits.</summary>
    private const byte Encoded = 31;
    private const byte TypeBits = 31,
        HasStatus = 0x40,
        HasSequence = 0x80;
    private int _series;
    private long _time;

    /// <summary>Appends a value.</summary>
    /// <param name="to">The frame.</param>
    /// <param name="sequence">Its sequence number where the file does not know the series yet; else negative.</param>
    public void Write(ByteWriter to, in Recorded value, long sequence)
    {
        to.Number(value.Series - _series);
        var type = value.Type == ValueForms.EncodedType ? Encoded : value.Type;
        to.Byte((byte)(type | (value.Status != 0 ? HasStatus : 0) | (sequence >= 0 ? HasSequence : 0)));
        if (sequence >= 0)
            to.Number(sequence);
        to.Number(value.Time - _time);
        if (value.Status != 0)
            to.UInt32(value.Status);
        (_series, _time) = (value.Series, value.Time);
        if (value.Type == 0)
            return;
        switch (ValueForms.FormOf(value.Type))
        {
            case ValueForm.Bit:
                to.Byte((byte)value.Bits);
                break;
            case ValueForm.Integer:
                to.Number(value.Bits);
                break;
            case ValueForm.Float:
                to.UInt32((uint)value.Bits);
                break;
            case ValueForm.Double:
                to.Int64(value.Bits);
                break;
            default:
                to.Counted(value.Encoded);
                break;
        }
    }

    /// <summary>Reads the next value; the sequence number is negative where there is none.</summary>
    public Recorded Read(ref ByteReader from, out long sequence)
    {
        _series += (int)from.Number();
        var flags = from.Byte();
        sequence = (flags & HasSequence) != 0 ? from.Number() : -1;
        _time += from.Number();
        var status = (flags & HasStatus) != 0 ? from.UInt32() : 0;
        var type = (flags & TypeBits) == Encoded ? ValueForms.EncodedType : (byte)(flags & TypeBits);
        if (type == 0)
            return new(_series, 0, status, _time, 0, null);
        return ValueForms.FormOf(type) switch
        {
            ValueForm.Bit => new(_series, type, status, _time, from.Byte(), null),
            ValueForm.Integer => new(_series, type, status, _time, from.Number(), null),
            ValueForm.Float => new(_series, type, status, _time, from.UInt32(), null),
            ValueForm.Double => new(_series, type, status, _time, from.Int64(), null),
            _ => new(_series, type, status, _time, 0, from.Counted().ToArray()),
        };
    }
}
