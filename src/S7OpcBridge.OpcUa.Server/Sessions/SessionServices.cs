using System.Security.Cryptography;
using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.OpcUa.Channel.Channels;
using S7OpcBridge.OpcUa.Channel.Security;
using S7OpcBridge.OpcUa.Channel.Security.Elliptic;
using S7OpcBridge.OpcUa.Channel.Transport;
using S7OpcBridge.OpcUa.Server.Access;
using S7OpcBridge.OpcUa.Server.ClientMemory;
using S7OpcBridge.OpcUa.Server.Context;
using S7OpcBridge.OpcUa.Server.Counters;
using S7OpcBridge.OpcUa.Server.Discovery;
using S7OpcBridge.OpcUa.Server.Subscriptions;

namespace S7OpcBridge.OpcUa.Server.Sessions;

/// <summary>CreateSession, ActivateSession, CloseSession and Cancel (OPC 10000-4, 5.7).</summary>
internal sealed class SessionServices(
    ServerContext server, SessionTable sessions, EndpointList endpoints, EndpointUrls addresses, SubscriptionServices subscriptions, NodeAccess access)
{
    private readonly SessionAudit _audit = new(server.Audit);
    private const int NonceLength = 32;
    private static readonly TimeSpan DefaultTimeout = TimeSpan.FromMinutes(1);
    private readonly HostNameCheck _hostNames = new(server);
    private readonly UserAdmission _admission = new(server, endpoints);
    private readonly RoleChanges _roleChanges = new(server, sessions);

    public async ValueTask<CreateSessionResponse> CreateAsync(CreateSessionRequest request, UaConnection connection, CancellationToken cancellationToken)
    {
        var needsKey = connection.Channel!.Policy.IsSecure;
        if (needsKey)
            await server.Channels.Handshakes.TakeAsync("", ClientNetwork.Of(connection.Remote), isLast: false, cancellationToken).ConfigureAwait(false);
        try
        {
            return TryCreate(request, connection);
        }
        catch (UaException e)
        {
            var text = $"{connection.Remote} gets no session: {e.Message}";
            server.Report(new SessionRejected(connection.Remote, text, e.Status));
            server.Counters.CountRejectedSession(e.Status);
            _audit.Created(null, request, connection, e.Status, text);
            throw;
        }
        finally
        {
            if (needsKey)
                server.Channels.Handshakes.End();
        }
    }

    private CreateSessionResponse TryCreate(CreateSessionRequest request, UaConnection connection)
    {
        var channel = connection.Channel!;
        Check(request, channel);
        var now = server.Time.GetTimestamp();
        var id = sessions.NextId();
        var session = new Session(id, string.IsNullOrEmpty(request.SessionName) ? $"Session {id.Numeric}" : request.SessionName,
            Revise(request.RequestedSessionTimeout), connection, server.Limits.MaxPendingCalls, now)
        {
            Client = request.ClientDescription,
            ClientCertificate = channel.Peer?.Leaf,
            MaxResponseSize = request.MaxResponseMessageSize is 0 or > int.MaxValue ? int.MaxValue : (int)request.MaxResponseMessageSize,
            EndpointUrl = request.EndpointUrl ?? "",
            ServerUri = request.ServerUri,
            ServerNonce = RandomNumberGenerator.GetBytes(NonceLength),
            Roles = server.Options.RoleDirectory,
            IsLocal = server.Options.IsLocal,
        };
        if (!sessions.TryAdd(session, out var evicted))
            throw new UaException(
                StatusCodes.BadTooManySessions, $"There are {server.Limits.MaxSessions} sessions already, or this client has its share of them.");
        if (evicted is not null)
        {
            End(evicted, SessionEnd.Terminated, StatusCodes.BadSessionClosed, !evicted.IsActivated,
                evicted.IsActivated ? "its client was not connected, and its place was needed" : "it was never activated, and its place was needed");
        }

        var text = $"{connection.Remote} created session '{session.Name}'.";
        server.Report(new SessionCreated(connection.Remote, text, session.Id));
        _audit.Created(session, request, connection, StatusCodes.Good, text);
        _hostNames.Notice(connection, request.EndpointUrl);

        var own = channel.Own ?? server.Channels.Certificate;
        var response = new CreateSessionResponse
        {
            SessionId = session.Id,
            AuthenticationToken = session.Token.Id,
            RevisedSessionTimeout = session.Timeout.TotalMilliseconds,
            ServerNonce = session.ServerNonce,
            ServerCertificate = channel.Policy.IsSecure ? own!.Chain : endpoints.CertificateFor(channel.Policy),
            ServerEndpoints = endpoints.For(addresses.UrlFor(request.EndpointUrl, connection.Local)),
            ServerSignature = channel.Policy.IsSecure
                ? Signatures.Sign(channel.Policy, own!, request.ClientCertificate ?? [], request.ClientNonce ?? [])
                : new SignatureData(),
            MaxRequestMessageSize = (uint)server.Limits.MaxMessageSize,
        };
        OfferKey(session, request.RequestHeader, response.ResponseHeader);
        return response;
    }

    private void OfferKey(Session session, RequestHeader request, ResponseHeader response)
    {
        session.SecretKey = EcdhKeys.PolicyOf(request, server.Options) is { } policy ? new EphemeralKey(policy) : null;
        if (session.SecretKey is { } key)
            EcdhKeys.Offer(response, key, server.Channels.CertificateOf(key.Policy.CertificateKind)!);
    }

    /// <summary>Activates a session, for the first time, for another user, or on another channel. A failure leaves it as it was.</summary>
    public async ValueTask<ActivateSessionResponse> ActivateAsync(Session session, ActivateSessionRequest request, UaConnection connection,
        CancellationToken cancellationToken)
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
            _audit.Activated(session, request, connection, user, e.Status, text);
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
        CheckChannel(session, request.ClientSignature, connection);
        var user = await _admission.AdmitAsync(session, connection, request.UserIdentityToken, request.UserTokenSignature, turn, cancellationToken)
            .ConfigureAwait(false);
        var client = ClientIdentity.Of(user?.Name, session.ClientCertificate, connection.Remote, session.IsLocal);
        if (!session.IsActivated && !sessions.HasShareLeft(client))
            throw new UaException(StatusCodes.BadTooManySessions, $"User '{user?.Name}' has its share of all sessions.");
        var response = new ActivateSessionResponse { ServerNonce = RandomNumberGenerator.GetBytes(NonceLength) };
        lock (session.Gate)
        {
            // The session may have ended, or moved, while the user was checked.
            if (session.IsClosed)
                throw new UaException(StatusCodes.BadSessionClosed, "The session ended while it was being activated.");
            var moves = session.Connection != connection;
            if (moves && !session.IsActivated)
                throw new UaException(StatusCodes.BadSecureChannelIdInvalid, "A session must first be activated on the channel that created it.");
            if (moves && session.Caller!.User != user?.Name)
                throw new UaException(StatusCodes.BadIdentityChangeNotSupported, "A session cannot change its channel and its user at once.");
            var isAnotherUser = session.Caller is { } before && before.User != user?.Name;
            session.Activate(connection, user, TokenTypeOf(request.UserIdentityToken));
            session.ServerNonce = response.ServerNonce;
            OfferKey(session, request.RequestHeader, response.ResponseHeader);
            if (request.LocaleIds.Length > 0)
                session.LocaleIds = request.LocaleIds;
            var identity = new OwnerIdentity(user?.Name, session.Client.ApplicationUri, channel.Policy.IsSecure) { Client = client };
            if (session.Subscriptions is null)
                session.Subscriptions = subscriptions.CreateOwner(identity, session.Id, new SessionAccess(access, () => session.Caller!));
            else
                session.Subscriptions.Identity = identity;
            session.Subscriptions.MayAudit = session.Caller!.MayAudit;
            session.Subscriptions.Locales = session.LocaleIds;
            if (isAnotherUser)
                session.Subscriptions.ForgetEvents();
            if (moves)
                session.Subscriptions.LeaveChannel();
        }

        session.Subscriptions.RecheckAccess();
        var text = $"{connection.Remote} activated session '{session.Name}' as {user?.Name ?? "anonymous"} on channel {channel.Id}.";
        server.Report(new SessionActivated(connection.Remote, text, session.Id, user?.Name));
        _audit.Activated(session, request, connection, user?.Name, StatusCodes.Good, text);
        return response;
    }

    /// <summary>Checks the user of each session again: ends sessions of users that are no longer admitted, and applies changed roles at once.</summary>
    public void RecheckUsers(Func<UaUser, UaUser?> check)
    {
        foreach (var session in sessions.All)
        {
            if (session is not { IsClosed: false, User: { } user, Connection: { } connection })
                continue;
            if (check(user) is not { } now)
            {
                server.Report(new SessionRejected(connection.Remote, $"Session '{session.Name}' of {connection.Remote} is ended: user '{user.Name}' may not "
                    + "log in any more.",
                    StatusCodes.BadUserAccessDenied, user.Name));
                End(session, SessionEnd.Terminated, StatusCodes.BadSessionClosed, true, $"user '{user.Name}' may not log in any more");
            }
            else if (!now.Roles.SequenceEqual(user.Roles))
            {
                _roleChanges.Change(session, user, now);
            }
        }
    }

    public CloseSessionResponse Close(Session session, CloseSessionRequest request)
    {
        End(session, SessionEnd.Closed, StatusCodes.BadSessionClosed, request.DeleteSubscriptions, "the client closed it", request.RequestHeader.AuditEntryId);
        return new CloseSessionResponse();
    }

    public CancelResponse Cancel(Session session, CancelRequest request)
    {
        var count = (uint)(session.Pending.Cancel(request.RequestHandle) + (session.Subscriptions?.Cancel(request.RequestHandle) ?? 0));
        _audit.Cancelled(session, request, count);
        return new CancelResponse { CancelCount = count };
    }

    private static UserTokenType TokenTypeOf(ExtensionObject? token) => token?.Body switch
    {
        UserNameIdentityToken => UserTokenType.UserName,
        X509IdentityToken => UserTokenType.Certificate,
        IssuedIdentityToken => UserTokenType.IssuedToken,
        _ => UserTokenType.Anonymous,
    };

    /// <summary>Sends StatusChange BadShutdown for the subscriptions of a session, as far as Publish requests wait.</summary>
    public static void TellShutdown(Session session)
    {
        if (session.Subscriptions is not { } owner)
            return;
        lock (owner.Gate)
        {
            foreach (var subscription in owner.Subscriptions)
                owner.Notify(subscription, StatusCodes.BadShutdown);
        }
    }

    /// <summary>Ends a session; its waiting requests are answered with the status.</summary>
    public void End(Session session, SessionEnd how, StatusCode status, bool deleteSubscriptions, string why, string? clientEntryId = null)
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
        session.History.Clear();
        session.Subscriptions?.EndSession(deleteSubscriptions);
        var text = $"Session '{session.Name}' ended: {why}.";
        server.Report(new SessionClosed(session.Connection?.Remote, text, session.Id));
        server.Counters.CountEnd(how);
        _audit.Closed(session, how, clientEntryId, text);
    }

    private void Check(CreateSessionRequest request, SecureChannel channel)
    {
        if (!server.Options.SecurityPolicies.Contains(channel.Policy))
            throw new UaException(StatusCodes.BadSecurityPolicyRejected, $"Security policy {channel.Policy} is for discovery only, not for sessions.");
        if (!string.IsNullOrEmpty(request.ServerUri) && request.ServerUri != server.Options.ApplicationUri)
            throw new UaException(StatusCodes.BadServerUriInvalid, $"The client looks for server '{request.ServerUri}'; this is "
                + $"'{server.Options.ApplicationUri}'.");
        if (!channel.Policy.IsSecure)
            return; // a certificate sent over None proves nothing and is ignored
        if (request.ClientNonce is not { Length: >= NonceLength })
            throw new UaException(StatusCodes.BadNonceInvalid, $"The client's nonce is shorter than {NonceLength} bytes.");
        var peer = channel.Peer!;
        if (request.ClientCertificate is not { } sent || !sent.AsSpan().StartsWith(peer.Leaf))
            throw new UaException(StatusCodes.BadCertificateInvalid, "The client's certificate is not the one of its channel.");
        if (!CertificateNames.HasUri(peer.Chain[0], request.ClientDescription.ApplicationUri))
        {
            throw new UaException(StatusCodes.BadCertificateUriInvalid,
                $"The client's certificate does not contain its ApplicationUri '{request.ClientDescription.ApplicationUri}'.");
        }
    }

    private static void CheckChannel(Session session, SignatureData signature, UaConnection connection)
    {
        var channel = connection.Channel!;
        if (session.Connection != connection && !session.IsActivated)
            throw new UaException(StatusCodes.BadSecureChannelIdInvalid, "A session must first be activated on the channel that created it.");
        if (session.Security != (channel.Policy, channel.Mode))
            throw new UaException(StatusCodes.BadSecurityPolicyRejected, "The channel's security differs from that of the channel that created the session.");
        if (!channel.Policy.IsSecure)
            return;
        if (session.ClientCertificate is null || !channel.Peer!.Leaf.AsSpan().SequenceEqual(session.ClientCertificate))
            throw new UaException(StatusCodes.BadSecurityChecksFailed, "The channel belongs to another client than the session.");
        if (!Signatures.Verify(channel.Policy, channel.Peer, channel.Own!, session.ServerNonce, signature))
            throw new UaException(StatusCodes.BadApplicationSignatureInvalid, "The client has not proved that it has its key.");
    }

    private TimeSpan Revise(double requested)
    {
        var limits = server.Limits;
        if (double.IsNaN(requested) || requested <= 0)
            return DefaultTimeout < limits.MaxSessionTimeout ? DefaultTimeout : limits.MaxSessionTimeout;
        var milliseconds = Math.Clamp(requested, limits.MinSessionTimeout.TotalMilliseconds, limits.MaxSessionTimeout.TotalMilliseconds);
        return TimeSpan.FromMilliseconds(milliseconds);
    }
}
