namespace S7OpcBridge.NodesetTool;

/// <summary>Namespace 0 as one compact table; tools/README.md describes it.</summary>
internal static class TableWriter
{
    private const byte Version = 1;

    public static byte[] Write(Nodeset nodes)
    {
        var strings = new Dictionary<string, int> { [""] = 0 };
        var records = new PackedWriter(strings);
        var writer = new NodeWriter(nodes, new DataTypes(nodes), records);
        records.Number((uint)nodes.Nodes.Count);
        uint previous = 0;
        foreach (var (id, element) in nodes.Nodes)
        {
            records.Number(id - previous);
            writer.Write(id, element);
            previous = id;
        }

        var references = References(nodes, strings);
        var table = new PackedWriter(strings);
        table.Raw("S7N0"u8);
        table.Byte(Version);
        table.Number((uint)strings.Count);
        foreach (var text in strings.OrderBy(s => s.Value))
            table.Utf8(text.Key);
        table.Append(records);
        table.Append(references);
        return table.ToArray();
    }

    private static PackedWriter References(Nodeset nodes, Dictionary<string, int> strings)
    {
        var index = nodes.Nodes.Keys.Select((id, i) => (id, i)).ToDictionary(pair => pair.id, pair => pair.i);
        var types = nodes
            .Forward.Values.SelectMany(r => r)
            .GroupBy(r => r.Type)
            .OrderByDescending(g => g.Count())
            .Select(g => g.Key)
            .ToList();
        var section = new PackedWriter(strings);
        section.Number((uint)types.Count);
        types.ForEach(section.Number);
        foreach (var (id, source) in index)
        {
            var references = nodes.Forward.GetValueOrDefault(id, []);
            section.Number((uint)references.Count);
            foreach (var (type, target) in references)
            {
                section.Number((uint)types.IndexOf(type));
                section.Signed(index[target] - source);
            }
        }

        return section;
    }
}
