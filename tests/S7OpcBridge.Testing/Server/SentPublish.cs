using NUnit.Framework;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server.Subscriptions.Publishing;

namespace S7OpcBridge.Testing;

/// <summary>A Publish request as the connection would hold it; keeps what it was answered with.</summary>
internal sealed class SentPublish : QueuedPublishRequest
{
    private byte[]? _bytes;

    public SentPublish(
        uint handle,
        long deadline = long.MaxValue,
        int maxResponseSize = int.MaxValue,
        params (uint Subscription, uint Number)[] acknowledgements
    )
    {
        (RequestHandle, Deadline, MaxResponseSize) = (handle, deadline, maxResponseSize);
        using var buffer = MessageBuffer.Rent(8192, 0, 0);
        var writer = new UaWriter(buffer);
        writer.WriteInt32(acknowledgements.Length);
        foreach (var (subscription, number) in acknowledgements)
        {
            writer.WriteUInt32(subscription);
            writer.WriteUInt32(number);
        }

        writer.Flush();
        var reader = new UaReader(buffer.ToArray(), EncodingLimits.Default);
        ReadAcknowledgements(ref reader);
    }

    public bool Alive { get; set; } = true;

    public override bool IsAlive => Alive;

    public bool IsAnswered => _bytes is not null || Status is not null;

    /// <summary>The fault; null: none.</summary>
    public uint? Status { get; private set; }

    /// <summary>Bytes of the answer.</summary>
    public int Size => _bytes!.Length;

    public PublishResponse Response => Decode();

    /// <summary>The one data change notification in it.</summary>
    public MonitoredItemNotification[] Data => [.. Objects<DataChangeNotification>().SelectMany(d => d.MonitoredItems)];

    /// <summary>Client handle and number of every value in it.</summary>
    public (uint Handle, double Value)[] Numbers =>
        [.. Data.Select(d => (d.ClientHandle, BitConverter.Int64BitsToDouble(d.Value.Value.Bits)))];

    public bool IsKeepAlive => Response.NotificationMessage.NotificationData.Length == 0;

    /// <summary>The bytes of the notification message: between the flag and the results.</summary>
    public byte[] MessageBytes
    {
        get
        {
            var start = ResponseHead.Length + 4 + 4 + 4 * Response.AvailableSequenceNumbers.Length + 1;
            return _bytes![start..^(4 + 4 * Response.Results.Length + 4)];
        }
    }

    public T[] Objects<T>()
        where T : class => [.. Response.NotificationMessage.NotificationData.Select(o => o?.Body).OfType<T>()];

    public override MessageBuffer BeginResponse() => MessageBuffer.Rent(512, 24, 40, MaxResponseSize); // small segments: everything gets split somewhere

    public override void Send(MessageBuffer response)
    {
        Assert.That(IsAnswered, Is.False, "A request is answered once.");
        _bytes = response.ToArray();
        response.Dispose();
    }

    public override void Fault(StatusCode status)
    {
        Assert.That(IsAnswered, Is.False, "A request is answered once.");
        Status = status.Value;
    }

    private PublishResponse Decode()
    {
        Assert.That(_bytes, Is.Not.Null, "The request has no answer.");
        var reader = new UaReader(_bytes!, EncodingLimits.Default);
        Assert.That(reader.ReadNodeId(), Is.EqualTo((NodeId)PublishResponse.EncodingId));
        var response = PublishResponse.Decode(ref reader);
        Assert.That(reader.Remaining, Is.Zero);
        return response;
    }
}
