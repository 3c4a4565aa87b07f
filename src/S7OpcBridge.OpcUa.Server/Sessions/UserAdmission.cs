using System.Net;
using System.Security.Cryptography;
using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.OpcUa.Channel.Channels;
using S7OpcBridge.OpcUa.Channel.Security;
using S7OpcBridge.OpcUa.Channel.Security.Certificates;
using S7OpcBridge.OpcUa.Channel.Security.Elliptic;
using S7OpcBridge.OpcUa.Channel.Transport;
using S7OpcBridge.OpcUa.Server.Context;
using S7OpcBridge.OpcUa.Server.Discovery;
using S7OpcBridge.Words;

namespace S7OpcBridge.OpcUa.Server.Sessions;

/// <summary>Authenticates a user by the identity token of ActivateSession (OPC 10000-4, 5.7.3 and 7.40). Returns null for anonymous.</summary>
internal sealed class UserAdmission(ServerContext server, EndpointList endpoints)
{
    private static readonly TimeSpan RefusalDelay = TimeSpan.FromMilliseconds(500);

    /// <exception cref="UaException">BadIdentityTokenInvalid, BadIdentityTokenRejected, BadUserAccessDenied, BadUserSignatureInvalid.</exception>
    public ValueTask<UaUser?> AdmitAsync(
        ServerNonce nonce,
        SessionProof proof,
        UaConnection connection,
        ExtensionObject? token,
        SignatureData signature,
        HandshakeSlot turn,
        CancellationToken cancellationToken
    )
    {
        var channel = connection.Channel!;
        switch (token?.Body)
        {
            case null when token is null || token.TypeId.IsNull:
            case AnonymousIdentityToken { PolicyId: null or "" }:
                Require(channel, UserTokenType.Anonymous, policyId: null);
                return default;
            case AnonymousIdentityToken anonymous:
                Require(channel, UserTokenType.Anonymous, anonymous.PolicyId);
                return default;
            case UserNameIdentityToken name:
                return AdmitAsync(
                    name,
                    Require(channel, UserTokenType.UserName, name.PolicyId),
                    nonce,
                    connection,
                    turn,
                    cancellationToken
                );
            case X509IdentityToken certificate:
                return AdmitAsync(
                    certificate,
                    Require(channel, UserTokenType.Certificate, certificate.PolicyId),
                    nonce,
                    proof,
                    connection,
                    signature,
                    cancellationToken
                );
            case IssuedIdentityToken issued:
                return AdmitAsync(
                    issued,
                    Require(channel, UserTokenType.IssuedToken, issued.PolicyId),
                    nonce,
                    connection,
                    turn,
                    cancellationToken
                );
            default:
                throw new UaException(StatusCodes.BadIdentityTokenInvalid, $"A user identity token of type {token.TypeId} is not known.");
        }
    }

    /// <summary>
    /// Waits for the turn to use private keys. A request with a user name that may not be tried gets no turn, so it delays no others, and is not decrypted.
    /// </summary>
    /// <exception cref="UaException">BadUserAccessDenied: the name has to wait.</exception>
    public async ValueTask TakeTurnAsync(
        HandshakeSlot turn,
        ExtensionObject? token,
        UaConnection connection,
        CancellationToken cancellationToken
    )
    {
        var name = (token?.Body as UserNameIdentityToken)?.UserName;
        await CheckNameAsync(name, connection.Remote, cancellationToken).ConfigureAwait(false);
        if (!connection.Channel!.Policy.IsSecure && token?.Body is not (UserNameIdentityToken or IssuedIdentityToken))
            return;
        await turn.TakeAsync(name ?? "", connection.Remote, cancellationToken).ConfigureAwait(false);
        if (Check(name, connection.Remote) is { } why)
            throw new UaException(StatusCodes.BadUserAccessDenied, why); // others have tried the name meanwhile
    }

    private async ValueTask CheckNameAsync(string? name, EndPoint? remote, CancellationToken cancellationToken)
    {
        if (Check(name, remote) is not { } refusal)
            return;
        // Not the server's clock: the delay limits how many answers a client gets that keeps trying, on however many connections.
        await Task.Delay(RefusalDelay, TimeProvider.System, cancellationToken).ConfigureAwait(false);
        throw new UaException(StatusCodes.BadUserAccessDenied, refusal);
    }

    private string? Check(string? name, EndPoint? remote) => name is null ? null : server.Options.LookAtUserName?.Invoke(name, remote);

    private UserTokenPolicy Require(SecureChannel channel, UserTokenType type, string? policyId)
    {
        foreach (var policy in endpoints.TokensFor(channel.Policy))
        {
            if (policy.TokenType == type && (policyId is null || policyId == policy.PolicyId))
                return policy;
        }

        throw new UaException(
            StatusCodes.BadIdentityTokenInvalid,
            $"A user identity token of type {type} with policy id '{policyId}' is not offered."
        );
    }

