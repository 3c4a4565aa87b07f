using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace S7OpcBridge.S7Plus;

/// <summary>The certificate that a CPU showed in the TLS handshake, and whose key it has proved to have. Immutable.</summary>
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
        Thumbprint = Convert.ToHexString(SHA1.HashData(chain[0]));
        Sha256 = Convert.ToHexString(SHA256.HashData(chain[0]));
    }

    /// <summary>The host that was called, as the options name it.</summary>
    public string Host { get; }

    /// <summary>The certificate and those that the CPU sent along, in DER.</summary>
    public IReadOnlyList<ReadOnlyMemory<byte>> Chain { get; }

    /// <summary>Whose it is.</summary>
    public string Subject { get; }

    /// <summary>Who signed it; the subject itself where it is self-signed.</summary>
    public string Issuer { get; }

    /// <summary>First moment of validity.</summary>
    public DateTimeOffset NotBefore { get; }

    /// <summary>Last moment of validity.</summary>
    public DateTimeOffset NotAfter { get; }

    /// <summary>SHA-1 over the certificate, 40 hexadecimal digits in capitals: what TIA Portal and Windows show as thumbprint.</summary>
    public string Thumbprint { get; }

    /// <summary>SHA-256 over the certificate, 64 hexadecimal digits in capitals.</summary>
    public string Sha256 { get; }
}

/// <summary>The answer to the question whether a CPU's certificate is trusted.</summary>
/// <param name="IsTrusted">True: go on.</param>
/// <param name="Reason">Where not: a sentence for the user, with what to do.</param>
public readonly record struct S7PlusTrust(bool IsTrusted, string? Reason = null)
{
    /// <summary>Trusted.</summary>
    public static S7PlusTrust Yes { get; } = new(true);

    /// <summary>Not trusted, with the reason.</summary>
    public static S7PlusTrust No(string reason) => new(false, reason);
}

/// <summary>Decides whether a CPU's certificate is trusted. Asked after each TLS handshake, before the first byte of S7CommPlus is sent.</summary>
public delegate ValueTask<S7PlusTrust> S7PlusCertificateCheck(S7PlusCertificate certificate, CancellationToken cancellationToken);
