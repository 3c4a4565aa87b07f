namespace S7OpcBridge.S7;

/// <summary>A range of bytes in one area; for timers and counters a range of elements.</summary>
/// <param name="Area">The memory area.</param>
/// <param name="Db">The data block number; 0 outside <see cref="S7Area.DataBlock"/>.</param>
/// <param name="Start">First byte, 0 to 65535 in a data block; first number for timers and counters.</param>
/// <param name="Length">Bytes, at least 1; elements of two bytes for timers and counters.</param>
public readonly record struct S7Range(S7Area Area, ushort Db, int Start, int Length)
{
    /// <summary>Bytes of data of this range in an answer.</summary>
    public int ByteLength => Area is S7Area.Timers or S7Area.Counters ? Length * 2 : Length;

    /// <summary>The first byte or number after the range.</summary>
    public int End => Start + Length;
}
