using S7OpcBridge.Cluster.TagLists;
using S7OpcBridge.Cluster.Wire;
using S7OpcBridge.Core;

namespace S7OpcBridge.Cluster.Requests;

/// <summary>The listeners of the other nodes, registered here: whichever node owns a PLC polls its demand classes for all of them. Any thread.</summary>
internal sealed class OtherDemands(Acquisition acquisition, Func<MapTags> tags)
{
    private readonly Lock _gate = new();
    private readonly Dictionary<string, HashSet<(int Group, TimeSpan Interval)>> _byNode = new(StringComparer.Ordinal);

    /// <summary>Replaces a node's list.</summary>
    public void Receive(string node, ReadOnlySpan<byte> body)
    {
        var from = new WireReader(body);
        if (from.Byte() != MessageKind.Version)
            throw new InvalidDataException("A list of listeners has another version than this node speaks.");
        var map = tags().Map;
        var listeners = new HashSet<(int, TimeSpan)>();
        for (var left = from.Count(3); left > 0; left--)
        {
            var (plc, name, interval) = (from.Text(), from.Text(), TimeSpan.FromTicks(from.Signed()));
            var group = tags().Find(plc) is { } list ? Array.FindIndex(list.Groups, group => map.ScanGroups[group].Name == name) : -1;
            if (group >= 0)
                listeners.Add((tags().Find(plc)!.Groups[group], interval));
        }
        Replace(node, listeners);
    }

    /// <summary>Forgets the listeners of nodes that are gone.</summary>
    public void Follow(IReadOnlyCollection<string> nodes)
    {
        string[] gone;
        lock (_gate)
            gone = [.. _byNode.Keys.Where(node => !nodes.Contains(node))];
        foreach (var node in gone)
            Replace(node, []);
    }

    private void Replace(string node, HashSet<(int Group, TimeSpan Interval)> listeners)
    {
        lock (_gate)
        {
            var before = _byNode.GetValueOrDefault(node) ?? [];
            // New ones first, so that a class that changes its rate always has a listener.
            foreach (var (group, interval) in listeners.Except(before))
                acquisition.ListenFor(group, interval);
            foreach (var (group, interval) in before.Except(listeners))
                acquisition.UnlistenFor(group, interval);
            _byNode[node] = listeners;
        }
    }
}
