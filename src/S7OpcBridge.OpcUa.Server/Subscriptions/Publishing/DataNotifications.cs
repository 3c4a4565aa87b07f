using System.Numerics;
using System.Runtime.CompilerServices;
using S7OpcBridge.OpcUa.Binary;
using S7OpcBridge.OpcUa.Server.Subscriptions.Items;
using S7OpcBridge.OpcUa.Server.Subscriptions.Queues;
using S7OpcBridge.OpcUa.Server.Variables;

namespace S7OpcBridge.OpcUa.Server.Subscriptions.Publishing;

/// <summary>Writes MonitoredItemNotifications: client handle and DataValue, the latter with the timestamps that the item requests.</summary>
internal static class DataNotifications
{
    private const uint OverflowBits = 0x480; // InfoType DataValue and Overflow (OPC 10000-4, 7.39.1)

    // Handle, mask, type, value, status, two times; the value is stored with eight bytes whatever its size, and what follows overwrites the rest.
    private const int LargestPlain = 4 + 1 + 1 + 8 + 4 + 8 + 8;

    private const int HasValue = 1,
        HasStatus = 2,
        HasSourceTime = 4,
        HasServerTime = 8;

    /// <summary>Writes as many as the budget has room for; the first one in any case, without its value if that alone is too large.</summary>
    /// <returns>How many.</returns>
    public static uint Write(ref UaWriter writer, in NotificationSource source, ref Budget budget)
    {
        var (items, queue) = (source.Items, source.Queue);
        var (left, bytes) = (budget.Notifications, budget.Bytes);
        uint written = 0;
        var plain = Math.Max(LargestPlain, budget.LongEnough + 1);
        while (left > 0 && bytes > budget.LongEnough && queue.FirstData is >= 0 and var slot)
        {
            if (items[slot].SendsPlain && bytes >= plain)
            {
                var before = left;
                WritePlain(ref writer, items, queue, slot, plain, ref left, ref bytes);
                written += before - left;
                continue;
            }

            ref readonly var item = ref items[slot];
            var sample = queue.Peek(slot, out var overflow);
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

        budget = budget with { Notifications = left, Bytes = bytes };
        return written;
    }

    // Plain items of one block, straight into the segment; writer and queue are updated once, after the last of them.
    private static void WritePlain(
        ref UaWriter writer,
        MonitoredItemStore items,
        NotificationQueue queue,
        int first,
        int least,
        ref uint left,
        ref int bytes
    )
    {
        var block = items.BlockOf(first);
        var pending = queue.DataFrom(first);
        var rest = pending;
        var room = writer.Room;
        var used = 0;
        while (rest != 0 && left > 0 && bytes - used >= least)
        {
            ref var item = ref block[BitOperations.TrailingZeroCount(rest)];
            if (!item.SendsPlain)
                break;
            if (room.Length - used < LargestPlain)
            {
                writer.Advance(used);
                bytes -= used + WriteAtEnd(ref writer, item);
                room = writer.Room;
                used = 0;
            }
            else
                used += FormatPlain(room[used..], item);
            left--;
            item.Flags &= ~(ItemFlags.Unsent | ItemFlags.Pending);
            rest &= rest - 1;
        }

        writer.Advance(used);
        bytes -= used;
        queue.PlainSent(first, pending ^ rest);
    }

    // The segment may end within the value.
    private static int WriteAtEnd(ref UaWriter writer, in MonitoredItem item)
    {
        Span<byte> bytes = stackalloc byte[LargestPlain];
        var length = FormatPlain(bytes, item);
        writer.WriteRaw(bytes[..length]);
        return length;
    }

    // Checks for room once, then stores unchecked; the last store ends at LargestPlain at most.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static int FormatPlain(Span<byte> bytes, in MonitoredItem item)
    {
        var room = ReservedBytes.Reserve(bytes, LargestPlain);
        var timestamps = item.Modes.Timestamps;
        var mask = 0;
        var length = 5;
        room.Write(0, item.ClientHandle);
        if (item.Type != BuiltInType.Null)
        {
            mask = HasValue;
            room.Write(5, (byte)item.Type);
            room.Write(6, item.Bits);
            length = 6 + ScalarEncoding.Sizes[(int)item.Type];
        }

        if (item.Status != 0)
        {
            mask |= HasStatus;
            room.Write(length, item.Status);
            length += sizeof(uint);
        }

        if (item.SourceTime > 0 && timestamps is TimestampsToReturn.Source or TimestampsToReturn.Both)
        {
            mask |= HasSourceTime;
            room.Write(length, UaTime.Clamp(item.SourceTime));
            length += sizeof(long);
        }

        if (item.ServerTime > 0 && timestamps is TimestampsToReturn.Server or TimestampsToReturn.Both)
        {
            mask |= HasServerTime;
            room.Write(length, UaTime.Clamp(item.ServerTime));
            length += sizeof(long);
        }

        room.Write(4, (byte)mask);
        return length;
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
            return size + 1 + ScalarEncoding.Sizes[(int)sample.Type];
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
        switch (ScalarEncoding.Sizes[(int)sample.Type])
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
