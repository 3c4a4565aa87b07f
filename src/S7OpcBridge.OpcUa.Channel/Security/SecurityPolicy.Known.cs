using System.Security.Cryptography;
using S7OpcBridge.OpcUa.Channel.Security;

namespace S7OpcBridge.OpcUa.Channel;

public sealed partial record SecurityPolicy
{
    /// <summary>No signature, no encryption.</summary>
    public static readonly SecurityPolicy None = new() { Name = "None" };

    /// <summary>AES-256, SHA-256, RSA-OAEP with SHA-1, PKCS #1 signatures.</summary>
    public static readonly SecurityPolicy Basic256Sha256 = new()
    {
        Name = "Basic256Sha256",
        Level = 1,
        KeyExchange = KeyExchange.Nonces,
        NonceLength = 32,
        Chunks = ChunkAlgorithm.AesCbc,
        SignatureKeySize = 32,
        EncryptionKeySize = 32,
        IvLength = 16,
        SignatureSize = 32,
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

    /// <summary>ECDH and ECDSA over NIST P-256, AES-128-CBC, HMAC-SHA256. Deprecated since 1.05.07.</summary>
    public static readonly SecurityPolicy EccNistP256 = OnCurve(CertificateKind.NistP256, "ECC_nistP256", level: 4);

    /// <summary>ECDH and ECDSA over NIST P-384, AES-256-CBC, HMAC-SHA384. Deprecated since 1.05.07.</summary>
    public static readonly SecurityPolicy EccNistP384 = OnCurve(CertificateKind.NistP384, "ECC_nistP384", level: 5);

    /// <summary>ECDH and ECDSA over NIST P-256, AES-128-GCM, signatures bound to the channel.</summary>
    public static readonly SecurityPolicy EccNistP256AesGcm = EccNistP256.With(ChunkAlgorithm.AesGcm, level: 9);

    /// <summary>ECDH and ECDSA over NIST P-256, ChaCha20-Poly1305, signatures bound to the channel.</summary>
    public static readonly SecurityPolicy EccNistP256ChaChaPoly = EccNistP256.With(ChunkAlgorithm.ChaCha20Poly1305, level: 8);

    /// <summary>ECDH and ECDSA over NIST P-384, AES-256-GCM, signatures bound to the channel.</summary>
    public static readonly SecurityPolicy EccNistP384AesGcm = EccNistP384.With(ChunkAlgorithm.AesGcm, level: 11);

    /// <summary>ECDH and ECDSA over NIST P-384, ChaCha20-Poly1305, signatures bound to the channel.</summary>
    public static readonly SecurityPolicy EccNistP384ChaChaPoly = EccNistP384.With(ChunkAlgorithm.ChaCha20Poly1305, level: 10);

    /// <summary>ECDH and ECDSA over brainpoolP256r1, AES-128-CBC, HMAC-SHA256. Deprecated since 1.05.07.</summary>
    public static readonly SecurityPolicy EccBrainpoolP256 = OnCurve(CertificateKind.BrainpoolP256, "ECC_brainpoolP256r1", level: 4);

    /// <summary>ECDH and ECDSA over brainpoolP384r1, AES-256-CBC, HMAC-SHA384. Deprecated since 1.05.07.</summary>
    public static readonly SecurityPolicy EccBrainpoolP384 = OnCurve(CertificateKind.BrainpoolP384, "ECC_brainpoolP384r1", level: 5);

    /// <summary>Diffie-Hellman in ffdhe3072, RSA signatures (PKCS #1, SHA-256), AES-128-GCM, signatures bound to the channel.</summary>
    public static readonly SecurityPolicy RsaDhAesGcm = new SecurityPolicy
    {
        Name = "RSA_DH",
        KeyExchange = KeyExchange.FiniteField,
        NonceLength = FiniteFieldKey.Length,
        EncryptionKeySize = 16,
        Signature = RSASignaturePadding.Pkcs1,
    }.With(ChunkAlgorithm.AesGcm, level: 7);

    /// <summary>The same with ChaCha20-Poly1305.</summary>
    public static readonly SecurityPolicy RsaDhChaChaPoly = RsaDhAesGcm with
    {
        Name = "RSA_DH_ChaChaPoly",
        Level = 6,
        Chunks = ChunkAlgorithm.ChaCha20Poly1305,
        EncryptionKeySize = 32,
    };

    /// <summary>What can be offered with an RSA certificate, strongest first, and None.</summary>
    public static readonly IReadOnlyList<SecurityPolicy> All = [Aes256Sha256RsaPss, Aes128Sha256RsaOaep, Basic256Sha256, None];

    /// <summary>What can be offered with certificates of elliptic curves, strongest first.</summary>
    public static readonly IReadOnlyList<SecurityPolicy> Elliptic =
    [
        EccNistP384AesGcm,
        EccNistP384ChaChaPoly,
        EccNistP256AesGcm,
        EccNistP256ChaChaPoly,
        EccBrainpoolP384.With(ChunkAlgorithm.AesGcm, level: 11),
        EccBrainpoolP384.With(ChunkAlgorithm.ChaCha20Poly1305, level: 10),
        EccBrainpoolP256.With(ChunkAlgorithm.AesGcm, level: 9),
        EccBrainpoolP256.With(ChunkAlgorithm.ChaCha20Poly1305, level: 8),
        EccNistP384,
        EccNistP256,
        EccBrainpoolP384,
        EccBrainpoolP256,
    ];

    /// <summary>What can be offered with an RSA certificate beside <see cref="All"/>: Diffie-Hellman, so that a stolen key opens no recorded channel.</summary>
    public static readonly IReadOnlyList<SecurityPolicy> FiniteField = [RsaDhAesGcm, RsaDhChaChaPoly];

    private static SecurityPolicy OnCurve(CertificateKind kind, string name, byte level)
    {
        var size = CertificateKinds.CoordinateSizeOf(kind);
        return new()
        {
            Name = name,
            Level = level,
            CertificateKind = kind,
            KeyExchange = KeyExchange.Curve,
            NonceLength = 2 * size,
            Chunks = ChunkAlgorithm.AesCbc,
            Hash = size == 48 ? HashAlgorithmName.SHA384 : HashAlgorithmName.SHA256,
            SignatureKeySize = size,
            EncryptionKeySize = size == 48 ? 32 : 16,
            IvLength = 16,
            SignatureSize = size,
        };
    }

    // ChaCha20 has keys of one length only.
    private SecurityPolicy With(ChunkAlgorithm algorithm, byte level) =>
        this with
        {
            Name = Name + (algorithm == ChunkAlgorithm.AesGcm ? "_AesGcm" : "_ChaChaPoly"),
            Level = level,
            IsEnhanced = true,
            Chunks = algorithm,
            SignatureKeySize = 0,
            EncryptionKeySize = algorithm == ChunkAlgorithm.AesGcm ? EncryptionKeySize : 32,
            IvLength = 12,
            SignatureSize = 16,
        };
}
