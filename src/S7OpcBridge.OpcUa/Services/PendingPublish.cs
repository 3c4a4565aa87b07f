namespace S7OpcBridge.OpcUa;

/// <summary>
/// A Publish request that waits for something to send. It costs no thread, and no garbage: it goes back to its connection's pool when it is answered, so it
/// must be answered exactly once, with <see cref="Send"/> or <see cref="Fault"/>, and not be touched after that. Both only queue and never block.
/// </summary>
internal sealed class PendingPublish(UaConnection connection)
{
    private SubscriptionAcknowledgementView[] _acknowledgements = [];
    private int _acknowledged;

    /// <summary>The next in a list: of the pool, or of whoever holds the request.</summary>
    public PendingPublish? Next { get; set; }

    /// <summary>From the request's header; to be echoed.</summary>
    public uint RequestHandle { get; private set; }

    /// <summary>What the client has received.</summary>
    public ReadOnlySpan<SubscriptionAcknowledgementView> Acknowledgements => _acknowledgements.AsSpan(0, _acknowledged);

    /// <summary>When the client gives up, by <see cref="TimeProvider.GetTimestamp"/>; <see cref="long.MaxValue"/>: never. Then BadTimeout is due.</summary>
    public long Deadline { get; private set; }

    /// <summary>Most bytes of a response that the client takes.</summary>
    public int MaxResponseSize { get; private set; }

    /// <summary>False once the connection is gone: what is sent now is lost, so another request should carry it.</summary>
    public bool IsAlive => connection.IsAlive;

    /// <summary>The request's place in the channel.</summary>
    private uint RequestId { get; set; }

    /// <summary>
    /// An empty response, to be begun with <see cref="ResponseHead"/>. Writing more than <see cref="MaxResponseSize"/> into it is a
    /// <see cref="UaException"/> BadResponseTooLarge.
    /// </summary>
    public MessageBuffer BeginResponse() => connection.RentResponse(MaxResponseSize);

    /// <summary>Answers; the buffer is the channel's from now on.</summary>
    public void Send(MessageBuffer response)
    {
        connection.Send(response, RequestId);
        connection.Publishes.Return(this);
    }

    /// <summary>Answers with a ServiceFault.</summary>
    public void Fault(StatusCode status)
    {
        connection.SendFault(RequestId, RequestHandle, status);
        connection.Publishes.Return(this);
    }

    /// <summary>Takes over a request; the reader stands behind its header.</summary>
    public void Read(ref UaReader request, uint requestId, uint requestHandle, long deadline, int maxResponseSize)
    {
        var count = Math.Max(0, request.ReadArrayLength(8));
        if (_acknowledgements.Length < count)
            _acknowledgements = new SubscriptionAcknowledgementView[count];
        for (var i = 0; i < count; i++)
            _acknowledgements[i] = new SubscriptionAcknowledgementView(request.ReadUInt32(), request.ReadUInt32());
        (_acknowledged, RequestId, RequestHandle, Deadline, MaxResponseSize) = (count, requestId, requestHandle, deadline, maxResponseSize);
    }
}

/// <summary>A notification message that the client has received.</summary>
internal readonly record struct SubscriptionAcknowledgementView(uint SubscriptionId, uint SequenceNumber);

/// <summary>Publish requests of a connection that are free to be used again.</summary>
internal sealed class PublishPool(UaConnection connection)
{
    private readonly Lock _gate = new();
    private PendingPublish? _free;

    public PendingPublish Rent()
    {
        lock (_gate)
        {
            if (_free is not { } request)
                return new PendingPublish(connection);
            _free = request.Next;
            request.Next = null;
            return request;
        }
    }

    public void Return(PendingPublish request)
    {
        lock (_gate)
        {
            request.Next = _free;
            _free = request;
        }
    }
}
