using System.Buffers.Binary;
using S7OpcBridge.Simulator.Cpu;

namespace S7OpcBridge.Simulator.Services;

/// <summary>Lists the blocks and their lengths; a soft PLC only has data blocks and one OB1.</summary>
internal sealed class BlockService(PlcParts plc)
{
    private const byte ListAll = 1;
    private const byte ListType = 2;
    private const byte Info = 3;
    private const byte OrganisationBlock = 0x38;
    private const byte DataBlock = 0x41;
    private const ushort BlockNotFound = 0xD209;

    /// <summary>OB, DB, SDB, FC, SFC, FB, SFB: the second character of the two-character kind, the first is '0'.</summary>
    private static ReadOnlySpan<byte> Kinds => [OrganisationBlock, DataBlock, 0x42, 0x43, 0x44, 0x45, 0x46];

    public UserdataReply Answer(byte function, ReadOnlySpan<byte> data) =>
        function switch
        {
            ListAll => UserdataReply.WithData(CountBlocks()),
            ListType when data.Length >= 2 => ListBlocks(data[1]),
            Info when data.Length >= 7 => Describe(data[1], data[2..7]),
            _ => UserdataReply.NotOffered,
        };

    /// <summary>Per kind <c>30 kind1 count2</c>.</summary>
    private byte[] CountBlocks()
    {
        var list = new byte[Kinds.Length * 4];
        using var hold = plc.Memory.Hold();
        for (var i = 0; i < Kinds.Length; i++)
        {
            list[i * 4] = (byte)'0';
            list[i * 4 + 1] = Kinds[i];
            var count = Kinds[i] switch
            {
                OrganisationBlock => 1,
                DataBlock => plc.Memory.BlockCount,
                _ => 0,
            };
            BinaryPrimitives.WriteUInt16BigEndian(list.AsSpan(i * 4 + 2), (ushort)count);
        }

        return list;
    }

    /// <summary>Per block <c>number2 flags1 language1</c>; language 05 is DB, 02 is STL.</summary>
    private UserdataReply ListBlocks(byte kind)
    {
        if (kind == OrganisationBlock)
            return UserdataReply.WithData([0, 1, 0x22, 0x02]);
        using var hold = plc.Memory.Hold();
        if (kind != DataBlock || plc.Memory.BlockCount == 0)
            return UserdataReply.Fail(BlockNotFound);
        var list = new byte[plc.Memory.BlockCount * 4];
        var at = 0;
        foreach (var number in plc.Memory.BlockNumbers)
        {
            BinaryPrimitives.WriteUInt16BigEndian(list.AsSpan(at), number);
            list[at + 2] = 0x22;
            list[at + 3] = 0x05;
            at += 4;
        }

        return UserdataReply.WithData(list);
    }

    private UserdataReply Describe(byte kind, ReadOnlySpan<byte> digits)
    {
        if (kind != DataBlock || !ushort.TryParse(digits, out var number))
            return UserdataReply.Fail(BlockNotFound);
        using var hold = plc.Memory.Hold();
        return plc.Memory.Find(S7.S7Area.DataBlock, number) is { } block
            ? UserdataReply.WithData(BlockInfo.Encode(number, block.Bytes.Length, block.Checksum))
            : UserdataReply.Fail(BlockNotFound);
    }
}
