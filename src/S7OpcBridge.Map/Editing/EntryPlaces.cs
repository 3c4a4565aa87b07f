using System.Text;
using S7OpcBridge.Map.YamlTrees;
using S7OpcBridge.S7;

namespace S7OpcBridge.Map.Editing;

/// <summary>
/// Finds in which file of a map an entry stands: the map, a file that it includes, or a file of tags; and says where else a tag comes from that stands in none
/// of them.
/// </summary>
internal sealed class EntryPlaces(EditableMap map)
{
    private const int MostFiles = 10_000,
        MostDepth = 32;

    private List<string>? _maps;

    /// <summary>The file that was looked at last.</summary>
    public string Looked { get; private set; } = map.Path;

    /// <summary>The map and the files that it includes, in the order of reading.</summary>
    /// <exception cref="EditRefusedException">One cannot be read.</exception>
    public IReadOnlyList<string> Maps => MapsOf();

    /// <summary>The file of an edit, and the edit with the path within that file.</summary>
    /// <exception cref="EditRefusedException">It cannot be changed where it stands.</exception>
    public (string File, MapEdit Edit) Resolve(MapEdit edit)
    {
        if (edit.File is { } named)
        {
            Open(named);
            Looked = named;
            return (named, edit);
        }
        var (file, path) = Find(edit.Path);
        if (edit.To is { } list)
        {
            var target = Find(list);
            if (target.File != file)
                throw new EditRefusedException(
                    0,
                    $"'{list}' stands in another file, '{target.File}'; an entry is moved within its file only"
                );
            edit = edit with { To = target.Path };
        }
        return (file, path == edit.Path ? edit : edit with { Path = path });
    }

    /// <summary>A file, read as what the map takes it for.</summary>
    /// <exception cref="EditRefusedException">It cannot be read.</exception>
    public OpenFile Open(string file)
    {
        if (string.Equals(file, map.Path, StringComparison.Ordinal) || KindOf(file) is not FileKind.Map)
            return map.Read(file, KindOf(file));
        bool isMap;
        try
        {
            isMap = MapsOf().Contains(file);
        }
        catch (EditRefusedException)
        {
            // The map itself has to be mended first.
            isMap = true;
        }
        return map.Read(file, isMap ? FileKind.Map : FileKind.Tags);
    }

    /// <summary>Where an entry stands.</summary>
    /// <exception cref="EditRefusedException">It stands nowhere, or cannot be changed where it stands.</exception>
    public EntryPlace Locate(string path)
    {
        var (file, inner) = Find(path);
        var open = map.Read(file);
        if (KindOf(file) == FileKind.Table)
        {
            var name = EditPath.Parse(inner) is [{ Position: null } step, ..] ? step.Name : "";
            return new EntryPlace(new SourceLocation(new SourceFile(file), open.Table.LineOf(name), 1), inner, null);
        }
        var tree = open.Yaml.Tree;
        var found = new EntryFinder(tree).Find(EditPath.Parse(inner));
        if (found.Missing > 1 || (found.Missing == 1 && EditPath.Parse(inner)[^1].IsItem))
            throw new EditRefusedException(0, $"there is no '{Findings.Excerpt.From(path)}' in this map");
        var at = found.Way is [.., var last] ? tree[last.Child].Start : 0;
        return new EntryPlace(map.SpotOf(file, at), inner, null);
    }

    private (string File, string Path) Find(string path)
    {
        var steps = EditPath.Parse(path);
        var best = (File: map.Path, Found: (FoundEntry?)null);
        foreach (var file in MapsOf())
        {
            Looked = file;
            var found = new EntryFinder(map.Read(file).Yaml.Tree).Find(steps);
            if (best.Found is null || found.Missing < best.Found.Missing)
                best = (file, found);
            if (found.Missing == 0)
                break;
        }
        Looked = best.File;
        if (
            best.Found is { Missing: > 0 } missing
            && steps[^missing.Missing] is { IsItem: true, Position: null } tag
            && IsTags(best.File, missing)
        )
        {
            var rest = EditPath.Format(steps.Skip(steps.Count - missing.Missing + 1));
            if (InSources(best.File, missing.Node, tag.Name, 0) is { } inside)
                return (inside.File, rest.Length == 0 ? inside.Path : $"{inside.Path}/{rest}");
            ExplainElsewhere(best.File, missing.Node, tag.Name, 0);
            Looked = best.File;
        }
        return (best.File, path);
    }

