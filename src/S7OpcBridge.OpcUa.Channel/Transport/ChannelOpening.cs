using System.Security.Cryptography;
using S7OpcBridge.OpcUa.Channel.Channels;
using S7OpcBridge.OpcUa.Channel.Security.Certificates;

namespace S7OpcBridge.OpcUa.Channel.Transport;

/// <summary>OpenSecureChannel (OPC 10000-4, 5.6.2, and -6, 6.7.4): opens a channel, or renews the token of an open one.</summary>
internal sealed class ChannelOpening(ChannelContext channels)
{
    private const int Issue = 0,
        Renew = 1;

    /// <summary>Handles an OPN chunk and writes the response's body.</summary>
    /// <param name="frame">The chunk.</param>
    /// <param name="existing">The connection's channel, or null.</param>
    /// <param name="response">The body of the response.</param>
    /// <param name="requestId">The request id, which the response repeats.</param>
    /// <returns>The channel: a new one, or the existing one with a new token.</returns>
    /// <exception cref="UaException">The connection must be closed. The message is for the log; under a secure policy the client gets less detail.</exception>
    public SecureChannel Handle(ReadOnlySpan<byte> frame, SecureChannel? existing, MessageBuffer response, out uint requestId)
    {
        var header = AsymmetricHeader.Read(frame, channels.Limits.Encoding);
        var policy = PolicyOf(header, existing);
        var own = existing?.Own ?? (policy.IsSecure ? channels.CertificateFor(policy, header.Thumbprint) : channels.Certificate);
        var peer = existing?.Peer ?? (policy.IsSecure ? Admit(header, policy, own) : null);
        try
        {
            if (policy.IsSecure && existing is not null)
                Recheck(header, existing);
            var content = OpnChunk.Open(frame, header.Length, policy, own, peer);
            var channel = Handle(content, policy, own, peer, existing, response, out requestId);
            if (policy.IsEnhanced && existing is null)
                channel.BindTo(frame);
            return channel;
        }
        catch when (existing is null)
        {
            peer?.Dispose();
            throw;
        }
    }

    private SecureChannel Handle(
        ReadOnlySpan<byte> content,
        SecurityPolicy policy,
        OwnCertificate? own,
        PeerCertificate? peer,
        SecureChannel? existing,
        MessageBuffer response,
        out uint requestId
    )
    {
        var reader = new UaReader(content[OpnChunk.SequenceHeader..], channels.Limits.Encoding);
        if (reader.ReadNodeIdView() is not { Namespace: 0, Kind: NodeIdKind.Numeric, Numeric: OpenSecureChannelRequest.EncodingId })
            throw new UaException(
                StatusCodes.BadTcpMessageTypeInvalid,
                "An OPN frame holds something else than an OpenSecureChannel request."
            );
        var head = RequestHead.Read(ref reader);
        var version = reader.ReadUInt32();
        var type = reader.ReadInt32();
        var mode = (MessageSecurityMode)reader.ReadInt32();
        var clientNonce = reader.ReadByteString() ?? [];
        var requestedLifetime = reader.ReadUInt32();

        if (version != 0)
            throw new UaException(
                StatusCodes.BadProtocolVersionUnsupported,
                $"The client uses version {version} of the protocol; only 0 is supported."
            );
        if (
            policy.IsSecure
                ? mode is not (MessageSecurityMode.Sign or MessageSecurityMode.SignAndEncrypt)
                : mode != MessageSecurityMode.None
        )
            throw new UaException(StatusCodes.BadSecurityModeRejected, $"Security mode {(int)mode} does not fit policy {policy}.");
        if (policy.IsSecure && clientNonce.Length != policy.NonceLength)
            throw new UaException(
                StatusCodes.BadSecurityChecksFailed,
                $"The client's nonce has {clientNonce.Length} bytes; {policy} requires {policy.NonceLength}."
            );

        var channel = type switch
        {
            Issue when existing is null => new SecureChannel(
                channels.NextChannelId(),
                policy,
                mode,
                own,
                peer,
                channels.Time,
                channels.Options.LastSequenceNumber
            ),
            Renew when existing is not null => existing,
            Issue or Renew => throw new UaException(
                StatusCodes.BadTcpSecureChannelUnknown,
                "A client renews a channel that it does not have, or opens a second one."
            ),
            _ => throw new UaException(StatusCodes.BadSecurityChecksFailed, $"Token request type {type} does not exist."),
        };
        if (channel.Mode != mode)
            throw new UaException(StatusCodes.BadSecurityModeRejected, "A renewal requests another security mode.");
        if (policy.IsSecure && existing is not null && CryptographicOperations.FixedTimeEquals(existing.ClientNonce, clientNonce))
            throw new UaException(StatusCodes.BadSecurityChecksFailed, "A renewal repeats the nonce of the previous token.");
        channel.CheckSequence(content, out requestId);

        var lifetime = Revise(requestedLifetime);
        var token = channel.Issue(lifetime, clientNonce, out var serverNonce);
        var writer = new UaWriter(response);
        ResponseHead.Write(ref writer, OpenSecureChannelResponse.EncodingId, head.Handle, StatusCodes.Good, channels.Now);
        writer.WriteUInt32(0); // protocol version
        writer.WriteUInt32(channel.Id);
        writer.WriteUInt32(token);
        writer.WriteDateTime(channels.Now);
        writer.WriteUInt32((uint)lifetime.TotalMilliseconds);
        writer.WriteByteString(serverNonce);
        writer.Flush();
        return channel;
    }

