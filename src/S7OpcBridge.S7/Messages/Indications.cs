using System.Buffers.Binary;
using S7OpcBridge.S7.Services;
using S7OpcBridge.S7.Wire;

namespace S7OpcBridge.S7.Messages;

/// <summary>Reads what a CPU sends on its own: alarms, acknowledgements, entries of the diagnostics buffer, modes.</summary>
internal static class Indications
{
    private const byte ModeTransition = 0x01;
    private const int ModeParameters = 8;
    private const int ModeOffset = 6;

    private const int ObjectHead = 12;
    private const int AcknowledgedObject = 10;
    private const byte LongSyntax = 0x1C;
    private const int LongExtra = 4;

    /// <summary>True for a frame of the kinds that are read here; a cheap look.</summary>
    public static bool IsOne(in S7Header header, ReadOnlySpan<byte> pdu)
    {
        var parameters = header.ParametersOf(pdu);
        return header.Rosctr == Rosctr.Userdata
            && (IsMode(parameters) || (parameters.Length >= UserdataParameters.ShortLength && parameters[5] == (byte)UserdataGroup.Cpu));
    }

    /// <summary>Reads a frame. Null: a message that says nothing of alarms, modes or events (SCAN, locking).</summary>
    /// <exception cref="S7ProtocolException">Cut off, or lengths that do not fit.</exception>
    public static S7Message? Read(ReadOnlySpan<byte> pdu)
    {
        var header = S7Header.Read(pdu);
        var parameters = header.ParametersOf(pdu);
        if (IsMode(parameters))
            return new S7ModeMessage((S7OperatingMode)parameters[ModeOffset]);
        var function = UserdataParameters.Read(parameters).Function;
        if (
            function
            is not (
                PushFunction.Event
                or PushFunction.Alarm8
                or PushFunction.Notify
                or PushFunction.Acknowledged
                or PushFunction.AlarmSq
                or PushFunction.AlarmS
                or PushFunction.Notify8
            )
        )
            return null;
        var item = header.DataOf(pdu);
        var head = DataItem.ReadAnswer(item);
        if (head.Status != S7ItemStatus.Ok || head.ByteLength > item.Length - DataItem.HeaderLength)
            throw new S7ProtocolException($"Broken message: {item.Length} bytes of data for {head.ByteLength}.");
        var data = item.Slice(DataItem.HeaderLength, head.ByteLength);
        return function switch
        {
            PushFunction.Event => new S7EventMessage(S7DiagnosticEntry.Read(data)),
            PushFunction.Acknowledged => ReadAcknowledged(data),
            _ => ReadAlarms(data, KindOf(function)),
        };
    }

    // 01 00 10 10 00 00 mode 00, no data.
    private static bool IsMode(ReadOnlySpan<byte> parameters) =>
        parameters.Length >= ModeParameters && parameters[0] == ModeTransition && parameters[2] == 0x10;

    private static S7AlarmKind KindOf(byte function) =>
        function switch
        {
            PushFunction.Alarm8 => S7AlarmKind.Alarm8,
            PushFunction.AlarmSq => S7AlarmKind.AlarmSq,
            PushFunction.AlarmS => S7AlarmKind.AlarmS,
            _ => S7AlarmKind.Notify,
        };

    private static S7AlarmMessage ReadAlarms(ReadOnlySpan<byte> data, S7AlarmKind kind)
    {
        var time = ReadHead(ref data, out var count);
        var alarms = new S7AlarmChange[CheckCount(count, data.Length, ObjectHead)];
        for (var i = 0; i < alarms.Length; i++)
        {
            CheckObject(data, ObjectHead);
            // The length of the object does not count its values.
            var syntax = data[2];
            var values = data[3];
            var state = new S7AlarmState(BinaryPrimitives.ReadUInt32BigEndian(data[4..]), kind, data[8], data[10], data[11]);
            var mark = data[9];
            data = data[ObjectHead..];
            if (syntax == LongSyntax)
                data = data[Math.Min(data.Length, LongExtra)..];
            alarms[i] = new S7AlarmChange(state, mark, AlarmValues.Read(ref data, values));
        }
        return new S7AlarmMessage(time, alarms);
    }

    private static S7AcknowledgedMessage ReadAcknowledged(ReadOnlySpan<byte> data)
    {
        var time = ReadHead(ref data, out var count);
        var alarms = new S7AlarmState[CheckCount(count, data.Length, AcknowledgedObject)];
        for (var i = 0; i < alarms.Length; i++)
        {
            CheckObject(data, AcknowledgedObject);
            alarms[i] = new S7AlarmState(BinaryPrimitives.ReadUInt32BigEndian(data[4..]), default, 0, data[8], data[9]);
            data = data[AcknowledgedObject..];
        }
        return new S7AcknowledgedMessage(time, alarms);
    }

    // time8 function1 count1. The function is 00 or, on an S7-400, 40: without meaning here.
    private static DateTime? ReadHead(ref ReadOnlySpan<byte> data, out int count)
    {
        if (data.Length < EventTime.Length + 2)
            throw new S7ProtocolException($"Broken message: {data.Length} bytes.");
        var time = EventTime.Read(data);
        count = data[EventTime.Length + 1];
        data = data[(EventTime.Length + 2)..];
        return time;
    }

    private static int CheckCount(int count, int length, int shortest) =>
        count * shortest <= length ? count : throw new S7ProtocolException($"Broken message: {count} alarms in {length} bytes.");

    private static void CheckObject(ReadOnlySpan<byte> data, int length)
    {
        if (data.Length < length || data[0] != MessageFrames.Variable)
            throw new S7ProtocolException($"Broken message: {data.Length} bytes are left where an alarm of {length} begins.");
    }
}
