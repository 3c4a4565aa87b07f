using System.Buffers.Binary;
using S7OpcBridge.S7.Types.Clock;
using S7OpcBridge.Simulator.Cpu;

namespace S7OpcBridge.Simulator.Services;

/// <summary>
/// The system status lists of the soft PLC. Record layouts: Siemens, "System Software for S7-300/400, System and Standard Functions", chapter on SZLs.
/// </summary>
internal sealed class SzlLists(PlcParts plc)
{
    private const byte RunMode = 0x08;
    private const byte StopMode = 0x04;
    private const uint HardwareChecksum = 0xA400_931B;

    private readonly DiagnosticLists _diagnostics = new(plc);

    /// <summary>A list with its header; null: it does not exist.</summary>
    public byte[]? Find(ushort id, ushort index) =>
        id switch
        {
            0x0000 => SzlRecords.Pack(
                id,
                index,
                Array.ConvertAll<ushort, byte[]>([0x0000, 0x0011, 0x001C, 0x0131, 0x0132, 0x0232, 0x0424, .. DiagnosticLists.Ids], ListedId)
            ),
            0x0011 => SzlRecords.Pack(id, index, ModuleIdentification()),
            0x0111 => PackOne(id, index, ModuleIdentification()),
            0x001C => SzlRecords.Pack(id, index, ComponentIdentification()),
            0x011C => PackOne(id, index, ComponentIdentification()),
            0x0131 when index == 1 => SzlRecords.Pack(id, index, [Communication()]),
            0x0132 when index == 1 => SzlRecords.Pack(id, index, [ConnectionUse()]),
            0x0132 or 0x0232 when index == 4 => SzlRecords.Pack(id, index, [Protection()]),
            0x0424 => SzlRecords.Pack(id, index, [OperatingMode()]),
            _ => _diagnostics.Find(id, index),
        };

    private static byte[] ListedId(ushort id)
    {
        var record = new byte[2];
        BinaryPrimitives.WriteUInt16BigEndian(record, id);
        return record;
    }

    /// <summary>0011, 28 bytes each: module (1), hardware (6), firmware (7).</summary>
    private byte[][] ModuleIdentification()
    {
        var identity = plc.Behavior.Identity;
        var firmware = identity.Firmware;
        return
        [
            Module(1, 0x00C0, (ushort)identity.HardwareVersion, 1),
            Module(6, 0x00C0, (ushort)identity.HardwareVersion, 1),
            Module(7, 0x00C0, (ushort)('V' << 8 | firmware.Major), (ushort)(firmware.Minor << 8 | Math.Max(firmware.Build, 0))),
        ];

        byte[] Module(ushort index, ushort type, ushort version, ushort release)
        {
            var record = new byte[28];
            BinaryPrimitives.WriteUInt16BigEndian(record, index);
            SzlText.Write(identity.OrderNumber, record.AsSpan(2, 20), ' ');
            BinaryPrimitives.WriteUInt16BigEndian(record.AsSpan(22), type);
            BinaryPrimitives.WriteUInt16BigEndian(record.AsSpan(24), version);
            BinaryPrimitives.WriteUInt16BigEndian(record.AsSpan(26), release);
            return record;
        }
    }

    /// <summary>001C, 34 bytes each: names, plant, copyright, serial number, module type.</summary>
    private byte[][] ComponentIdentification()
    {
        var identity = plc.Behavior.Identity;
        return
        [
            Component(1, identity.SystemName ?? plc.Name),
            Component(2, identity.ModuleName ?? plc.Name),
            Component(3, identity.Plant),
            Component(4, "S7OpcBridge soft PLC"),
            Component(5, identity.SerialNumber),
            Component(7, identity.ModuleType),
        ];

        static byte[] Component(ushort index, string text)
        {
            var record = new byte[34];
            BinaryPrimitives.WriteUInt16BigEndian(record, index);
            SzlText.Write(text, record.AsSpan(2, 32), '\0');
            return record;
        }
    }

