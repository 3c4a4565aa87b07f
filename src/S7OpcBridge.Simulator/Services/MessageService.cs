using System.Buffers.Binary;
using System.Text;
using S7OpcBridge.S7.Messages;
using S7OpcBridge.Simulator.Cpu;

namespace S7OpcBridge.Simulator.Services;

/// <summary>Takes subscriptions, lists pending alarms, takes acknowledgements (userdata group 4).</summary>
internal sealed class MessageService(PlcParts plc)
{
    private const byte Accepted = 0x02;
    private const byte Ok = 0xFF;
    private const byte ObjectMissing = 0x0A;
    private const int AcknowledgementLength = 10;

    public static bool Has(byte function) => function is MessageFrames.Subscribe or MessageFrames.Pending or MessageFrames.Acknowledge;

    public UserdataReply Answer(byte function, ReadOnlySpan<byte> data, S7LinkState link) =>
        plc.Behavior.MessageSupport == PlcMessageSupport.None
            ? UserdataReply.NotOffered
            : function switch
            {
                MessageFrames.Subscribe when data.Length >= 2 + MessageFrames.NameLength => Subscribe(data, link),
                MessageFrames.Pending when data.Length >= 12 => Pending(BinaryPrimitives.ReadUInt32BigEndian(data[8..])),
                MessageFrames.Acknowledge when data.Length >= 2 => Acknowledge(data),
                _ => UserdataReply.NotOffered,
            };

    private bool HasBlocks => plc.Behavior.MessageSupport == PlcMessageSupport.All;

    private UserdataReply Subscribe(ReadOnlySpan<byte> data, S7LinkState link)
    {
        if (
            link.Messages is not { } reader
            || string.IsNullOrWhiteSpace(Encoding.Latin1.GetString(data.Slice(2, MessageFrames.NameLength)).Trim('\0'))
        )
            return UserdataReply.NotOffered;
        var mask = data[0];
        byte[] answer = [Accepted, 0];
        if ((mask & MessageFrames.HasAlarms) != 0)
        {
            if (data.Length < 4 + MessageFrames.NameLength)
                return UserdataReply.NotOffered;
            var type = data[2 + MessageFrames.NameLength];
            switch (type)
            {
                case MessageFrames.BeginAlarmS or MessageFrames.EndAlarmS:
                    reader.AskAlarmS(type == MessageFrames.BeginAlarmS);
                    break;
                case MessageFrames.BeginAlarm8 or MessageFrames.EndAlarm8 when HasBlocks:
                    reader.AskAlarm8(type == MessageFrames.BeginAlarm8);
                    break;
                default:
                    return UserdataReply.NotOffered;
            }
            answer = [Accepted, 0, type, 1, 0];
        }
        reader.Ask((byte)(mask & ~MessageFrames.HasAlarms));
        plc.Messages.Add(reader);
        return UserdataReply.WithData(answer);
    }

    private UserdataReply Pending(uint type) =>
        type switch
        {
            2 when HasBlocks => UserdataReply.WithData(plc.Messages.Pending(ofBlocks: true)),
            4 => UserdataReply.WithData(plc.Messages.Pending(ofBlocks: false)),
            _ => UserdataReply.NotOffered,
        };

    private UserdataReply Acknowledge(ReadOnlySpan<byte> data)
    {
        var count = data[1];
        if (data.Length < 2 + count * AcknowledgementLength)
            return UserdataReply.NotOffered;
        var answer = new byte[2 + count];
        (answer[0], answer[1]) = (data[0], count);
        for (var i = 0; i < count; i++)
        {
            var alarm = data.Slice(2 + i * AcknowledgementLength, AcknowledgementLength);
            var signals = (byte)(alarm[8] | alarm[9]);
            answer[2 + i] = plc.Messages.Acknowledge(BinaryPrimitives.ReadUInt32BigEndian(alarm[4..]), signals) ? Ok : ObjectMissing;
        }
        return UserdataReply.WithData(answer);
    }
}
