using S7OpcBridge.OpcUa.Channel.Transport;
using S7OpcBridge.OpcUa.Server.Counters;

namespace S7OpcBridge.OpcUa.Server.Context;

/// <summary>Answers one request, exactly once. Answering only queues the response and never blocks.</summary>
/// <param name="Connection">The connection on which it came.</param>
/// <param name="RequestId">Its request id in the secure channel.</param>
/// <param name="Handle">The request handle of its header, which the response repeats.</param>
/// <param name="TimeoutHint">Milliseconds until the client gives up; 0: never.</param>
/// <param name="MaxSize">The largest response that the session accepts, in bytes.</param>
/// <param name="Now">When the request arrived, OPC UA ticks.</param>
/// <param name="Counters">The counters of its session; null: it belongs to no session.</param>
/// <param name="Service">The service, for the counters.</param>
internal readonly record struct Reply(
    UaConnection Connection,
    uint RequestId,
    uint Handle,
    uint TimeoutHint,
    int MaxSize,
    long Now,
    SessionCounters? Counters = null,
    SessionService Service = default
)
{
    /// <summary>An empty response.</summary>
    public MessageBuffer Begin() => Connection.RentResponse(MaxSize);

    /// <summary>Answers; the channel owns the buffer from then on.</summary>
    public void Send(MessageBuffer response) => Connection.Writer.Send(response, RequestId);

    /// <summary>Answers with a message; its header is filled in here.</summary>
    public void Send(IUaStructure response, ResponseHeader header)
    {
        (header.RequestHandle, header.Timestamp) = (Handle, Now);
        var buffer = Begin();
        try
        {
            var writer = new UaWriter(buffer);
            writer.WriteNodeId(response.BinaryEncodingId);
            response.Encode(ref writer);
            writer.Flush();
        }
        catch
        {
            buffer.Dispose();
            throw;
        }

        Send(buffer);
    }

    /// <summary>Answers with a ServiceFault.</summary>
    public void Fault(StatusCode status)
    {
        Counters?.CountError(Service);
        Connection.SendFault(RequestId, Handle, status);
    }
}
