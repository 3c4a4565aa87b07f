using System.Buffers;

namespace S7OpcBridge.PubSub.Sparkplug;

/// <summary>The sequence number at the end of a payload, 0 to 255: one or two bytes, so that a number below 128 leaves the last one out.</summary>
internal static class PayloadSequence
{
    /// <summary>Bytes of the room.</summary>
    public const int Bytes = 3;

    /// <summary>Makes room for it.</summary>
    public static void Reserve(IBufferWriter<byte> output)
    {
        var to = output.GetSpan(Bytes);
        to[0] = MetricValue.Head(ProtobufFields.PayloadSequence, ProtobufFields.Varint);
        (to[1], to[2]) = (0x80, 0);
        output.Advance(Bytes);
    }

    /// <summary>Writes it into the room, and returns how long the payload is.</summary>
    public static int Write(Span<byte> payload, byte number)
    {
        var room = payload[^(Bytes - 1)..];
        if (number < 0x80)
        {
            room[0] = number;
            return payload.Length - 1;
        }
        (room[0], room[1]) = ((byte)(number | 0x80), 1);
        return payload.Length;
    }
}
