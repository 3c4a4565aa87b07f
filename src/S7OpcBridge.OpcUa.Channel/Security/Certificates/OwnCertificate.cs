using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace S7OpcBridge.OpcUa.Channel;

/// <summary>An application certificate of the server with its key, and the chain that is sent along.</summary>
public sealed class OwnCertificate
{
    private readonly RSA? _rsa;

    /// <summary>Wraps a certificate with its private key.</summary>
    /// <param name="certificate">RSA of 2048 to 4096 bits, or of a NIST or brainpool curve of 256 or 384 bits.</param>
    /// <param name="issuers">Its issuers, nearest first; sent along so that a client can build the chain.</param>
    /// <exception cref="ArgumentException">No private key, or a key of another kind or length.</exception>
    public OwnCertificate(X509Certificate2 certificate, params IReadOnlyList<X509Certificate2> issuers)
    {
        Kind =
            CertificateKinds.KindOf(certificate)
            ?? throw new ArgumentException(
                "The certificate's key does not fit any security policy; RSA of 2048 to 4096 bits, or a NIST or brainpool curve of 256 or 384 bits is needed.",
                nameof(certificate)
            );
        (_rsa, Curve) =
            Kind == CertificateKind.Rsa ? (certificate.GetRSAPrivateKey(), null) : ((RSA?)null, certificate.GetECDsaPrivateKey());
        if (_rsa is null && Curve is null)
            throw new ArgumentException("The certificate has no private key.", nameof(certificate));
        Leaf = certificate.RawData;
        Chain = [.. Leaf, .. issuers.SelectMany(i => i.RawData)];
        Thumbprint = SHA1.HashData(Leaf);
        (Certificate, Issuers) = (certificate, issuers);
    }

    /// <summary>The certificate.</summary>
    public X509Certificate2 Certificate { get; }

    /// <summary>Its issuers, nearest first; empty where it signed itself.</summary>
    public IReadOnlyList<X509Certificate2> Issuers { get; }

    /// <summary>DER of the certificate.</summary>
    internal byte[] Leaf { get; }

    /// <summary>DER of the certificate and its issuers, one after the other.</summary>
    internal byte[] Chain { get; }

    /// <summary>SHA-1 of the leaf, with which clients identify it.</summary>
    internal byte[] Thumbprint { get; }

    /// <summary>Bytes of a signature by its key.</summary>
    internal int SignatureSize => CertificateKinds.SignatureSizeOf(Kind, _rsa);

    /// <summary>Kind of its key.</summary>
    public CertificateKind Kind { get; }

    /// <summary>The key of an RSA certificate.</summary>
    internal RSA Key => _rsa ?? throw new InvalidOperationException("The certificate has no RSA key.");

    /// <summary>The key of a certificate of an elliptic curve; null: RSA.</summary>
    internal ECDsa? Curve { get; }
}
