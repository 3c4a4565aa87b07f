using S7OpcBridge.Core;

namespace S7OpcBridge.Map.Compiling;

/// <summary>Checks that the node ids given in the map are unique, also among those derived from names.</summary>
internal sealed class NodeIds(FindingList findings)
{
    private readonly Dictionary<string, SourceLocation> _given = [];

    public void Add(string nodeId, SourceLocation spot)
    {
        if (!_given.TryAdd(nodeId, spot))
            findings.Error(spot, $"the node id '{nodeId}' is given twice, first at {_given[nodeId]}; change one of them");
    }

    public void Check(IReadOnlyList<PlcDefinition> plcs, IReadOnlyList<Tag> tags, StructureTags structures)
    {
        if (_given.Count == 0)
            return;
        foreach (var plc in plcs)
        {
            CheckOne(plc.Name);
            var below = plc.Name + "/";
            foreach (
                var nodeId in _given.Keys.Where(id =>
                    id.StartsWith(below, StringComparison.Ordinal) && ReservedNames.In(id[below.Length..]) is not null
                )
            )
                findings.Error(_given[nodeId], $"the node id '{nodeId}' is reserved for the bridge; change it");
        }
        CheckStructures(plcs, tags, structures);
        foreach (var tag in tags)
        {
            var path = $"{plcs[tag.Plc].Name}/{tag.Name}";
            if (tag.Details?.NodeId is null)
                CheckOne(path);
            for (var slash = path.LastIndexOf('/'); slash > 0; slash = path.LastIndexOf('/', slash - 1))
                CheckOne(path[..slash]);
        }
    }

    private void CheckStructures(IReadOnlyList<PlcDefinition> plcs, IReadOnlyList<Tag> tags, StructureTags structures)
    {
        foreach (var structure in structures.All)
        {
            var first = tags[structure.FirstTag];
            CheckOne($"{plcs[first.Plc].Name}/{first.Name.AsSpan(0, structure.NameLength)}");
        }
        foreach (var type in structures.Types)
        {
            foreach (var nodeId in new[] { $"DT_\"{type.Name}\"", $"TE_\"{type.Name}\"" })
            {
                if (_given.TryGetValue(nodeId, out var spot))
                    findings.Error(spot, $"the node id '{nodeId}' belongs to the data type '{type.Name}'; change it");
            }
        }
    }

    private void CheckOne(string nodeId)
    {
        if (_given.TryGetValue(nodeId, out var spot))
            findings.Error(spot, $"the node id '{nodeId}' is also the node id of the tag or folder of that name; change it");
    }
}
