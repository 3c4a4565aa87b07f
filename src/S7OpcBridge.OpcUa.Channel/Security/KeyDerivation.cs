using System.Security.Cryptography;

namespace S7OpcBridge.OpcUa.Channel.Security;

/// <summary>P_SHA256, the P_hash of TLS 1.2 (RFC 5246, 5), which turns two nonces into keys (OPC 10000-6, 6.7.5).</summary>
internal static class KeyDerivation
{
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
}
