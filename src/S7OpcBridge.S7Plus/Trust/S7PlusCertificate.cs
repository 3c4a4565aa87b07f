using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace S7OpcBridge.S7Plus;

/// <summary>The certificate of a CPU in the TLS handshake, whose private key the CPU has proved to have. Immutable.</summary>
public sealed class S7PlusCertificate
{
    internal S7PlusCertificate(string host, IReadOnlyList<byte[]> chain)
    {
        Host = host;
        Chain = [.. chain.Select(der => (ReadOnlyMemory<byte>)der)];
        using var certificate = X509CertificateLoader.LoadCertificate(chain[0]);
        Subject = certificate.Subject;
        Issuer = certificate.Issuer;
        NotBefore = new DateTimeOffset(certificate.NotBefore).ToUniversalTime();
        NotAfter = new DateTimeOffset(certificate.NotAfter).ToUniversalTime();
        Thumbprint = Convert.ToHexString(SHA256.HashData(chain[0]));
        Sha1 = Convert.ToHexString(SHA1.HashData(chain[0]));
    }

    /// <summary>The host as in the options.</summary>
    public string Host { get; }

    /// <summary>The certificates that the CPU sent, its own first, in DER.</summary>
    public IReadOnlyList<ReadOnlyMemory<byte>> Chain { get; }

    /// <summary>The subject.</summary>
    public string Subject { get; }

    /// <summary>The issuer; equal to the subject where it is self-signed.</summary>
    public string Issuer { get; }

    /// <summary>Start of the validity.</summary>
    public DateTimeOffset NotBefore { get; }

    /// <summary>End of the validity.</summary>
    public DateTimeOffset NotAfter { get; }

    /// <summary>SHA-256 of the certificate, 64 hexadecimal digits in upper case.</summary>
    public string Thumbprint { get; }

    /// <summary>SHA-1 of the certificate, 40 hexadecimal digits in upper case, to compare with what TIA Portal and Windows show.</summary>
    public string Sha1 { get; }
}

/// <summary>The result of a certificate check.</summary>
/// <param name="IsTrusted">True: trusted.</param>
/// <param name="Reason">Why it is not trusted: a sentence for users, with what to do.</param>
public readonly record struct S7PlusTrust(bool IsTrusted, string? Reason = null)
{
    /// <summary>Trusted.</summary>
    public static S7PlusTrust Yes { get; } = new(true);

    /// <summary>Not trusted, with the reason.</summary>
    public static S7PlusTrust No(string reason) => new(false, reason);
}

/// <summary>Decides whether a CPU's certificate is trusted. Called after each TLS handshake, before the first byte of S7CommPlus is sent.</summary>
public delegate ValueTask<S7PlusTrust> S7PlusCertificateCheck(S7PlusCertificate certificate, CancellationToken cancellationToken);
