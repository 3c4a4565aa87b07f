using System.Security.Cryptography;
using S7OpcBridge.OpcUa.Channel.Security.Certificates;

namespace S7OpcBridge.OpcUa.Channel.Security.Elliptic;

/// <summary>
/// Decrypts a password or an access token that was sent under a policy with ephemeral keys: an EccEncryptedSecret (OPC 10000-4, 7.40.2.5), which RSA_DH uses
/// too, that is <c>[type id | 1 | length 4 | policy URI | signer's certificate | signing time 8 | key data length 2 | sender's key | receiver's key]
/// [nonce | secret | padding | padding size 2][tag 16][signature]</c>. The second bracket is encrypted, by AES-CBC or with a tag over the first; the signature
/// covers all. The receiver's key is used once.
/// </summary>
internal static class EllipticUserSecret
{
    private const uint TypeId = 17546;

    /// <summary>The password; null if any check fails. Which one must not be visible from outside.</summary>
    /// <param name="key">The key that this session offered last.</param>
    /// <param name="signer">The client's application certificate.</param>
    /// <param name="secret">As received.</param>
    /// <param name="nonce">The last nonce of the session.</param>
    public static byte[]? Decrypt(EphemeralKey key, PeerCertificate signer, ReadOnlySpan<byte> secret, ReadOnlySpan<byte> nonce)
    {
        try
        {
            var policy = key.Policy;
            var signed = secret.Length - signer.SignatureSize;
            if (
                secret.Length > UserSecret.MaxLength
                || signed <= 0
                || signer.Kind != policy.CertificateKind
                || !Signatures.Verify(policy, signer, secret[..signed], secret[signed..])
            )
                return null;
            return ReadHead(secret, signed, key, signer, out var sender, out var start)
                ? Open(secret[..start], secret[start..signed], key, sender, nonce)
                : null;
        }
        catch (Exception e) when (e is UaException or CryptographicException)
        {
            return null;
        }
    }

    private static bool ReadHead(
        ReadOnlySpan<byte> secret,
        int signed,
        EphemeralKey key,
        PeerCertificate signer,
        out ReadOnlySpan<byte> sender,
        out int start
    )
    {
        var reader = new UaReader(secret[..signed], EncodingLimits.Default);
        var isOurs = SecretPayload.ReadHead(ref reader, secret.Length, TypeId);
        isOurs &= reader.ReadString() == key.Policy.Uri;
        var certificate = reader.ReadByteStringSpan(out _); // may be empty: the certificate of the channel
        isOurs &= certificate.IsEmpty || certificate.StartsWith(signer.Leaf);
        reader.ReadDateTime();
        var keyLength = reader.ReadUInt16();
        var keyStart = reader.Position;
        sender = reader.ReadByteStringSpan(out _);
        isOurs &= reader.ReadByteStringSpan(out _).SequenceEqual(key.PublicKey);
        start = reader.Position;
        return isOurs & start - keyStart == keyLength;
    }

    private static byte[]? Open(
        ReadOnlySpan<byte> head,
        ReadOnlySpan<byte> payload,
        EphemeralKey key,
        ReadOnlySpan<byte> sender,
        ReadOnlySpan<byte> nonce
    )
    {
        var (policy, tag) = (key.Policy, key.Policy.IsAead ? AeadChunkCipher.Tag : 0);
        var length = payload.Length - tag;
        if (length <= 0 || length % BlockCipher.Block != 0)
            return null;
        var keys = key.KeysOfSecret(sender);
        var iv = keys.AsSpan(policy.EncryptionKeySize);
        var plain = new byte[length];
        try
        {
            Decrypt(policy.Chunks, keys.AsSpan(0, policy.EncryptionKeySize), iv, head, payload[..length], payload[length..], plain);
        }
        finally
        {
            CryptographicOperations.ZeroMemory(keys);
        }

        return SecretPayload.Open(plain, nonce);
    }

    // Unlike with chunks the IV is used as it is: the key serves once.
    private static void Decrypt(
        ChunkAlgorithm algorithm,
        ReadOnlySpan<byte> key,
        ReadOnlySpan<byte> iv,
        ReadOnlySpan<byte> head,
        ReadOnlySpan<byte> cipher,
        ReadOnlySpan<byte> tag,
        byte[] plain
    )
    {
        switch (algorithm)
        {
            case ChunkAlgorithm.AesGcm:
                using (var aes = new AesGcm(key, AeadChunkCipher.Tag))
                    aes.Decrypt(iv, cipher, tag, plain, head);
                break;
            case ChunkAlgorithm.ChaCha20Poly1305:
                using (var chaCha = new ChaCha20Poly1305(key))
                    chaCha.Decrypt(iv, cipher, tag, plain, head);
                break;
            default:
                using (var aes = Aes.Create())
                {
                    aes.SetKey(key);
                    aes.DecryptCbc(cipher, iv, plain, PaddingMode.None);
                }

                break;
        }
    }
}
