using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace S7OpcBridge.OpcUa;

/// <summary>The server's application certificate with its RSA key, and the chain that clients are sent.</summary>
public sealed class OwnCertificate
{
    /// <summary>Takes a certificate with its private key.</summary>
    /// <param name="certificate">RSA, 2048 to 4096 bits.</param>
    /// <param name="issuers">Its issuers, nearest first; sent along so that a client can build the chain.</param>
    /// <exception cref="ArgumentException">No RSA private key, or a key of another length.</exception>
    public OwnCertificate(X509Certificate2 certificate, params IReadOnlyList<X509Certificate2> issuers)
    {
        Key = certificate.GetRSAPrivateKey() ?? throw new ArgumentException("The certificate has no RSA private key.", nameof(certificate));
        if (Key.KeySize is < 2048 or > 4096)
            throw new ArgumentException($"The certificate's RSA key has {Key.KeySize} bits; the security policies ask for 2048 to 4096.", nameof(certificate));
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

    /// <summary>DER of the certificate and its issuers, one behind the other.</summary>
    internal byte[] Chain { get; }

    /// <summary>SHA-1 of the leaf, by which clients name it.</summary>
    internal byte[] Thumbprint { get; }

    internal RSA Key { get; }
}
