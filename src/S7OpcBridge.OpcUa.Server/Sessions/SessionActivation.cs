using S7OpcBridge.OpcUa.Channel.Channels;
using S7OpcBridge.OpcUa.Channel.Transport;
using S7OpcBridge.OpcUa.Server.Access;
using S7OpcBridge.OpcUa.Server.ClientMemory;
using S7OpcBridge.OpcUa.Server.Context;
using S7OpcBridge.OpcUa.Server.Discovery;
using S7OpcBridge.OpcUa.Server.Subscriptions;

namespace S7OpcBridge.OpcUa.Server.Sessions;

/// <summary>ActivateSession (OPC 10000-4, 5.7.3).</summary>
internal sealed class SessionActivation(
    ServerContext server,
    SessionTable sessions,
    EndpointList endpoints,
    SubscriptionServices subscriptions,
    NodeAccess access,
    SessionEnding ending,
    SessionAudit audit
)
{
    private readonly UserAdmission _admission = new(server, endpoints);

    /// <summary>Activates a session, for the first time, for another user, or on another channel. A failure leaves it as it was.</summary>
    public async ValueTask<ActivateSessionResponse> ActivateAsync(
        Session session,
        ActivateSessionRequest request,
        UaConnection connection,
        CancellationToken cancellationToken
    )
    {
        using var turn = new HandshakeSlot(server.Channels.Handshakes);
        try
        {
            await _admission.TakeTurnAsync(turn, request.UserIdentityToken, connection, cancellationToken).ConfigureAwait(false);
            return await TryActivateAsync(session, request, connection, turn, cancellationToken).ConfigureAwait(false);
        }
        catch (UaException e)
        {
            var text = $"{connection.Remote} may not use session '{session.Name}': {e.Message}";
            var user = (request.UserIdentityToken?.Body as UserNameIdentityToken)?.UserName;
            server.Report(new SessionRejected(connection.Remote, text, e.Status, user));
            server.Counters.CountRejectedSession(e.Status);
            audit.Activated(session, request, connection, user, e.Status, text);
            throw;
        }
    }

    private async ValueTask<ActivateSessionResponse> TryActivateAsync(
        Session session,
        ActivateSessionRequest request,
        UaConnection connection,
        HandshakeSlot turn,
        CancellationToken cancellationToken
    )
    {
        var channel = connection.Channel!;
        var nonce = session.ServerNonce;
        var proof = new SessionProof(channel, session);
        CheckChannel(session, nonce, proof, request.ClientSignature, connection);
        var user = await _admission
            .AdmitAsync(nonce, proof, connection, request.UserIdentityToken, request.UserTokenSignature, turn, cancellationToken)
            .ConfigureAwait(false);
        var client = ClientIdentity.From(user?.Name, session.ClientCertificate, connection.Remote, session.IsLocal);
        if (!session.IsActivated)
        {
            if (!sessions.TryMakeRoom(session, client, out var evicted))
                throw new UaException(StatusCodes.BadTooManySessions, $"User '{user?.Name}' has its share of all sessions.");
            ending.Evict(evicted);
        }

        var response = new ActivateSessionResponse();
        lock (session.Gate)
        {
            // The session may have ended, or moved, while the user was checked.
            if (session.IsClosed)
                throw new UaException(StatusCodes.BadSessionClosed, "The session ended while it was being activated.");
            if (session.ServerNonce != nonce)
                throw UsedUp(channel);
            var moves = session.Connection != connection;
            if (moves && !session.IsActivated)
                throw new UaException(
                    StatusCodes.BadSecureChannelIdInvalid,
                    "A session must first be activated on the channel that created it."
                );
            if (moves && session.CallerNow!.User != user?.Name)
                throw new UaException(
                    StatusCodes.BadIdentityChangeNotSupported,
                    "A session cannot change its channel and its user at once."
                );
            var isAnotherUser = session.CallerNow is { } before && before.User != user?.Name;
            session.Activate(connection, user, TokenTypeOf(request.UserIdentityToken), server.Options.Time);
            session.ServerNonce = new ServerNonce(EcdhKeys.Offer(request.RequestHeader, response.ResponseHeader, server));
            response.ServerNonce = session.ServerNonce.Bytes;
            if (request.LocaleIds.Length > 0)
                session.LocaleIds = SessionTexts.Usable(request.LocaleIds);
            var identity = new OwnerIdentity(user?.Name, session.Client.ApplicationUri, channel.Policy.IsSecure) { Client = client };
            if (session.Subscriptions is null)
                session.Subscriptions = subscriptions.CreateOwner(
                    identity,
                    session.Id,
                    new SessionAccess(access, () => session.CallerNow!)
                );
            else
                session.Subscriptions.Identity = identity;
            session.Subscriptions.Viewer.MayAudit = session.CallerNow!.MayAudit;
            session.Subscriptions.Viewer.Locales = session.LocaleIds;
            if (isAnotherUser)
                session.Subscriptions.ForgetUser();
            if (moves)
                session.Subscriptions.LeaveChannel();
        }

        session.Subscriptions.RecheckAccess();
        var text = $"{connection.Remote} activated session '{session.Name}' as {user?.Name ?? "anonymous"} on channel {channel.Id}.";
        server.Report(new SessionActivated(connection.Remote, text, session.Id, user?.Name));
        audit.Activated(session, request, connection, user?.Name, StatusCodes.Good, text);
        return response;
    }

    // The same codes as for an ActivateSession that comes after the other one was answered.
    private static UaException UsedUp(SecureChannel channel) =>
        new(
            channel.Policy.IsSecure ? StatusCodes.BadApplicationSignatureInvalid : StatusCodes.BadIdentityTokenInvalid,
            "Another ActivateSession has used up the nonce of this one meanwhile."
        );

    private static void CheckChannel(
        Session session,
        ServerNonce nonce,
        SessionProof proof,
        SignatureData signature,
        UaConnection connection
    )
    {
        var channel = connection.Channel!;
        if (session.Connection != connection && !session.IsActivated)
            throw new UaException(
                StatusCodes.BadSecureChannelIdInvalid,
                "A session must first be activated on the channel that created it."
            );
        if (session.Security != (channel.Policy, channel.Mode))
            throw new UaException(
                StatusCodes.BadSecurityPolicyRejected,
                "The channel's security differs from that of the channel that created the session."
            );
        if (!channel.Policy.IsSecure)
            return;
        if (session.ClientCertificate is null || !channel.Peer!.Leaf.AsSpan().SequenceEqual(session.ClientCertificate))
            throw new UaException(StatusCodes.BadSecurityChecksFailed, "The channel belongs to another client than the session.");
        // Nothing ties two channels together but what is encrypted (OPC 10000-4, 5.7.3.1).
        if (session.Connection != connection && channel.Policy.IsEnhanced && channel.Mode == MessageSecurityMode.Sign)
            throw new UaException(
                StatusCodes.BadSecurityPolicyRejected,
                $"Under {channel.Policy} in mode Sign a session stays on its channel; the client needs a new session, or SignAndEncrypt."
            );
        if (!proof.IsClients(nonce.Bytes, signature))
            throw new UaException(StatusCodes.BadApplicationSignatureInvalid, "The client has not proved that it has its key.");
    }

    private static UserTokenType TokenTypeOf(ExtensionObject? token) =>
        token?.Body switch
        {
            UserNameIdentityToken => UserTokenType.UserName,
            X509IdentityToken => UserTokenType.Certificate,
            IssuedIdentityToken => UserTokenType.IssuedToken,
            _ => UserTokenType.Anonymous,
        };
}
