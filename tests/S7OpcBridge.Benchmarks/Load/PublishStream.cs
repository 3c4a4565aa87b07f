using System.Buffers.Binary;
using S7OpcBridge.OpcUa;

namespace S7OpcBridge.Benchmarks;

/// <summary>A session with one subscription: as many Publish requests as wait at the server, each answer acknowledged with the next request.</summary>
internal class PublishStream : LoadStream
{
    private const int Waiting = 8;

    private readonly byte[] _request,
        _acknowledging;
    private readonly HashSet<uint> _unseen;
    private uint _number;

    public PublishStream(LoadSession session, ReadOnlySpan<NodeId> nodes, double publishingInterval, double samplingInterval)
        : base(session)
    {
        var subscription = session.Subscribe(publishingInterval);
        session.Monitor(subscription, nodes, samplingInterval);
        _request = LoadChannel.Encode(new PublishRequest { RequestHeader = session.NewHeader() });
        _acknowledging = LoadChannel.Encode(
            new PublishRequest
            {
                RequestHeader = session.NewHeader(),
                SubscriptionAcknowledgements = [new SubscriptionAcknowledgement { SubscriptionId = subscription, SequenceNumber = 0 }],
            }
        );
        _unseen = [.. Enumerable.Range(0, nodes.Length).Select(i => (uint)i)];
    }

    /// <inheritdoc/>
    /// <remarks>Every item has come.</remarks>
    public override bool IsChecked => _unseen.Count == 0;

    public override void Start()
    {
        for (var i = 0; i < Waiting; i++)
            Ask(_request);
        Flush();
    }

    protected override void TakeHead(uint type, ref UaReader body)
    {
        SkipHead(type, ref body);
        _number = 0;
        body.ReadUInt32(); // subscription
        for (var available = body.ReadInt32(); available > 0; available--)
            body.ReadUInt32();
        body.ReadBoolean();
        var number = body.ReadUInt32();
        body.ReadDateTime();
        if (body.ReadInt32() <= 0)
            return; // a keep-alive is not acknowledged
        _number = number;
        if (body.ReadNodeIdView().Numeric != DataChangeNotification.EncodingId)
            throw new InvalidOperationException("The server sends something else than data changes.");
        body.ReadByte();
        body.ReadInt32();
        var count = body.ReadInt32();
        Values += count;
        if (IsChecked)
            TakeItems(ref body, count);
    }

    /// <summary>The reader stands before the first notification; only those of a message's first chunk are there.</summary>
    protected virtual void TakeItems(ref UaReader items, int count) { }

    protected override void TakeEnd()
    {
        if (_number == 0)
        {
            Ask(_request);
            return;
        }
        BinaryPrimitives.WriteUInt32LittleEndian(_acknowledging.AsSpan(_acknowledging.Length - sizeof(uint)), _number);
        Ask(_acknowledging);
    }

    protected override void Check(ref UaReader answer)
    {
        foreach (var notification in PublishResponse.Decode(ref answer).NotificationMessage.NotificationData ?? [])
        {
            foreach (var item in ((DataChangeNotification)notification!.Body!).MonitoredItems ?? [])
            {
                if (item!.Value.Status.IsGood)
                    _unseen.Remove(item.ClientHandle);
            }
        }
    }
}
