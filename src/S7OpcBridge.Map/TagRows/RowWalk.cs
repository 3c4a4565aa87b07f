using S7OpcBridge.Map.Editing;
using S7OpcBridge.Map.YamlTrees;

namespace S7OpcBridge.Map.TagRows;

/// <summary>Walks over all lists of tags of a map in the order of reading, as the loader does, and notes each entry.</summary>
internal sealed class RowWalk(EditableMap map)
{
    /// <summary>Limits.</summary>
    public const int MostDepth = 32,
        MostRows = Findings.MapSize.MaxTags;

    private readonly EntryPlaces _places = new(map);
    private readonly Dictionary<string, TableFile> _files = [];
    private readonly HashSet<string> _open = [];

    public List<RowOwner> Owners { get; } = [];

    public List<RowPlace> Places { get; } = [];

    /// <summary>Files that could not be read, each with the reason.</summary>
    public Dictionary<RowPlace, string> Faults { get; } = [];

    /// <summary>Map files, and files of tags in YAML.</summary>
    public IEnumerable<TableFile> Files => _files.Values;

    /// <summary>Walks.</summary>
    /// <exception cref="EditRefusedException">The map or an included file cannot be read.</exception>
    public void Run()
    {
        var maps = _places.Maps.Select(name => TreeFile(name, FileKind.Map, encoding: null)).ToList();
        foreach (var file in maps)
        {
            var tree = file.Tree!;
            if (tree.FindKey(0, "plcs") is >= 0 and var plcs)
            {
                foreach (var child in tree.ChildrenOf(tree.ValueOfKey(plcs)).ToList())
                    Walk(file, [new Entry(0, plcs), new Entry(tree.ValueOfKey(plcs), child)], TagOwnerKind.Plc);
            }
        }
        foreach (var file in Files.Where(file => file.Tree is not null).ToList())
        {
            var tree = file.Tree!;
            if (tree.FindKey(0, "templates") is not (>= 0 and var templates))
                continue;
            foreach (var child in tree.ChildrenOf(tree.ValueOfKey(templates)).ToList())
                Walk(file, [new Entry(0, templates), new Entry(tree.ValueOfKey(templates), child)], TagOwnerKind.Template);
        }
        foreach (var file in Files.Where(file => file.Tree is not null))
            new TypeWalk(file, Owners, Places).Run();
    }

    private void Walk(TableFile file, IReadOnlyList<Entry> way, TagOwnerKind kind)
    {
        var tree = file.Tree!;
        var node = tree.ValueOfChild(way[^1].Container, way[^1].Child);
        if (tree[node].Kind != NodeKind.Mapping || Owners.Count >= MostRows)
            return;
        var name =
            tree[way[^1].Container].Kind == NodeKind.Mapping ? tree.ValueOf(way[^1].Child).ToString() : TextOf(tree, node, "name") ?? "";
        var path = file.PathOf(way);
        var owner = new RowOwner(name, kind)
        {
            Tree = tree,
            Node = node,
            List = $"{path}/tags",
            File = file.Name,
            First = Places.Count,
        };
        Owners.Add(owner);
        if (tree.FindKey(node, "tags") is >= 0 and var tags)
        {
            var group = new RowGroup(owner, null, file)
            {
                Way = [.. way, new Entry(node, tags)],
                List = tree.ValueOfKey(tags),
                WhyNot = WhyNot(tree, way),
            };
            WalkList(group, depth: 0);
        }
        owner.Count = Places.Count - owner.First;
    }

    private void WalkList(RowGroup group, int depth)
    {
        if (depth > MostDepth)
            return;
        var (tree, list) = (group.File.Tree!, group.List);
        var isNamed = tree[list].Kind == NodeKind.Mapping;
        foreach (var child in tree.ChildrenOf(list))
        {
            if (Places.Count >= MostRows)
                return;
            var node = tree.ValueOfChild(list, child);
            if (tree[node].Kind == NodeKind.Scalar && !isNamed)
                WalkSource(group, child, node, tree.ValueOf(node).ToString(), depth);
            else if (tree[node].Kind != NodeKind.Mapping)
                Places.Add(new RowPlace(group, child, TagRowKind.Tag));
            else if (tree.FindKey(node, "tags") is >= 0 and var tags)
                WalkGroup(group, child, node, tags, isNamed, depth);
            else if (isNamed)
                Places.Add(new RowPlace(group, child, TagRowKind.Tag));
            else if (TextOf(tree, node, "from") is { } source)
                WalkSource(group, child, node, source, depth);
            else
                Places.Add(new RowPlace(group, child, KindOf(tree, node)));
        }
    }

