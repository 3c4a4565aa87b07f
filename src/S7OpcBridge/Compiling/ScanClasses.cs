using System.Collections.Immutable;
using S7OpcBridge.Core;

namespace S7OpcBridge;

/// <summary>The scan classes of one PLC: those of the map, and <c>normal</c> where a tag needs it and the map does not give it.</summary>
internal sealed class ScanClasses(int plc, ImmutableArray<ScanGroup>.Builder groups, FindingList findings)
{
    private readonly List<ScanGroup> _mine = [];

    public void Add(ScanDraft scan) => Add(scan.Name, scan.Interval, scan.Mode);

    /// <summary>Index of the scan group; -1 after a finding.</summary>
    public int Find(string name, SourceSpot spot)
    {
        foreach (var scan in _mine)
        {
            if (scan.Name == name)
                return scan.Index;
        }
        if (name == ScanKeys.Normal)
            return Add(name, TimeSpan.FromSeconds(1), ScanMode.AtRate);
        findings.Error(spot, $"unknown scan class '{name}'; {NearestWord.Hint(name, [.. _mine.Select(s => s.Name)])} (classes stand under 'scan' of the PLC)");
        return -1;
    }

    private int Add(string name, TimeSpan interval, ScanMode mode)
    {
        var scan = new ScanGroup(groups.Count, plc, name, interval, mode);
        groups.Add(scan);
        _mine.Add(scan);
        return scan.Index;
    }
}
