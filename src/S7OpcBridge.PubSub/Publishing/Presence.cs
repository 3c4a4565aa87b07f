using System.Buffers;
using System.Collections.Immutable;
using S7OpcBridge.OpcUa;
using S7OpcBridge.PubSub.Broker;
using S7OpcBridge.PubSub.Buffer;
using S7OpcBridge.PubSub.Datasets;

namespace S7OpcBridge.PubSub.Publishing;

/// <summary>
/// What a publisher keeps at the broker: status, connection, application and metadata (OPC 10000-14, 7.3.4.7 and 7.3.4.8), of single values the values. The
/// link is told at each change, and sends it after each connect.
/// </summary>
/// <param name="options">The publisher.</param>
/// <param name="last">What the run before this one kept.</param>
/// <param name="encoders">Encode the messages.</param>
/// <param name="retain">Takes what is to be kept.</param>
/// <param name="send">Takes a message behind those that wait.</param>
/// <param name="time">The clock.</param>
internal sealed class Presence(
    PublisherOptions options,
    LastRun last,
    MessageEncoders encoders,
    Action<RetainedTopics> retain,
    MessageSink send,
    TimeProvider time
)
{
    // Renewed by the link in time; what a publisher leaves that never returns is forgotten.
    private static readonly TimeSpan Expiry = TimeSpan.FromDays(1);

    // Whatever the data have: these are few, and subscribers depend on them.
    private const int Qos = 1;

    private readonly ArrayBufferWriter<byte> _output = new(1024);
    private readonly Dictionary<DataSetWriter, OutgoingMessage> _metaData = [];
    private readonly Lock _gate = new();
    private RetainedTopics _now = RetainedTopics.None;
    private bool _isBegun;
    private ImmutableArray<string> _data = [];

    /// <summary>The topics.</summary>
    public PublisherTopics Topics { get; } =
        new(options.TopicPrefix, options.Format == PublishFormat.Uadp ? "uadp" : "json", options.PublisherId);

    /// <summary>Topics that are kept at the broker. Any thread.</summary>
    public IReadOnlyCollection<string> Kept
    {
        get
        {
            lock (_gate)
                return [.. _now.Messages.Select(static message => message.Topic), .. _data];
        }
    }

    /// <summary>Tells of datasets.</summary>
    public void Follow(WriterChange change) =>
        Retain(
            new RetainedTopics
            {
                Messages =
                [
                    StatusOf(PublisherState.Operational),
                    MessageOf(
                        Topics.Connection,
                        MessageType.Connection,
                        output => encoders.Connection(output, Now, ConnectionOf(change.Writers))
                    ),
                    .. ServerMessages(),
                    .. MetaDataOf(change.Writers),
                ],
                Own = [.. Topics.OwnFilters],
                Farewell = [StatusOf(PublisherState.Disabled)],
                Will = StatusOf(PublisherState.Error),
            },
            change.Writers.Select(static writer => writer.Set.DataTopic)
        );

    /// <summary>Tells of topics with single values.</summary>
    public void Follow(IEnumerable<string> topics) => Retain(RetainedTopics.None, topics);

    /// <summary>Nothing is to stay at the broker after the end.</summary>
    public void Leave()
    {
        lock (_gate)
            retain(
                _now with
                {
                    Gone = [],
                    Farewell = [.. _now.Messages.Select(static message => message.Topic).Concat(_data).Distinct().Select(Clear)],
                }
            );
    }

    private void Retain(RetainedTopics next, IEnumerable<string> data)
    {
        lock (_gate)
        {
            var before = _isBegun ? _data : [.. options.FormerTopics.Union(last.Topics)];
            _data = options.Retain ? [.. data.Distinct()] : [];
            var now = _data.Concat(next.Messages.Select(static message => message.Topic)).ToHashSet(StringComparer.Ordinal);
            _isBegun = true;
            string[] gone = [.. before.Where(topic => !now.Contains(topic))];
            retain(_now = next with { Gone = [.. gone] });
            // What waits may have values for these topics: they are cleared behind it once more.
            foreach (var topic in gone)
                send(Clear(topic));
        }
    }

    private long Now => UaTime.Now(time);

    // An empty retained message deletes what the broker keeps (MQTT 5.0, 3.3.1.3).
    private OutgoingMessage Clear(string topic) => new(topic, default, MessageType.Plain, options.Format, Retain: true, Qos, 0);

    private OutgoingMessage StatusOf(PublisherState state) =>
        MessageOf(Topics.Status, MessageType.Status, output => encoders.Status(output, state));

    private OutgoingMessage[] ServerMessages() =>
        options.Server is { } server
            ?
            [
                MessageOf(Topics.Application, MessageType.Application, output => encoders.Application(output, Now, server)),
                MessageOf(Topics.Endpoints, MessageType.Endpoints, output => encoders.Endpoints(output, Now, server)),
            ]
            : [];

    // Metadata is long, and a reload changes little of it.
    private List<OutgoingMessage> MetaDataOf(IReadOnlyList<DataSetWriter> writers)
    {
        var messages = new List<OutgoingMessage>(writers.Count);
        foreach (var writer in writers)
        {
            if (!_metaData.TryGetValue(writer, out var message))
                message = MessageOf(writer.Set.MetaDataTopic, MessageType.MetaData, output => encoders.MetaData(output, Now, writer.Set));
            messages.Add(message);
        }
        _metaData.Clear();
        for (var i = 0; i < writers.Count; i++)
            _metaData.Add(writers[i], messages[i]);
        return messages;
    }

    private PublishedConnection ConnectionOf(IReadOnlyList<DataSetWriter> writers) =>
        new()
        {
            Name = options.PublisherId,
            PublisherId = options.PublisherId,
            Groups =
            [
                .. writers
                    .GroupBy(static writer => writer.Plan.Group, StringComparer.Ordinal)
                    .Select(group => GroupOf(group.First(), [.. group.Select(static writer => writer.Set)])),
            ],
        };

    private PublishedGroup GroupOf(DataSetWriter first, ImmutableArray<PublishedDataSet> sets) =>
        new()
        {
            Name = first.Plan.Group,
            Id = first.Set.WriterGroupId,
            PublishingInterval = first.Rate.Interval,
            KeepAlive = first.KeepAliveOf(options),
            Qos = options.Qos,
            KeyFrameCount = (uint)first.Rate.KeyFrame,
            Form = options.Fields,
            Writers = sets,
        };

    private OutgoingMessage MessageOf(string topic, MessageType type, Action<IBufferWriter<byte>> write)
    {
        _output.ResetWrittenCount();
        write(_output);
        return new OutgoingMessage(topic, _output.WrittenSpan.ToArray(), type, options.Format, Retain: true, Qos, 0, Expiry);
    }
}