    private bool IsTags(string file, FoundEntry found) =>
        found.Way is [.., var last]
        && map.Read(file).Yaml.Tree is var tree
        && tree[last.Container].Kind == NodeKind.Mapping
        && tree.Is(last.Child, "tags");

    // The map and what it includes, in the order of reading.
    private List<string> MapsOf()
    {
        if (_maps is not null)
            return _maps;
        _maps = [map.Path];
        for (var i = 0; i < _maps.Count && _maps.Count < MostFiles; i++)
        {
            var tree = map.Read(_maps[i]).Yaml.Tree;
            if (tree.FindKey(0, "include") is not (>= 0 and var include))
                continue;
            var value = tree.ValueOfKey(include);
            var names = tree[value].Kind == NodeKind.Scalar ? [value] : tree.ChildrenOf(value);
            foreach (var name in names.Where(name => tree[name].Kind == NodeKind.Scalar))
            {
                foreach (var file in FilesOf(new SourceFile(_maps[i]).Resolve(tree.ValueOf(name).ToString())))
                {
                    if (!_maps.Contains(file))
                        _maps.Add(file);
                }
            }
        }
        return _maps;
    }

    private IReadOnlyList<string> FilesOf(string path)
    {
        try
        {
            return Directory.Exists(path) ? MapFolder.FilesOf(path) : [path];
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException)
        {
            throw new EditRefusedException(0, $"the folder '{path}' can't be read ({error.Message.TrimEnd('.')}); check its permissions");
        }
    }

    private (string File, string Path)? InSources(string file, int container, string name, int depth)
    {
        if (depth > MostDepth)
            return null;
        var tree = map.Read(file).Yaml.Tree;
        foreach (var (node, folder) in ItemsOf(tree, container, name))
        {
            var rest = folder.Length == 0 ? name : name[(folder.Length + 1)..];
            if (tree.FindKey(node, "tags") is >= 0 and var tags)
            {
                if (InSources(file, tree.ValueOfKey(tags), rest, depth + 1) is { } inside)
                    return inside;
            }
            else if (
                SourceOf(tree, node) is { } source
                && InFile(new SourceFile(file).Resolve(source), EncodingOf(tree, node), rest, depth) is { } found
            )
            {
                return found;
            }
        }
        return null;
    }

    private (string File, string Path)? InFile(string file, Encoding? encoding, string name, int depth)
    {
        Looked = file;
        switch (KindOf(file))
        {
            case FileKind.Table:
                return map.Read(file, FileKind.Table, encoding).Table.Has(name)
                    ? (file, EditPath.Format([new EditStep(name, true, null)]))
                    : null;
            case FileKind.Other:
                return null;
        }
        var tree = map.Read(file, FileKind.Tags, encoding).Yaml.Tree;
        var root = tree.FindKey(0, "tags") is >= 0 and var tags ? tree.ValueOfKey(tags) : 0;
        var step = EditPath.Format([new EditStep(name, true, null)]);
        var path = root == 0 ? step : $"tags{step}";
        return new EntryFinder(tree).Find(EditPath.Parse(path)).Missing == 0 ? (file, path) : InSources(file, root, name, depth + 1);
    }

