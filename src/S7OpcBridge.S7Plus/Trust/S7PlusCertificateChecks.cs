using System.Security.Cryptography.X509Certificates;

namespace S7OpcBridge.S7Plus;

/// <summary>The available certificate checks.</summary>
public static class S7PlusCertificateChecks
{
    private const int Sha1Digits = 40;
    private const int Sha256Digits = 64;

    /// <summary>Trusts a single certificate, whatever its validity period.</summary>
    /// <param name="thumbprint">SHA-256 (64 digits) or SHA-1 (40 digits, as in TIA Portal); colons and blanks are ignored.</param>
    /// <exception cref="FormatException">The text is not a thumbprint.</exception>
    public static S7PlusCertificateCheck Pin(string thumbprint)
    {
        var wanted =
            Normalize(thumbprint)
            ?? throw new FormatException(
                $"'{thumbprint}' is not a thumbprint: write the 64 hexadecimal digits (SHA-256) that doctor shows for the CPU's certificate, or the 40 of "
                    + "SHA-1 that TIA Portal shows."
            );
        return (certificate, _) =>
        {
            var shown = wanted.Length == Sha1Digits ? certificate.Sha1 : certificate.Thumbprint;
            return ValueTask.FromResult(
                shown == wanted
                    ? S7PlusTrust.Yes
                    : S7PlusTrust.No(
                        $"{certificate.Host} shows the certificate {shown} ({certificate.Subject}); the pinned one is {wanted}. "
                            + "If the CPU got a new certificate, put its thumbprint into the map; if not, this is another machine."
                    )
            );
        };
    }

    /// <summary>
    /// Trusts certificates that are signed by one of these authorities and presently valid. Revocation is not checked, because CPUs have no revocation lists.
    /// </summary>
    /// <param name="authorities">For example the CA of the TIA project, exported there.</param>
    public static S7PlusCertificateCheck Authorities(X509Certificate2Collection authorities, TimeProvider time) =>
        (certificate, _) =>
        {
            using var chain = new X509Chain();
            chain.ChainPolicy.TrustMode = X509ChainTrustMode.CustomRootTrust;
            chain.ChainPolicy.CustomTrustStore.AddRange(authorities);
            chain.ChainPolicy.RevocationMode = X509RevocationMode.NoCheck;
            chain.ChainPolicy.DisableCertificateDownloads = true;
            chain.ChainPolicy.VerificationTimeIgnored = false;
            chain.ChainPolicy.VerificationTime = time.GetUtcNow().UtcDateTime;
            foreach (var sent in certificate.Chain.Skip(1))
                chain.ChainPolicy.ExtraStore.Add(X509CertificateLoader.LoadCertificate(sent.Span));
            using var own = X509CertificateLoader.LoadCertificate(certificate.Chain[0].Span);
            if (chain.Build(own))
                return ValueTask.FromResult(S7PlusTrust.Yes);
            var why = string.Join(", ", chain.ChainStatus.Select(status => status.StatusInformation.Trim().TrimEnd('.')).Distinct());
            return ValueTask.FromResult(
                S7PlusTrust.No(
                    $"The certificate of {certificate.Host} ({certificate.Subject}, signed by {certificate.Issuer}) is not signed by the given CA: {why}. "
                        + "Export the CA certificate of the TIA project that the CPU was loaded from, or pin the CPU's own certificate."
                )
            );
        };

    /// <summary>Trusts the first certificate of a CPU, and afterwards no other.</summary>
    /// <param name="known">The SHA-256 of the remembered certificate of this CPU; null: none yet.</param>
    /// <param name="remember">Remembers a certificate as that of this CPU.</param>
    public static S7PlusCertificateCheck FirstUse(
        Func<CancellationToken, ValueTask<string?>> known,
        Func<S7PlusCertificate, CancellationToken, ValueTask> remember
    ) =>
        async (certificate, cancellationToken) =>
        {
            if (await known(cancellationToken).ConfigureAwait(false) is not { } first)
            {
                await remember(certificate, cancellationToken).ConfigureAwait(false);
                return S7PlusTrust.Yes;
            }

            return string.Equals(Normalize(first), certificate.Thumbprint, StringComparison.Ordinal)
                ? S7PlusTrust.Yes
                : S7PlusTrust.No(
                    $"{certificate.Host} shows another certificate ({certificate.Thumbprint}, {certificate.Subject}) than when it was first seen. "
                        + "If the CPU was replaced or got a new certificate, remove the remembered one; if not, this is another machine."
                );
        };

    /// <summary>Only the digits, in upper case; null: no thumbprint.</summary>
    internal static string? Normalize(string thumbprint)
    {
        var digits = string.Concat(thumbprint.Where(c => c is not (':' or ' ' or '-' or '\u200e'))).ToUpperInvariant();
        return digits.Length is Sha1Digits or Sha256Digits && digits.All(char.IsAsciiHexDigit) ? digits : null;
    }
}
