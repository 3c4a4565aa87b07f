using System.Text;

namespace S7OpcBridge.S7.Services;

/// <summary>The eight bytes that carry a session password: filled up with blanks, then mixed with 55 and with the byte two before.</summary>
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
