using S7OpcBridge.S7Plus.Values;

namespace S7OpcBridge.S7Plus.Messages;

/// <summary>
/// The beginning of a notification, behind its opcode: <c>subscription(4), 0400 0000 0000, credit tick(1), sequence, [time(8)], change counter(1)</c>. Records follow,
/// read by <see cref="NotificationRecord"/>.
/// </summary>
/// <param name="Subscription">The id that CreateObject gave.</param>
/// <param name="CreditTick">Counts the notifications where the credit is limited; 0 where it is not.</param>
/// <param name="Sequence">Counts notifications of the subscription.</param>
/// <param name="Microseconds">When the CPU made it, since 1970; 0 where it does not say.</param>
/// <param name="ChangeCounter">Of the list of items that it belongs to.</param>
internal readonly record struct NotificationHead(uint Subscription, byte CreditTick, uint Sequence, ulong Microseconds, byte ChangeCounter)
{
    // Ids of old S7-1200 lie below: they send neither tick nor a sequence of variable length.
    private const uint FirstNewId = 0x7000_0000;

    /// <summary>Reads what follows the opcode.</summary>
    public static NotificationHead Read(ref PlusReader from)
    {
        var subscription = from.UInt32();
        from.Bytes(6);
        byte tick = 0;
        uint sequence;
        if (subscription < FirstNewId)
        {
            sequence = from.Byte();
        }
        else
        {
            tick = from.Byte();
            sequence = from.Vlq32();
        }
        // A time begins with a zero for the next 2,000 years.
        if (from.Peek != 0)
            return new NotificationHead(subscription, tick, sequence, 0, from.Byte());
        return new NotificationHead(subscription, tick, sequence, from.UInt64(), from.Byte());
    }

    public void Write(PlusWriter to)
    {
        to.UInt32(Subscription);
        to.UInt16(0x0400);
        to.UInt32(0);
        to.Byte(CreditTick);
        to.Vlq(Sequence);
        if (Microseconds != 0 || ChangeCounter == 0)
            to.UInt64(Microseconds);
        to.Byte(ChangeCounter);
    }
}

/// <summary>One record of a notification: which item, and a value or an error.</summary>
/// <param name="Reference">The number that the item was given in the subscription's list.</param>
/// <param name="HasValue">True where the value follows and has to be read or skipped by the caller.</param>
/// <param name="Error">0x03 or 0x13 where the item cannot be read; else 0.</param>
internal readonly record struct NotificationRecord(uint Reference, bool HasValue, byte Error)
{
    public const byte Value = 0x92;
    public const byte ValueVlq = 0x9B;
    public const byte AddressError = 0x03;
    public const byte AddressError2 = 0x13;
    private const byte Unknown = 0x9C;

    /// <summary>Reads the next record.</summary>
    /// <returns>False at the end of the list.</returns>
    public static bool TryRead(ref PlusReader from, out NotificationRecord record)
    {
        var code = from.Byte();
        record = code switch
        {
            0 => default,
            Value => new NotificationRecord(from.UInt32(), true, 0),
            ValueVlq => new NotificationRecord(from.Vlq32(), true, 0),
            Unknown => new NotificationRecord(from.UInt32(), false, 0),
            // Other codes have been seen as errors of single items only, with the reference behind them.
            < 0x80 => new NotificationRecord(from.UInt32(), false, code),
            _ => throw new S7PlusProtocolException($"Broken notification: unknown record {code:X2} before byte {from.Position}."),
        };
        return code != 0;
    }
}
