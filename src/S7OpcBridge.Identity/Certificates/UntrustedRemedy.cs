using System.Security.Cryptography.X509Certificates;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Channel;

namespace S7OpcBridge.Identity.Certificates;

/// <summary>
/// Writes what to do about an untrusted certificate. Where the certificate has further faults, they are named, too, because trusting it would not help.
/// </summary>
internal static class UntrustedRemedy
{
    /// <summary>One or more sentences, each with a leading blank.</summary>
    /// <param name="chain">The certificate with its chain.</param>
    /// <param name="lists">Who is trusted at present.</param>
    /// <param name="now">The current time.</param>
    /// <param name="trust">The sentence with the command that trusts it.</param>
    /// <param name="isFirstUse">True: trust on first use is active and would have trusted it.</param>
    public static string Describe(
        IReadOnlyList<X509Certificate2> chain,
        TrustLists lists,
        DateTimeOffset now,
        string trust,
        bool isFirstUse
    )
    {
        var trusted = CertificateValidation.Check(chain, lists.With(chain[0]), CertificatePurpose.Application, now);
        if (trusted.IsGood)
            return $" {trust}";
        var refusal = isFirstUse ? "'trust: first-use' does not accept it either" : "Trusting it would not help";
        return IsMisusedCa(chain[0])
            ? $" {refusal}: it is marked as a CA (CA:TRUE, as openssl does by default), but its key usage does not let it sign certificates. Make one that is "
                + $"no CA: {CommandFor(chain[0])}"
            : $" {refusal}: it {trusted.Reason} ({StatusCodes.NameOf(trusted.Status)}).";
    }

    private static bool IsMisusedCa(X509Certificate2 certificate) =>
        certificate.Extensions.OfType<X509BasicConstraintsExtension>().Any(constraints => constraints.CertificateAuthority)
        && certificate.Extensions.OfType<X509KeyUsageExtension>().Any(usage => (usage.KeyUsages & X509KeyUsageFlags.KeyCertSign) == 0);

    // No text of an unknown certificate appears in a command that users paste into a shell.
    private static string CommandFor(X509Certificate2 certificate) =>
        $"openssl req -x509 -newkey rsa:{Math.Max(2048, certificate.GetRSAPublicKey()?.KeySize ?? 0)} -nodes -days 365 -subj /CN=CLIENT -addext "
        + "basicConstraints=critical,CA:FALSE"
        + " -addext keyUsage=critical,digitalSignature,nonRepudiation,keyEncipherment,dataEncipherment -addext extendedKeyUsage=clientAuth"
        + " -addext subjectAltName=URI:APPLICATION_URI,DNS:HOST -keyout client.key -out client.pem";
}
