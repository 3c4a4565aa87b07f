using S7OpcBridge.S7.Services;

namespace S7OpcBridge.S7;

/// <summary>
/// Names from the hardware configuration and the factory (SZL 001C, "component identification"). A text is empty where the PLC provides none.
/// </summary>
/// <param name="Station">Name of the station.</param>
/// <param name="Module">Name of the CPU.</param>
/// <param name="Plant">Plant designation.</param>
/// <param name="SerialNumber">Serial number of the CPU.</param>
/// <param name="ModuleType">For example <c>CPU 315-2 PN/DP</c>.</param>
/// <param name="Location">Location designation.</param>
public sealed record S7ComponentNames(string Station, string Module, string Plant, string SerialNumber, string ModuleType, string Location)
{
    internal const ushort ListId = 0x001C;

    private const int RecordLength = 34;

    internal static S7ComponentNames Decode(S7SystemList list) =>
        new(Text(list, 1), Text(list, 2), Text(list, 3), Text(list, 5), Text(list, 7), Text(list, 0x0B));

    private static string Text(S7SystemList list, ushort index)
    {
        var record = list.Find(index, RecordLength);
        return record.IsEmpty ? "" : S7SystemList.TextOf(record[2..]);
    }
}
