using S7OpcBridge.S7Plus.Values;

namespace S7OpcBridge.S7Plus.Messages;

/// <summary>
/// The beginning of a notification after its opcode: <c>subscription(4), 0400 0000 0000, credit tick(1), sequence, [time(8)], change counter(1)</c>. Records
/// follow, see <see cref="NotificationRecord"/>.
/// </summary>
/// <param name="Subscription">The id assigned by CreateObject.</param>
/// <param name="CreditTick">Number of the notification where the credit is limited; otherwise 0.</param>
/// <param name="Sequence">Number of the notification within the subscription.</param>
/// <param name="Microseconds">Time of the CPU, in microseconds since 1970; 0: unknown.</param>
/// <param name="ChangeCounter">Change counter of the item list.</param>
internal readonly record struct NotificationHead(uint Subscription, byte CreditTick, uint Sequence, ulong Microseconds, byte ChangeCounter)
{
    // Old S7-1200 use lower ids; they send neither a tick nor a sequence of variable length.
    private const uint FirstNewId = 0x7000_0000;

    /// <summary>Reads a notification after its opcode.</summary>
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
        // The first byte of a time is zero for the next 2,000 years.
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

/// <summary>One record of a notification: an item with a value or an error.</summary>
/// <param name="Reference">The number of the item in the subscription's list.</param>
/// <param name="HasValue">True where the value follows, which the caller must read or skip.</param>
/// <param name="Error">0x03 or 0x13 where the item cannot be read; otherwise 0.</param>
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
            // Other codes were only observed as errors of single items, followed by the reference.
            < 0x80 => new NotificationRecord(from.UInt32(), false, code),
            _ => throw new S7PlusProtocolException($"Broken notification: unknown record {code:X2} before byte {from.Position}."),
        };
        return code != 0;
    }
}
