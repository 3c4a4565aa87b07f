using System.Globalization;

namespace S7OpcBridge.S7.Diagnosis;

/// <summary>Describes remote TSAPs. High byte: connection type, 1 PG, 2 OP, 3 basic; low byte: rack·32 + slot.</summary>
internal static class Tsap
{
    private const int Pg = (int)S7ConnectionType.Pg;

    public static string Text(ushort tsap) => string.Create(CultureInfo.InvariantCulture, $"{tsap >> 8:X2}.{tsap & 0xFF:X2}");

    /// <summary>A TSAP, with rack and slot where the family has them.</summary>
    public static string Describe(ushort tsap, S7Profile family) =>
        HasSlots(family, tsap) ? $"{Text(tsap)} (rack {(tsap & 0xFF) >> 5}, slot {tsap & 0x1F})" : Text(tsap);

    /// <summary>The keys of the map for this TSAP.</summary>
    public static string InMap(ushort tsap, S7Profile family) =>
        HasSlots(family, tsap) && tsap >> 8 == (int)S7ConnectionType.Basic
            ? string.Create(CultureInfo.InvariantCulture, $"'rack: {(tsap & 0xFF) >> 5}' and 'slot: {tsap & 0x1F}'")
            : $"'remoteTsap: {Text(tsap)}'";

    /// <summary>The default TSAPs of a CPU of the family: the slot is fixed on S7-300, 1200 and 1500.</summary>
    public static bool IsUsual(ushort tsap, S7Profile family) =>
        tsap >> 8 is > Pg and <= (int)S7ConnectionType.Basic
        && family.Name switch
        {
            "s7-1200" or "s7-1500" => (tsap & 0xFF) is 0 or 1,
            "s7-300" => (tsap & 0xFF) == 2,
            _ => false,
        };

    /// <summary>
    /// TSAPs to try instead of a refused one, the most likely first; never a programming-device TSAP (01), which is reserved for engineering tools.
    /// </summary>
    public static IReadOnlyList<ushort> Candidates(ushort failed, S7Profile family)
    {
        ushort[] slots = [0x0301, 0x0302, 0x0303, 0x0300, 0x0304, 0x0305, 0x0323];
        ushort[] small = [0x0200, 0x2000, 0x1001, 0x1000];
        ushort[] likely = family.Name switch
        {
            "s7-300" => [0x0302],
            "s7-400" => [0x0303, 0x0302, 0x0304, 0x0305, 0x0323],
            "winac" => [0x0302, 0x0304, 0x0303],
            "logo" => [0x0200, 0x2000, 0x0300],
            "s7-200" => [0x1001, 0x1000, 0x1002, 0x1101],
            "s7-200smart" => [0x0301, 0x0300],
            _ => [],
        };
        var operatorPanel = (ushort)((int)S7ConnectionType.Op << 8 | failed & 0xFF);
        return [.. likely.Concat(slots).Concat(small).Append(operatorPanel).Distinct().Where(tsap => tsap != failed && tsap >> 8 != Pg)];
    }

    private static bool HasSlots(S7Profile family, ushort tsap) =>
        family.Name is not ("logo" or "s7-200") && tsap >> 8 is >= Pg and <= (int)S7ConnectionType.Basic;
}
