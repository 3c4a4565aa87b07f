using System.Text;

namespace S7OpcBridge.S7.Services;

/// <summary>Encodes a session password in eight bytes: padded with blanks, each byte XORed with 55 and with the byte two before it.</summary>
internal static class SessionPassword
{
    public const int Length = 8;

    private const byte Mask = 0x55;

    public static byte[] Encode(string password)
    {
        if (password.Length is 0 or > Length || password.Any(c => c > '\u00FF'))
            throw new ArgumentException("A session password has 1 to 8 characters of Latin-1.", nameof(password));
        var bytes = Encoding.Latin1.GetBytes(password.PadRight(Length));
        for (var i = 0; i < Length; i++)
            bytes[i] ^= i < 2 ? Mask : (byte)(Mask ^ bytes[i - 2]);
        return bytes;
    }
}