    private async ValueTask<UaUser?> AdmitAsync(
        UserNameIdentityToken token,
        UserTokenPolicy tokenPolicy,
        ServerNonce nonce,
        UaConnection connection,
        HandshakeSlot turn,
        CancellationToken cancellationToken
    )
    {
        var password = Decrypt(token.Password, token.EncryptionAlgorithm, tokenPolicy, nonce, connection.Channel!);
        turn.Dispose();
        if (password is null || string.IsNullOrEmpty(token.UserName))
            throw Undecipherable();
        try
        {
            return await server.Options.CheckUserName!(token.UserName, password, connection.Remote, cancellationToken).ConfigureAwait(false)
                ?? throw new UaException(StatusCodes.BadUserAccessDenied, $"User '{token.UserName}' is not known or has another password.");
        }
        finally
        {
            CryptographicOperations.ZeroMemory(password);
        }
    }

    // The turn ends before the token is checked: keys may have to be fetched for it.
    private async ValueTask<UaUser?> AdmitAsync(
        IssuedIdentityToken token,
        UserTokenPolicy tokenPolicy,
        ServerNonce nonce,
        UaConnection connection,
        HandshakeSlot turn,
        CancellationToken cancellationToken
    )
    {
        var issuer = server.Options.TokenIssuers.First(each => each.Metadata == tokenPolicy.IssuerEndpointUrl);
        var secret = Decrypt(token.TokenData, token.EncryptionAlgorithm, tokenPolicy, nonce, connection.Channel!);
        turn.Dispose();
        if (secret is null)
            throw Undecipherable();
        try
        {
            return await issuer.Check(secret, connection.Remote, cancellationToken).ConfigureAwait(false)
                ?? throw new UaException(StatusCodes.BadUserAccessDenied, "An access token gives its user no role here.");
        }
        catch (UaException)
        {
            // As after a name that may not be tried: who keeps trying gets few answers.
            await Task.Delay(RefusalDelay, TimeProvider.System, cancellationToken).ConfigureAwait(false);
            throw;
        }
        finally
        {
            CryptographicOperations.ZeroMemory(secret);
        }
    }

    private async ValueTask<UaUser?> AdmitAsync(
        X509IdentityToken token,
        UserTokenPolicy tokenPolicy,
        ServerNonce nonce,
        SessionProof proof,
        UaConnection connection,
        SignatureData signature,
        CancellationToken cancellationToken
    )
    {
        var policy = SecurityPolicy.Find(tokenPolicy.SecurityPolicyUri)!;
        using var certificate = Load(token.CertificateData);
        var leaf = certificate.Chain[0];
        if (server.Channels.IsOwn(certificate.Leaf))
            throw new UaException(
                StatusCodes.BadIdentityTokenRejected,
                "The server's own certificate is no user's; the user needs a certificate of its own."
            );
        if (!proof.IsUsers(policy, certificate, nonce.Bytes, signature))
            throw new UaException(
                StatusCodes.BadUserSignatureInvalid,
                $"The signature does not prove the key of user certificate {leaf.Thumbprint}."
            );
        return await server.Options.CheckUserCertificate!(certificate.Chain, connection.Remote, cancellationToken).ConfigureAwait(false)
            ?? throw new UaException(
                StatusCodes.BadUserAccessDenied,
                $"No user has the certificate '{Printable.From(leaf.Subject)}' ({leaf.Thumbprint})."
            );
    }

    private byte[]? Decrypt(byte[]? secret, string? algorithm, UserTokenPolicy tokenPolicy, ServerNonce nonce, SecureChannel channel)
    {
        var policy = SecurityPolicy.Find(tokenPolicy.SecurityPolicyUri)!;
        if (policy.HasEphemeralKeys)
            return DecryptElliptic(secret, policy, nonce, channel);
        return string.IsNullOrEmpty(algorithm) || algorithm == policy.EncryptionAlgorithm
            ? UserSecret.Decrypt(channel.Own ?? server.Channels.Certificate!, policy, secret, nonce.Bytes)
            : null;
    }

    // The secret is signed with the channel's certificate, so it needs a secure channel.
    private static byte[]? DecryptElliptic(byte[]? secret, SecurityPolicy policy, ServerNonce nonce, SecureChannel channel) =>
        channel.Peer is { } signer && nonce.Key is { } key && key.Policy == policy
            ? EllipticUserSecret.Decrypt(key, signer, secret, nonce.Bytes)
            : null;

    private static UaException Undecipherable() =>
        new(StatusCodes.BadIdentityTokenInvalid, "A user identity token could not be decrypted.");

    private static PeerCertificate Load(byte[]? data)
    {
        try
        {
            return PeerCertificate.Parse(data ?? []);
        }
        catch (UaException e)
        {
            throw new UaException(StatusCodes.BadIdentityTokenInvalid, $"The user certificate is not valid: {e.Message}");
        }
    }
}
