namespace S7OpcBridge.Map.Compiling;

/// <summary>Numbers the snapshot groups of a map. A group belongs to one scan class of one PLC, because one request reads it.</summary>
internal sealed class SnapshotGroups(FindingList findings)
{
    private readonly Dictionary<(int Plc, string Name), (int Number, int Scan, SourceLocation Spot)> _groups = [];
    private readonly List<string> _names = [""];

    /// <summary>The groups' names by their numbers; 0 is no group.</summary>
    public IReadOnlyList<string> Names => _names;

    /// <summary>The number of a group; 0 after a finding.</summary>
    public int Find(string name, int plc, int scan, SourceLocation spot)
    {
        if (!_groups.TryGetValue((plc, name), out var group))
        {
            group = (_names.Count, scan, spot);
            _groups.Add((plc, name), group);
            _names.Add(name);
        }
        if (group.Scan == scan)
            return group.Number;
        findings.Error(
            spot,
            $"the tags of the snapshot '{name}' are in two scan classes, the first at {group.Spot}; one request reads them, so give them the "
                + "same class"
        );
        return 0;
    }
}
