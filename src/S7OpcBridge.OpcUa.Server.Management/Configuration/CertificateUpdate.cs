using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.OpcUa.Server.Context;
using S7OpcBridge.Words;

namespace S7OpcBridge.OpcUa.Server.Management.Configuration;

/// <summary>CreateSigningRequest and UpdateCertificate for the application certificate (OPC 10000-12, 7.10.5 and 7.10.10).</summary>
internal sealed class CertificateUpdate(ServerContext server, CertificateManagement stores, ConfigurationTransaction transaction)
{
    private const int MinNonce = 32,
        MaxSubject = 1000,
        MaxIssuers = 4;

    /// <summary>Makes a certificate signing request (PKCS #10 in DER).</summary>
    public byte[] Request(NodeId group, NodeId type, string? subject, bool newKey, byte[]? nonce)
    {
        RequireKnown(group, type);
        if (newKey && nonce is not { Length: >= MinNonce })
            throw new UaException(StatusCodes.BadInvalidArgument, $"A new private key needs a nonce of {MinNonce} bytes or more.");
        return stores.CreateSigningRequest(string.IsNullOrWhiteSpace(subject) ? null : SubjectOf(subject), newKey);
    }

    /// <summary>Checks a certificate and adds it to the transaction that ApplyChanges applies.</summary>
    /// <returns>The certificate.</returns>
    public X509Certificate2 Update(
        NodeId session,
        NodeId group,
        NodeId type,
        byte[]? der,
        byte[]?[] issuers,
        string? keyFormat,
        byte[]? key
    )
    {
        RequireKnown(group, type);
        transaction.RequireNoneOfOthers(session);
        using var leaf = TrustListCheck.Certificate(der);
        var chain = ChainOf(leaf, [.. issuers.Select(TrustListCheck.Certificate)]);
        Check(leaf, chain);
        var withKey = string.IsNullOrEmpty(keyFormat)
            ? stores.FindKey(leaf)
                ?? throw new UaException(
                    StatusCodes.BadSecurityChecksFailed,
                    "This server has no key for the certificate; call CreateSigningRequest first, or send the key with the certificate."
                )
            : PushedKey.Join(leaf, keyFormat, key ?? []);
        var own = new OwnCertificate(withKey, chain);
        transaction.Add(session, ConfigurationChange.Certificate, $"certificate {leaf.Thumbprint}", () => Install(own));
        return withKey;
    }

    private void Install(OwnCertificate own)
    {
        stores.Install(own);
        server.Channels.Renew(own, []);
    }

    private void Check(X509Certificate2 leaf, IReadOnlyList<X509Certificate2> issuers)
    {
        var now = server.Time.GetUtcNow();
        var known = TrustListCheck.Whole(stores.ReadTrust(), int.MaxValue);
        var lists = new TrustLists([leaf, .. known.Trusted], [.. issuers, .. known.Issuers], known.Revocations);
        var verdict = CertificateValidation.Check([leaf, .. issuers], lists, CertificatePurpose.Application, now);
        // Revocation of our own certificate is checked by clients.
        if (
            verdict.Status.Value
            is not (StatusCodes.Good or StatusCodes.BadCertificateRevocationUnknown or StatusCodes.BadCertificateIssuerRevocationUnknown)
        )
            throw new UaException(verdict.Status, $"The certificate '{leaf.Subject}' {verdict.Reason}.");
        if (leaf.Extensions.OfType<X509BasicConstraintsExtension>().Any(constraints => constraints.CertificateAuthority))
            throw new UaException(StatusCodes.BadCertificateUseNotAllowed, $"The certificate '{leaf.Subject}' is a CA's.");
        if (!CertificateNames.HasUri(leaf, server.Options.ApplicationUri))
            throw new UaException(
                StatusCodes.BadCertificateUriInvalid,
                $"The certificate '{leaf.Subject}' does not name {server.Options.ApplicationUri}."
            );
    }

    private static List<X509Certificate2> ChainOf(X509Certificate2 leaf, X509Certificate2[] sent)
    {
        var chain = new List<X509Certificate2>();
        for (var last = leaf; chain.Count < MaxIssuers && !CertificateNames.IsSelfSigned(last); )
        {
            var issuer = sent.FirstOrDefault(c => c.SubjectName.RawData.AsSpan().SequenceEqual(last.IssuerName.RawData));
            if (issuer is null || chain.Contains(issuer))
                break;
            chain.Add(last = issuer);
        }

        return chain;
    }

    private static void RequireKnown(NodeId group, NodeId type)
    {
        if (!group.IsNull && group != ConfigurationIds.DefaultApplicationGroup)
            throw new UaException(StatusCodes.BadInvalidArgument, $"Certificate group {group} does not exist here.");
        if (!type.IsNull && type != ConfigurationIds.RsaSha256ApplicationCertificateType)
            throw new UaException(StatusCodes.BadInvalidArgument, $"Certificate type {type} is not one of this group.");
    }

    // The standard writes CN=Name/O=Company; many clients send the form with commas.
    private static X500DistinguishedName SubjectOf(string text)
    {
        if (text.Length > MaxSubject)
            throw new UaException(StatusCodes.BadInvalidArgument, $"A subject may have {MaxSubject} characters.");
        try
        {
            return new X500DistinguishedName(
                text.Contains('/') ? string.Join(", ", text.Split('/', StringSplitOptions.RemoveEmptyEntries)) : text
            );
        }
        catch (CryptographicException)
        {
            throw new UaException(StatusCodes.BadInvalidArgument, $"'{Printable.From(text)}' is no subject; write CN=Name/O=Company.");
        }
    }
}
