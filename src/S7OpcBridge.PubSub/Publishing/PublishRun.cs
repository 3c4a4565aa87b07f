using System.Buffers;
using S7OpcBridge.OpcUa;
using S7OpcBridge.PubSub.Buffer;
using S7OpcBridge.PubSub.Datasets;

namespace S7OpcBridge.PubSub.Publishing;

/// <summary>Encodes a dataset message.</summary>
internal delegate void DataSetEncoder(IBufferWriter<byte> output, PublishedDataSet set, in Frame frame, ReadOnlySpan<FieldSample> samples);

/// <summary>Takes a message, whose bytes are only valid during the call.</summary>
internal delegate void MessageSink(in OutgoingMessage message);

/// <summary>Encodes a message of one value.</summary>
internal delegate void ValueEncoder(IBufferWriter<byte> output, in FieldSample sample, long now);

/// <summary>What writers share while they publish: the values, and room for a message that is used again and again.</summary>
/// <param name="options">Form and qualities of the messages.</param>
/// <param name="marks">What has changed.</param>
/// <param name="read">Reads the latest value of a tag; its source time is in OPC UA ticks.</param>
/// <param name="send">Takes an encoded message and copies its bytes.</param>
/// <param name="time">The clock.</param>
internal sealed class PublishRun(PublisherOptions options, TagMarks marks, Func<int, DataValue> read, MessageSink send, TimeProvider time)
{
    private readonly long _start = time.GetTimestamp();
    private readonly ArrayBufferWriter<byte> _output = new(4096);
    private ulong[] _words = [];

    /// <summary>Room for the fields of a message.</summary>
    public FieldSample[] Samples { get; } = new FieldSample[WriterPlan.MostFields];

    /// <summary>The options.</summary>
    public PublisherOptions Options => options;

    /// <summary>The marks.</summary>
    public TagMarks Marks => marks;

    /// <summary>What the run before this one published.</summary>
    public LastRun Last { get; init; } = LastRun.None;

    /// <summary>Encodes dataset messages.</summary>
    public required DataSetEncoder Encode { get; init; }

    /// <summary>Encodes messages of one value.</summary>
    public required ValueEncoder EncodeValue { get; init; }

    /// <summary>Ticks of 100 ns since the start, which no change of the clock moves.</summary>
    public long Now => time.GetElapsedTime(_start).Ticks;

    /// <summary>The time of day in OPC UA ticks.</summary>
    public long TimeOfDay => UaTime.Now(time);

    /// <summary>True: this node publishes the tags of a PLC.</summary>
    public bool Owns(int plc) => plc < 0 || options.OwnsPlc is not { } owns || owns(plc);

    /// <summary>Reads a tag.</summary>
    public DataValue Read(int tag) => read(tag);

    /// <summary>Takes the marks of some words.</summary>
    /// <param name="count">Receives how many there are.</param>
    public ReadOnlySpan<ulong> Take(int firstWord, int words, out int count)
    {
        if (_words.Length < words)
            _words = new ulong[words];
        var taken = _words.AsSpan(0, words);
        count = marks.Take(firstWord, taken);
        return taken;
    }

    /// <summary>An empty output for the next message.</summary>
    public IBufferWriter<byte> Begin()
    {
        _output.ResetWrittenCount();
        return _output;
    }

    /// <summary>What was written since <see cref="Begin"/> as a message of its own.</summary>
    public OutgoingMessage Written(string topic, MessageType type, int values) =>
        new(topic, _output.WrittenSpan.ToArray(), type, options.Format, Retain: false, options.Qos, values);

    /// <summary>Sends what was written since <see cref="Begin"/>.</summary>
    public void Send(string topic, MessageType type, bool retain, int values) =>
        send(new OutgoingMessage(topic, _output.WrittenMemory, type, options.Format, retain, options.Qos, values));
}
