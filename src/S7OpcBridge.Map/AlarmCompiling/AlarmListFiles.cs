using System.Text;
using S7OpcBridge.Map.AlarmLists;
using S7OpcBridge.Map.RawConfig.Alarms;
using S7OpcBridge.S7;

namespace S7OpcBridge.Map.AlarmCompiling;

/// <summary>The files of alarms that the map names, each read once.</summary>
internal sealed class AlarmListFiles(FindingList findings)
{
    private readonly Dictionary<string, List<ListedAlarm>?> _read = [];

    /// <summary>The alarms of a file; null where it can't be read, which the first tag that names it reports.</summary>
    public IReadOnlyList<ListedAlarm>? Read(RawAlarmList list)
    {
        var key = Path.GetFullPath(list.Path);
        if (!_read.TryGetValue(key, out var alarms))
            _read[key] = alarms = AlarmListFile.Read(list.Path, list.Spot, findings, EncodingOf(list));
        return alarms;
    }

    private static Encoding? EncodingOf(RawAlarmList list) =>
        list.Encoding is not null && S7TextEncodings.TryFind(list.Encoding, out var encoding, out _) ? encoding : null;
}
