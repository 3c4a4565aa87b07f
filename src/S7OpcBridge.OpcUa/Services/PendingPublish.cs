namespace S7OpcBridge.OpcUa;

/// <summary>A Publish request of a connection: it costs no thread, and no garbage, for it goes back to its connection's pool when it is answered.</summary>
internal sealed class PendingPublish(UaConnection connection) : ParkedPublish
{
    /// <inheritdoc/>
    public override bool IsAlive => connection.IsAlive;

    /// <summary>The request's place in the channel.</summary>
    private uint RequestId { get; set; }

    /// <summary>An empty response, to be begun with <see cref="ResponseHead"/>.</summary>
    public override MessageBuffer BeginResponse() => connection.RentResponse(MaxResponseSize);

    /// <inheritdoc/>
    public override void Send(MessageBuffer response)
    {
        connection.Send(response, RequestId);
        connection.Publishes.Return(this);
    }

    /// <inheritdoc/>
    public override void Fault(StatusCode status)
    {
        connection.SendFault(RequestId, RequestHandle, status);
        connection.Publishes.Return(this);
    }

    /// <summary>Takes over a request; the reader stands behind its header.</summary>
    public void Read(ref UaReader request, uint requestId, uint requestHandle, long deadline, int maxResponseSize)
    {
        ReadAcknowledgements(ref request);
        (RequestId, RequestHandle, Deadline, MaxResponseSize) = (requestId, requestHandle, deadline, maxResponseSize);
    }
}

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
            _free = (PendingPublish?)request.Next;
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
