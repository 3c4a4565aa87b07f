using System.Buffers.Binary;
using S7OpcBridge.S7.Services;

namespace S7OpcBridge.S7;

/// <summary>Connection resources of a CPU (SZL 0132 index 1; layout as in VIPA's SPEED7 operation list, the same as on S7-300).</summary>
/// <param name="Used">Connections in use by programming devices, panels, S7 and S7 basic communication.</param>
/// <param name="Free">Free connections.</param>
public sealed record S7ConnectionUse(int Used, int Free)
{
    internal const ushort ListId = 0x0132;
    internal const ushort Index = 1;

    private const int RecordLength = 36;

    /// <summary>Null where the record has another length.</summary>
    internal static S7ConnectionUse? Decode(S7SystemList list)
    {
        var record = list.Find(Index, RecordLength);
        return record.IsEmpty
            ? null
            : new S7ConnectionUse(Word(record, 6) + Word(record, 8) + Word(record, 12) + record[35], Word(record, 14));
    }

    private static int Word(ReadOnlySpan<byte> record, int offset) => BinaryPrimitives.ReadUInt16BigEndian(record[offset..]);
}
