using System.Security.Cryptography;
using S7OpcBridge.OpcUa.Channel.Security.Certificates;

namespace S7OpcBridge.OpcUa.Channel.Security.Elliptic;

/// <summary>
/// Decrypts a password that was sent under a policy on an elliptic curve: an EccEncryptedSecret (OPC 10000-4, 7.40.2.5), that is
/// <c>[type id | 1 | length 4 | policy URI | signer's certificate | signing time 8 | key data length 2 | sender's key | receiver's key]
/// [nonce | secret | padding | padding size 2][signature]</c>. The second bracket is AES-CBC; the signature covers both. The receiver's key is used once.
/// </summary>
internal static class EllipticUserSecret
{
    private const uint TypeId = 17546;
    private const int Block = 16;

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
                || signer.Curve is not { } curve
                || !curve.VerifyData(secret[..signed], secret[signed..], policy.Hash)
            )
                return null;
            return ReadHead(secret, signed, key, signer, out var sender, out var start)
                ? Open(secret[start..signed], key, sender, nonce)
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

    private static byte[]? Open(ReadOnlySpan<byte> payload, EphemeralKey key, ReadOnlySpan<byte> sender, ReadOnlySpan<byte> nonce)
    {
        if (payload.IsEmpty || payload.Length % Block != 0)
            return null;
        var keys = key.KeysOfSecret(sender);
        using var aes = Aes.Create();
        aes.Key = keys[..^Block];
        var plain = aes.DecryptCbc(payload, keys.AsSpan(keys.Length - Block), PaddingMode.None);
        CryptographicOperations.ZeroMemory(keys);
        return SecretPayload.Open(plain, nonce);
    }
}
