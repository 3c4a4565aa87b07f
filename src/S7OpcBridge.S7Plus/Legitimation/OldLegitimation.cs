using System.Security.Cryptography;

namespace S7OpcBridge.S7Plus.Legitimation;

/// <summary>The old form of a password: its SHA-1 XOR the challenge.</summary>
internal static class OldLegitimation
{
    /// <summary>Bytes of challenge and response.</summary>
    public const int Length = SHA1.HashSizeInBytes;

    /// <summary>The response to a challenge of 20 bytes.</summary>
    public static byte[] Respond(ReadOnlySpan<byte> password, ReadOnlySpan<byte> challenge)
    {
        var response = SHA1.HashData(password);
        for (var i = 0; i < response.Length; i++)
            response[i] ^= challenge[i];
        return response;
    }
}
