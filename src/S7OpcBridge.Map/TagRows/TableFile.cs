using S7OpcBridge.Map.Editing;
using S7OpcBridge.Map.YamlTrees;

namespace S7OpcBridge.Map.TagRows;

/// <summary>A file with tags: its text as a tree or as a table, and what finds entries in it. Not for several threads at once.</summary>
/// <param name="name">The file, as edits name it.</param>
internal sealed class TableFile(string name)
{
    // By list and name the first item; of the names that were asked for.
    private readonly Dictionary<int, Dictionary<string, int>> _firsts = [];
    private EntryFinder? _finder;
    private List<int>? _lines;

    public string Name => name;

    /// <summary>Null: it is a table.</summary>
    public TextTree? Tree { get; init; }

    /// <summary>Null: it is YAML.</summary>
    public CsvTable? Table { get; init; }

    /// <summary>In how many places of the map its tags are read.</summary>
    public int Uses { get; set; }

    /// <summary>The path of an entry, as findings have it.</summary>
    public string PathOf(IReadOnlyList<Entry> way) => EntryFinder.PathOf(Tree!, way, _finder ??= new EntryFinder(Tree!));

    /// <summary>Finds the first item of each of these names in one pass, because a large list may have a name twice.</summary>
    public void KnowNames(int list, IReadOnlyList<int> items)
    {
        if (Tree is not { } tree || tree[list].Kind != NodeKind.Sequence)
            return;
        var firsts = _firsts.TryGetValue(list, out var known) ? known : _firsts[list] = [];
        var missing = new Dictionary<string, int>();
        foreach (var item in items)
        {
            if (EntryFinder.NameOf(tree, item) is { } name && !firsts.ContainsKey(name))
                missing[name] = -1;
        }
        var lookup = missing.GetAlternateLookup<ReadOnlySpan<char>>();
        var left = missing.Count;
        foreach (var item in left == 0 ? [] : tree.ChildrenOf(list))
        {
            if (!lookup.TryGetValue(EntryFinder.NameIn(tree, item), out var name, out var first) || first >= 0)
                continue;
            firsts[name] = missing[name] = item;
            if (--left == 0)
                return;
        }
    }

    /// <summary>The last step of the path of an entry, behind the path of its list.</summary>
    public string StepOf(int list, int item, bool isFirst)
    {
        var tree = Tree!;
        if (tree[list].Kind == NodeKind.Mapping)
            return $"{(isFirst ? "" : "/")}{EditPath.Format([new EditStep(tree.ValueOf(item).ToString(), IsItem: false, null)])}";
        KnowNames(list, [item]);
        var name = EntryFinder.NameOf(tree, item);
        return EditPath.Format([
            name is not null && _firsts[list].GetValueOrDefault(name, -1) == item
                ? new EditStep(name, IsItem: true, null)
                : new EditStep("", IsItem: true, tree.ChildrenOf(list).TakeWhile(other => other != item).Count()),
        ]);
    }

    /// <summary>The line, from 1, of a character; all lines are counted once.</summary>
    public int LineOf(int at)
    {
        if (_lines is null)
        {
            _lines = [0];
            for (var next = 0; (next = TextLines.EndOf(Tree!.Text, next)) < Tree.Text.Length; )
                _lines.Add(next = TextLines.SkipBreak(Tree.Text, next));
        }
        var line = _lines.BinarySearch(at);
        return line < 0 ? ~line : line + 1;
    }

    /// <summary>The path of a row of a table.</summary>
    public string PathOfRow(int row) =>
        EditPath.Format([
            Table!.FirstOf(Table.Rows[row].Name) == row ? new EditStep(Table.Rows[row].Name, true, null) : new EditStep("", true, row),
        ]);
}
