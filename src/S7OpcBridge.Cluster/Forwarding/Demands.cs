using S7OpcBridge.Cluster.Wire;
using S7OpcBridge.Core;

namespace S7OpcBridge.Cluster.Forwarding;

/// <summary>
/// To which scan classes clients of this node listen. The other nodes are told the whole list when it has changed: demand classes are polled by their owner at
/// the rate that the listeners of all nodes need. Any thread.
/// </summary>
internal sealed class Demands
{
    private readonly Lock _gate = new();
    private readonly Dictionary<(int Group, TimeSpan Interval), int> _listeners = [];
    private long _version = 1;

    /// <summary>Changes with every change of the list.</summary>
    public long Version => Volatile.Read(ref _version);

    public void Change(int group, TimeSpan interval, bool isNew)
    {
        lock (_gate)
        {
            var count = _listeners.GetValueOrDefault((group, interval)) + (isNew ? 1 : -1);
            if (count > 0)
                _listeners[(group, interval)] = count;
            else
                _listeners.Remove((group, interval));
            Volatile.Write(ref _version, _version + 1);
        }
    }

    public void Write(WireWriter to, TagMap map)
    {
        lock (_gate)
        {
            to.Byte(MessageKind.Version);
            var known = _listeners
                .Keys.Where(listener => listener.Group < map.ScanGroups.Length && !map.ScanGroups[listener.Group].IsGone)
                .ToArray();
            to.Count(known.Length);
            foreach (var (group, interval) in known)
            {
                to.Text(map.Plcs[map.ScanGroups[group].Plc].Name);
                to.Text(map.ScanGroups[group].Name);
                to.Signed(interval.Ticks);
            }
        }
    }
}
