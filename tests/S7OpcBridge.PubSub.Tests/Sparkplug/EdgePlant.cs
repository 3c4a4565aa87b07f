using S7OpcBridge.Core;
using S7OpcBridge.OpcUa;
using S7OpcBridge.PubSub.Buffer;
using S7OpcBridge.PubSub.Publishing;
using S7OpcBridge.PubSub.Sparkplug;
using S7OpcBridge.PubSub.Tests.Publishing;
using S7OpcBridge.Testing;
using MessageBuffer = S7OpcBridge.PubSub.Buffer.MessageBuffer;

namespace S7OpcBridge.PubSub.Tests.Sparkplug;

/// <summary>Values as the bridge has them, an edge node, and a link that a test connects and ends.</summary>
internal sealed class EdgePlant : IDisposable
{
    private readonly Dictionary<int, DataValue> _values = [];
    private readonly TagMarks _marks = new();
    private readonly MessageEncoders _encoders;

    public EdgePlant(IReadOnlyList<PublishedTag> tags, string? host = null, string? folder = null)
    {
        var options = Plant.Options(PublishFormat.Sparkplug) with { Sparkplug = new SparkplugOptions("Plant", "edge01", host), Qos = 0 };
        Buffer = new MessageBuffer(new BufferOptions { Folder = folder }, Clock);
        Session = new EdgeSession(options.Sparkplug, folder, Clock);
        Session.HostLost += () => HostLost++;
        _encoders = new MessageEncoders(options);
        var run = new PublishRun(options, _marks, Read, Buffer.Append, Clock)
        {
            Last = LastRun.None,
            Encode = _encoders.DataSet,
            EncodeValue = _encoders.Value,
        };
        Loop = new PublishLoop(
            run,
            _encoders,
            new Presence(options, LastRun.None, _encoders, static _ => { }, Buffer.Append, Clock),
            new EdgeNode(Session, Buffer),
            Clock
        );
        Session.BirthWanted += Loop.PublishAll;
        Loop.Follow(tags);
        Loop.Round();
    }

    public ManualClock Clock { get; } = new();

    public MessageBuffer Buffer { get; }

    public EdgeSession Session { get; }

    public PublishLoop Loop { get; }

    public int HostLost { get; private set; }

    public static PublishedTag Tag(int number, string name, string device = "Line1", int plc = 0, BuiltInType type = BuiltInType.Int32) =>
        Plant.Tag(number, $"spBv1.0/Plant/DDATA/edge01/{device}") with
        {
            Plc = plc,
            WriterGroup = device,
            Field = name,
            Type = type,
        };

    /// <summary>Gives a tag a value and tells it as the bridge does.</summary>
    public void Set(int tag, int value, uint status = StatusCodes.Good)
    {
        _values[tag] = new DataValue(Variant.From(value), status, UaTime.Now(Clock), UaTime.Now(Clock));
        var batch = new TagBatch();
        batch.Add(new TagSample(tag, default, default, 0));
        _marks.Mark(batch);
    }

    /// <summary>All tags keep their values, with another status.</summary>
    public void SetAll(uint status, params int[] tags)
    {
        foreach (var tag in tags)
            Set(tag, (int)_values[tag].Value.Bits, status);
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

    /// <summary>A connection begins; returns the number bdSeq of its will.</summary>
    public ulong Connect()
    {
        var will = Session.NextWill();
        Assert.That((will.Topic, will.Qos, will.Retain), Is.EqualTo(("spBv1.0/Plant/NDEATH/edge01", 1, false)));
        Session.Begin();
        Loop.Round();
        var payload = PayloadReader.Read(will.Payload.Span)!;
        Assert.That(payload.Sequence, Is.Null, "a death has no number");
        return payload.Metrics.Single().Bits;
    }

    public void Disconnect()
    {
        Session.End();
        Buffer.Suspend();
    }

    /// <summary>What the link sends now, as it does.</summary>
    public List<(string Type, string Device, ReceivedPayload Payload)> Take()
    {
        var sent = new List<(string, string, ReceivedPayload)>();
        while (true)
        {
            if (Session.TryTakeBirth(out var message))
                Add(message);
            else if (Session.IsBorn && Buffer.TryTake(out message))
            {
                if (Session.TryStamp(ref message, Buffer.LastTaken))
                    Add(message);
                Buffer.AcknowledgeOldest();
            }
            else
                return sent;
        }

        void Add(OutgoingMessage message)
        {
            var levels = message.Topic.Split('/');
            Assert.That(
                (levels[0], levels[1], levels[3], message.Qos, message.Retain),
                Is.EqualTo(("spBv1.0", "Plant", "edge01", 0, false))
            );
            sent.Add((levels[2], levels.Length > 4 ? levels[4] : "", PayloadReader.Read(message.Payload.Span)!));
        }
    }

    /// <summary>A host asks for births.</summary>
    public string? AskForBirths() => Session.Take("spBv1.0/Plant/NCMD/edge01", Rebirth(), isRetained: false);

    public static byte[] Rebirth(string name = "Node Control/Rebirth")
    {
        var output = new System.Buffers.ArrayBufferWriter<byte>();
        var writer = new PayloadWriter();
        writer.Begin(output, UaTime.FromTicks(DateTime.UnixEpoch.Ticks));
        writer.Metric(
            name,
            PayloadWriter.NoAlias,
            SparkplugType.Boolean,
            new(0, Variant.From(true), StatusCodes.Good, 0),
            hasQuality: false
        );
        return output.WrittenSpan.ToArray();
    }

    public void Dispose()
    {
        Loop.Dispose();
        _encoders.Dispose();
        Buffer.Dispose();
    }

    private DataValue Read(int tag) => _values.GetValueOrDefault(tag, new DataValue(default, StatusCodes.BadWaitingForInitialData, 0, 0));
}