    private SecurityPolicy PolicyOf(in AsymmetricHeader header, SecureChannel? existing)
    {
        var policy = SecurityPolicy.Find(header.PolicyUri);
        var channelId = existing?.Id ?? 0;
        if (header.ChannelId != channelId)
            throw new UaException(
                StatusCodes.BadTcpSecureChannelUnknown,
                $"An OPN for channel {header.ChannelId} arrived, expected was {channelId}."
            );

        // None is always accepted, because a client that requests the endpoints has no certificate yet. Sessions are checked separately.
        if (
            policy is null
            || policy.IsSecure && !channels.Options.SecurityPolicies.Contains(policy)
            || existing is not null && existing.Policy != policy
        )
            throw new UaException(StatusCodes.BadSecurityPolicyRejected, $"Security policy '{header.PolicyUri}' is not offered here.");
        return policy;
    }

    private PeerCertificate Admit(in AsymmetricHeader header, SecurityPolicy policy, OwnCertificate? own)
    {
        if (own is null)
            throw new UaException(StatusCodes.BadSecurityPolicyRejected, "The server has no application certificate.");
        if (!header.Thumbprint.SequenceEqual(own.Thumbprint))
            throw new UaException(
                StatusCodes.BadCertificateInvalid,
                "The client uses another certificate of this server; it must get the endpoints again."
            );
        var peer = PeerCertificate.Parse(header.Certificate);
        try
        {
            if (peer.Kind != policy.CertificateKind)
                throw new UaException(
                    StatusCodes.BadCertificatePolicyCheckFailed,
                    $"The client's certificate has a key of another kind ({peer.Kind}) than {policy} requires."
                );

            // What such a client proves may be what the server itself has signed (CVE-2024-42513), so trust does not count.
            if (channels.IsOwn(peer.Leaf))
                throw new UaException(
                    StatusCodes.BadCertificateUseNotAllowed,
                    "The client shows the server's own certificate; it needs a certificate and a key of its own."
                );
            Check(peer, policy);
            return peer;
        }
        catch
        {
            peer.Dispose();
            throw;
        }
    }

    private void Recheck(in AsymmetricHeader header, SecureChannel existing)
    {
        if (!header.Thumbprint.SequenceEqual(existing.Own!.Thumbprint) || !header.Certificate.SequenceEqual(existing.Peer!.Raw))
            throw new UaException(StatusCodes.BadSecurityChecksFailed, "The renewal has another certificate.");
        Check(existing.Peer, existing.Policy);
    }

    /// <exception cref="UaException">The client's certificate is not accepted, or not any more.</exception>
    public void Check(PeerCertificate peer, SecurityPolicy policy)
    {
        var status = channels.Options.CheckClientCertificate?.Invoke(peer.Chain, policy) ?? StatusCodes.BadCertificateUntrusted;
        if (!status.IsGood)
            throw new UaException(status, $"The client's certificate was refused ({StatusCodes.NameOf(status)}).");
    }

    private TimeSpan Revise(uint requested)
    {
        var limits = channels.Limits;
        var wanted = requested == 0 ? limits.MaxTokenLifetime : TimeSpan.FromMilliseconds(requested);
        return wanted < limits.MinTokenLifetime ? limits.MinTokenLifetime
            : wanted > limits.MaxTokenLifetime ? limits.MaxTokenLifetime
            : wanted;
    }
}
