using System.Security.Cryptography;

namespace S7OpcBridge.OpcUa.Channel.Security;

/// <summary>The decrypted payload of an EncryptedSecret (OPC 10000-4, 7.40.2.3): <c>nonce | secret | padding | padding size 2</c>.</summary>
internal static class SecretPayload
{
    /// <summary>Type id, encoding 1 and the length of the rest, with which an EncryptedSecret of that type begins.</summary>
    public static bool ReadHead(ref UaReader reader, int length, uint typeId)
    {
        var isOurs = reader.ReadNodeIdView() is { Namespace: 0, Kind: NodeIdKind.Numeric } id && id.Numeric == typeId;
        isOurs &= reader.ReadByte() == 1;
        return isOurs & reader.ReadUInt32() == length - reader.Position;
    }

    /// <summary>The secret; null if the nonce is not the session's or the padding is wrong. Which one must not be visible from outside.</summary>
    /// <param name="plain">The payload; zeroed at the end.</param>
    /// <param name="nonce">The last nonce of the session.</param>
    /// <exception cref="UaException">It is cut off.</exception>
    public static byte[]? Open(byte[] plain, ReadOnlySpan<byte> nonce)
    {
        try
        {
            var reader = new UaReader(plain, EncodingLimits.Default);
            var isRight = CryptographicOperations.FixedTimeEquals(reader.ReadByteStringSpan(out _), nonce);
            var secret = reader.ReadByteStringSpan(out _);
            var padding = plain.Length - 2 - reader.Position;
            isRight &=
                padding >= 0
                && (plain[^2] | plain[^1] << 8) == padding
                && !plain.AsSpan(reader.Position, padding).ContainsAnyExcept((byte)padding);
            return isRight ? secret.ToArray() : null;
        }
        finally
        {
            CryptographicOperations.ZeroMemory(plain);
        }
    }
}