    // A tag that no file has comes from something that stands for many.
    private void ExplainElsewhere(string file, int container, string name, int depth)
    {
        var tree = map.Read(file).Yaml.Tree;
        foreach (var (node, folder) in ItemsOf(tree, container, name))
        {
            var rest = folder.Length == 0 ? name : name[(folder.Length + 1)..];
            var spot = map.SpotOf(file, tree[node].Start);
            if (tree.FindKey(node, "tags") is >= 0 and var tags && depth < MostDepth)
                ExplainElsewhere(file, tree.ValueOfKey(tags), rest, depth + 1);
            else if (TextOf(tree, node, "use") is { } template)
                throw Elsewhere(
                    tree[node].Start,
                    name,
                    $"comes from the template '{template}', used at {spot}; change it under 'templates', for all of its uses"
                );
            else if (TextOf(tree, node, "browse") is { } symbol)
                throw Elsewhere(
                    tree[node].Start,
                    name,
                    $"comes from the CPU, below the symbol '{symbol}' at {spot}; add a tag with this symbol to give it keys of its own"
                );
            else if (TextOf(tree, node, "name") is { } around && IsBelow(name, around))
                throw Elsewhere(
                    tree[node].Start,
                    name,
                    $"is a part of the tag '{around}' at {spot}; change its type under 'types', or in TIA Portal"
                );
            else if (SourceOf(tree, node) is { } source && KindOf(source) == FileKind.Other)
                throw Elsewhere(
                    tree[node].Start,
                    name,
                    $"may come from the block '{source}', named at {spot}; change it in TIA Portal or STEP 7 and export it again"
                );
        }
    }

    private static EditRefusedException Elsewhere(int at, string name, string where) =>
        new(at, $"'{Findings.Excerpt.From(name)}' is not written as a tag: it {where}");

    // What may hold a tag of this name, with the folder that it puts in front.
    private static IEnumerable<(int Node, string Folder)> ItemsOf(TextTree tree, int container, string name)
    {
        foreach (var child in tree.ChildrenOf(container))
        {
            var node = tree.ValueOfChild(container, child);
            var isNamed = tree[container].Kind == NodeKind.Mapping;
            if (isNamed && tree.FindKey(node, "tags") < 0)
                continue;
            var folder =
                isNamed ? tree.ValueOf(child).ToString()
                : tree[node].Kind == NodeKind.Scalar || tree.FindKey(node, "use") >= 0 || tree.FindKey(node, "browse") >= 0 ? ""
                : TextOf(tree, node, "group") ?? "";
            // The folder of a use may have parameters: what is in front of them counts.
            var begin = TextOf(tree, node, "use") is null ? "" : (TextOf(tree, node, "name") ?? "").Split('{')[0];
            if (
                (folder.Length == 0 || name.StartsWith($"{folder}/", StringComparison.Ordinal))
                && name.StartsWith(begin, StringComparison.Ordinal)
            )
                yield return (node, folder);
        }
    }

    private static bool IsBelow(string name, string around) =>
        name.Length > around.Length && name.StartsWith(around, StringComparison.Ordinal) && name[around.Length] is '/' or '[';

    private static string? SourceOf(TextTree tree, int node) =>
        tree[node].Kind == NodeKind.Scalar ? tree.ValueOf(node).ToString() : TextOf(tree, node, "from");

    /// <summary>The code page that a file entry names; null: none.</summary>
    public static Encoding? EncodingOf(TextTree tree, int node) =>
        TextOf(tree, node, "encoding") is { } name && S7TextEncodings.TryFind(name, out var encoding, out _) ? encoding : null;

    /// <summary>The text of a key of a mapping; null: it has none.</summary>
    public static string? TextOf(TextTree tree, int node, string key) =>
        tree.FindKey(node, key) is >= 0 and var found && tree[tree.ValueOfKey(found)].Kind == NodeKind.Scalar
            ? tree.ValueOf(tree.ValueOfKey(found)).ToString()
            : null;

    /// <summary>What a file holds, by its name.</summary>
    public static FileKind KindOf(string file) =>
        Path.GetExtension(file).ToLowerInvariant() switch
        {
            ".csv" or ".tsv" => FileKind.Table,
            ".db" or ".scl" or ".awl" or ".udt" => FileKind.Other,
            _ => FileKind.Map,
        };
}
