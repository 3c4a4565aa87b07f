using S7OpcBridge.Import.Lists;
using S7OpcBridge.Map;

namespace S7OpcBridge.Import.Choosing;

/// <summary>Builds the tree of an import: PLCs, below them the formats of their sources where there are several, below them the levels of the names.</summary>
internal sealed class ChoiceTree
{
    private readonly ImportReport _report;
    private readonly List<ChoiceNode> _nodes = [];
    private readonly Dictionary<(int Parent, string Name, bool IsSource), ChoiceNode> _byName = [];
    private readonly Dictionary<SourceFile, string> _formats = new(ReferenceEqualityComparer.Instance);

    private ChoiceTree(ImportReport report) => _report = report;

    /// <summary>All nodes, each after its parent.</summary>
    public static IReadOnlyList<ChoiceNode> Build(ImportedPlant plant, ImportReport report)
    {
        var tree = new ChoiceTree(report);
        foreach (var plc in plant.Plcs)
            tree.Add(plc);
        return tree._nodes;
    }

    private void Add(PlantPlc plc)
    {
        var root = Node(plc.Name, ChoiceKind.Plc, parent: null);
        var hasSources = plc.Tags.Select(tag => FormatOf(tag.Row.Spot)).Distinct().Skip(1).Any();
        foreach (var tag in plc.Tags)
        {
            var node = hasSources ? Child(root, FormatOf(tag.Row.Spot), ChoiceKind.Source) : root;
            var levels = tag.Name.Split('/');
            foreach (var level in levels.AsSpan(0, levels.Length - 1))
                node = Child(node, level, ChoiceKind.Folder);
            Node(levels[^1], ChoiceKind.Tag, node, tag);
        }
        root.SumAll();
    }

    private ChoiceNode Child(ChoiceNode parent, string name, ChoiceKind kind)
    {
        var key = (parent.Id, name, kind == ChoiceKind.Source);
        if (!_byName.TryGetValue(key, out var child))
            _byName.Add(key, child = Node(name, kind, parent));
        return child;
    }

    private ChoiceNode Node(string name, ChoiceKind kind, ChoiceNode? parent, PlantTag? tag = null)
    {
        var node = new ChoiceNode(_nodes.Count, name, kind, parent) { Tag = tag };
        _nodes.Add(node);
        return node;
    }

    private string FormatOf(SourceLocation spot)
    {
        if (spot.File is not { } file)
            return "";
        if (!_formats.TryGetValue(file, out var format))
            _formats.Add(file, format = _report.SourceOf(spot)?.Format ?? "");
        return format;
    }
}
