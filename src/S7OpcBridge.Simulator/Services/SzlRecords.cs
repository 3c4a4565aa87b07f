using System.Buffers.Binary;

namespace S7OpcBridge.Simulator.Services;

/// <summary>Puts records of equal length behind the head of a system status list.</summary>
internal static class SzlRecords
{
    private const int HeadLength = 8;

    public static byte[] Pack(ushort id, ushort index, byte[][] records) => Pack(id, index, records[0].Length, records);

    /// <param name="length">Bytes of a record, for a list that may have none.</param>
    public static byte[] Pack(ushort id, ushort index, int length, byte[][] records)
    {
        var list = new byte[HeadLength + records.Length * length];
        BinaryPrimitives.WriteUInt16BigEndian(list, id);
        BinaryPrimitives.WriteUInt16BigEndian(list.AsSpan(2), index);
        BinaryPrimitives.WriteUInt16BigEndian(list.AsSpan(4), (ushort)length);
        BinaryPrimitives.WriteUInt16BigEndian(list.AsSpan(6), (ushort)records.Length);
        for (var i = 0; i < records.Length; i++)
            records[i].CopyTo(list, HeadLength + i * length);
        return list;
    }
}
