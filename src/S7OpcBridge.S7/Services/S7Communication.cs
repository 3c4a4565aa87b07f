using System.Buffers.Binary;
using S7OpcBridge.S7.Services;

namespace S7OpcBridge.S7;

/// <summary>Communication limits of a CPU (SZL 0131 index 1); the length of the record differs by family. 0: unknown.</summary>
/// <param name="MaxPdu">Largest PDU in bytes.</param>
/// <param name="MaxConnections">Maximum number of connections.</param>
public sealed record S7Communication(int MaxPdu, int MaxConnections)
{
    internal const ushort ListId = 0x0131;

    internal static S7Communication Decode(S7SystemList list)
    {
        var record = list.Find(1, 6);
        return record.IsEmpty
            ? new S7Communication(0, 0)
            : new S7Communication(BinaryPrimitives.ReadUInt16BigEndian(record[2..]), BinaryPrimitives.ReadUInt16BigEndian(record[4..]));
    }
}
