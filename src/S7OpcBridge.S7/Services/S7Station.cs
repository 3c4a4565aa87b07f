using S7OpcBridge.S7.Services;

namespace S7OpcBridge.S7;

/// <summary>A rack, or a station of a bus, of a CPU (SZL 0694, or 0692 of older CPUs).</summary>
/// <param name="System">0: racks; 1 to 31: the DP master system; 100 to 115: the PROFINET system.</param>
/// <param name="Number">Number of the rack, address of the DP station, or number of the PROFINET device.</param>
public readonly record struct S7Station(int System, int Number)
{
    internal const ushort FaultyListId = 0x0694;
    internal const ushort FaultyListIdOfOld = 0x0692;

    /// <summary>Systems that are asked by default: racks, two DP master systems, the first PROFINET system.</summary>
    internal static ReadOnlySpan<ushort> UsualSystems => [0, 1, 2, 100];

    /// <summary>The station in words.</summary>
    public string Words =>
        System switch
        {
            0 => $"rack {Number}",
            < 100 => $"station {Number} of DP master system {System}",
            _ => $"device {Number} of PROFINET system {System}",
        };

    /// <summary>Adds the stations whose bit is set.</summary>
    /// <param name="list">0694: word and bits, bit 0 stands for any, bit n for station n. 0692: bits only, bit n for station n + 1, racks from 0.</param>
    internal static void ReadAll(S7SystemList list, List<S7Station> stations)
    {
        if (list.Count == 0)
            return;
        var isOld = list.Id == FaultyListIdOfOld;
        var bits = isOld ? list[0][..Math.Min(list.RecordLength, 16)] : list[0][Math.Min(list.RecordLength, 2)..];
        for (var bit = isOld ? 0 : 1; bit < bits.Length * 8; bit++)
        {
            if ((bits[bit / 8] >> bit % 8 & 1) != 0)
                stations.Add(new S7Station(list.Index, isOld && list.Index != 0 ? bit + 1 : bit));
        }
    }
}
