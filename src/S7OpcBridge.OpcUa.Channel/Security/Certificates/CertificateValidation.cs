using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using S7OpcBridge.OpcUa.Channel.Security.Certificates;

namespace S7OpcBridge.OpcUa.Channel;

/// <summary>
/// Decides whether a certificate is trusted: the steps of OPC 10000-4, 6.1.3 in their order, each with its code. No error is suppressed. It reads no files.
/// </summary>
public static class CertificateValidation
{
    /// <summary>Most certificates from the leaf to the root.</summary>
    private const int MaxChain = 5;

    private const int MinRsaBits = 2048,
        MaxRsaBits = 4096,
        MinCurveBits = 256;

    private const X509ChainStatusFlags Broken =
        X509ChainStatusFlags.NotSignatureValid
        | X509ChainStatusFlags.Cyclic
        | X509ChainStatusFlags.InvalidExtension
        | X509ChainStatusFlags.HasNotSupportedCriticalExtension
        | X509ChainStatusFlags.InvalidNameConstraints
        | X509ChainStatusFlags.HasNotPermittedNameConstraint
        | X509ChainStatusFlags.HasExcludedNameConstraint
        | X509ChainStatusFlags.HasNotDefinedNameConstraint
        | X509ChainStatusFlags.HasNotSupportedNameConstraint;

    /// <summary>Validates a certificate.</summary>
    /// <param name="sent">The certificate, and perhaps issuers of it, as they were sent.</param>
    /// <param name="lists">The trusted certificates, issuers and revocation lists.</param>
    /// <param name="purpose">What the certificate is for.</param>
    /// <param name="now">The time.</param>
    public static CertificateVerdict Check(
        IReadOnlyList<X509Certificate2> sent,
        TrustLists lists,
        CertificatePurpose purpose,
        DateTimeOffset now
    )
    {
        try
        {
            using var chain = new BuiltChain(sent, lists, now);
            return CheckChain(chain)
                ?? CheckPolicy(chain.Elements)
                ?? CheckTrust(chain.Elements, lists)
                ?? CheckTimes(chain.Elements, now)
                ?? CheckUse(chain, purpose)
                ?? CheckRevocation(chain.Elements, lists, now)
                ?? CertificateVerdict.Good;
        }
        catch (Exception e) when (e is CryptographicException or ArgumentException)
        {
            return new(StatusCodes.BadCertificateInvalid, "cannot be read");
        }
    }

    private static CertificateVerdict? CheckChain(BuiltChain chain)
    {
        if ((chain.Faults & Broken) != 0)
            return new(StatusCodes.BadCertificateInvalid, $"is broken, or an issuer of it is ({chain.Faults & Broken})");
        var last = chain.Elements[^1];
        if (
            !CertificateNames.IsSelfSigned(last)
            || (chain.Faults & (X509ChainStatusFlags.PartialChain | X509ChainStatusFlags.UntrustedRoot)) != 0
        )
            return new(
                StatusCodes.BadCertificateChainIncomplete,
                $"has an issuer that is not known, '{last.Issuer}'; put the issuer's certificate into " + "issuers/certs"
            );
        return chain.Elements.Count > MaxChain
            ? new(StatusCodes.BadCertificateChainIncomplete, $"has a chain of more than {MaxChain} certificates")
            : null;
    }

    private static CertificateVerdict? CheckPolicy(IReadOnlyList<X509Certificate2> chain)
    {
        for (var i = 0; i < chain.Count; i++)
        {
            // The signature of a root is its own, so its algorithm does not matter.
            var isRoot = i > 0 && i == chain.Count - 1;
            if (!isRoot && SignatureAlgorithm.For(chain[i]) is null)
                return new(
                    StatusCodes.BadCertificatePolicyCheckFailed,
                    $"{Subject(chain, i)}is signed with {chain[i].SignatureAlgorithm.FriendlyName}; " + "SHA-256 or better is needed"
                );
            if (!HasFittingKey(chain[i], isLeaf: i == 0))
                return new(
                    StatusCodes.BadCertificatePolicyCheckFailed,
                    $"{Subject(chain, i)}has a key that is not accepted; RSA with {MinRsaBits} to "
                        + $"{MaxRsaBits} bits is needed, or a NIST or brainpool curve of 256 or 384 bits"
                );
        }

        return null;
    }

