using S7OpcBridge.OpcUa.Channel.Transport;
using S7OpcBridge.OpcUa.Server.Counters;
using S7OpcBridge.OpcUa.Server.Events.Auditing;

namespace S7OpcBridge.OpcUa.Server.Sessions;

/// <summary>Events of the Session service set (OPC 10000-4, 6.5.4).</summary>
internal sealed class SessionAudit(Audit audit)
{
    /// <summary>Events of their channels.</summary>
    public ChannelAudit Channels => audit.Channels;

    /// <summary>CreateSession.</summary>
    /// <param name="session">The session; null: none was created.</param>
    /// <param name="connection">The client's connection.</param>
    /// <param name="status">The result.</param>
    /// <param name="text">The same as a sentence.</param>
    public void Created(Session? session, CreateSessionRequest request, UaConnection connection, StatusCode status, string text)
    {
        if (!audit.IsListened)
            return;
        var channel = connection.Channel;
        audit.Raise(
            AuditTypes.CreateSession,
            "Session/CreateSession",
            new AuditEntry(request.RequestHeader.AuditEntryId, null),
            status,
            text,
            ("StatusCodeId", Variant.FromStatusCode(status)),
            ("SessionId", Variant.From(session?.Id ?? default)),
            ("SecureChannelId", ChannelAudit.IdOf(channel)),
            ("ClientCertificate", ChannelAudit.CertificateOf(channel)),
            ("ClientCertificateThumbprint", ChannelAudit.ThumbprintOf(channel)),
            ("RevisedSessionTimeout", Variant.From(session?.Timeout.TotalMilliseconds ?? 0))
        );
    }

    /// <summary>ActivateSession.</summary>
    public void Activated(
        Session session,
        ActivateSessionRequest request,
        UaConnection connection,
        string? user,
        StatusCode status,
        string text
    )
    {
        if (!audit.IsListened)
            return;
        audit.Raise(
            AuditTypes.ActivateSession,
            "Session/ActivateSession",
            new AuditEntry(request.RequestHeader.AuditEntryId, user),
            status,
            text,
            ("StatusCodeId", Variant.FromStatusCode(status)),
            ("SessionId", Variant.From(session.Id)),
            ("SecureChannelId", ChannelAudit.IdOf(connection.Channel)),
            ("ClientSoftwareCertificates", Variant.FromArray(BuiltInType.ExtensionObject, Array.Empty<ExtensionObject>())),
            ("UserIdentityToken", WithoutSecret(request.UserIdentityToken))
        );
    }

    /// <summary>CloseSession, a timeout, or an end by the server.</summary>
    public void Closed(Session session, SessionEnd how, AuditEntry entry, string text)
    {
        if (!audit.IsListened)
            return;
        var source = how switch
        {
            SessionEnd.Closed => "Session/CloseSession",
            SessionEnd.TimedOut => "Session/Timeout",
            _ => "Session/Terminated",
        };
        audit.Raise(AuditTypes.Session, source, entry, StatusCodes.Good, text, ("SessionId", Variant.From(session.Id)));
    }

    public void Cancelled(Session session, UaCaller caller, CancelRequest request, uint count)
    {
        if (!audit.IsListened)
            return;
        audit.Raise(
            AuditTypes.Cancel,
            "Session/Cancel",
            new AuditEntry(request.RequestHeader.AuditEntryId, caller.User),
            StatusCodes.Good,
            $"Session '{session.Name}' cancelled {count} requests.",
            ("SessionId", Variant.From(session.Id)),
            ("RequestHandle", Variant.From(request.RequestHandle))
        );
    }

    // The user's name may appear in an event, the secret may not.
    private static Variant WithoutSecret(ExtensionObject? token) =>
        token?.Body switch
        {
            UserNameIdentityToken name => Variant.From(
                ExtensionObject.From(new UserNameIdentityToken { PolicyId = name.PolicyId, UserName = name.UserName })
            ),
            IssuedIdentityToken issued => Variant.From(ExtensionObject.From(new IssuedIdentityToken { PolicyId = issued.PolicyId })),
            X509IdentityToken or AnonymousIdentityToken => Variant.From(token),
            _ => default,
        };
}
