using System.Security.Cryptography;
using S7OpcBridge.OpcUa.Channel.Security;

namespace S7OpcBridge.OpcUa.Channel;

/// <summary>
/// A security policy: its algorithms and lengths (OPC 10000-7, "SecurityPolicy" facets). Deprecated policies (Basic128Rsa15, Basic256) are not supported.
/// </summary>
public sealed partial record SecurityPolicy
{
    private const string Prefix = "http://opcfoundation.org/UA/SecurityPolicy#";

    /// <summary>The name, as in the standard and in the map: <c>Aes256_Sha256_RsaPss</c>.</summary>
    public required string Name { get; init; }

    /// <summary>The URI.</summary>
    public string Uri => Prefix + Name;

    /// <summary>True for a policy that signs.</summary>
    public bool IsSecure => KeyExchange != KeyExchange.None;

    /// <summary>The kind of certificate that client and server need.</summary>
    public CertificateKind CertificateKind { get; private init; }

    /// <summary>True where this system's cryptography has all its algorithms.</summary>
    public bool IsSupported =>
        (Chunks != ChunkAlgorithm.AesGcm || AesGcm.IsSupported)
        && (Chunks != ChunkAlgorithm.ChaCha20Poly1305 || ChaCha20Poly1305.IsSupported)
        && CertificateKinds.IsSupported(CertificateKind);

    /// <summary>Order among the secure policies; goes into the endpoint's security level.</summary>
    internal byte Level { get; private init; }

    /// <summary>How the keys of a channel are agreed on.</summary>
    internal KeyExchange KeyExchange { get; private init; }

    /// <summary>
    /// True where each channel, and each secret, has an ephemeral key: its public part is the nonce, keys are derived by HKDF, an OPN chunk is signed and not
    /// encrypted, and numbers of chunks begin at 0.
    /// </summary>
    internal bool HasEphemeralKeys => KeyExchange > KeyExchange.Nonces;

    /// <summary>
    /// True for the policies of 1.05.07: keys of a renewal depend on those before, and signatures of sessions are bound to the channel (OPC 10000-6, 6.7.5).
    /// </summary>
    public bool IsEnhanced { get; private init; }

    /// <summary>How chunks are secured.</summary>
    internal ChunkAlgorithm Chunks { get; private init; }

    /// <summary>True where encryption authenticates, so that there is no HMAC and no padding.</summary>
    internal bool IsAead => Chunks > ChunkAlgorithm.AesCbc;

    /// <summary>Hash of signatures, HMAC and key derivation.</summary>
    internal HashAlgorithmName Hash { get; private init; } = HashAlgorithmName.SHA256;

    /// <summary>Bytes of a channel nonce.</summary>
    internal int NonceLength { get; private init; }

    /// <summary>Bytes of the HMAC key; 0: none.</summary>
    internal int SignatureKeySize { get; private init; }

    /// <summary>Bytes of the key for encryption.</summary>
    internal int EncryptionKeySize { get; private init; }

    /// <summary>Bytes of the IV.</summary>
    internal int IvLength { get; private init; }

    /// <summary>Bytes that secure a chunk, at its end: the HMAC or the tag.</summary>
    internal int SignatureSize { get; private init; }

    /// <summary>Bytes of the keys for one direction: for signatures, for encryption, IV.</summary>
    internal int KeysLength => SignatureKeySize + EncryptionKeySize + IvLength;

    /// <summary>Padding of signatures by RSA keys; null: a curve.</summary>
    internal RSASignaturePadding? Signature { get; private init; }

    /// <summary>URI of the signatures of sessions; null: there is one algorithm only, and it is not named.</summary>
    internal string? SignatureAlgorithm { get; private init; }

    /// <summary>Padding of what is encrypted with RSA; null: nothing is.</summary>
    internal RSAEncryptionPadding? Encryption { get; private init; }

    internal string? EncryptionAlgorithm { get; private init; }

    /// <summary>Bytes that the RSA padding takes from each block.</summary>
    internal int EncryptionOverhead { get; private init; }

    /// <summary>A policy by its name or URI; null: not supported.</summary>
    public static SecurityPolicy? Find(string? nameOrUri)
    {
        foreach (var policy in (IEnumerable<SecurityPolicy>)[.. All, .. Elliptic, .. FiniteField])
        {
            if (policy.Name == nameOrUri || policy.Uri == nameOrUri)
                return policy;
        }

        return null;
    }

    /// <inheritdoc/>
    public override string ToString() => Name;
}
