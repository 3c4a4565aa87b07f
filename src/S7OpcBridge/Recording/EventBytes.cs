using System.Buffers.Binary;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server;

namespace S7OpcBridge.Recording;

/// <summary>
/// An event as bytes: a byte with the version, the time, the type, the source, whether it is an audit event, and the fields with their names, in the binary
/// encoding of OPC UA.
/// </summary>
internal static class EventBytes
{
    private const byte Version = 1;
    private const int SegmentSize = 4096,
        Largest = 256 * 1024;

    public static byte[] Encode(RecordedEvent raised)
    {
        using var buffer = MessageBuffer.Rent(SegmentSize, 0, 0, Largest);
        var writer = new UaWriter(buffer);
        writer.WriteByte(Version);
        writer.WriteDateTime(raised.Time);
        writer.WriteUInt32(raised.Type);
        writer.WriteNodeId(raised.Source);
        writer.WriteBoolean(raised.IsAudit);
        writer.WriteInt32(raised.Fields.Count);
        foreach (var (name, value) in raised.Fields)
        {
            writer.WriteString(name);
            writer.WriteVariant(value);
        }
        writer.Flush();
        return buffer.ToArray();
    }

    /// <summary>The event of a stored value. Where events are missing it is an EventQueueOverflowEvent (OPC 10000-11, 4.3).</summary>
    public static RecordedEvent Read(in DataValue stored)
    {
        if (
            stored.Value is not { Type: BuiltInType.ByteString, IsArray: false, Reference: byte[] bytes }
            || bytes.Length == 0
            || bytes[0] != Version
        )
            return Missing(stored.SourceTime);
        var reader = new UaReader(bytes.AsSpan(1), EncodingLimits.Default);
        var (time, type, source, isAudit) = (reader.ReadDateTime(), reader.ReadUInt32(), reader.ReadNodeId(), reader.ReadBoolean());
        var fields = new (string, Variant)[reader.ReadInt32()];
        for (var i = 0; i < fields.Length; i++)
            fields[i] = (reader.ReadString() ?? "", reader.ReadVariant());
        return new RecordedEvent(time, type, source, isAudit, fields);
    }

    private static RecordedEvent Missing(long time)
    {
        var id = new byte[16];
        BinaryPrimitives.WriteInt64LittleEndian(id, time);
        var (server, type) = ((NodeId)Ids.Server, (NodeId)Ids.EventQueueOverflowEventType);
        return new RecordedEvent(
            time,
            Ids.EventQueueOverflowEventType,
            server,
            false,
            [
                ("EventId", Variant.FromByteString(id)),
                ("EventType", Variant.From(type)),
                ("SourceNode", Variant.From(server)),
                ("SourceName", Variant.From("Server")),
                ("Time", Variant.FromDateTime(time)),
                ("ReceiveTime", Variant.FromDateTime(time)),
                (
                    "Message",
                    Variant.From(
                        new LocalizedText("Events from here on may be missing: the bridge was not running, or could not record them.", "en")
                    )
                ),
                ("Severity", Variant.From((ushort)500)),
            ]
        );
    }
}
