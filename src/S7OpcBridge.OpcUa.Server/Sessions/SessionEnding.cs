using S7OpcBridge.OpcUa.Server.Context;
using S7OpcBridge.OpcUa.Server.Counters;
using S7OpcBridge.OpcUa.Server.Events.Auditing;

namespace S7OpcBridge.OpcUa.Server.Sessions;

/// <summary>Ends sessions, whoever wants it: the client, the server, a timeout or a newcomer that needs the place.</summary>
internal sealed class SessionEnding(ServerContext server, SessionTable sessions, SessionAudit audit)
{
    /// <summary>Ends a session whose place another one has got.</summary>
    /// <param name="evicted">The session; null: there was room.</param>
    public void Evict(Session? evicted)
    {
        if (evicted is null)
            return;
        End(
            evicted,
            SessionEnd.Terminated,
            StatusCodes.BadSessionClosed,
            !evicted.IsActivated,
            evicted.IsActivated
                ? "its client was not connected, and its place was needed"
                : "it was never activated, and its place was needed"
        );
    }

    /// <summary>Ends a session; its waiting requests are answered with the status.</summary>
    public void End(Session session, SessionEnd how, StatusCode status, bool deleteSubscriptions, string why, AuditEntry? entry = null)
    {
        sessions.Remove(session);
        lock (session.Gate)
        {
            if (session.IsClosed)
                return;
            session.Close();
        }

        session.Pending.Close(status);
        session.Browses.Clear();
        session.History.Close();
        session.Subscriptions?.EndSession(deleteSubscriptions);
        var text = $"Session '{session.Name}' ended: {why}.";
        server.Report(new SessionClosed(session.Connection?.Remote, text, session.Id));
        server.Counters.CountEnd(how);
        audit.Closed(session, how, entry ?? new AuditEntry(null, session.CallerNow?.User), text);
    }
}
