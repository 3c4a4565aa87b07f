using System.Text;
using S7OpcBridge.Simulator.Cpu;

namespace S7OpcBridge.Simulator.Services;

/// <summary>The session password of S7-300 and S7-400: eight characters, each XORed with 55 and with the encoded byte two places before.</summary>
internal sealed class SecurityService(PlcParts plc)
{
    private const byte SetPassword = 1;
    private const byte ClearPassword = 2;
    private const int PasswordLength = 8;
    private const byte Key = 0x55;
    private const ushort WrongPassword = 0xD602;
    private const ushort AlreadyEnabled = 0xD604;
    private const ushort NoPassword = 0xD605;

    public UserdataReply Answer(byte function, ReadOnlySpan<byte> data, S7LinkState link)
    {
        if (function == ClearPassword)
        {
            link.IsUnlocked = false;
            return UserdataReply.Done;
        }

        if (plc.Cpu.Password is not { } password)
            return UserdataReply.Fail(NoPassword);
        if (link.IsUnlocked)
            return UserdataReply.Fail(AlreadyEnabled);
        if (function != SetPassword || data.Length < PasswordLength || Decode(data[..PasswordLength]) != password.TrimEnd())
            return UserdataReply.Fail(WrongPassword);
        link.IsUnlocked = true;
        return UserdataReply.Done;
    }

    private static string Decode(ReadOnlySpan<byte> encoded)
    {
        Span<byte> plain = stackalloc byte[PasswordLength];
        for (var i = 0; i < PasswordLength; i++)
            plain[i] = (byte)(encoded[i] ^ Key ^ (i < 2 ? 0 : encoded[i - 2]));
        return Encoding.Latin1.GetString(plain).TrimEnd(' ', '\0');
    }
}
