using S7OpcBridge.Map.YamlTrees;

namespace S7OpcBridge.Map.TagRows;

/// <summary>Walks over the UDTs of a file in the order of reading, and notes each member.</summary>
internal sealed class TypeWalk(TableFile file, List<RowOwner> owners, List<RowPlace> places)
{
    private readonly TextTree _tree = file.Tree!;

    public void Run()
    {
        if (_tree.FindKey(0, "types") is not (>= 0 and var types) || _tree[_tree.ValueOfKey(types)].Kind != NodeKind.Mapping)
            return;
        foreach (var child in _tree.ChildrenOf(_tree.ValueOfKey(types)))
        {
            // Files with types are changed where they come from.
            if (!_tree.Is(child, "from") && owners.Count < RowWalk.MostRows)
                Walk([new Entry(0, types), new Entry(_tree.ValueOfKey(types), child)]);
        }
    }

    private void Walk(IReadOnlyList<Entry> way)
    {
        var node = _tree.ValueOfKey(way[^1].Child);
        if (_tree[node].Kind != NodeKind.Mapping)
            return;
        var owner = new RowOwner(_tree.ValueOf(way[^1].Child).ToString(), TagOwnerKind.Type)
        {
            Tree = _tree,
            Node = node,
            List = file.PathOf(way),
            File = file.Name,
            First = places.Count,
        };
        owners.Add(owner);
        WalkMembers(
            new RowGroup(owner, null, file)
            {
                Way = way,
                List = node,
                WhyNot = RowWalk.WhyNot(_tree, way),
            },
            depth: 0
        );
        owner.Count = places.Count - owner.First;
    }

    private void WalkMembers(RowGroup group, int depth)
    {
        foreach (var child in _tree.ChildrenOf(group.List))
        {
            if (places.Count >= RowWalk.MostRows)
                return;
            var node = _tree.ValueOfKey(child);
            if (_tree[node].Kind != NodeKind.Mapping || _tree.FindKey(node, "type") >= 0 || depth >= RowWalk.MostDepth)
            {
                places.Add(new RowPlace(group, child, TagRowKind.Member));
                continue;
            }
            var inner = new RowGroup(group.Owner, group, file)
            {
                Folder = _tree.ValueOf(child).ToString(),
                Way = [.. group.Way, new Entry(group.List, child)],
                List = node,
                WhyNot = group.WhyNot ?? RowWalk.WhyNot(_tree, [new Entry(group.List, child)]),
            };
            places.Add(new RowPlace(group, child, TagRowKind.Structure) { Inner = inner });
            WalkMembers(inner, depth + 1);
        }
    }
}
