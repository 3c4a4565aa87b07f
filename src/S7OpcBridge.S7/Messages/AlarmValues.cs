using S7OpcBridge.S7.Wire;

namespace S7OpcBridge.S7.Messages;

/// <summary>Reads the values behind an alarm: as in the answer of a read, all but the last padded to an even length.</summary>
internal static class AlarmValues
{
    /// <summary>A block sends at most ten (NOTIFY_8P, ALARM_8P).</summary>
    private const int Most = 10;

    /// <summary>Reads values and moves behind them.</summary>
    /// <exception cref="S7ProtocolException">More than a block sends, cut off, or of an unknown kind.</exception>
    public static IReadOnlyList<S7MessageValue> Read(ref ReadOnlySpan<byte> data, int count)
    {
        if (count == 0)
            return [];
        if (count > Most)
            throw new S7ProtocolException($"Broken alarm: {count} values; a block sends at most {Most}.");
        var values = new S7MessageValue[count];
        for (var i = 0; i < count; i++)
        {
            var item = DataItem.ReadAnswer(data);
            if (DataItem.HeaderLength + item.ByteLength > data.Length)
                throw new S7ProtocolException($"Broken alarm: a value of {item.ByteLength} bytes in {data.Length}.");
            values[i] = new S7MessageValue(item.Transport, data.Slice(DataItem.HeaderLength, item.ByteLength).ToArray());
            data = data[Math.Min(data.Length, DataItem.Padded(item.ByteLength))..];
        }
        return values;
    }
}
