using S7OpcBridge.OpcUa.Channel.Channels;
using S7OpcBridge.OpcUa.Channel.Frames;
using S7OpcBridge.OpcUa.Channel.Security.Certificates;
using S7OpcBridge.OpcUa.Channel.Transport;
using S7OpcBridge.OpcUa.Messages.Generated;

namespace S7OpcBridge.OpcUa.Server.Tests.Fuzzing;

/// <summary>What is fed with made-up bytes. Each target may answer with a <see cref="UaException"/> and in no other way.</summary>
internal static class FuzzTargets
{
    private static readonly EncodingLimits Limits = EncodingLimits.Default;

    public static readonly (string Name, Action<byte[]> Feed)[] All =
    [
        ("structure", Structure),
        ("value", Value),
        ("request-head", Head),
        ("chunks", Chunks),
        ("hello", Hello),
        ("open", Open),
        ("range", Range),
        .. SecurityTargets.All.Select(target => (target.Name, target.Feed)),
    ];

    /// <summary>The target of a file of the corpus, by the beginning of its name.</summary>
    public static Action<byte[]> Named(string name) => All.Single(target => target.Name == name).Feed;

    /// <summary>Two bytes choose the structure, as in a message; all that the server can decode are among them.</summary>
    private static void Structure(byte[] bytes)
    {
        var reader = new UaReader(bytes, Limits);
        var type = reader.ReadUInt16();
        if ((KnownStructures.Decode(type, ref reader) ?? Request(type, ref reader)) is null)
            throw new UaException(StatusCodes.BadDecodingError, "No such structure.");
    }

    private static IUaStructure? Request(uint type, ref UaReader reader) =>
        type switch
        {
            ReadRequest.EncodingId => ReadRequest.Decode(ref reader),
            WriteRequest.EncodingId => WriteRequest.Decode(ref reader),
            BrowseRequest.EncodingId => BrowseRequest.Decode(ref reader),
            CallRequest.EncodingId => CallRequest.Decode(ref reader),
            TranslateBrowsePathsToNodeIdsRequest.EncodingId => TranslateBrowsePathsToNodeIdsRequest.Decode(ref reader),
            CreateMonitoredItemsRequest.EncodingId => CreateMonitoredItemsRequest.Decode(ref reader),
            ActivateSessionRequest.EncodingId => ActivateSessionRequest.Decode(ref reader),
            CreateSessionRequest.EncodingId => CreateSessionRequest.Decode(ref reader),
            PublishRequest.EncodingId => PublishRequest.Decode(ref reader),
            _ => null,
        };

    private static void Value(byte[] bytes)
    {
        var reader = new UaReader(bytes, Limits);
        reader.ReadDataValue();
        reader.ReadExtensionObject();
        reader.ReadDiagnosticInfo();
    }

    private static void Head(byte[] bytes)
    {
        var reader = new UaReader(bytes, Limits);
        reader.ReadNodeIdView();
        RequestHead.Read(ref reader);
    }

    /// <summary>Frame after frame as a connection cuts them, and the messages put together from their chunks.</summary>
    private static void Chunks(byte[] bytes)
    {
        const int largest = 8192,
            sequenceEnd = 24;
        var limits = new TransportLimits(largest, largest, MaxRequestSize: 4096, MaxRequestChunks: 5, int.MaxValue, int.MaxValue);
        using var assembler = new MessageAssembler();
        var numbers = new SequenceNumbers(0);
        for (var rest = bytes.AsMemory(); rest.Length >= FrameHeader.Length; )
        {
            var header = FrameHeader.Read(rest.Span);
            header.Check(largest);
            if (header.Size > rest.Length || header.Size < sequenceEnd)
                return;
            var frame = rest[..(int)header.Size];
            rest = rest[(int)header.Size..];
            if (header.Type != MessageType.Message)
                continue;
            numbers.Check(BitConverter.ToUInt32(frame.Span[16..]));
            if (!assembler.Add(BitConverter.ToUInt32(frame.Span[20..]), header.Chunk, frame[sequenceEnd..], limits, out var message))
                continue;
            Assert.That(message.Length, Is.LessThanOrEqualTo(limits.MaxRequestSize));
            Head(message.ToArray());
            assembler.Clear();
        }
    }

    private static void Hello(byte[] bytes)
    {
        if (bytes.Length >= FrameHeader.Length)
            HelloMessage.Read(bytes, Limits);
    }

    private static void Open(byte[] bytes)
    {
        if (bytes.Length < FrameHeader.Length)
            return;
        var header = AsymmetricHeader.Read(bytes, Limits);
        Assert.That(header.Length, Is.LessThanOrEqualTo(bytes.Length));
        using var peer = header.Certificate.IsEmpty ? null : PeerCertificate.Parse(header.Certificate);
    }

    private static void Range(byte[] bytes)
    {
        if (IndexRange.Parse(bytes, out var range) is { IsBad: true } refused)
            throw new UaException(refused, "No range.");
        range?.Apply(Variant.FromArray(BuiltInType.Int16, new short[7]), out _);
    }
}
