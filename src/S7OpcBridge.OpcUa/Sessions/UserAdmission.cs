using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace S7OpcBridge.OpcUa;

/// <summary>Finds out who a user is from the identity token of ActivateSession (OPC 10000-4, 5.7.3 and 7.40). Null stands for anonymous.</summary>
internal sealed class UserAdmission(ServerContext server, EndpointList endpoints)
{
    /// <exception cref="UaException">BadIdentityTokenInvalid, BadIdentityTokenRejected, BadUserAccessDenied, BadUserSignatureInvalid.</exception>
    public ValueTask<UaUser?> AdmitAsync(Session session, UaConnection connection, ExtensionObject? token, SignatureData signature,
        CancellationToken cancellationToken)
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
                return AdmitAsync(name, Require(channel, UserTokenType.UserName, name.PolicyId), session, connection, cancellationToken);
            case X509IdentityToken certificate:
                return AdmitAsync(certificate, Require(channel, UserTokenType.Certificate, certificate.PolicyId), session, connection, signature, cancellationToken);
            default:
                throw new UaException(StatusCodes.BadIdentityTokenInvalid, $"A user identity token of type {token.TypeId} is not known.");
        }
    }

    private UserTokenPolicy Require(SecureChannel channel, UserTokenType type, string? policyId)
    {
        foreach (var policy in endpoints.TokensFor(channel.Policy))
        {
            if (policy.TokenType == type && (policyId is null || policyId == policy.PolicyId))
                return policy;
        }

        throw new UaException(StatusCodes.BadIdentityTokenInvalid, $"A user identity token of type {type} with policy id '{policyId}' is not offered.");
    }

    private async ValueTask<UaUser?> AdmitAsync(UserNameIdentityToken token, UserTokenPolicy tokenPolicy, Session session, UaConnection connection,
        CancellationToken cancellationToken)
    {
        var policy = SecurityPolicy.Find(tokenPolicy.SecurityPolicyUri)!;
        var own = connection.Channel!.Own ?? server.Certificate!;
        var algorithmFits = string.IsNullOrEmpty(token.EncryptionAlgorithm) || token.EncryptionAlgorithm == policy.EncryptionAlgorithm;
        var password = algorithmFits ? UserSecret.Decrypt(own, policy, token.Password, session.ServerNonce) : null;
        if (password is null || string.IsNullOrEmpty(token.UserName))
            throw new UaException(StatusCodes.BadIdentityTokenInvalid, "A user identity token could not be decrypted.");
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

    private async ValueTask<UaUser?> AdmitAsync(X509IdentityToken token, UserTokenPolicy tokenPolicy, Session session, UaConnection connection,
        SignatureData signature, CancellationToken cancellationToken)
    {
        var policy = SecurityPolicy.Find(tokenPolicy.SecurityPolicyUri)!;
        using var certificate = Load(token.CertificateData);
        using var key = certificate.GetRSAPublicKey();
        if (key is null || !Signatures.Verify(policy, key, connection.Channel!.Own!, session.ServerNonce, signature))
            throw new UaException(StatusCodes.BadUserSignatureInvalid, $"User certificate {certificate.Thumbprint} came without proof that the key is there.");
        return await server.Options.CheckUserCertificate!(certificate, connection.Remote, cancellationToken).ConfigureAwait(false)
            ?? throw new UaException(StatusCodes.BadIdentityTokenRejected, $"User certificate {certificate.Thumbprint} is not trusted.");
    }

    private static X509Certificate2 Load(byte[]? data)
    {
        try
        {
            return SoundCertificate.Load(data ?? []);
        }
        catch (CryptographicException)
        {
            throw new UaException(StatusCodes.BadIdentityTokenInvalid, "A user certificate cannot be read.");
        }
    }
}