    /// <summary>0131 index 1, 40 bytes: PDU size, connections, bus rates.</summary>
    private byte[] Communication()
    {
        var record = new byte[40];
        BinaryPrimitives.WriteUInt16BigEndian(record, 1);
        BinaryPrimitives.WriteUInt16BigEndian(record.AsSpan(2), (ushort)plc.Behavior.PduSize);
        BinaryPrimitives.WriteUInt16BigEndian(record.AsSpan(4), (ushort)plc.Behavior.MaxConnections);
        BinaryPrimitives.WriteUInt32BigEndian(record.AsSpan(6), 187_500);
        BinaryPrimitives.WriteUInt32BigEndian(record.AsSpan(10), 187_500);
        return record;
    }

    /// <summary>0132 index 1, 40 bytes: connections in use by programming devices (6), panels (8), S7 (12), basic (byte 35), and free ones (14).</summary>
    private byte[] ConnectionUse()
    {
        var record = new byte[40];
        var open = plc.Counters.ConnectionsOpen;
        BinaryPrimitives.WriteUInt16BigEndian(record, 1);
        BinaryPrimitives.WriteUInt16BigEndian(record.AsSpan(14), (ushort)Math.Max(0, plc.Behavior.MaxConnections - open));
        record[35] = (byte)Math.Min(open, byte.MaxValue);
        return record;
    }

    /// <summary>0132 and 0232 index 4, 40 bytes: protection levels and mode switch, from byte 14 on that checksums are valid, and those.</summary>
    private byte[] Protection()
    {
        var record = new byte[40];
        var level = (ushort)(1 + (int)plc.Cpu.Protection);
        BinaryPrimitives.WriteUInt16BigEndian(record, 4);
        BinaryPrimitives.WriteUInt16BigEndian(record.AsSpan(2), 1);
        BinaryPrimitives.WriteUInt16BigEndian(record.AsSpan(4), level == 1 ? (ushort)0 : level);
        BinaryPrimitives.WriteUInt16BigEndian(record.AsSpan(6), level);
        BinaryPrimitives.WriteUInt16BigEndian(record.AsSpan(8), plc.Cpu.IsRunning ? (ushort)1 : (ushort)3);
        BinaryPrimitives.WriteUInt16BigEndian(record.AsSpan(14), 0x5656);
        BinaryPrimitives.WriteUInt32BigEndian(record.AsSpan(16), HardwareChecksum);
        BinaryPrimitives.WriteUInt32BigEndian(record.AsSpan(20), ProgramChecksum());
        return record;
    }

    private uint ProgramChecksum()
    {
        using var hold = plc.Memory.Hold();
        uint checksum = 0;
        foreach (var number in plc.Memory.BlockNumbers)
        {
            var block = plc.Memory.Find(S7.S7Area.DataBlock, number)!;
            checksum ^= ((uint)number << 16 | block.Checksum) * 2_654_435_761;
        }
        return checksum;
    }

    /// <summary>0424, 20 bytes: event, mode in the low nibble of the fourth byte (8 RUN, 4 STOP), time of the last change.</summary>
    private byte[] OperatingMode()
    {
        var record = new byte[20];
        record[0] = 0x51;
        record[1] = 0x44;
        record[2] = 0xFF;
        record[3] = plc.Cpu.IsRunning ? RunMode : StopMode;
        DateAndTime.Write(plc.Time.GetUtcNow().DateTime + plc.Cpu.ClockOffset, record.AsSpan(12));
        return record;
    }

    private static byte[]? PackOne(ushort id, ushort index, byte[][] records)
    {
        foreach (var record in records)
        {
            if (BinaryPrimitives.ReadUInt16BigEndian(record) == index)
                return SzlRecords.Pack(id, index, [record]);
        }

        return null;
    }
}
