using S7OpcBridge.Map.YamlTrees;

namespace S7OpcBridge.Map.Editing;

/// <summary>What a path leads to.</summary>
/// <param name="Way">The entries from the root on.</param>
/// <param name="Node">The value of the last one, or the root.</param>
/// <param name="Missing">Steps at the end of the path that lead to nothing.</param>
internal sealed record FoundEntry(IReadOnlyList<Entry> Way, int Node, int Missing);

/// <summary>Finds entries by their paths. Tags are found through the groups around them: <c>tags[Motor/Speed]</c>.</summary>
internal sealed class EntryFinder(TextTree tree)
{
    private const string Tags = "tags";

    // Small containers are searched, large ones from the second time on by their names.
    private const int Small = 64;

    private static readonly string[] Naming = ["name", "group", "from", "use", "browse"];

    private readonly Dictionary<int, Dictionary<string, int>?> _names = [];
    private readonly HashSet<int> _large = [];

    /// <summary>Follows a path as far as it leads.</summary>
    public FoundEntry Find(IReadOnlyList<EditStep> steps)
    {
        var way = new List<Entry>();
        var node = 0;
        for (var i = 0; i < steps.Count; i++)
        {
            var step = steps[i];
            var found = step.Position is { } at
                ? Child(node, at) is { } child
                    ? [new Entry(node, child)]
                    : null
                : step.IsItem
                    ? ByName(node, step.Name, 0)
                    : FindKey(node, step.Name) is >= 0 and var key
                        ? [new Entry(node, key)]
                        : null;
            if (found is null)
                return new FoundEntry(way, node, steps.Count - i);
            way.AddRange(found);
            node = tree.ValueOfChild(way[^1].Container, way[^1].Child);
        }
        return new FoundEntry(way, node, 0);
    }

    /// <summary>The way to a character: the innermost entry around it.</summary>
    public FoundEntry At(int character)
    {
        var way = new List<Entry>();
        var node = 0;
        while (tree[node].IsCollection)
        {
            var inside = -1;
            foreach (var child in tree.ChildrenOf(node))
            {
                if (tree[child].Start > character)
                    break;
                inside = child;
            }
            if (inside < 0)
                break;
            way.Add(new Entry(node, inside));
            node = tree.ValueOfChild(node, inside);
            if (tree[node].Start > character)
                break;
        }
        return new FoundEntry(way, node, 0);
    }

    /// <summary>The path of a way; items by their names where these are unlike those of all others.</summary>
    public static string PathOf(TextTree tree, IReadOnlyList<Entry> way) => PathOf(tree, way, new EntryFinder(tree));

    /// <inheritdoc cref="PathOf(TextTree, IReadOnlyList{Entry})"/>
    /// <param name="finder">Knows the names of large lists after the first path.</param>
    public static string PathOf(TextTree tree, IReadOnlyList<Entry> way, EntryFinder finder)
    {
        var steps = new List<EditStep>();
        foreach (var (container, child) in way)
        {
            if (tree[container].Kind == NodeKind.Mapping)
            {
                steps.Add(new EditStep(tree.ValueOf(child).ToString(), IsItem: false, null));
                continue;
            }
            var isUnique = NameOf(tree, child) is { } name && finder.Direct(container, name) == child;
            steps.Add(
                isUnique
                    ? new EditStep(NameOf(tree, child)!, IsItem: true, null)
                    : new EditStep("", IsItem: true, tree.ChildrenOf(container).TakeWhile(other => other != child).Count())
            );
        }
        return EditPath.Format(steps);
    }

    /// <summary>The name by which an item is found; null: it has none.</summary>
    public static string? NameOf(TextTree tree, int item)
    {
        if (tree[item].Kind == NodeKind.Scalar)
            return tree.ValueOf(item).ToString();
        return NamingKey(tree, item) is >= 0 and var key && tree[tree.ValueOfKey(key)].Kind == NodeKind.Scalar
            ? tree.ValueOf(tree.ValueOfKey(key)).ToString()
            : null;
    }

