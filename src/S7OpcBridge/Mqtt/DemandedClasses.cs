using S7OpcBridge.Core;

namespace S7OpcBridge.Mqtt;

/// <summary>Keeps the scan classes polled that have published tags and are polled on demand only.</summary>
internal sealed class DemandedClasses(Acquisition acquisition)
{
    private Dictionary<int, TimeSpan> _listened = [];

    /// <summary>Listens to the classes of these tags, each at the shortest interval that is published; others are left.</summary>
    public void Follow(TagMap map, IEnumerable<(int Tag, TimeSpan Interval)> tags)
    {
        var next = new Dictionary<int, TimeSpan>();
        foreach (var (tag, interval) in tags)
        {
            var group = map.Tags[tag].ScanGroup;
            if (group >= 0 && map.ScanGroups[group].Mode == ScanMode.Demand)
                next[group] = next.TryGetValue(group, out var known) && known < interval ? known : interval;
        }
        foreach (var (group, interval) in next)
        {
            if (_listened.GetValueOrDefault(group) != interval)
                acquisition.Listen(group, interval);
        }
        foreach (var (group, interval) in _listened)
        {
            if (next.GetValueOrDefault(group) != interval)
                acquisition.Unlisten(group, interval);
        }
        _listened = next;
    }
}
