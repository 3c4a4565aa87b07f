using S7OpcBridge.S7Plus.Messages;
using S7OpcBridge.S7Plus.Values;

namespace S7OpcBridge.S7Plus.Alarms;

/// <summary>
/// A notification of alarms after its head: an empty list of items, then <c>selection(4), 0(2), 81, objects</c>, then four zeros. The selection is the object
/// within the subscription.
/// </summary>
internal static class AlarmNotification
{
    /// <summary>Reads the alarms.</summary>
    /// <param name="notification">What follows its head.</param>
    /// <param name="into">Receives the alarms.</param>
    /// <param name="most">Alarms that <paramref name="into"/> may have.</param>
    /// <returns>False: there were more, or parts of an unknown kind.</returns>
    /// <exception cref="S7PlusProtocolException">The bytes are no notification.</exception>
    public static bool Read(ReadOnlySpan<byte> notification, List<AlarmRecord> into, int most)
    {
        var from = new PlusReader(notification);
        var all = true;
        while (NotificationRecord.TryRead(ref from, out var record))
        {
            if (record.HasValue)
                ValueSkip.Skip(ref from);
            else if (record.Code == NotificationRecord.Objects)
                all &= AlarmReader.ReadAll(ref from, into, most);
            else if (!record.IsError && !record.TrySkip(ref from))
                return false;
        }
        while (from.Left >= 4 && from.UInt32() != 0)
        {
            from.UInt16();
            if (from.Byte() != NotificationRecord.Objects)
                return false;
            all &= AlarmReader.ReadAll(ref from, into, most);
        }
        return all;
    }

    /// <summary>Writes what follows the head.</summary>
    public static void Write(PlusWriter to, uint selection, ReadOnlySpan<byte> objects)
    {
        to.Byte(0);
        to.UInt32(selection);
        to.UInt16(0);
        to.Byte(NotificationRecord.Objects);
        to.Bytes(objects);
        to.UInt32(0);
    }
}
