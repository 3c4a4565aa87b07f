using System.Buffers;
using System.Buffers.Binary;
using System.Text;

namespace S7OpcBridge.PubSub.Buffer;

/// <summary>
/// A record of the journal, all numbers little-endian: a mark with the version, the length of the body, its CRC-32C; then the body: sequence and time in
/// ticks of UTC (8 bytes each), values and expiry in seconds (4 each), flags, type and format (1 each), length of the topic (2), topic in UTF-8, payload.
/// </summary>
internal static class JournalRecord
{
    /// <summary>Bytes before the body.</summary>
    public const int HeadBytes = 12;

    /// <summary>Most bytes of a body.</summary>
    public const int MostBytes = 16 << 20;

    /// <summary>Most bytes of a payload, so that a topic of any length fits beside it.</summary>
    public const int MostPayload = MostBytes - FixedBytes - ushort.MaxValue;

    // "S7M1": a newer form of the body gets another digit.
    private const uint Mark = 0x314D3753;
    private const int FixedBytes = 8 + 8 + 4 + 4 + 3 + 2;
    private const byte RetainFlag = 4,
        QosBits = 3;

    /// <summary>The mark as it stands in a file.</summary>
    public static ReadOnlySpan<byte> MarkBytes => "S7M1"u8;

    /// <summary>Bytes of a whole record.</summary>
    public static int SizeOf(in OutgoingMessage message) =>
        HeadBytes + FixedBytes + Encoding.UTF8.GetByteCount(message.Topic) + message.Payload.Length;

    /// <summary>Writes a record into bytes of <see cref="SizeOf"/>.</summary>
    public static void Write(Span<byte> to, in WaitingMessage waiting)
    {
        var message = waiting.Message;
        var body = to[HeadBytes..];
        BinaryPrimitives.WriteInt64LittleEndian(body, waiting.Sequence);
        BinaryPrimitives.WriteInt64LittleEndian(body[8..], waiting.Time);
        BinaryPrimitives.WriteInt32LittleEndian(body[16..], message.Values);
        BinaryPrimitives.WriteUInt32LittleEndian(body[20..], (uint)Math.Clamp(message.Expiry.TotalSeconds, 0, uint.MaxValue));
        body[24] = (byte)((message.Qos & QosBits) | (message.Retain ? RetainFlag : 0));
        body[25] = (byte)message.Type;
        body[26] = (byte)message.Format;
        var topic = Encoding.UTF8.GetBytes(message.Topic, body[FixedBytes..]);
        BinaryPrimitives.WriteUInt16LittleEndian(body[27..], checked((ushort)topic));
        message.Payload.Span.CopyTo(body[(FixedBytes + topic)..]);
        BinaryPrimitives.WriteUInt32LittleEndian(to, Mark);
        BinaryPrimitives.WriteInt32LittleEndian(to[4..], body.Length);
        BinaryPrimitives.WriteUInt32LittleEndian(to[8..], Checksum.Compute(body));
    }

    /// <summary>The length of the body after a head; 0: it is no head.</summary>
    public static int BodyOf(ReadOnlySpan<byte> head)
    {
        if (BinaryPrimitives.ReadUInt32LittleEndian(head) != Mark)
            return 0;
        var size = BinaryPrimitives.ReadInt32LittleEndian(head[4..]);
        return size is >= FixedBytes and <= MostBytes ? size : 0;
    }

    /// <summary>Whether a body is the one that its head was written for.</summary>
    public static bool IsWhole(ReadOnlySpan<byte> head, ReadOnlySpan<byte> body) =>
        Checksum.Compute(body) == BinaryPrimitives.ReadUInt32LittleEndian(head[8..])
        && FixedBytes + BinaryPrimitives.ReadUInt16LittleEndian(body[27..]) <= body.Length;

    /// <summary>The sequence of a body.</summary>
    public static long SequenceOf(ReadOnlySpan<byte> body) => BinaryPrimitives.ReadInt64LittleEndian(body);

    /// <summary>The values in a body.</summary>
    public static int ValuesOf(ReadOnlySpan<byte> body) => BinaryPrimitives.ReadInt32LittleEndian(body[16..]);

    /// <summary>Reads a whole body.</summary>
    /// <param name="topics">Topics that were read before, so that one text serves many messages.</param>
    public static WaitingMessage Read(ReadOnlySpan<byte> body, TopicTexts topics)
    {
        var topic = BinaryPrimitives.ReadUInt16LittleEndian(body[27..]);
        var payload = body[(FixedBytes + topic)..];
        var rented = ArrayPool<byte>.Shared.Rent(payload.Length);
        payload.CopyTo(rented);
        var message = new OutgoingMessage(
            topics.Of(body.Slice(FixedBytes, topic)),
            rented.AsMemory(0, payload.Length),
            (MessageType)body[25],
            (PublishFormat)body[26],
            (body[24] & RetainFlag) != 0,
            Math.Min(body[24] & QosBits, 2),
            ValuesOf(body),
            TimeSpan.FromSeconds(BinaryPrimitives.ReadUInt32LittleEndian(body[20..]))
        );
        return new(SequenceOf(body), BinaryPrimitives.ReadInt64LittleEndian(body[8..]), message, rented, IsInJournal: true);
    }
}
