using System.Buffers;
using S7OpcBridge.OpcUa;
using S7OpcBridge.PubSub.Datasets;

namespace S7OpcBridge.PubSub.Uadp;

internal sealed partial class UadpDiscovery
{
    /// <summary>Groups and writers with their topics and layouts (7.2.4.6.8). Address, readers and properties are empty.</summary>
    public void WriteConnection(IBufferWriter<byte> output, PublishedConnection connection)
    {
        var writer = Begin(connection.PublisherId, Connections);
        writer.WriteInt32(1);
        writer.WriteString(connection.Name);
        writer.WriteBoolean(true); // enabled
        writer.WriteVariant(Variant.From(UadpPublisherId.Of(connection.PublisherId)));
        writer.WriteString(TransportProfile);
        writer.WriteExtensionObject(null); // address
        WriteNoArray(ref writer); // properties
        writer.WriteExtensionObject(null); // transport settings
        writer.WriteInt32(connection.Groups.Length);
        foreach (var group in connection.Groups)
            WriteGroup(ref writer, group);
        WriteNoArray(ref writer); // reader groups
        End(ref writer, output);
    }

    private static void WriteGroup(ref UaWriter writer, PublishedGroup group)
    {
        var layout = UadpLayouts.Of(group.Writers, group.Form);
        writer.WriteString(group.Name);
        writer.WriteBoolean(true); // enabled
        writer.WriteInt32((int)MessageSecurityMode.None);
        writer.WriteString(null); // security group
        WriteNoArray(ref writer); // key services
        writer.WriteUInt32(0); // no limit of a message's size
        WriteNoArray(ref writer); // properties
        writer.WriteUInt16(group.Id);
        writer.WriteDouble(group.PublishingInterval.TotalMilliseconds);
        writer.WriteDouble(group.KeepAlive.TotalMilliseconds);
        writer.WriteByte(0); // priority
        WriteNoArray(ref writer); // locales
        writer.WriteString(UadpLayouts.Uri(layout));
        WriteTransport(ref writer, group);
        var message = BeginObject(ref writer, PublishedStructures.UadpGroupMessageBinary);
        writer.WriteUInt32(VersionOf(group));
        writer.WriteInt32(UadpLayouts.Ordering(layout));
        writer.WriteUInt32(UadpLayouts.NetworkMessageMask(layout));
        writer.WriteDouble(-1); // sampling offset: not known
        WriteNoArray(ref writer); // publishing offsets
        EndObject(ref writer, message);
        writer.WriteInt32(group.Writers.Length);
        foreach (var dataSet in group.Writers)
            WriteWriter(ref writer, group, dataSet, layout);
    }

    private static void WriteTransport(ref UaWriter writer, PublishedGroup group)
    {
        var transport = BeginObject(ref writer, PublishedStructures.BrokerGroupTransportBinary);
        writer.WriteString(null); // queue: each writer has its own
        writer.WriteString(null); // resource
        writer.WriteString(null); // authentication profile
        writer.WriteInt32(group.DeliveryGuarantee);
        EndObject(ref writer, transport);
    }

    private static void WriteWriter(ref UaWriter writer, PublishedGroup group, PublishedDataSet dataSet, UadpLayout layout)
    {
        writer.WriteString(dataSet.Name);
        writer.WriteBoolean(true); // enabled
        writer.WriteUInt16(dataSet.WriterId);
        writer.WriteUInt32(UadpLayouts.FieldMask(layout, group.Form));
        writer.WriteUInt32(layout == UadpLayout.PeriodicFixed ? 1 : group.KeyFrameCount);
        writer.WriteString(dataSet.DataSetName);
        WriteNoArray(ref writer); // properties
        var transport = BeginObject(ref writer, PublishedStructures.BrokerWriterTransportBinary);
        writer.WriteString(dataSet.DataTopic);
        writer.WriteString(null); // resource
        writer.WriteString(null); // authentication profile
        writer.WriteInt32(group.DeliveryGuarantee);
        writer.WriteString(dataSet.MetaDataTopic);
        writer.WriteDouble(0); // metadata is sent when it changes
        EndObject(ref writer, transport);
        var message = BeginObject(ref writer, PublishedStructures.UadpWriterMessageBinary);
        writer.WriteUInt32(UadpLayouts.DataSetMessageMask(layout));
        writer.WriteUInt16(0); // no configured size
        writer.WriteUInt16(layout == UadpLayout.PeriodicFixed ? dataSet.NetworkMessageNumber : (ushort)0);
        writer.WriteUInt16(0); // offset of the dataset: it follows the headers
        EndObject(ref writer, message);
    }

    private static uint VersionOf(PublishedGroup group)
    {
        var latest = 0u;
        foreach (var dataSet in group.Writers)
            latest = Math.Max(latest, dataSet.GroupVersion == 0 ? dataSet.Version.Minor : dataSet.GroupVersion);
        return latest;
    }
}
