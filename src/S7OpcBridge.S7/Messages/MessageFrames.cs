using System.Buffers.Binary;
using System.Text;

namespace S7OpcBridge.S7.Messages;

/// <summary>The data of requests of the message service (userdata group 4).</summary>
internal static class MessageFrames
{
    /// <summary>Subscribes and ends.</summary>
    public const byte Subscribe = 0x02;

    /// <summary>Acknowledges.</summary>
    public const byte Acknowledge = 0x0B;

    /// <summary>Lists what is pending.</summary>
    public const byte Pending = 0x13;

    /// <summary>Bytes of the name of a station.</summary>
    public const int NameLength = 8;

    /// <summary>Set where an alarm type follows the name.</summary>
    public const byte HasAlarms = 0x80;

    /// <summary>Alarm types.</summary>
    public const byte EndAlarm8 = 0x04,
        BeginAlarm8 = 0x05,
        EndAlarmS = 0x08,
        BeginAlarmS = 0x09;

    /// <summary>Begins what is said of one alarm.</summary>
    public const byte Variable = 0x12;

    /// <summary>The syntax of an acknowledgement, in a request and in what the CPU tells of it.</summary>
    public const byte AcknowledgeSyntax = 0x19;

    private const byte QuerySyntax = 0x1A;
    private const byte AcknowledgeFunction = 0x09;
    private const int AcknowledgeEntry = 10;

    /// <summary><c>mask1 00 name8</c>, where an alarm type is given with <c>type1 00</c>.</summary>
    public static byte[] Mask(byte mask, string name, byte? alarmType)
    {
        var data = new byte[alarmType is null ? 2 + NameLength : 4 + NameLength];
        data[0] = mask;
        data.AsSpan(2, NameLength).Fill((byte)' ');
        Encoding.Latin1.GetBytes(name.AsSpan(0, Math.Min(name.Length, NameLength)), data.AsSpan(2));
        if (alarmType is { } type)
        {
            data[0] |= HasAlarms;
            data[2 + NameLength] = type;
        }
        return data;
    }

    /// <summary><c>00 01 12 08 1A 00 by1 34 type4</c>: the pending alarms of a type.</summary>
    public static byte[] Query(S7MessageKinds kind) =>
        kind == S7MessageKinds.Alarm8
            ? [0, 1, Variable, 8, QuerySyntax, 0, 0x09, 0x34, 0, 0, 0, 2]
            : [0, 1, Variable, 8, QuerySyntax, 0, 0x01, 0x34, 0, 0, 0, 4];

    /// <summary>How many alarms one request acknowledges at most.</summary>
    public static int MostAcknowledgements(int pduSize) => Math.Clamp((pduSize - 24) / AcknowledgeEntry, 1, 255);

    /// <summary><c>09 count1</c>, then per alarm <c>12 08 19 00 id4 going1 coming1</c>.</summary>
    public static byte[] Acknowledgement(ReadOnlySpan<S7AlarmAcknowledgement> alarms)
    {
        var data = new byte[2 + alarms.Length * AcknowledgeEntry];
        data[0] = AcknowledgeFunction;
        data[1] = (byte)alarms.Length;
        for (var i = 0; i < alarms.Length; i++)
        {
            var entry = data.AsSpan(2 + i * AcknowledgeEntry, AcknowledgeEntry);
            entry[0] = Variable;
            entry[1] = AcknowledgeEntry - 2;
            entry[2] = AcknowledgeSyntax;
            BinaryPrimitives.WriteUInt32BigEndian(entry[4..], alarms[i].Id);
            entry[8] = entry[9] = alarms[i].Signals;
        }
        return data;
    }

    /// <summary>The return codes of an acknowledgement: <c>09 count1</c> and one byte per alarm; what is missing is <see cref="S7ItemStatus.None"/>.</summary>
    public static void ReadCodes(ReadOnlySpan<byte> answer, Span<S7ItemStatus> statuses)
    {
        for (var i = 0; i < statuses.Length; i++)
            statuses[i] = answer.Length > 2 + i ? (S7ItemStatus)answer[2 + i] : S7ItemStatus.None;
    }
}
