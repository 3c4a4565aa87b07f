using System.Collections.Immutable;
using S7OpcBridge.Core;
using S7OpcBridge.Map.RawConfig.Plcs;
using S7OpcBridge.Words;

namespace S7OpcBridge.Map.Compiling;

/// <summary>The scan classes of one PLC: those of the map, plus <c>normal</c> where a tag needs it and the map does not define it.</summary>
internal sealed class ScanClasses(int plc, SourceLocation plcSpot, ImmutableArray<ScanGroup>.Builder groups, FindingList findings)
{
    private readonly List<ScanGroup> _mine = [];

    public void Add(RawScan scan) => Add(scan.Name, scan.Interval, scan.Mode, scan.Spot);

    public ScanGroup this[int index] => _mine.Find(scan => scan.Index == index)!;

    /// <summary>Index of the scan group; -1 after a finding.</summary>
    public int Find(string name, SourceLocation spot)
    {
        foreach (var scan in _mine)
        {
            if (scan.Name == name)
                return scan.Index;
        }
        if (name == ScanKeys.Normal)
            return Add(name, TimeSpan.FromSeconds(1), ScanMode.AtRate, plcSpot);
        if (Durations.TryParse(name, out var interval))
            findings.Error(
                spot,
                _mine.Find(scan => scan.Interval == interval) is { } same
                    ? $"'{name}' is an interval, and 'scan' of a tag names a class; write 'scan: {same.Name}'"
                    : $"'{name}' is an interval, and 'scan' of a tag names a class; write 'scan: fast' here and 'scan: {{ fast: {name} }}' at the PLC"
            );
        else
            findings.Error(
                spot,
                // 'normal' is there as soon as it is asked for.
                $"unknown scan class '{name}'; {NearestWord.Hint(name, [.. _mine.Select(s => s.Name).Union([ScanKeys.Normal])])} (classes "
                    + "are defined under 'scan' "
                    + "of the PLC)"
            );
        return -1;
    }

    private int Add(string name, TimeSpan interval, ScanMode mode, SourceLocation spot)
    {
        if (groups.Count == TagMap.MaxPlcsAndScanGroups) // reported once
            findings.Error(
                spot,
                $"the scan class '{name}' is one too many: a map has at most {TagMap.MaxPlcsAndScanGroups} for all PLCs together; use the "
                    + "same classes for more tags, or distribute the PLCs over several bridges"
            );
        var scan = new ScanGroup(groups.Count < TagMap.MaxPlcsAndScanGroups ? groups.Count : -1, plc, name, interval, mode);
        groups.Add(scan);
        _mine.Add(scan);
        return scan.Index;
    }
}
