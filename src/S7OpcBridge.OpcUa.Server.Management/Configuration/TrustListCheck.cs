using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using S7OpcBridge.OpcUa.Channel;

namespace S7OpcBridge.OpcUa.Server.Management.Configuration;

/// <summary>Checks a trust list before it replaces another (OPC 10000-12, 7.8.2.5 to 7.8.2.7).</summary>
internal static class TrustListCheck
{
    /// <summary>Reads a certificate.</summary>
    /// <exception cref="UaException">BadCertificateInvalid.</exception>
    public static X509Certificate2 Certificate(byte[]? der)
    {
        try
        {
            return WellFormedCertificate.Load(der ?? []);
        }
        catch (CryptographicException)
        {
            throw new UaException(StatusCodes.BadCertificateInvalid, $"{der?.Length ?? 0} bytes are no certificate in DER.");
        }
    }

    /// <summary>Checks that every certificate and revocation list can be read, and that the list is not too large.</summary>
    /// <exception cref="UaException">BadCertificateInvalid, BadRequestTooLarge.</exception>
    public static TrustLists Whole(TrustListContent content, int largest)
    {
        if (content.Encode().Length > largest)
            throw new UaException(StatusCodes.BadRequestTooLarge, $"A trust list may have {largest} bytes (MaxTrustListSize).");
        return new TrustLists(
            [.. content.TrustedCertificates.Select(Certificate)],
            [.. content.IssuerCertificates.Select(Certificate)],
            [.. content.TrustedCrls.Concat(content.IssuerCrls).Select(RevocationListOf)]
        );
    }

    /// <summary>
    /// Checks a certificate that is to be trusted: well-formed, of accepted key strength, with a chain that the list completes. Expiry and unknown revocation,
    /// which an administrator may tolerate, are checked when a client uses it.
    /// </summary>
    /// <exception cref="UaException">The code of the first step of the validation that failed.</exception>
    public static void Addition(X509Certificate2 certificate, TrustLists lists, DateTimeOffset now)
    {
        var verdict = CertificateValidation.Check([certificate], lists.With(certificate), CertificatePurpose.Application, now);
        if (
            verdict.Status.Value
            is not (
                StatusCodes.Good
                or StatusCodes.BadCertificateTimeInvalid
                or StatusCodes.BadCertificateIssuerTimeInvalid
                or StatusCodes.BadCertificateUseNotAllowed
                or StatusCodes.BadCertificateRevocationUnknown
                or StatusCodes.BadCertificateIssuerRevocationUnknown
            )
        )
            throw new UaException(verdict.Status, $"The certificate '{certificate.Subject}' {verdict.Reason}.");
    }

    private static RevocationList RevocationListOf(byte[] der)
    {
        try
        {
            return RevocationList.Read(der);
        }
        catch (CryptographicException e)
        {
            throw new UaException(StatusCodes.BadCertificateInvalid, $"A revocation list of {der.Length} bytes {e.Message}.");
        }
    }
}
