using S7OpcBridge.OpcUa.Channel.Transport;
using S7OpcBridge.OpcUa.Server.Context;

namespace S7OpcBridge.OpcUa.Server.Sessions;

/// <summary>Gives open sessions the roles that they have by the present configuration.</summary>
internal sealed class RoleChanges
{
    private readonly ServerContext _server;
    private readonly SessionTable _sessions;

    /// <param name="server">The server, whose role directory raises the changes.</param>
    /// <param name="sessions">All sessions.</param>
    public RoleChanges(ServerContext server, SessionTable sessions)
    {
        (_server, _sessions) = (server, sessions);
        server.Options.RoleDirectory.Changed += Recheck;
    }

    /// <summary>Gives a session's user other roles, unless the session has another user meanwhile.</summary>
    public void Change(Session session, UaUser before, UaUser now)
    {
        UaConnection connection;
        lock (session.Gate)
        {
            // The session may have ended or have another user meanwhile.
            if (session.IsClosed || session.User != before)
                return;
            connection = session.Connection!;
            SetUser(session, now, connection);
        }

        Report(session, connection, now.Name, string.Join(", ", now.Roles));
    }

    private static void SetUser(Session session, UaUser? user, UaConnection connection)
    {
        session.Become(user, connection);
        if (session.Subscriptions is { } owner)
            owner.Viewer.MayAudit = session.CallerNow!.MayAudit;
    }

    private void Recheck()
    {
        foreach (var session in _sessions.All)
        {
            UaConnection connection;
            lock (session.Gate)
            {
                if (
                    session.IsClosed
                    || session.CallerNow is not { } caller
                    || session.Connection is not { } current
                    || session.RolesOf(session.User) == caller.WellKnownRoles
                )
                    continue;
                connection = current;
                SetUser(session, session.User, connection);
            }

            Report(session, connection, session.User?.Name, _server.Options.RoleDirectory.NamesOf(session.CallerNow!.WellKnownRoles));
        }
    }

    private void Report(Session session, UaConnection connection, string? user, string roles)
    {
        session.Subscriptions?.RecheckAccess();
        _server.Report(
            new SessionActivated(
                connection.Remote,
                $"{connection.Remote} continues session '{session.Name}' as {user ?? "anonymous"} with other roles: {roles}.",
                session.Id,
                user
            )
        );
    }
}