    /// <summary>The same without a text of its own; empty: it has none.</summary>
    public static ReadOnlySpan<char> NameIn(TextTree tree, int item)
    {
        if (tree[item].Kind == NodeKind.Scalar)
            return tree.ValueOf(item);
        return NamingKey(tree, item) is >= 0 and var key && tree[tree.ValueOfKey(key)].Kind == NodeKind.Scalar
            ? tree.ValueOf(tree.ValueOfKey(key))
            : default;
    }

    /// <summary>The key that names an item; -1: it has none.</summary>
    public static int NamingKey(TextTree tree, int item)
    {
        foreach (var naming in Naming)
        {
            if (tree.FindKey(item, naming) is >= 0 and var key)
                return key;
        }
        return -1;
    }

    private int? Child(int container, int position) =>
        tree.ChildrenOf(container).Skip(position).Select(child => (int?)child).FirstOrDefault();

    private List<Entry>? ByName(int container, string name, int depth)
    {
        if (!tree[container].IsCollection || depth > Yaml.RecoveringParser.MaxDepth)
            return null;
        if (Direct(container, name) is >= 0 and var child)
            return [new Entry(container, child)];
        // In the groups whose folder the name begins with.
        for (var slash = name.IndexOf('/'); slash > 0; slash = name.IndexOf('/', slash + 1))
        {
            foreach (var group in GroupsOf(container, name[..slash]))
            {
                var value = tree.ValueOfChild(container, group);
                if (
                    tree.FindKey(value, Tags) is >= 0 and var tags
                    && ByName(tree.ValueOfKey(tags), name[(slash + 1)..], depth + 1) is { } inside
                )
                    return [new Entry(container, group), new Entry(value, tags), .. inside];
            }
        }
        return null;
    }

    // Several entries may have one folder.
    private IEnumerable<int> GroupsOf(int container, string name)
    {
        if (tree[container].Kind == NodeKind.Mapping)
            return FindKey(container, name) is >= 0 and var key ? [key] : [];
        return tree.ChildrenOf(container)
            .Where(child => tree.FindKey(child, "group") is >= 0 and var group && tree.Is(tree.ValueOfKey(group), name));
    }

    /// <summary>The key of a mapping; -1: it has none of that name, or there is no mapping.</summary>
    public int FindKey(int container, string name) =>
        tree[container].Kind != NodeKind.Mapping ? -1
        : NamesOf(container) is { } names ? names.GetValueOrDefault(name, -1)
        : tree.FindKey(container, name);

    private int Direct(int container, string name)
    {
        if (tree[container].Kind == NodeKind.Mapping)
            return FindKey(container, name);
        if (NamesOf(container) is { } names)
            return names.GetValueOrDefault(name, -1);
        foreach (var child in tree.ChildrenOf(container))
        {
            if (tree[child].Kind == NodeKind.Scalar ? tree.Is(child, name) : IsNamed(child, name))
                return child;
        }
        return -1;
    }

    private bool IsNamed(int item, string name) => NamingKey(tree, item) is >= 0 and var key && tree.Is(tree.ValueOfKey(key), name);

    private Dictionary<string, int>? NamesOf(int container)
    {
        if (_names.TryGetValue(container, out var names))
            return names;
        if (tree[container].Size < Small || _large.Add(container))
            return null;
        names = [];
        foreach (var child in tree.ChildrenOf(container))
        {
            var name = tree[container].Kind == NodeKind.Mapping ? KeyOf(child) : NameOf(tree, child);
            if (name is not null)
                names.TryAdd(name, child);
        }
        return _names[container] = names;
    }

    private string? KeyOf(int key) => tree[key].Kind == NodeKind.Scalar ? tree.ValueOf(key).ToString() : null;
}
