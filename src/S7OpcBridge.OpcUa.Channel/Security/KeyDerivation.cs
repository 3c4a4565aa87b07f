using System.Security.Cryptography;

namespace S7OpcBridge.OpcUa.Channel.Security;

/// <summary>Keys from secrets.</summary>
internal static class KeyDerivation
{
    /// <summary>P_SHA256, the P_hash of TLS 1.2 (RFC 5246, 5), which turns two nonces into keys (OPC 10000-6, 6.7.5).</summary>
    public static void PSha256(ReadOnlySpan<byte> secret, ReadOnlySpan<byte> seed, Span<byte> output)
    {
        const int size = HMACSHA256.HashSizeInBytes;
        Span<byte> input = stackalloc byte[size + seed.Length]; // A(i) and the seed
        Span<byte> block = stackalloc byte[size];
        seed.CopyTo(input[size..]);
        HMACSHA256.HashData(secret, seed, input[..size]);
        while (!output.IsEmpty)
        {
            HMACSHA256.HashData(secret, input, block);
            var take = Math.Min(size, output.Length);
            block[..take].CopyTo(output);
            output = output[take..];
            HMACSHA256.HashData(secret, input[..size], block);
            block.CopyTo(input);
        }
    }

    /// <summary>
    /// HKDF (RFC 5869) of the outcome of a key agreement (OPC 10000-6, 6.8.1). The salt, which is also the info: length of the keys 2, label, both public keys.
    /// </summary>
    public static byte[] Hkdf(
        SecurityPolicy policy,
        byte[] material,
        ReadOnlySpan<byte> label,
        ReadOnlySpan<byte> first,
        ReadOnlySpan<byte> second,
        int length
    )
    {
        byte[] salt = [(byte)length, (byte)(length >> 8), .. label, .. first, .. second];
        return HKDF.DeriveKey(policy.Hash, material, length, salt, salt);
    }
}
