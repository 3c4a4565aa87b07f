using System.Collections.Immutable;
using S7OpcBridge.Core;

namespace S7OpcBridge;

/// <summary>Node ids that the map gives must not meet each other, or those that follow from names.</summary>
internal sealed class NodeIds(FindingList findings)
{
    private readonly Dictionary<string, SourceSpot> _given = [];

    public void Add(string nodeId, SourceSpot spot)
    {
        if (!_given.TryAdd(nodeId, spot))
            findings.Error(spot, $"the node id '{nodeId}' is given twice, first at {_given[nodeId]}; change one of them");
    }

    public void Check(IReadOnlyList<PlcDefinition> plcs, IReadOnlyList<Tag> tags)
    {
        if (_given.Count == 0)
            return;
        foreach (var plc in plcs)
        {
            CheckOne(plc.Name);
            foreach (var nodeId in _given.Keys.Where(id => id.StartsWith(plc.Name + "/_Status", StringComparison.Ordinal)))
                findings.Error(_given[nodeId], $"the node id '{nodeId}' belongs to the bridge; change it");
        }
        foreach (var tag in tags)
        {
            var path = $"{plcs[tag.Plc].Name}/{tag.Name}";
            if (tag.Details?.NodeId is null)
                CheckOne(path);
            for (var slash = path.LastIndexOf('/'); slash > 0; slash = path.LastIndexOf('/', slash - 1))
                CheckOne(path[..slash]);
        }
    }

    private void CheckOne(string nodeId)
    {
        if (_given.TryGetValue(nodeId, out var spot))
            findings.Error(spot, $"the node id '{nodeId}' is also the one of the tag or folder of that name; change it");
    }
}
