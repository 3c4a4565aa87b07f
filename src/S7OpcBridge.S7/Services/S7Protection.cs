using System.Buffers.Binary;
using S7OpcBridge.S7.Services;

namespace S7OpcBridge.S7;

/// <summary>The protection of a CPU (SZL 0132 index 4; Siemens, "System Software for S7-300/400", chapter on SZLs). 0: unknown.</summary>
/// <param name="Level">The level in force: 1 none, 2 against writing, 3 against reading and writing.</param>
/// <param name="Configured">The level of the hardware configuration; 0: no password.</param>
public sealed record S7Protection(int Level, int Configured)
{
    internal const ushort ListId = 0x0132;
    internal const ushort Index = 4;

    internal static S7Protection Decode(S7SystemList list)
    {
        var record = list.Find(Index, 8);
        return record.IsEmpty
            ? new S7Protection(0, 0)
            : new S7Protection(BinaryPrimitives.ReadUInt16BigEndian(record[6..]), BinaryPrimitives.ReadUInt16BigEndian(record[4..]));
    }
}
