using S7OpcBridge.S7Plus.Objects;
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

/// <summary>One record of a notification: an item with a value or an error, or something that no subscription of tags has asked for.</summary>
/// <param name="Code">What it is.</param>
/// <param name="Reference">The number of the item in the subscription's list.</param>
internal readonly record struct NotificationRecord(byte Code, uint Reference)
{
    public const byte Value = 0x92;
    public const byte ValueVlq = 0x9B;
    public const byte AddressError = 0x03;
    public const byte AddressError2 = 0x13;
    public const byte Objects = 0x81;
    public const byte ValueAlone = 0x83;

    /// <summary>4 bytes of unknown meaning: an S7-1200 sends it to a watch table of TIA Portal.</summary>
    public const byte Number = 0x9C;

    private const byte FirstGood = 0x80;

    /// <summary>True where the value follows, which the caller must read or skip.</summary>
    public bool HasValue => Code is Value or ValueVlq;

    /// <summary>True where the item cannot be read. Codes other than 0x03 and 0x13 were only observed as such errors, followed by the reference.</summary>
    public bool IsError => Code is > 0 and < FirstGood;

    /// <summary>Reads the next record.</summary>
    /// <returns>False at the end of the list.</returns>
    public static bool TryRead(ref PlusReader from, out NotificationRecord record)
    {
        var code = from.Byte();
        record = code switch
        {
            ValueVlq => new NotificationRecord(code, from.Vlq32()),
            Value or Number or > 0 and < FirstGood => new NotificationRecord(code, from.UInt32()),
            _ => new NotificationRecord(code, 0),
        };
        return code != 0;
    }

    /// <summary>Skips what follows a record that is neither a value nor an error of an item.</summary>
    /// <returns>False: its length is unknown, so that nothing behind it can be read.</returns>
    public bool TrySkip(ref PlusReader from)
    {
        switch (Code)
        {
            case Objects:
                PlusObject.ReadAll(ref from);
                return true;
            case ValueAlone:
                ValueSkip.Skip(ref from);
                return true;
            default:
                return Code == Number;
        }
    }
}
