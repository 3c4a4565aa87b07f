using S7OpcBridge.OpcUa.Channel.Transport;
using S7OpcBridge.OpcUa.Server.Context;
using S7OpcBridge.OpcUa.Server.Counters;
using S7OpcBridge.OpcUa.Server.Subscriptions.Publishing;

namespace S7OpcBridge.OpcUa.Server.Sessions;

/// <summary>
/// A Publish request of a connection that waits for something to send. It occupies no thread, and once answered it goes back to its session's pool.
/// </summary>
internal sealed class ConnectionPublishRequest(PublishRequestPool pool) : QueuedPublishRequest
{
    private UaConnection? _connection;
    private uint _requestId;
    private Session? _session;
    private SessionCounters? _counters;
    private int _counted;

    /// <summary>The next free one in the pool.</summary>
    public ConnectionPublishRequest? NextFree { get; set; }

    /// <summary>False also when the session has moved to another channel: the client no longer uses this one.</summary>
    public override bool IsAlive => _connection!.IsAlive && _session!.Connection == _connection;

    public override MessageBuffer BeginResponse() => _connection!.RentResponse(MaxResponseSize);

    public override void Send(MessageBuffer response)
    {
        _connection!.Writer.SendNotification(response, _requestId);
        Return();
    }

    public override void Fault(StatusCode status)
    {
        _counters?.CountError(SessionService.Publish);
        _connection!.SendFault(_requestId, RequestHandle, status);
        Return();
    }

    /// <summary>Reads a request, whose header has been read.</summary>
    /// <exception cref="UaException">BadTooManyOperations; BadOutOfMemory: the memory for clients is short.</exception>
    public void Read(ref UaReader request, in Reply reply, Session session, TimeProvider time)
    {
        var bytes = ReadAcknowledgements(ref request);
        if (bytes > 0 && !reply.Connection.Requests.TryAdd(bytes))
            throw new UaException(StatusCodes.BadOutOfMemory, "The memory for clients is short.");
        _counted = bytes;
        (_connection, _session) = (reply.Connection, session);
        (_requestId, RequestHandle, MaxResponseSize, _counters) = (reply.RequestId, reply.Handle, reply.MaxSize, reply.Counters);
        Deadline =
            reply.TimeoutHint == 0 ? long.MaxValue : time.GetTimestamp() + (long)(reply.TimeoutHint * (time.TimestampFrequency / 1000.0));
    }

    /// <summary>Goes back to the pool.</summary>
    public void Return()
    {
        _connection?.Requests.Add(-_counted);
        _counted = 0;
        DropManyAcknowledgements();
        pool.Return(this);
    }
}

/// <summary>Pool of the Publish requests of a session. Any thread.</summary>
internal sealed class PublishRequestPool
{
    private readonly Lock _gate = new();
    private ConnectionPublishRequest? _free;

    public ConnectionPublishRequest Rent()
    {
        lock (_gate)
        {
            if (_free is not { } request)
                return new ConnectionPublishRequest(this);
            _free = request.NextFree;
            request.NextFree = null;
            return request;
        }
    }

    public void Return(ConnectionPublishRequest request)
    {
        lock (_gate)
        {
            request.NextFree = _free;
            _free = request;
        }
    }
}
