using System.Buffers.Binary;

namespace S7OpcBridge.Simulator.Services;

/// <summary>
/// The description of a data block, 78 bytes: <c>01 type1 004A 0022 "pp" 01 flags1 language1 subtype1 number2 loadLength4 security4 codeTime6 interfaceTime6
/// ssb2 add2 local2 length2 author8 family8 name8 version1 00 checksum2 0…8</c>.
/// </summary>
internal static class BlockInfo
{
    private const int Length = 78;
    private const int LengthBehindHead = 0x4A;
    private const byte DataBlock = 0x0A;
    private const byte DataBlockLanguage = 0x05;

    /// <summary>In load memory, a block also has a header and an interface.</summary>
    private const int LoadMemoryOverhead = 92;

    public static byte[] Encode(ushort number, int length, ushort checksum)
    {
        var info = new byte[Length];
        info[0] = 1;
        info[1] = DataBlock;
        BinaryPrimitives.WriteUInt16BigEndian(info.AsSpan(2), LengthBehindHead);
        info[5] = 0x22;
        info[6] = (byte)'p';
        info[7] = (byte)'p';
        info[8] = 1;
        info[9] = 1;
        info[10] = DataBlockLanguage;
        info[11] = DataBlock;
        BinaryPrimitives.WriteUInt16BigEndian(info.AsSpan(12), number);
        BinaryPrimitives.WriteInt32BigEndian(info.AsSpan(14), length + LoadMemoryOverhead);
        BinaryPrimitives.WriteUInt16BigEndian(info.AsSpan(40), (ushort)length);
        SzlText.Write("SIM", info.AsSpan(42, 8), ' ');
        SzlText.Write("SOFTPLC", info.AsSpan(50, 8), ' ');
        SzlText.Write("DB" + number, info.AsSpan(58, 8), ' ');
        info[66] = 0x10;
        BinaryPrimitives.WriteUInt16BigEndian(info.AsSpan(68), checksum);
        return info;
    }
}
