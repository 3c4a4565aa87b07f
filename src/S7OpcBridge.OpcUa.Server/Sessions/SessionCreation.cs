using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.OpcUa.Channel.Channels;
using S7OpcBridge.OpcUa.Channel.Transport;
using S7OpcBridge.OpcUa.Server.Context;
using S7OpcBridge.OpcUa.Server.Discovery;
using S7OpcBridge.OpcUa.Server.History;

namespace S7OpcBridge.OpcUa.Server.Sessions;

/// <summary>CreateSession (OPC 10000-4, 5.7.2).</summary>
internal sealed class SessionCreation(
    ServerContext server,
    SessionTable sessions,
    EndpointList endpoints,
    EndpointUrls addresses,
    SessionEnding ending,
    SessionAudit audit
)
{
    private static readonly TimeSpan DefaultTimeout = TimeSpan.FromMinutes(1);
    private readonly HostNameCheck _hostNames = new(server, audit.Channels);

    public async ValueTask<CreateSessionResponse> CreateAsync(
        CreateSessionRequest request,
        UaConnection connection,
        CancellationToken cancellationToken
    )
    {
        var needsKey = connection.Channel!.Policy.IsSecure;
        if (needsKey)
            await server.Channels.Handshakes.TakeAsync("", ClientNetwork.From(connection.Remote), cancellationToken).ConfigureAwait(false);
        try
        {
            return TryCreate(request, connection);
        }
        catch (UaException e)
        {
            var text = $"{connection.Remote} gets no session: {e.Message}";
            server.Report(new SessionRejected(connection.Remote, text, e.Status));
            server.Counters.CountRejectedSession(e.Status);
            audit.Created(null, request, connection, e.Status, text);
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
        var session = new Session(
            id,
            string.IsNullOrEmpty(request.SessionName) ? $"Session {id.Numeric}" : request.SessionName,
            Revise(request.RequestedSessionTimeout),
            connection,
            server.Limits.MaxPendingCalls,
            now
        )
        {
            Client = request.ClientDescription,
            ClientCertificate = channel.Peer?.Leaf,
            ServerCertificate = channel.Own?.Leaf ?? [],
            ClientNonce = channel.Policy.IsSecure ? request.ClientNonce! : [],
            MaxResponseSize = request.MaxResponseMessageSize is 0 or > int.MaxValue ? int.MaxValue : (int)request.MaxResponseMessageSize,
            EndpointUrl = request.EndpointUrl ?? "",
            ServerUri = request.ServerUri,
            TextBytes = SessionTexts.Check(request),
            Roles = server.Options.RoleDirectory,
            IsLocal = server.Options.IsLocal,
            History = new HistoryPoints(server.Memory),
        };
        if (!sessions.TryAdd(session, out var evicted))
            throw new UaException(
                StatusCodes.BadTooManySessions,
                $"There are {server.Limits.MaxSessions} sessions already, or this client has its share of them."
            );
        ending.Evict(evicted);
        var text = $"{connection.Remote} created session '{session.Name}'.";
        server.Report(new SessionCreated(connection.Remote, text, session.Id));
        audit.Created(session, request, connection, StatusCodes.Good, text);
        _hostNames.Notice(connection, request.EndpointUrl);

        var own = channel.Own ?? server.Channels.Certificate;
        var response = new CreateSessionResponse
        {
            SessionId = session.Id,
            AuthenticationToken = session.Token.Id,
            RevisedSessionTimeout = session.Timeout.TotalMilliseconds,
            ServerCertificate = channel.Policy.IsSecure ? own!.Chain : endpoints.CertificateFor(channel.Policy),
            ServerEndpoints = endpoints.For(addresses.UrlFor(request.EndpointUrl, connection.Local)),
            MaxRequestMessageSize = (uint)server.Limits.MaxMessageSize,
        };
        session.ServerNonce = new ServerNonce(EcdhKeys.Offer(request.RequestHeader, response.ResponseHeader, server));
        response.ServerNonce = session.ServerNonce.Bytes;
        response.ServerSignature = channel.Policy.IsSecure
            ? new SessionProof(channel, session).OfServer(response.ServerNonce)
            : new SignatureData();
        return response;
    }

    private void Check(CreateSessionRequest request, SecureChannel channel)
    {
        if (!server.Options.SecurityPolicies.Contains(channel.Policy))
            throw new UaException(
                StatusCodes.BadSecurityPolicyRejected,
                $"Security policy {channel.Policy} is for discovery only, not for sessions."
            );
        if (!string.IsNullOrEmpty(request.ServerUri) && request.ServerUri != server.Options.ApplicationUri)
            throw new UaException(
                StatusCodes.BadServerUriInvalid,
                $"The client looks for server '{request.ServerUri}'; this is " + $"'{server.Options.ApplicationUri}'."
            );
        if (request.ClientNonce is { Length: > ServerNonce.MaxClientLength } nonce)
            throw new UaException(
                StatusCodes.BadNonceInvalid,
                $"The client's nonce has {nonce.Length} bytes; {ServerNonce.MaxClientLength} are allowed."
            );
        if (!channel.Policy.IsSecure)
            return; // a certificate sent over None proves nothing and is ignored
        if (request.ClientNonce is not { Length: >= ServerNonce.Length })
            throw new UaException(StatusCodes.BadNonceInvalid, $"The client's nonce is shorter than {ServerNonce.Length} bytes.");
        var peer = channel.Peer!;
        if (!peer.IsSame(request.ClientCertificate))
            throw new UaException(
                StatusCodes.BadCertificateInvalid,
                "The client's certificate is not the one of its channel, or what follows it is none."
            );
        // Only the first one: an administrator who trusts the certificate is shown that one, and roles are given by it.
        if (CertificateNames.ApplicationUri(peer.Chain[0]) is not { } uri || uri != request.ClientDescription.ApplicationUri)
        {
            throw new UaException(
                StatusCodes.BadCertificateUriInvalid,
                $"The first URI in the client's certificate is not its ApplicationUri '{request.ClientDescription.ApplicationUri}'."
            );
        }
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
