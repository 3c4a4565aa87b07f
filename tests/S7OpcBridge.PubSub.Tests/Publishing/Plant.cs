using System.Text;
using System.Text.Json;
using S7OpcBridge.Core;
using S7OpcBridge.OpcUa;
using S7OpcBridge.PubSub.Broker;
using S7OpcBridge.PubSub.Buffer;
using S7OpcBridge.PubSub.Publishing;
using S7OpcBridge.Testing;

namespace S7OpcBridge.PubSub.Tests.Publishing;

/// <summary>Values as the bridge has them, and a publishing loop whose messages are kept instead of sent.</summary>
internal sealed class Plant : IDisposable
{
    private readonly Dictionary<int, DataValue> _values = [];
    private readonly TagMarks _marks = new();
    private readonly MessageEncoders _encoders;

    public Plant(
        PublisherOptions? options = null,
        IReadOnlyList<PublishedTag>? tags = null,
        string? folder = null,
        TimeSpan started = default
    )
    {
        Clock.Advance(started);
        var chosen = options ?? Options();
        _encoders = new MessageEncoders(chosen);
        var last = folder is null ? LastRun.None : LastRun.Open(folder, chosen.Broker.Address.ToString());
        var run = new PublishRun(chosen, _marks, Read, Send, Clock)
        {
            Last = last,
            Encode = _encoders.DataSet,
            EncodeValue = _encoders.Value,
        };
        Loop = new PublishLoop(
            run,
            _encoders,
            new Presence(chosen, last, _encoders, topics => Kept = topics, Send, Clock),
            edge: null,
            Clock
        );
        if (tags is not null)
            Loop.Follow(tags);
        Loop.Round();
    }

    public ManualClock Clock { get; } = new();

    public PublishLoop Loop { get; }

    /// <summary>The messages since the last look.</summary>
    public List<(string Topic, string Payload, bool Retain, int Values)> Sent { get; } = [];

    /// <summary>What is kept at the broker.</summary>
    public RetainedTopics Kept { get; private set; } = RetainedTopics.None;

    public static PublisherOptions Options(PublishFormat format = PublishFormat.Json) =>
        new()
        {
            Broker = new BrokerOptions { Address = new Uri("mqtt://127.0.0.1"), ClientId = "edge01" },
            PublisherId = "edge01",
            Format = format,
            NamespaceUris = ["http://opcfoundation.org/UA/", "urn:edge01", "urn:edge01:tags"],
        };

    public static PublishedTag Tag(
        int number,
        string topic = "plant/Line1",
        double seconds = 1,
        bool onChange = false,
        int keyFrame = 60
    ) =>
        new()
        {
            Tag = number,
            Topic = topic,
            WriterGroup = "Line1",
            Writer = "all",
            Field = $"T{number}",
            Id = new Guid(number, 0, 0, new byte[8]),
            Type = BuiltInType.Int32,
            Rate = new PublishRate(TimeSpan.FromSeconds(seconds), onChange, keyFrame),
        };

    /// <summary>Gives a tag a value and tells it as the bridge does.</summary>
    public void Set(int tag, int value, bool isForwarded = false)
    {
        _values[tag] = new DataValue(Variant.From(value), StatusCodes.Good, UaTime.Now(Clock), UaTime.Now(Clock));
        var batch = new TagBatch();
        batch.Add(new TagSample(tag, default, default, 0));
        if (!isForwarded)
            _marks.Mark(batch);
    }

    /// <summary>Lets time go by, round by round.</summary>
    public void Pass(double seconds)
    {
        for (var left = TimeSpan.FromSeconds(seconds); left > TimeSpan.Zero; left -= TimeSpan.FromMilliseconds(50))
        {
            Clock.Advance(TimeSpan.FromMilliseconds(50));
            Loop.Round();
        }
    }

    /// <summary>The dataset messages since the last look, and forgets them.</summary>
    public List<(string Type, uint Number, Dictionary<string, int> Fields)> Take()
    {
        var taken = Sent.Select(message => JsonDocument.Parse(message.Payload).RootElement)
            .Select(message =>
                (
                    message.GetProperty("MessageType").GetString()!,
                    message.GetProperty("SequenceNumber").GetUInt32(),
                    message.TryGetProperty("Payload", out var fields)
                        ? fields
                            .EnumerateObject()
                            .Where(static field => field.Value.TryGetProperty("Value", out _))
                            .ToDictionary(static field => field.Name, static field => field.Value.GetProperty("Value").GetInt32())
                        : []
                )
            )
            .ToList();
        Sent.Clear();
        return taken;
    }

    public void Dispose()
    {
        Loop.Dispose();
        _encoders.Dispose();
    }

    private DataValue Read(int tag) => _values.GetValueOrDefault(tag, new DataValue(default, StatusCodes.BadWaitingForInitialData, 0, 0));

    private void Send(in OutgoingMessage message) =>
        Sent.Add((message.Topic, Encoding.UTF8.GetString(message.Payload.Span), message.Retain, message.Values));
}
