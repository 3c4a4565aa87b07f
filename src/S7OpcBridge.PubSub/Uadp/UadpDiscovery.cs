using System.Buffers;
using System.Collections.Immutable;
using S7OpcBridge.OpcUa;
using S7OpcBridge.PubSub.Datasets;

namespace S7OpcBridge.PubSub.Uadp;

/// <summary>
/// Discovery announcements of UADP (OPC 10000-14, 7.2.4.6): what the publisher is, what it publishes, whether it is there. Their header always has a security
/// header (7.2.4.6.3); it says that there is no security. For one thread.
/// </summary>
internal sealed partial class UadpDiscovery(ImmutableArray<string> namespaceUris) : IDisposable
{
    /// <summary>URI of the transport profile.</summary>
    public const string TransportProfile = "http://opcfoundation.org/UA-Profile/Transport/pubsub-mqtt-uadp";

    // Version 1, PublisherId, ExtendedFlags1 | UInt64, SecurityHeader, ExtendedFlags2 | discovery announcement
    private const byte Flags = 0x91,
        ExtendedFlags1 = 0x93,
        ExtendedFlags2 = 0x08;

    private const byte Endpoints = 1,
        MetaData = 2,
        Connections = 4,
        Information = 5;

    private const ushort Application = 1,
        Status = 2;

    private readonly UadpBuffer _buffer = new();
    private ushort _sequenceNumber;

    /// <summary>State of the publisher (7.2.4.6.7), not cyclic. The broker may send it as the last will.</summary>
    public void WriteStatus(IBufferWriter<byte> output, string publisherId, PublisherState state)
    {
        var writer = Begin(publisherId, Information);
        writer.WriteUInt16(Status);
        writer.WriteBoolean(false);
        writer.WriteInt32((int)state);
        End(ref writer, output);
    }

    /// <summary>What an OPC UA client is told of the server (7.2.4.6.5).</summary>
    /// <param name="capabilities">Names of OPC 10000-12, Annex D.</param>
    public void WriteApplication(
        IBufferWriter<byte> output,
        string publisherId,
        ApplicationDescription description,
        ImmutableArray<string> capabilities
    )
    {
        var writer = Begin(publisherId, Information);
        writer.WriteUInt16(Application);
        description.Encode(ref writer);
        writer.WriteArray(BuiltInType.String, capabilities.ToArray());
        End(ref writer, output);
    }

    /// <summary>Where the server can be reached (7.2.4.6.6).</summary>
    public void WriteEndpoints(IBufferWriter<byte> output, string publisherId, EndpointDescription[] endpoints)
    {
        var writer = Begin(publisherId, Endpoints);
        writer.WriteStructures(endpoints);
        writer.WriteStatusCode(StatusCode.Good);
        End(ref writer, output);
    }

    /// <inheritdoc/>
    public void Dispose() => _buffer.Dispose();

    private UaWriter Begin(string publisherId, byte announcement)
    {
        var writer = _buffer.Begin();
        writer.WriteByte(Flags);
        writer.WriteByte(ExtendedFlags1);
        writer.WriteByte(ExtendedFlags2);
        writer.WriteUInt64(UadpPublisherId.Of(publisherId));
        writer.WriteByte(0); // neither signed nor encrypted
        writer.WriteUInt32(0); // no token
        writer.WriteByte(0); // no nonce
        writer.WriteByte(announcement);
        writer.WriteUInt16(_sequenceNumber++);
        return writer;
    }

    private void End(ref UaWriter writer, IBufferWriter<byte> output)
    {
        writer.Flush();
        _buffer.MoveTo(output);
    }

    // The head of an ExtensionObject with a binary body; the position is for the length, which is known at the end.
    private static int BeginObject(ref UaWriter writer, uint encodingId)
    {
        writer.WriteNodeId(encodingId);
        writer.WriteByte(1);
        return writer.Reserve();
    }

    private static void EndObject(ref UaWriter writer, int length) => writer.Patch(length, (uint)(writer.Position - length - sizeof(uint)));

    private static void WriteNoArray(ref UaWriter writer) => writer.WriteInt32(-1);
}
