using System.Buffers.Binary;
using S7OpcBridge.S7.Services;

namespace S7OpcBridge.S7;

/// <summary>
/// The checksums in SZL 0132 index 4: each changes with a download of what it covers. For comparison only; an exclusive-or, so that two changes could cancel
/// each other out.
/// </summary>
/// <param name="Hardware">Of the hardware configuration.</param>
/// <param name="Program">Of the blocks.</param>
public readonly record struct S7ProgramChecksum(uint Hardware, uint Program)
{
    private const int ValidOffset = 14;
    private const int HardwareOffset = 16;
    private const int ProgramOffset = 20;

    /// <summary>Null: the CPU does not compute them.</summary>
    internal static S7ProgramChecksum? Read(S7SystemList list)
    {
        var record = list.Find(S7Protection.Index, ProgramOffset + 4);
        return record.IsEmpty || BinaryPrimitives.ReadUInt16BigEndian(record[ValidOffset..]) == 0
            ? null
            : new S7ProgramChecksum(
                BinaryPrimitives.ReadUInt32BigEndian(record[HardwareOffset..]),
                BinaryPrimitives.ReadUInt32BigEndian(record[ProgramOffset..])
            );
    }
}
