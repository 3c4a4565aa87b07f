using System.Buffers.Binary;
using S7OpcBridge.S7.Services;
using S7OpcBridge.S7.Wire;

namespace S7OpcBridge.S7.Messages;

/// <summary>
/// Reads a list of pending alarms: <c>00 01</c>, the head of an item, and per alarm <c>n1 0000 type1 id4 00 signals1 going1 coming1</c>, where <c>n</c> counts
/// neither itself nor the byte behind it. ALARM_S goes on with time and value of its coming and of its going. The item's length is FFFF where the CPU does not
/// know it before; the list then ends with 00.
/// </summary>
internal static class PendingAlarms
{
    /// <summary>Most alarms of a list that are taken.</summary>
    public const int Most = 10_000;

    /// <summary>Most bytes of a list: that many alarms with the longest times and values.</summary>
    public const int LongestList = Most * 48;

    private const int ListHead = 6;
    private const int EntryHead = 12;
    private const int BeforeLength = 2;
    private const byte OfScan = 0x01;
    private const byte OfAlarm8 = 0x02;
    private const byte OfAlarmS = 0x04;

    /// <exception cref="S7ProtocolException">Cut off, or more alarms than any CPU has.</exception>
    public static IReadOnlyList<S7PendingAlarm> Read(ReadOnlySpan<byte> list)
    {
        if (list.Length < ListHead)
            throw new S7ProtocolException($"Broken list of pending alarms: {list.Length} bytes.");
        if (list[2] != (byte)S7ItemStatus.Ok)
            return [];
        var alarms = new List<S7PendingAlarm>();
        var length = BinaryPrimitives.ReadUInt16BigEndian(list[4..]);
        var rest = list[ListHead..];
        if (length != ushort.MaxValue)
            rest = rest[..Math.Min(rest.Length, length)];
        while (!rest.IsEmpty && rest[0] != 0)
        {
            var entry = rest[0] + BeforeLength;
            if (entry < EntryHead || entry > rest.Length)
                throw new S7ProtocolException($"Broken list of pending alarms: an entry of {entry} bytes where {rest.Length} are left.");
            if (alarms.Count == Most)
                throw new S7ProtocolException($"The CPU lists more than {Most} pending alarms.");
            alarms.Add(ReadEntry(rest[..entry]));
            rest = rest[entry..];
        }
        return alarms;
    }

    private static S7PendingAlarm ReadEntry(ReadOnlySpan<byte> entry)
    {
        var kind = entry[3] switch
        {
            OfScan => S7AlarmKind.Scan,
            OfAlarm8 => S7AlarmKind.Alarm8,
            // The list does not tell SQ from S, but S counts as acknowledged.
            OfAlarmS => (entry[11] & 1) == 0 ? S7AlarmKind.AlarmSq : S7AlarmKind.AlarmS,
            var type => throw new S7ProtocolException($"Broken list of pending alarms: type {type:X2} is none of 01, 02, 04."),
        };
        var state = new S7AlarmState(BinaryPrimitives.ReadUInt32BigEndian(entry[4..]), kind, entry[9], entry[10], entry[11]);
        var rest = entry[EntryHead..];
        if (rest.Length < EventTime.Length + DataItem.HeaderLength)
            return new S7PendingAlarm(state, null, null, []);
        var coming = EventTime.Read(rest);
        rest = rest[EventTime.Length..];
        var values = AlarmValues.Read(ref rest, 1);
        return new S7PendingAlarm(state, coming, rest.Length >= EventTime.Length ? EventTime.Read(rest) : null, values);
    }
}
