using System.Buffers.Binary;
using System.Numerics;

namespace S7OpcBridge.PubSub.Buffer;

/// <summary>CRC-32C (Castagnoli), as iSCSI has it (RFC 3720, B.4).</summary>
internal static class Checksum
{
    /// <summary>The checksum of bytes.</summary>
    public static uint Compute(ReadOnlySpan<byte> bytes)
    {
        var crc = uint.MaxValue;
        for (; bytes.Length >= 8; bytes = bytes[8..])
            crc = BitOperations.Crc32C(crc, BinaryPrimitives.ReadUInt64LittleEndian(bytes));
        foreach (var one in bytes)
            crc = BitOperations.Crc32C(crc, one);
        return ~crc;
    }
}
