using System.Buffers;
using S7OpcBridge.OpcUa;
using S7OpcBridge.PubSub.Datasets;

namespace S7OpcBridge.PubSub.Json;

internal sealed partial class JsonDiscovery
{
    /// <summary>
    /// Groups and writers with their topics (7.2.5.5.6). Topics of data and metadata are written even where they are the standard's own, because subscribers
    /// read them here. Address, readers and properties are left out, as that clause demands.
    /// </summary>
    public void WriteConnection(IBufferWriter<byte> output, in MessageHead head, PublishedConnection connection)
    {
        Begin(output, head.MessageId, "ua-connection", connection.PublisherId);
        Time("Timestamp", head.Time);
        Json.WriteStartObject("Connection");
        Json.WriteString("Name", connection.Name);
        Json.WriteBoolean("Enabled", true);
        Json.WritePropertyName(JsonNames.PublisherId);
        _writer.WriteVariant(Variant.From(connection.PublisherId));
        Json.WriteString("TransportProfileUri", TransportProfile);
        Json.WriteStartArray("WriterGroups");
        foreach (var group in connection.Groups)
            Group(group);
        Json.WriteEndArray();
        Json.WriteEndObject();
        End();
    }

    private void Group(PublishedGroup group)
    {
        Json.WriteStartObject();
        Json.WriteString("Name", group.Name);
        Json.WriteBoolean("Enabled", true);
        Json.WriteNumber("SecurityMode", (int)MessageSecurityMode.None);
        Json.WriteNumber("WriterGroupId", (uint)group.Id);
        Double("PublishingInterval", group.PublishingInterval.TotalMilliseconds);
        Double("KeepAliveTime", group.KeepAlive.TotalMilliseconds);
        Json.WriteString("HeaderLayoutUri", JsonDataSetMessages.LayoutUri);
        Json.WritePropertyName("TransportSettings");
        BeginStructure(PublishedStructures.BrokerGroupTransport);
        Json.WriteNumber("RequestedDeliveryGuarantee", group.DeliveryGuarantee);
        Json.WriteEndObject();
        Json.WritePropertyName("MessageSettings");
        BeginStructure(PublishedStructures.JsonGroupMessage);
        Json.WriteNumber("NetworkMessageContentMask", JsonDataSetMessages.NetworkMessageMask);
        Json.WriteEndObject();
        Json.WriteStartArray("DataSetWriters");
        foreach (var writer in group.Writers)
            Writer(group, writer);
        Json.WriteEndArray();
        Json.WriteEndObject();
    }

    private void Writer(PublishedGroup group, PublishedDataSet writer)
    {
        Json.WriteStartObject();
        Json.WriteString("Name", writer.Name);
        Json.WriteBoolean("Enabled", true);
        Json.WriteNumber(JsonNames.DataSetWriterId, (uint)writer.WriterId);
        Number("DataSetFieldContentMask", JsonDataSetMessages.FieldMask(group.Form));
        Json.WriteNumber("KeyFrameCount", group.KeyFrameCount);
        Json.WriteString("DataSetName", writer.DataSetName);
        Json.WritePropertyName("TransportSettings");
        BeginStructure(PublishedStructures.BrokerWriterTransport);
        Text("QueueName", writer.DataTopic);
        Json.WriteNumber("RequestedDeliveryGuarantee", group.DeliveryGuarantee);
        Text("MetaDataQueueName", writer.MetaDataTopic);
        Json.WriteEndObject();
        Json.WritePropertyName("MessageSettings");
        BeginStructure(PublishedStructures.JsonWriterMessage);
        Json.WriteNumber("DataSetMessageContentMask", JsonDataSetMessages.DataSetMessageMask);
        Json.WriteEndObject();
        Json.WriteEndObject();
    }
}
