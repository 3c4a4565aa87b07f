using System.Collections.Immutable;
using S7OpcBridge.Core;
using S7OpcBridge.Map;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server;
using S7OpcBridge.PubSub;

namespace S7OpcBridge.Mqtt;

/// <summary>What OPC UA clients read of an entry below Server/PublishSubscribe.</summary>
internal static class PublishedDataSets
{
    private const ushort TagNamespaceIndex = 2;

    /// <summary>Describes an entry.</summary>
    /// <param name="writers">Its writers.</param>
    /// <param name="map">The running tags.</param>
    public static PubSubConnectionDescription Describe(MqttEntry entry, IReadOnlyList<PublishedWriter> writers, TagMap map) =>
        new(entry.Settings.Name, entry.Settings.PublisherId, entry.Settings.BrokerText)
        {
            IsUadp = entry.Settings.Format == MqttFormat.PubSubUadp,
            State = () => StateOf(entry.Publisher.Broker),
            Groups =
            [
                .. writers
                    .GroupBy(static writer => writer.Group, StringComparer.Ordinal)
                    .Select(group => GroupOf(entry.Settings, [.. group], map)),
            ],
        };

    private static PubSubState StateOf(BrokerFigures broker) =>
        broker switch
        {
            { State: BrokerState.Connected or BrokerState.Settling } => PubSubState.Operational,
            { State: BrokerState.Stopped } => PubSubState.Disabled,
            { Trouble: null } => PubSubState.PreOperational,
            _ => PubSubState.Error,
        };

    private static WriterGroupDescription GroupOf(MqttSettings settings, ImmutableArray<PublishedWriter> writers, TagMap map) =>
        new(writers[0].Group, writers[0].GroupId, writers[0].Rate.Interval)
        {
            KeepAliveTime = writers[0].KeepAlive,
            HeaderLayout = writers[0].Layout.Uri,
            NetworkMessageContentMask = writers[0].Layout.NetworkMessageMask,
            Qos = settings.Qos,
            Writers = [.. writers.Select(writer => WriterOf(settings, writer, map))],
        };

    private static DataSetWriterDescription WriterOf(MqttSettings settings, PublishedWriter writer, TagMap map) =>
        new(
            writer.Name,
            writer.Id,
            new PublishedDataSetDescription(
                $"{settings.Name}/{writer.Group}/{writer.Name}",
                writer.MajorVersion,
                writer.MinorVersion,
                [
                    .. writer.Tags.Select(tag => new PublishedFieldDescription(
                        tag.Field,
                        tag.Id,
                        new NodeId(TagNamespaceIndex, map.NodeIdOf(map.Tags[tag.Tag])),
                        tag.Type,
                        tag.IsArray ? 1 : -1,
                        tag.MaxStringLength,
                        map.Tags[tag.Tag].ScanGroup is >= 0 and var group ? map.ScanGroups[group].Interval : writer.Rate.Interval,
                        tag.Description
                    )),
                ]
            )
        )
        {
            FieldContentMask = writer.Layout.FieldMask,
            DataSetMessageContentMask = writer.Layout.DataSetMessageMask,
            KeyFrameCount = (uint)writer.Rate.KeyFrame,
            QueueName = writer.Topic,
            MetaDataQueueName = writer.MetaDataTopic,
        };
}
