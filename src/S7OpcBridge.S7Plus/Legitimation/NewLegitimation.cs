using System.Buffers.Binary;
using System.Security.Cryptography;
using System.Text;
using S7OpcBridge.S7Plus.Values;

namespace S7OpcBridge.S7Plus.Legitimation;

/// <summary>
/// The new form of a password: the structure 40400 {40401 kind, 40402 user, 40403 password}, encrypted with AES-256-CBC; the key is the SHA-256 of the TLS
/// connection's exported secret. With a user the password is plain text, otherwise its SHA-1.
/// </summary>
internal static class NewLegitimation
{
    /// <summary>Bytes of the challenge used as initialisation vector.</summary>
    public const int IvLength = 16;

    private const uint PayloadStruct = 40400;
    private const uint KindMember = 40401;
    private const uint UserMember = 40402;
    private const uint PasswordMember = 40403;
    private const byte PasswordAlone = 1;
    private const byte UserAndPassword = 2;

    /// <summary>The response to a challenge.</summary>
    /// <param name="password">The password, with a user where there is one.</param>
    /// <param name="challenge">At least 16 bytes.</param>
    /// <param name="exporterSecret">The exported secret of the TLS connection, 32 bytes.</param>
    public static byte[] Respond(S7PlusPassword password, ReadOnlySpan<byte> challenge, ReadOnlySpan<byte> exporterSecret)
    {
        var key = SHA256.HashData(exporterSecret);
        var plain = Payload(password);
        try
        {
            using var aes = Aes.Create();
            aes.Key = key;
            return aes.EncryptCbc(plain, challenge[..IvLength]);
        }
        finally
        {
            CryptographicOperations.ZeroMemory(plain);
            CryptographicOperations.ZeroMemory(key);
        }
    }

    /// <summary>Decrypts a response; null where it is invalid. For soft PLCs.</summary>
    /// <returns>The user, or an empty text, and the password in UTF-8 or its SHA-1.</returns>
    public static (string User, byte[] Password)? Open(
        ReadOnlySpan<byte> response,
        ReadOnlySpan<byte> challenge,
        ReadOnlySpan<byte> exporterSecret
    )
    {
        using var aes = Aes.Create();
        aes.Key = SHA256.HashData(exporterSecret);
        try
        {
            var plain = new PlusReader(aes.DecryptCbc(response, challenge[..IvLength]));
            var payload = PlusValue.Read(ref plain).Structure;
            return payload is { Id: PayloadStruct } && payload[UserMember] is { } user && payload[PasswordMember] is { } password
                ? (Encoding.UTF8.GetString(user.Bytes), password.Bytes.ToArray())
                : null;
        }
        catch (Exception exception) when (exception is CryptographicException or S7PlusProtocolException)
        {
            return null;
        }
    }

    /// <summary>The structure before encryption, in a separate array that can be wiped.</summary>
    internal static byte[] Payload(S7PlusPassword password)
    {
        var user = Encoding.UTF8.GetBytes(password.User);
        var secret = user.Length > 0 ? password.Bytes.ToArray() : SHA1.HashData(password.Bytes);
        try
        {
            var room = new byte[64 + user.Length + secret.Length];
            var length = Write(room, user.Length > 0 ? UserAndPassword : PasswordAlone, user, secret);
            var payload = room[..length];
            CryptographicOperations.ZeroMemory(room);
            return payload;
        }
        finally
        {
            CryptographicOperations.ZeroMemory(secret);
        }
    }

    private static int Write(Span<byte> to, byte kind, ReadOnlySpan<byte> user, ReadOnlySpan<byte> secret)
    {
        to[1] = (byte)WireType.Struct;
        BinaryPrimitives.WriteUInt32BigEndian(to[2..], PayloadStruct);
        var at = 6;
        at += Vlq.Write(to[at..], KindMember);
        to[at + 1] = (byte)WireType.UDInt;
        to[at + 2] = kind;
        at += 3;
        at += WriteBlob(to[at..], UserMember, user);
        at += WriteBlob(to[at..], PasswordMember, secret);
        return at + 1;
    }

    private static int WriteBlob(Span<byte> to, uint key, ReadOnlySpan<byte> bytes)
    {
        var at = Vlq.Write(to, key);
        to[at + 1] = (byte)WireType.Blob;
        at += 3;
        at += Vlq.Write(to[at..], (uint)bytes.Length);
        bytes.CopyTo(to[at..]);
        return at + bytes.Length;
    }
}
