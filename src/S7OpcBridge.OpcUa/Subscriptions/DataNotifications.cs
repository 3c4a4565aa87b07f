namespace S7OpcBridge.OpcUa;

/// <summary>Writes MonitoredItemNotifications: client handle and DataValue, the latter with the timestamps that the item asks for.</summary>
internal static class DataNotifications
{
    private const uint OverflowBits = 0x480; // InfoType DataValue and Overflow (OPC 10000-4, 7.39.1)
    private const int HasValue = 1, HasStatus = 2, HasSourceTime = 4, HasServerTime = 8;

    /// <summary>Bytes of a scalar by its built-in type, 0 where it is none.</summary>
    private static ReadOnlySpan<byte> ScalarSizes => [0, 1, 1, 1, 2, 2, 4, 4, 8, 8, 4, 8, 0, 8, 0, 0, 0, 0, 0, 4];

    /// <summary>Writes as many as the budget has room for; the first one in any case, without its value if that alone is too large.</summary>
    /// <returns>How many.</returns>
    public static uint Write(ref UaWriter writer, Subscription subscription, ref Budget budget)
    {
        var (items, queue) = (subscription.Items.Store, subscription.Items.Queue);
        var (left, bytes) = (budget.Notifications, budget.Bytes);
        uint written = 0;
        while (left > 0 && queue.FirstData is >= 0 and var slot)
        {
            var sample = queue.Peek(slot, out var overflow);
            ref readonly var item = ref items[slot];
            var mask = MaskOf(sample, overflow, item.Modes.Timestamps);
            var size = SizeOf(sample, mask);
            if (size > bytes || size < 0)
            {
                if (written > 0 && size > 0)
                    break;
                sample = Sample.Bad(size < 0 ? StatusCodes.BadEncodingError : StatusCodes.BadEncodingLimitsExceeded, sample.ServerTime);
                mask = MaskOf(sample, overflow, item.Modes.Timestamps);
                size = SizeOf(sample, mask);
            }

            writer.WriteUInt32(item.ClientHandle);
            WriteValue(ref writer, sample, mask, overflow);
            queue.Pop(slot);
            bytes -= size;
            left--;
            written++;
        }

        budget = new Budget(left, bytes);
        return written;
    }

    private static int MaskOf(in Sample sample, bool overflow, TimestampsToReturn timestamps) =>
        (sample.Type == BuiltInType.Null && sample.Shared is null ? 0 : HasValue)
        | (sample.Status == 0 && !overflow ? 0 : HasStatus)
        | (sample.SourceTime != 0 && timestamps is TimestampsToReturn.Source or TimestampsToReturn.Both ? HasSourceTime : 0)
        | (sample.ServerTime != 0 && timestamps is TimestampsToReturn.Server or TimestampsToReturn.Both ? HasServerTime : 0);

    // Negative: a value that has no encoding.
    private static int SizeOf(in Sample sample, int mask)
    {
        var size = 4 + 1 + ((mask & HasStatus) << 1) + ((mask & HasSourceTime) << 1) + (mask & HasServerTime);
        if ((mask & HasValue) == 0)
            return size;
        if (sample.Shared is null)
            return size + 1 + ScalarSizes[(int)sample.Type];
        var encoded = sample.Shared.Encoded.Length;
        return encoded == 0 ? -1 : size + encoded;
    }

    private static void WriteValue(ref UaWriter writer, in Sample sample, int mask, bool overflow)
    {
        writer.WriteByte((byte)mask);
        if ((mask & HasValue) != 0)
        {
            if (sample.Shared is null)
                WriteScalar(ref writer, sample);
            else
                writer.WriteRaw(sample.Shared.Encoded);
        }

        if ((mask & HasStatus) != 0)
            writer.WriteUInt32(overflow ? sample.Status | OverflowBits : sample.Status);
        if ((mask & HasSourceTime) != 0)
            writer.WriteDateTime(sample.SourceTime);
        if ((mask & HasServerTime) != 0)
            writer.WriteDateTime(sample.ServerTime);
    }

    private static void WriteScalar(ref UaWriter writer, in Sample sample)
    {
        writer.WriteByte((byte)sample.Type);
        switch (ScalarSizes[(int)sample.Type])
        {
            case 1:
                writer.WriteByte((byte)sample.Bits);
                break;
            case 2:
                writer.WriteUInt16((ushort)sample.Bits);
                break;
            case 4:
                writer.WriteUInt32((uint)sample.Bits);
                break;
            default:
                writer.WriteInt64(sample.Bits);
                break;
        }
    }
}
