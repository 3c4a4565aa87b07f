using System.Security.Cryptography;

namespace S7OpcBridge.OpcUa.Channel.Security;

/// <summary>
/// Decrypts a password above 64 bytes or an access token under a policy of RSA: an RsaEncryptedSecret (OPC 10000-4, 7.40.2.4), that is
/// <c>[type id | 1 | length 4 | policy URI | SHA-1 of the certificate | signing time 8 | key data length 2 | one RSA block: signing key, encrypting key, IV]
/// [nonce | secret | padding | padding size 2][signature]</c>. The second bracket is AES-CBC, the signature an HMAC over both. However long the secret is, it
/// costs one use of the private key.
/// </summary>
internal static class RsaUserSecret
{
    private const uint TypeId = 17545;
    private const int Mac = HMACSHA256.HashSizeInBytes;

    /// <summary>True if a secret is in this form; otherwise it is RSA blocks, which look like noise.</summary>
    public static bool IsOne(ReadOnlySpan<byte> secret)
    {
        try
        {
            var reader = new UaReader(secret, EncodingLimits.Default);
            return SecretPayload.ReadHead(ref reader, secret.Length, TypeId);
        }
        catch (UaException)
        {
            return false;
        }
    }

    /// <summary>The secret; null if any check fails. Which one must not be visible from outside.</summary>
    /// <param name="own">The server's certificate.</param>
    /// <param name="policy">The policy of the user token.</param>
    /// <param name="secret">As received, not too long.</param>
    /// <param name="nonce">The last nonce of the session.</param>
    public static byte[]? Decrypt(OwnCertificate own, SecurityPolicy policy, ReadOnlySpan<byte> secret, ReadOnlySpan<byte> nonce)
    {
        try
        {
            var signed = secret.Length - Mac;
            return signed > 0 && ReadHead(secret, signed, own, policy, out var keyData, out var start)
                ? Open(secret, signed, start, own.Key.Decrypt(keyData, policy.Encryption!), policy, nonce)
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
        OwnCertificate own,
        SecurityPolicy policy,
        out ReadOnlySpan<byte> keyData,
        out int start
    )
    {
        var reader = new UaReader(secret[..signed], EncodingLimits.Default);
        var isOurs = SecretPayload.ReadHead(ref reader, secret.Length, TypeId);
        isOurs &= reader.ReadString() == policy.Uri;
        isOurs &= reader.ReadByteStringSpan(out _).SequenceEqual(own.Thumbprint);
        reader.ReadDateTime(); // clocks of plants are wrong; the nonce is what keeps a recorded secret out
        int keyLength = reader.ReadUInt16();
        start = reader.Position + keyLength;
        isOurs &= keyLength == own.Key.KeySize / 8 & start < signed;
        keyData = isOurs ? secret.Slice(reader.Position, keyLength) : default;
        return isOurs;
    }

    private static byte[]? Open(
        ReadOnlySpan<byte> secret,
        int signed,
        int start,
        byte[] keyData,
        SecurityPolicy policy,
        ReadOnlySpan<byte> nonce
    )
    {
        try
        {
            var reader = new UaReader(keyData, EncodingLimits.Default);
            var signingKey = reader.ReadByteStringSpan(out _);
            var key = reader.ReadByteStringSpan(out _);
            var iv = reader.ReadByteStringSpan(out _);
            var payload = secret[start..signed];
            if (
                signingKey.Length != Mac
                || key.Length != policy.EncryptionKeySize
                || iv.Length != policy.IvLength
                || reader.Position != keyData.Length
                || payload.Length % BlockCipher.Block != 0
            )
                return null;
            if (!CryptographicOperations.FixedTimeEquals(HMACSHA256.HashData(signingKey, secret[..signed]), secret[signed..]))
                return null;
            using var aes = Aes.Create();
            aes.SetKey(key);
            return SecretPayload.Open(aes.DecryptCbc(payload, iv, PaddingMode.None), nonce);
        }
        finally
        {
            CryptographicOperations.ZeroMemory(keyData);
        }
    }
}
