using System.Buffers.Binary;
using S7OpcBridge.S7.Services;

namespace S7OpcBridge.S7;

/// <summary>An LED at the front of a CPU (SZL 0019 or 0074).</summary>
/// <param name="Rack">Rack of an H system; 0 else.</param>
/// <param name="Number">Number of the LED.</param>
/// <param name="IsOn">True: lit.</param>
/// <param name="Blinking">0: steady; 1: at 2 Hz; 2: at 0.5 Hz.</param>
public readonly record struct S7Led(byte Rack, byte Number, bool IsOn, byte Blinking)
{
    internal const int Length = 4;

    /// <summary>What is printed beside it.</summary>
    public string Name =>
        Number switch
        {
            0x01 => "SF",
            0x02 => "INTF",
            0x03 => "EXTF",
            0x04 => "RUN",
            0x05 => "STOP",
            0x06 => "FRCE",
            0x07 => "CRST",
            0x08 => "BAF",
            0x09 => "USR",
            0x0A => "USR1",
            0x0B => "BUS1F",
            0x0C => "BUS2F",
            0x0D => "REDF",
            0x0E => "MSTR",
            0x0F => "RACK0",
            0x10 => "RACK1",
            0x11 => "RACK2",
            0x12 => "IFM1F",
            0x13 => "IFM2F",
            0x15 => "MAINT",
            _ => $"LED {Number}",
        };

    /// <summary>Its state in a word.</summary>
    public string Words =>
        Blinking switch
        {
            1 => "flashes",
            2 => "flashes slowly",
            _ => IsOn ? "on" : "off",
        };

    internal static IReadOnlyList<S7Led> ReadAll(S7SystemList list)
    {
        if (list.RecordLength < Length)
            return [];
        var leds = new S7Led[list.Count];
        for (var i = 0; i < leds.Length; i++)
        {
            // The high byte: rack in the lowest bits, bit 3 is set for the master of an H system.
            var id = BinaryPrimitives.ReadUInt16BigEndian(list[i]);
            leds[i] = new S7Led((byte)(id >> 8 & 7), (byte)id, list[i][2] != 0, list[i][3]);
        }
        return leds;
    }
}
