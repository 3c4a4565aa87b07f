using System.Security.Cryptography;

namespace S7OpcBridge.OpcUa.Channel;

/// <summary>
/// A security policy: its algorithms and lengths (OPC 10000-7, "SecurityPolicy" facets). Deprecated policies (Basic128Rsa15, Basic256) are not supported.
/// </summary>
public sealed record SecurityPolicy
{
    private const string Prefix = "http://opcfoundation.org/UA/SecurityPolicy#";

    /// <summary>No signature, no encryption.</summary>
    public static readonly SecurityPolicy None = new() { Name = "None" };

    /// <summary>AES-256, SHA-256, RSA-OAEP with SHA-1, PKCS #1 signatures.</summary>
    public static readonly SecurityPolicy Basic256Sha256 = new()
    {
        Name = "Basic256Sha256",
        Level = 1,
        EncryptionKeySize = 32,
        Signature = RSASignaturePadding.Pkcs1,
        SignatureAlgorithm = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
        Encryption = RSAEncryptionPadding.OaepSHA1,
        EncryptionAlgorithm = "http://www.w3.org/2001/04/xmlenc#rsa-oaep",
        EncryptionOverhead = 42,
    };

    /// <summary>AES-128, SHA-256, RSA-OAEP with SHA-1, PKCS #1 signatures.</summary>
    public static readonly SecurityPolicy Aes128Sha256RsaOaep = Basic256Sha256 with
    {
        Name = "Aes128_Sha256_RsaOaep",
        Level = 2,
        EncryptionKeySize = 16,
    };

    /// <summary>AES-256, SHA-256, RSA-OAEP with SHA-256, PSS signatures.</summary>
    public static readonly SecurityPolicy Aes256Sha256RsaPss = Basic256Sha256 with
    {
        Name = "Aes256_Sha256_RsaPss",
        Level = 3,
        Signature = RSASignaturePadding.Pss,
        SignatureAlgorithm = "http://opcfoundation.org/UA/security/rsa-pss-sha2-256",
        Encryption = RSAEncryptionPadding.OaepSHA256,
        EncryptionAlgorithm = "http://opcfoundation.org/UA/security/rsa-oaep-sha2-256",
        EncryptionOverhead = 66,
    };

    /// <summary>ECDH and ECDSA over NIST P-256, AES-128-CBC, HMAC-SHA256. Needs a certificate of that curve.</summary>
    public static readonly SecurityPolicy EccNistP256 = new()
    {
        Name = "ECC_nistP256",
        Level = 4,
        CertificateKind = CertificateKind.NistP256,
        Hash = HashAlgorithmName.SHA256,
        CoordinateSize = 32,
        EncryptionKeySize = 16,
    };

    /// <summary>ECDH and ECDSA over NIST P-384, AES-256-CBC, HMAC-SHA384. Needs a certificate of that curve.</summary>
    public static readonly SecurityPolicy EccNistP384 = new()
    {
        Name = "ECC_nistP384",
        Level = 5,
        CertificateKind = CertificateKind.NistP384,
        Hash = HashAlgorithmName.SHA384,
        CoordinateSize = 48,
        EncryptionKeySize = 32,
    };

    /// <summary>What can be offered with an RSA certificate, strongest first, and None.</summary>
    public static readonly IReadOnlyList<SecurityPolicy> All = [Aes256Sha256RsaPss, Aes128Sha256RsaOaep, Basic256Sha256, None];

    /// <summary>What can be offered with certificates of elliptic curves, strongest first.</summary>
    public static readonly IReadOnlyList<SecurityPolicy> Elliptic = [EccNistP384, EccNistP256];

    /// <summary>The name, as in the standard and in the map: <c>Aes256_Sha256_RsaPss</c>.</summary>
    public required string Name { get; init; }

    /// <summary>The URI.</summary>
    public string Uri => Prefix + Name;

    /// <summary>True for a policy that signs.</summary>
    public bool IsSecure => Signature is not null || IsElliptic;

    /// <summary>The kind of certificate that client and server need.</summary>
    public CertificateKind CertificateKind { get; private init; }

    /// <summary>True for a policy on an elliptic curve.</summary>
    public bool IsElliptic => CertificateKind != CertificateKind.Rsa;

    /// <summary>Bytes of a channel nonce; on an elliptic curve it is an ephemeral public key.</summary>
    internal int NonceLength =>
        IsElliptic ? 2 * CoordinateSize
        : IsSecure ? 32
        : 0;

    /// <summary>Bytes of the HMAC key and of a chunk's signature.</summary>
    internal int SignatureSize =>
        IsElliptic ? CoordinateSize
        : IsSecure ? 32
        : 0;

    /// <summary>Hash of signatures, HMAC and key derivation.</summary>
    internal HashAlgorithmName Hash { get; private init; } = HashAlgorithmName.SHA256;

    /// <summary>Bytes of a coordinate of the curve, and of its hash; 0: no curve.</summary>
    internal int CoordinateSize { get; private init; }

    /// <summary>Bytes of a signature by a certificate's key on the curve: r and s.</summary>
    internal int EllipticSignatureSize => 2 * CoordinateSize;

    /// <summary>Bytes of the AES key.</summary>
    internal int EncryptionKeySize { get; private init; }

    /// <summary>Order among the secure policies; goes into the endpoint's security level.</summary>
    internal byte Level { get; private init; }

    internal RSASignaturePadding? Signature { get; private init; }

    internal string? SignatureAlgorithm { get; private init; }

    internal RSAEncryptionPadding? Encryption { get; private init; }

    internal string? EncryptionAlgorithm { get; private init; }

    /// <summary>Bytes that the RSA padding takes from each block.</summary>
    internal int EncryptionOverhead { get; private init; }

    /// <summary>A policy by its name or URI; null: not supported.</summary>
    public static SecurityPolicy? Find(string? nameOrUri)
    {
        foreach (var policy in (IEnumerable<SecurityPolicy>)[.. All, .. Elliptic])
        {
            if (policy.Name == nameOrUri || policy.Uri == nameOrUri)
                return policy;
        }

        return null;
    }

    /// <inheritdoc/>
    public override string ToString() => Name;
}