    private static CertificateVerdict? CheckTrust(IReadOnlyList<X509Certificate2> chain, TrustLists lists) =>
        chain.Any(lists.Trusts) ? null : new(StatusCodes.BadCertificateUntrusted, "is not trusted");

    private static CertificateVerdict? CheckTimes(IReadOnlyList<X509Certificate2> chain, DateTimeOffset now)
    {
        for (var i = 0; i < chain.Count; i++)
        {
            DateTimeOffset from = chain[i].NotBefore,
                until = chain[i].NotAfter;
            if (now >= from && now <= until)
                continue;
            return new(
                i == 0 ? StatusCodes.BadCertificateTimeInvalid : StatusCodes.BadCertificateIssuerTimeInvalid,
                now < from
                    ? $"{Subject(chain, i)}is valid only from {from.UtcDateTime:u} on; compare the clocks of both machines"
                    : $"{Subject(chain, i)}expired on {until.UtcDateTime:u}; renew it there"
            );
        }

        return null;
    }

    private static CertificateVerdict? CheckUse(BuiltChain chain, CertificatePurpose purpose)
    {
        if (!CertificateUse.AllowsLeaf(chain.Elements[0], purpose))
            return new(
                StatusCodes.BadCertificateUseNotAllowed,
                "may not be used for this; its key usage must include digitalSignature and dataEncipherment"
            );
        for (var i = 1; i < chain.Elements.Count; i++)
        {
            if (!CertificateUse.AllowsIssuer(chain.Elements[i]))
                return new(StatusCodes.BadCertificateIssuerUseNotAllowed, $"was issued by '{chain.Elements[i].Subject}', which is no CA");
        }

        return (chain.Faults & X509ChainStatusFlags.InvalidBasicConstraints) == 0
            ? null
            : new(StatusCodes.BadCertificateIssuerUseNotAllowed, "has a longer chain than a CA in it allows");
    }

    private static CertificateVerdict? CheckRevocation(IReadOnlyList<X509Certificate2> chain, TrustLists lists, DateTimeOffset now)
    {
        // As in the standard, first every list must be present, then none may contain a certificate.
        for (var i = 0; i + 1 < chain.Count; i++)
        {
            if (!ListsOf(chain[i + 1], lists, now).Any())
            {
                return new(
                    i == 0 ? StatusCodes.BadCertificateRevocationUnknown : StatusCodes.BadCertificateIssuerRevocationUnknown,
                    $"cannot be checked: no current revocation list of '{chain[i + 1].Subject}' is there; put it into trusted/crl or issuers/crl"
                );
            }
        }

        for (var i = 0; i + 1 < chain.Count; i++)
        {
            if (ListsOf(chain[i + 1], lists, now).Any(list => list.Revokes(chain[i])))
                return new(
                    i == 0 ? StatusCodes.BadCertificateRevoked : StatusCodes.BadCertificateIssuerRevoked,
                    $"{Subject(chain, i)}was revoked by " + $"'{chain[i + 1].Subject}'"
                );
        }

        return null;
    }

    private static IEnumerable<RevocationList> ListsOf(X509Certificate2 ca, TrustLists lists, DateTimeOffset now) =>
        lists.Revocations.Where(list => (list.NextUpdate is not { } next || next >= now) && list.IsIssuedBy(ca));

    private static bool HasFittingKey(X509Certificate2 certificate, bool isLeaf)
    {
        using var rsa = certificate.GetRSAPublicKey();
        if (rsa is not null)
            return rsa.KeySize >= MinRsaBits && (!isLeaf || rsa.KeySize <= MaxRsaBits);
        using var curve = certificate.GetECDsaPublicKey();
        return curve is { KeySize: >= MinCurveBits } && (!isLeaf || CertificateKinds.KindOf(certificate) is not null);
    }

    private static string Subject(IReadOnlyList<X509Certificate2> chain, int position) =>
        position == 0 ? "" : $"has an issuer, '{chain[position].Subject}', that ";
}
