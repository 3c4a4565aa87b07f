using System.Buffers.Binary;
using S7OpcBridge.S7.Services;

namespace S7OpcBridge.S7;

/// <summary>The identity of a PLC (SZL 0011, "module identification"). A text is empty where the PLC provides none.</summary>
/// <param name="OrderNumber">For example <c>6ES7 315-2EH14-0AB0</c>.</param>
/// <param name="Hardware">Hardware version number; 0: unknown.</param>
/// <param name="Firmware">For example <c>V3.2.6</c>.</param>
public sealed record S7Identity(string OrderNumber, int Hardware, string Firmware)
{
    internal const ushort ListId = 0x0011;

    private const ushort ModuleIndex = 1;
    private const ushort HardwareIndex = 6;
    private const ushort FirmwareIndex = 7;
    private const int RecordLength = 28;
    private const int OrderNumberLength = 20;
    private const int VersionOffset = 24;

    /// <summary>The profile for the order number; null where it is unknown.</summary>
    public S7Profile? Profile =>
        OrderNumber.Replace(" ", "", StringComparison.Ordinal) switch
        {
            // 21x is an S7-200 up to generation 2 (the fourth character after the dash) and an S7-1200 from generation 3 on.
            ['6', 'E', 'S', '7', '2', '1', _, '-', _, _, _, '2', ..] => S7Profiles.S7200,
            ['6', 'E', 'S', '7', '2', '8', '8', ..] => S7Profiles.S7200Smart,
            ['6', 'E', 'S', '7', '2', '1', ..] => S7Profiles.S71200,
            ['6', 'E', 'S', '7', '3', ..] or ['6', 'E', 'S', '7', '1', '5', '1', ..] => S7Profiles.S7300,
            ['6', 'E', 'S', '7', '4', ..] => S7Profiles.S7400,
            ['6', 'E', 'S', '7', '5', ..] => S7Profiles.S71500,
            ['6', 'E', 'S', '7', '6', ..] => S7Profiles.WinAc,
            ['6', 'E', 'D', '1', ..] => S7Profiles.Logo,
            _ => null,
        };

    internal static S7Identity Decode(S7SystemList list)
    {
        var module = list.Find(ModuleIndex, RecordLength);
        var hardware = list.Find(HardwareIndex, RecordLength);
        var firmware = list.Find(FirmwareIndex, RecordLength);
        return new S7Identity(
            module.IsEmpty ? "" : S7SystemList.TextOf(module.Slice(2, OrderNumberLength)),
            hardware.IsEmpty ? 0 : BinaryPrimitives.ReadUInt16BigEndian(hardware[VersionOffset..]),
            // Four bytes: the letter V and three numbers.
            firmware.IsEmpty
                ? ""
                : $"V{firmware[VersionOffset + 1]}.{firmware[VersionOffset + 2]}.{firmware[VersionOffset + 3]}"
        );
    }
}
