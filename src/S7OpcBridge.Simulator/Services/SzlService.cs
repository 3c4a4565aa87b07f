using System.Buffers.Binary;
using S7OpcBridge.Simulator.Cpu;

namespace S7OpcBridge.Simulator.Services;

/// <summary>Answers system status lists (SZL): request <c>id2 index2</c>, answer <c>id2 index2 recordLength2 records2</c> and the records.</summary>
internal sealed class SzlService(PlcParts plc)
{
    private const ushort NotAvailable = 0xD401;
    private const ushort NotAvailableNow = 0xD402;

    private readonly SzlLists _lists = new(plc);

    public UserdataReply Answer(ReadOnlySpan<byte> data)
    {
        var policy = plc.Behavior.Szl;
        if (policy == SzlPolicy.DropLink)
            return UserdataReply.DropLink;
        if (policy == SzlPolicy.None || data.Length < 4)
            return UserdataReply.Fail(NotAvailableNow);

        var id = BinaryPrimitives.ReadUInt16BigEndian(data);
        var index = BinaryPrimitives.ReadUInt16BigEndian(data[2..]);
        if (policy == SzlPolicy.Subset && id is not (0x0011 or 0x0111 or 0x001C or 0x011C or 0x0131 or 0x0424))
            return UserdataReply.Fail(NotAvailable);
        return _lists.Find(id, index) is { } records ? UserdataReply.WithData(records) : UserdataReply.Fail(NotAvailable);
    }
}
