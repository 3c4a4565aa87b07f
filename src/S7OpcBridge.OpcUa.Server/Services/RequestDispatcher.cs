using S7OpcBridge.OpcUa.Channel.ClientMemory;
using S7OpcBridge.OpcUa.Channel.Transport;
using S7OpcBridge.OpcUa.Server.Context;
using S7OpcBridge.OpcUa.Server.Counters;
using S7OpcBridge.OpcUa.Server.Discovery;
using S7OpcBridge.OpcUa.Server.History;
using S7OpcBridge.OpcUa.Server.Sessions;

namespace S7OpcBridge.OpcUa.Server.Services;

/// <summary>
/// Passes each request to its service. Services that work in memory answer at once on the connection's receive loop; the others begin in the order of arrival
/// and answer when they are done.
/// </summary>
internal sealed class RequestDispatcher(
    ServerContext server,
    SessionTable sessions,
    SessionServices sessionServices,
    DiscoveryServices discovery,
    NodeServices nodes,
    SubscriptionRequests subscriptions
)
{
    /// <summary>Handles one request; every error in it becomes a ServiceFault.</summary>
    public void Dispatch(UaConnection connection, uint requestId, ReadOnlySpan<byte> body)
    {
        var reply = new Reply(connection, requestId, 0, 0, connection.MaxResponse(int.MaxValue), server.Now);
        try
        {
            var reader = new UaReader(body, server.Limits.Encoding);
            var type = reader.ReadNodeIdView();
            var start = reader.Position;
            var head = RequestHead.Read(ref reader);
            reply = reply with { Handle = head.Handle, TimeoutHint = head.TimeoutHint };
            if (type is not { Namespace: 0, Kind: NodeIdKind.Numeric })
                throw new UaException(StatusCodes.BadServiceUnsupported, "The type of the request is not known.");
            if (TryWithoutSession(reply, type.Numeric, body[start..]))
                return;
            var session = Find(connection, type.Numeric, head);
            reply = reply with
            {
                MaxSize = connection.MaxResponse(session.MaxResponseSize),
                Counters = session.Counters,
                Service = SessionServiceOf.Request(type.Numeric),
            };
            session.Counters.Count(reply.Service);
            WithSession(reply, session, session.CallerNow, type.Numeric, body, ref reader, start);
        }
        catch (Exception e)
        {
            Refuse(reply, server.StatusOf(e, null, connection));
        }
    }

    private bool TryWithoutSession(in Reply reply, uint type, ReadOnlySpan<byte> request)
    {
        var reader = new UaReader(request, server.Limits.Encoding);
        switch (type)
        {
            case FindServersRequest.EncodingId:
                var servers = discovery.FindServers(FindServersRequest.Decode(ref reader), reply.Connection);
                reply.Send(servers, servers.ResponseHeader);
                return true;
            case GetEndpointsRequest.EncodingId:
                var endpoints = discovery.GetEndpoints(GetEndpointsRequest.Decode(ref reader), reply.Connection);
                reply.Send(endpoints, endpoints.ResponseHeader);
                return true;
            case CreateSessionRequest.EncodingId:
                CreateSession(reply, CreateSessionRequest.Decode(ref reader));
                return true;
            case FindServersOnNetworkRequest.EncodingId or RegisterServerRequest.EncodingId or RegisterServer2Request.EncodingId:
                throw new UaException(StatusCodes.BadServiceUnsupported, $"Service i={type} is offered by discovery servers only.");
            default:
                return false;
        }
    }

    private void Refuse(in Reply reply, StatusCode status)
    {
        server.Counters.CountRejectedRequest(status);
        reply.Fault(status);
    }

    private void WithSession(
        in Reply reply,
        Session session,
        UaCaller? caller,
        uint type,
        ReadOnlySpan<byte> body,
        ref UaReader fields,
        int start
    )
    {
        var reader = new UaReader(body[start..], server.Limits.Encoding);
        switch (type)
        {
            case ReadRequest.EncodingId:
                nodes.Read.Read(reply, session, caller!, body, ref fields);
                break;
            case PublishRequest.EncodingId:
                subscriptions.Publish(reply, session, ref fields);
                break;
            case CreateMonitoredItemsRequest.EncodingId:
                subscriptions.CreateMonitoredItems(reply, session, ref fields);
                break;
            case ModifyMonitoredItemsRequest.EncodingId:
                subscriptions.ModifyMonitoredItems(reply, session, ref fields);
                break;
            case BrowseRequest.EncodingId:
                nodes.Browse.Browse(reply, session, caller!, ref fields);
                break;
            case BrowseNextRequest.EncodingId:
                nodes.Browse.BrowseNext(reply, session, caller!, ref fields);
                break;
            case ActivateSessionRequest.EncodingId:
                Activate(reply, session, ActivateSessionRequest.Decode(ref reader));
                break;
            case WriteRequest.EncodingId:
                Write(reply, session, caller!, WriteRequest.Decode(ref reader), body.Length);
                break;
            case HistoryReadRequest.EncodingId when nodes.History is not null:
                ReadHistory(reply, session, caller!, HistoryReadRequest.Decode(ref reader), body.Length);
                break;
            case HistoryUpdateRequest.EncodingId when nodes.History is not null:
                var refused = nodes.HistoryUpdate.Update(caller!, HistoryUpdateRequest.Decode(ref reader));
                reply.Send(refused, refused.ResponseHeader);
                break;
            case CallRequest.EncodingId:
                Call(reply, session, caller!, CallRequest.Decode(ref reader), body.Length);
                break;
            case CloseSessionRequest.EncodingId:
                var closed = sessionServices.Close(session, caller, CloseSessionRequest.Decode(ref reader));
                reply.Send(closed, closed.ResponseHeader);
                break;
            case CancelRequest.EncodingId:
                var cancelled = sessionServices.Cancel(session, caller!, CancelRequest.Decode(ref reader));
                reply.Send(cancelled, cancelled.ResponseHeader);
                break;
            case TranslateBrowsePathsToNodeIdsRequest.EncodingId:
                var translated = nodes.BrowsePaths.Translate(caller!, TranslateBrowsePathsToNodeIdsRequest.Decode(ref reader));
                reply.Send(translated, translated.ResponseHeader);
                break;
            case RegisterNodesRequest.EncodingId:
                var registered = nodes.Registration.Register(RegisterNodesRequest.Decode(ref reader));
                reply.Send(registered, registered.ResponseHeader);
                break;
            case UnregisterNodesRequest.EncodingId:
                var unregistered = nodes.Registration.Unregister(UnregisterNodesRequest.Decode(ref reader));
                reply.Send(unregistered, unregistered.ResponseHeader);
                break;
            default:
                if (!subscriptions.TryHandle(reply, session, type, ref reader))
                    throw new UaException(StatusCodes.BadServiceUnsupported, $"Service i={type} is not supported.");
                break;
        }
    }

    // In methods of their own, so that the switches above do not allocate a closure for every request.
    private void CreateSession(Reply reply, CreateSessionRequest request) =>
        Await(
            reply,
            reply.Connection.Pending,
            cancellation => sessionServices.CreateAsync(request, reply.Connection, cancellation),
            r => r.ResponseHeader
        );

    private void Activate(Reply reply, Session session, ActivateSessionRequest request) =>
        Await(
            reply,
            session.Pending,
            cancellation => sessionServices.ActivateAsync(session, request, reply.Connection, cancellation),
            r => r.ResponseHeader
        );

    private void Write(Reply reply, Session session, UaCaller caller, WriteRequest request, int bytes) =>
        Await(
            reply,
            session.Pending,
            cancellation => nodes.Write.WriteAsync(session, caller, request, cancellation),
            r => r.ResponseHeader,
            bytes
        );

    private void Call(Reply reply, Session session, UaCaller caller, CallRequest request, int bytes) =>
        Await(
            reply,
            session.Pending,
            cancellation => nodes.Call.CallAsync(session, caller, request, cancellation),
            r => r.ResponseHeader,
            bytes
        );

    private void ReadHistory(Reply reply, Session session, UaCaller caller, HistoryReadRequest request, int bytes)
    {
        var memory = reply.Connection.Requests;
        var reader = new HistoryReader(caller, session.Identity, session.History, memory, new WaitingRequest(memory, bytes).InMemory);
        Await(
            reply,
            session.Pending,
            cancellation => nodes.History!.ReadAsync(reader, request, reply.MaxSize, cancellation),
            r => r.ResponseHeader,
            bytes,
            endsWithConnection: true
        );
    }

    private Session Find(UaConnection connection, uint type, in RequestHead head)
    {
        if (sessions.Find(head.AuthenticationToken) is not { } session)
            throw new UaException(StatusCodes.BadSessionIdInvalid, "There is no such session.");
        if (type != ActivateSessionRequest.EncodingId)
        {
            if (session.Connection != connection)
                throw new UaException(StatusCodes.BadSecureChannelIdInvalid, "The session belongs to another channel.");
            if (!session.IsActivated && type != CloseSessionRequest.EncodingId)
            {
                sessionServices.End(
                    session,
                    SessionEnd.Terminated,
                    StatusCodes.BadSessionClosed,
                    true,
                    "it was used before it was activated"
                );
                throw new UaException(StatusCodes.BadSessionNotActivated, "A session must be activated before it is used.");
            }
        }

        if (head.Timestamp == 0)
            throw new UaException(StatusCodes.BadInvalidTimestamp, "The request has no timestamp.");
        session.Touch(server.Time.GetTimestamp());
        return session;
    }

    private void Await<T>(
        in Reply reply,
        PendingCalls pending,
        Func<CancellationToken, ValueTask<T>> work,
        Func<T, ResponseHeader> header,
        int bytes = 0,
        bool endsWithConnection = false
    )
        where T : IUaStructure
    {
        var call = pending.Begin(reply.Handle, reply.TimeoutHint, server.Time, new WaitingRequest(reply.Connection.Requests, bytes));
        _ = AwaitAsync(reply, pending, call, work, header, endsWithConnection ? reply.Connection.Ended : CancellationToken.None);
    }

    private async Task AwaitAsync<T>(
        Reply reply,
        PendingCalls pending,
        PendingCall call,
        Func<CancellationToken, ValueTask<T>> work,
        Func<T, ResponseHeader> header,
        CancellationToken cancellationToken
    )
        where T : IUaStructure
    {
        await using var connection = cancellationToken
            .UnsafeRegister(static ended => ((PendingCall)ended!).GiveUp(StatusCodes.BadSecureChannelClosed), call)
            .ConfigureAwait(false);
        try
        {
            var response = await work(call.Cancellation).ConfigureAwait(false);
            if (!call.Status.IsGood)
                throw new UaException(call.Status, "The request was cancelled.");
            reply.Send(response, header(response));
        }
        catch (Exception e)
        {
            Refuse(reply, server.StatusOf(e, call, reply.Connection));
        }
        finally
        {
            pending.End(call);
        }
    }
}
