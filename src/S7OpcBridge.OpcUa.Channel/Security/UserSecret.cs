using System.Buffers.Binary;
using System.Security.Cryptography;

namespace S7OpcBridge.OpcUa.Channel.Security;

/// <summary>
/// Decrypts a password or an access token under a policy of RSA: an <see cref="RsaUserSecret"/>, or the older form (OPC 10000-4, 7.40.2.2), which is
/// <c>length 4 | password | server nonce | zeros</c> in RSA blocks for the server's certificate; length counts password and nonce. The nonce prevents a
/// recorded secret from being used again.
/// </summary>
internal static class UserSecret
{
    /// <summary>Bytes of a secret as received, at most: as RSA blocks, 32 uses of a key of 2048 bits.</summary>
    public const int MaxLength = 8192;

    /// <summary>The secret; null if any check fails. Which one must not be visible from outside.</summary>
    public static byte[]? Decrypt(OwnCertificate own, SecurityPolicy policy, ReadOnlySpan<byte> secret, ReadOnlySpan<byte> nonce)
    {
        if (secret.IsEmpty || secret.Length > MaxLength)
            return null;
        return RsaUserSecret.IsOne(secret) ? RsaUserSecret.Decrypt(own, policy, secret, nonce) : DecryptBlocks(own, policy, secret, nonce);
    }

    private static byte[]? DecryptBlocks(OwnCertificate own, SecurityPolicy policy, ReadOnlySpan<byte> secret, ReadOnlySpan<byte> nonce)
    {
        var block = own.Key.KeySize / 8;
        if (secret.Length % block != 0)
            return null;
        var plain = new byte[secret.Length];
        var length = 0;
        try
        {
            for (; !secret.IsEmpty; secret = secret[block..])
                length += own.Key.Decrypt(secret[..block], plain.AsSpan(length), policy.Encryption!);
        }
        catch (CryptographicException)
        {
            return null;
        }

        try
        {
            var content = plain.AsSpan(0, length);
            if (content.Length < 4 + nonce.Length)
                return null;
            var counted = BinaryPrimitives.ReadUInt32LittleEndian(content);
            if (counted < nonce.Length || counted > content.Length - 4)
                return null;
            var password = content.Slice(4, (int)counted - nonce.Length);
            var sent = content.Slice(4 + password.Length, nonce.Length);
            var rest = content[(4 + (int)counted)..];
            return CryptographicOperations.FixedTimeEquals(sent, nonce) & !rest.ContainsAnyExcept((byte)0) ? password.ToArray() : null;
        }
        finally
        {
            CryptographicOperations.ZeroMemory(plain);
        }
    }
}
