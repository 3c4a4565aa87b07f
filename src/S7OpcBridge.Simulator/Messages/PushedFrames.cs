using System.Buffers.Binary;
using S7OpcBridge.S7;
using S7OpcBridge.S7.Messages;
using S7OpcBridge.S7.Types.Clock;
using S7OpcBridge.S7.Wire;

namespace S7OpcBridge.Simulator.Messages;

/// <summary>PDUs that a CPU sends on its own, and the list of pending alarms. Layouts as captured from an S7-315 and an S7-400.</summary>
internal static class PushedFrames
{
    private const int ObjectHead = 12;
    private const byte AlarmSyntax = 0x16;

    // What an S7-400 has behind the time of a block's alarm; nobody knows its meaning.
    private const byte BlockFunction = 0x40;

    /// <summary>An alarm that came or went.</summary>
    public static byte[] Alarm(PlcAlarm alarm, IReadOnlyList<byte[]> values, DateTime now)
    {
        var data = new List<byte>(Head(now, alarm.IsOfBlock ? BlockFunction : (byte)0));
        data.AddRange([
            MessageFrames.Variable,
            ObjectHead - 2,
            AlarmSyntax,
            (byte)values.Count,
            .. Id(alarm.Id),
            alarm.Signals,
            0,
            alarm.Going,
            alarm.Coming,
        ]);
        AddValues(data, values);
        return Push(
            alarm.Kind switch
            {
                PlcAlarmKind.Alarm8 => PushFunction.Alarm8,
                PlcAlarmKind.Notify => PushFunction.Notify,
                PlcAlarmKind.AlarmSq => PushFunction.AlarmSq,
                _ => PushFunction.AlarmS,
            },
            data
        );
    }

    /// <summary>An alarm was acknowledged at some station.</summary>
    public static byte[] Acknowledged(PlcAlarm alarm, DateTime now) =>
        Push(
            PushFunction.Acknowledged,
            [.. Head(now, 0), MessageFrames.Variable, 8, MessageFrames.AcknowledgeSyntax, 0, .. Id(alarm.Id), alarm.Going, alarm.Coming]
        );

    /// <summary>A new entry of the diagnostics buffer.</summary>
    public static byte[] Event(byte[] entry) => Push(PushFunction.Event, entry);

    /// <summary>A new mode: no userdata parameters and no data.</summary>
    public static byte[] Mode(S7OperatingMode mode) =>
        [S7Header.ProtocolId, 7, 0, 0, 0, 0, 0, 8, 0, 0, 1, 0, 0x10, 0x10, 0, 0, (byte)mode, 0];

    /// <summary>The data of a list of pending alarms. That of ALARM_S has no known length and ends with zeros.</summary>
    public static byte[] Pending(IReadOnlyCollection<PlcAlarm> alarms, bool ofBlocks)
    {
        if (alarms.Count == 0)
            return [0, 1, (byte)S7ItemStatus.ObjectMissing, 0, 0, 0];
        var list = new List<byte> { 0, 1, (byte)S7ItemStatus.Ok, (byte)DataTransport.Octets, 0xFF, 0xFF };
        foreach (var alarm in alarms)
        {
            if (ofBlocks)
                list.AddRange([10, 0, 0, 2, .. Id(alarm.Id), 0, alarm.Signals, alarm.Going, alarm.Coming]);
            else
                AddPendingS(list, alarm);
        }
        if (ofBlocks)
            (list[4], list[5]) = ((byte)(alarms.Count * ObjectHead >> 8), (byte)(alarms.Count * ObjectHead));
        else
            list.AddRange([0, 0]);
        return [.. list];
    }

    /// <summary>Bytes of a time.</summary>
    public static byte[] Time(DateTime time)
    {
        var bytes = new byte[DateAndTime.Length];
        DateAndTime.Write(time, bytes);
        return bytes;
    }

    private static void AddPendingS(List<byte> list, PlcAlarm alarm)
    {
        var entry = new List<byte> { 0, 0, 0, 4 };
        entry.AddRange([.. Id(alarm.Id), 0, alarm.Signals, 0, alarm.Coming, .. Time(alarm.ComingTime)]);
        AddValues(entry, alarm.Values);
        entry.AddRange(alarm.GoingTime is { } going ? Time(going) : new byte[DateAndTime.Length]);
        AddValues(entry, alarm.GoingTime is null ? [new byte[4]] : alarm.GoingValues);
        // Neither itself nor the byte behind it.
        entry[0] = (byte)(entry.Count - 2);
        list.AddRange(entry);
    }

    private static void AddValues(List<byte> data, IReadOnlyList<byte[]> values)
    {
        for (var i = 0; i < values.Count; i++)
        {
            var bits = values[i].Length * 8;
            data.AddRange([(byte)S7ItemStatus.Ok, (byte)DataTransport.Byte, (byte)(bits >> 8), (byte)bits, .. values[i]]);
            if (values[i].Length % 2 != 0 && i < values.Count - 1)
                data.Add(0);
        }
    }

    private static byte[] Head(DateTime now, byte function) => [.. Time(now), function, 1];

    private static byte[] Id(uint id)
    {
        var bytes = new byte[4];
        BinaryPrimitives.WriteUInt32BigEndian(bytes, id);
        return bytes;
    }

    private static byte[] Push(byte function, IReadOnlyCollection<byte> data)
    {
        var header = new S7Header(Rosctr.Userdata, 0, UserdataParameters.ShortLength, DataItem.HeaderLength + data.Count);
        var pdu = new byte[header.DataOffset + header.DataLength];
        header.Write(pdu);
        byte[] parameters = [0, 1, 0x12, 4, 0x11, (byte)UserdataGroup.Cpu, function, 0];
        parameters.CopyTo(pdu, header.Length);
        new DataItem(S7ItemStatus.Ok, DataTransport.Octets, data.Count).Write(pdu.AsSpan(header.DataOffset));
        var at = header.DataOffset + DataItem.HeaderLength;
        foreach (var value in data)
            pdu[at++] = value;
        return pdu;
    }
}
