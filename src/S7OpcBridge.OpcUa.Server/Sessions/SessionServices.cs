using S7OpcBridge.OpcUa.Channel.Transport;
using S7OpcBridge.OpcUa.Server.Access;
using S7OpcBridge.OpcUa.Server.Context;
using S7OpcBridge.OpcUa.Server.Counters;
using S7OpcBridge.OpcUa.Server.Discovery;
using S7OpcBridge.OpcUa.Server.Events.Auditing;
using S7OpcBridge.OpcUa.Server.Subscriptions;

namespace S7OpcBridge.OpcUa.Server.Sessions;

/// <summary>CreateSession, ActivateSession, CloseSession and Cancel (OPC 10000-4, 5.7).</summary>
internal sealed class SessionServices
{
    private readonly ServerContext _server;
    private readonly SessionTable _sessions;
    private readonly SessionAudit _audit;
    private readonly SessionEnding _ending;
    private readonly SessionCreation _creation;
    private readonly SessionActivation _activation;
    private readonly RoleChanges _roleChanges;
    private readonly UserExpiry _expiry;

    public SessionServices(
        ServerContext server,
        SessionTable sessions,
        EndpointList endpoints,
        EndpointUrls addresses,
        SubscriptionServices subscriptions,
        NodeAccess access,
        SessionAudit audit
    )
    {
        (_server, _sessions, _audit) = (server, sessions, audit);
        _ending = new SessionEnding(server, sessions, _audit);
        _creation = new SessionCreation(server, sessions, endpoints, addresses, _ending, _audit);
        _activation = new SessionActivation(server, sessions, endpoints, subscriptions, access, _ending, _audit);
        _roleChanges = new RoleChanges(server, sessions);
        _expiry = new UserExpiry(server, sessions, _ending);
    }

    public ValueTask<CreateSessionResponse> CreateAsync(
        CreateSessionRequest request,
        UaConnection connection,
        CancellationToken cancellationToken
    ) => _creation.CreateAsync(request, connection, cancellationToken);

    public ValueTask<ActivateSessionResponse> ActivateAsync(
        Session session,
        ActivateSessionRequest request,
        UaConnection connection,
        CancellationToken cancellationToken
    ) => _activation.ActivateAsync(session, request, connection, cancellationToken);

    /// <summary>Ends a session; its waiting requests are answered with the status.</summary>
    public void End(Session session, SessionEnd how, StatusCode status, bool deleteSubscriptions, string why) =>
        _ending.End(session, how, status, deleteSubscriptions, why);

    /// <summary>Takes their users from sessions whose users' time is over.</summary>
    public void ExpireUsers() => _expiry.Sweep();

    /// <summary>Checks the user of each session again: ends sessions of users that are no longer admitted, and applies changed roles at once.</summary>
    public void RecheckUsers(Func<UaUser, UaUser?> check)
    {
        foreach (var session in _sessions.All)
        {
            if (session is not { IsClosed: false, User: { } user, Connection: { } connection })
                continue;
            if (check(user) is not { } now)
            {
                _server.Report(
                    new SessionRejected(
                        connection.Remote,
                        $"Session '{session.Name}' of {connection.Remote} is ended: user '{user.Name}' may not " + "log in any more.",
                        StatusCodes.BadUserAccessDenied,
                        user.Name
                    )
                );
                _ending.End(
                    session,
                    SessionEnd.Terminated,
                    StatusCodes.BadSessionClosed,
                    true,
                    $"user '{user.Name}' may not log in any more"
                );
            }
            else if (!now.Roles.SequenceEqual(user.Roles))
            {
                _roleChanges.Change(session, user, now);
            }
        }
    }

    public CloseSessionResponse Close(Session session, UaCaller? caller, CloseSessionRequest request)
    {
        _ending.End(
            session,
            SessionEnd.Closed,
            StatusCodes.BadSessionClosed,
            request.DeleteSubscriptions,
            "the client closed it",
            new AuditEntry(request.RequestHeader.AuditEntryId, caller?.User)
        );
        return new CloseSessionResponse();
    }

    public CancelResponse Cancel(Session session, UaCaller caller, CancelRequest request)
    {
        var count = (uint)(session.Pending.Cancel(request.RequestHandle) + (session.Subscriptions?.Cancel(request.RequestHandle) ?? 0));
        _audit.Cancelled(session, caller, request, count);
        return new CancelResponse { CancelCount = count };
    }

    /// <summary>Sends StatusChange BadShutdown for the subscriptions of a session, as far as Publish requests wait.</summary>
    public static void SendShutdown(Session session)
    {
        if (session.Subscriptions is not { } owner)
            return;
        lock (owner.Gate)
        {
            foreach (var subscription in owner.Subscriptions)
                owner.Notify(subscription, StatusCodes.BadShutdown);
        }
    }
}
