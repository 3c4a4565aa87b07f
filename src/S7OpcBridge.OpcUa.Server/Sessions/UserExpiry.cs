using S7OpcBridge.OpcUa.Channel.Transport;
using S7OpcBridge.OpcUa.Server.Context;
using S7OpcBridge.OpcUa.Server.Counters;
using S7OpcBridge.OpcUa.Server.Subscriptions;

namespace S7OpcBridge.OpcUa.Server.Sessions;

/// <summary>
/// Takes their users from sessions whose access tokens have expired (OPC 10000-6, 6.5.2.3): such a session goes on as anonymous where that is allowed, and
/// otherwise ends. Its subscriptions stay then for a while, for the same user with a new token.
/// </summary>
internal sealed class UserExpiry(ServerContext server, SessionTable sessions, SessionEnding ending)
{
    /// <summary>Looks at all sessions.</summary>
    public void Sweep()
    {
        foreach (var session in sessions.WithoutRightUser())
        {
            var name = session.User?.Name;
            if (!server.Options.AllowAnonymous)
                ending.End(
                    session,
                    SessionEnd.Terminated,
                    StatusCodes.BadSessionClosed,
                    false,
                    $"the access token of user '{name}' has expired"
                );
            else if (TryBecomeAnonymous(session) is { } connection)
                Report(session, connection, name);
        }
    }

    private UaConnection? TryBecomeAnonymous(Session session)
    {
        lock (session.Gate)
        {
            // The client may have activated it with a new token meanwhile.
            if (session.IsClosed || !session.IsUserOver(server.Options.Time) || session.Connection is not { } connection)
                return null;
            session.BecomeAnonymous(connection);
            if (session.Subscriptions is { } owner)
            {
                owner.Identity = new OwnerIdentity(null, session.Client.ApplicationUri, session.Security.Policy.IsSecure)
                {
                    Client = session.Identity,
                };
                owner.Viewer.MayAudit = false;
                owner.ForgetUser();
            }

            return connection;
        }
    }

    private void Report(Session session, UaConnection connection, string? name)
    {
        session.Subscriptions?.RecheckAccess();
        var text = $"Session '{session.Name}' of {connection.Remote} goes on as anonymous: the access token of user '{name}' has expired.";
        server.Report(new SessionActivated(connection.Remote, text, session.Id, null));
    }
}