    private void WalkGroup(RowGroup group, int child, int node, int tags, bool isNamed, int depth)
    {
        var tree = group.File.Tree!;
        var inner = new RowGroup(group.Owner, group, group.File)
        {
            Keys = tree,
            KeysNode = node,
            Folder = isNamed ? tree.ValueOf(child).ToString() : TextOf(tree, node, "group") ?? "",
            Way = [.. group.Way, new Entry(group.List, child), new Entry(node, tags)],
            List = tree.ValueOfKey(tags),
            WhyNot = group.WhyNot ?? WhyNot(tree, [new Entry(group.List, child)]),
        };
        Places.Add(new RowPlace(group, child, TagRowKind.Group) { Inner = inner });
        WalkList(inner, depth + 1);
    }

    private void WalkSource(RowGroup group, int child, int node, string name, int depth)
    {
        var tree = group.File.Tree!;
        var path = new SourceFile(group.File.Name).Resolve(name);
        var kind = EntryPlaces.KindOf(path);
        var place = new RowPlace(group, child, kind == FileKind.Other ? TagRowKind.Block : TagRowKind.Source);
        if (kind == FileKind.Other)
        {
            Places.Add(place);
            return;
        }
        TableFile file;
        try
        {
            var encoding = EntryPlaces.EncodingOf(tree, node);
            file = kind == FileKind.Table ? Table(path, encoding) : TreeFile(path, FileKind.Tags, encoding);
        }
        catch (EditRefusedException refused)
        {
            Places.Add(place);
            Faults[place] = refused.Message;
            return;
        }
        file.Uses++;
        var list = file.Tree is { } inside ? ListOf(inside) : [];
        var isMapping = tree[node].Kind == NodeKind.Mapping;
        var inner = new RowGroup(group.Owner, group, file)
        {
            Keys = isMapping ? tree : null,
            KeysNode = node,
            Folder = isMapping ? TextOf(tree, node, "group") ?? "" : "",
            Way = list,
            List =
                file.Tree is null ? -1
                : list is [var tags] ? file.Tree.ValueOfKey(tags.Child)
                : 0,
        };
        Places.Add(place with { Inner = inner });
        if (depth >= MostDepth || !_open.Add(path))
            return;
        if (file.Table is { } table)
        {
            for (var row = 0; row < table.Rows.Count && Places.Count < MostRows; row++)
            {
                if (table.Rows[row].Name.Length > 0)
                    Places.Add(new RowPlace(inner, row, TagRowKind.Tag));
            }
        }
        else
        {
            WalkList(inner, depth + 1);
        }
        _open.Remove(path);
    }

    private TableFile TreeFile(string name, FileKind kind, System.Text.Encoding? encoding) =>
        _files.TryGetValue(name, out var known)
            ? known
            : _files[name] = new TableFile(name) { Tree = map.Read(name, kind, encoding).Yaml.Tree };

    private TableFile Table(string name, System.Text.Encoding? encoding) =>
        _files.TryGetValue(name, out var known)
            ? known
            : _files[name] = new TableFile(name) { Table = map.Read(name, FileKind.Table, encoding).Table };

    private static IReadOnlyList<Entry> ListOf(TextTree tree) => tree.FindKey(0, "tags") is >= 0 and var tags ? [new Entry(0, tags)] : [];

    private static TagRowKind KindOf(TextTree tree, int node) =>
        tree.FindKey(node, "use") >= 0 ? TagRowKind.Use
        : tree.FindKey(node, "browse") >= 0 ? TagRowKind.Browse
        : TagRowKind.Tag;

    /// <summary>Why nothing below can be changed; null: it can.</summary>
    public static string? WhyNot(TextTree tree, IReadOnlyList<Entry> way) =>
        way.Any(entry => tree[entry.Container].IsSpecial || tree[entry.Child].IsSpecial)
            ? "Around it is an anchor (&), an alias (*) or a tag (!) of YAML; change it in the text."
            : null;

    private static string? TextOf(TextTree tree, int node, string key) => EntryPlaces.TextOf(tree, node, key);
}
