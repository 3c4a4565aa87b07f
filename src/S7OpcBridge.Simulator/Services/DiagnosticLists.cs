using System.Buffers.Binary;
using S7OpcBridge.S7;
using S7OpcBridge.Simulator.Cpu;
using S7OpcBridge.Simulator.Messages;

namespace S7OpcBridge.Simulator.Services;

/// <summary>Diagnostics buffer, LEDs, stations, and which messages the CPU makes. An S7-300 in RUN gives ten entries at most, as a real one does.</summary>
internal sealed class DiagnosticLists(PlcParts plc)
{
    private const int NewestOfSmallCpu = 10;
    private const int StationBytes = 256;
    private const ushort MasterSystem = 1;
    private const byte Flashing = 1;

    /// <summary>The ids of its lists.</summary>
    public static ReadOnlySpan<ushort> Ids => [0x0019, 0x0074, 0x0094, 0x00A0, 0x01A0, 0x0294, 0x0694, 0x0FA0];

    /// <summary>A list with its header; null: it does not exist.</summary>
    public byte[]? Find(ushort id, ushort index) =>
        id switch
        {
            0x0019 or 0x0074 when index == 0 => SzlRecords.Pack(id, index, Leds()),
            0x0094 when index <= MasterSystem => SzlRecords.Pack(id, index, [Stations(index, static _ => true)]),
            0x0294 when index <= MasterSystem => SzlRecords.Pack(id, index, [Stations(index, static isThere => isThere)]),
            0x0694 when index <= MasterSystem => SzlRecords.Pack(id, index, [Stations(index, static isThere => !isThere)]),
            0x00A0 => Entries(id, index, DiagnosticBuffer.Capacity),
            0x01A0 => Entries(id, index, index),
            0x0FA0 => Entries(id, index, 0),
            0x0131 when index == 5 => SzlRecords.Pack(id, index, [Capacity()]),
            0x0131 when index == 0x10 => SzlRecords.Pack(id, index, [Kinds()]),
            _ => null,
        };

    private byte[] Entries(ushort id, ushort index, int most)
    {
        var isShort = plc.Behavior.MessageSupport == PlcMessageSupport.AlarmS && plc.Cpu.IsRunning;
        return SzlRecords.Pack(id, index, S7DiagnosticEntry.Length, plc.Messages.Newest(isShort ? Math.Min(most, NewestOfSmallCpu) : most));
    }

    // id2 on1 blinking1
    private byte[][] Leds()
    {
        var isBusFault = plc.Messages.Stations.Any(static station => !station.IsThere);
        return
        [
            Led(0x01, isBusFault),
            Led(0x04, plc.Cpu.IsRunning),
            Led(0x05, !plc.Cpu.IsRunning),
            Led(0x06, false),
            Led(0x0B, isBusFault, isBusFault ? Flashing : (byte)0),
            Led(0x0C, false),
            Led(0x15, false),
        ];
    }

    private static byte[] Led(byte number, bool isOn, byte blinking = 0) => [0, number, isOn ? (byte)1 : (byte)0, blinking];

    // A word, then a bit per station; bit 0 stands for any of them.
    private byte[] Stations(ushort index, Func<bool, bool> isListed)
    {
        var record = new byte[2 + StationBytes];
        foreach (var (station, isThere) in plc.Messages.Stations)
        {
            if (index != MasterSystem || !isListed(isThere))
                continue;
            record[2] |= 1;
            record[2 + station / 8] |= (byte)(1 << station % 8);
        }
        return record;
    }

    private static byte[] Capacity()
    {
        var record = new byte[40];
        record[1] = 5;
        BinaryPrimitives.WriteUInt16BigEndian(record.AsSpan(12), DiagnosticBuffer.Capacity);
        return record;
    }

    // Bit 0: group messages, bit 2: ALARM_8 and NOTIFY.
    private byte[] Kinds()
    {
        var record = new byte[40];
        (record[1], record[2]) = (0x10, plc.Behavior.MessageSupport == PlcMessageSupport.All ? (byte)0x05 : (byte)0x01);
        return record;
    }
}
