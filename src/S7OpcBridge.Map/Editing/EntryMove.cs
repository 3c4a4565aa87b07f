using S7OpcBridge.Map.YamlTrees;

namespace S7OpcBridge.Map.Editing;

/// <summary>
/// Moves an entry to another place of its list, or into another list: with the comments above and behind it, and as it is written, where both lists are
/// written alike. First it is taken out, then put in, so that neither has to be careful of the other.
/// </summary>
internal sealed class EntryMove
{
    private readonly TextTree _tree;
    private readonly bool _isTags;
    private readonly FoundEntry _found;
    private readonly FoundEntry _list;
    private readonly MapEdit _edit;
    private readonly IReadOnlyList<EditStep> _to;
    private readonly EditStyle _style;

    private EntryMove(TextTree tree, bool isTags, MapEdit edit)
    {
        (_tree, _isTags, _edit, _style) = (tree, isTags, edit, new EditStyle(tree));
        var finder = new EntryFinder(tree);
        var path = EditPath.Parse(edit.Path);
        _found = finder.Find(path);
        if (_found.Missing > 0 || _found.Way.Count == 0)
            throw new EditRefusedException(tree[_found.Node].Start, $"there is no '{Findings.Excerpt.From(edit.Path)}' in this file");
        _to = edit.To is null ? [] : EditPath.Parse(edit.To);
        _list = edit.To is null ? new FoundEntry([.. _found.Way.SkipLast(1)], _found.Way[^1].Container, 0) : finder.Find(_to);
        if (_list.Way.Contains(_found.Way[^1]))
            throw new EditRefusedException(tree[_found.Node].Start, "an entry cannot be moved into itself; choose another list");
    }

    private int Container => _found.Way[^1].Container;

    private int Child => _found.Way[^1].Child;

    private int Removed => _tree.AfterChild(Container, Child) - Child;

    /// <summary>The tree after the move.</summary>
    /// <exception cref="EditRefusedException">It cannot be made.</exception>
    public static TextTree Make(TextTree tree, bool isTags, MapEdit edit) => new EntryMove(tree, isTags, edit).Make();

    private TextTree Make()
    {
        var isWithin = _list.Missing == 0 && _list.Node == Container;
        var others = isWithin ? _tree.ChildrenOf(Container).Where(child => child != Child).ToList() : [];
        var present = others.Count(child => child < Child);
        var at = _edit.By is { } by && isWithin ? present + Math.Clamp(by, -present, others.Count - present) : _edit.At;
        if (isWithin && Math.Clamp(at ?? others.Count, 0, others.Count) == present)
            return _tree;
        var moved = Read();
        var without = TreeUpdate.Make(_tree, [new EditPlanner(_tree, _isTags).Remove(_found)]);
        var list = new FoundEntry(
            [.. _list.Way.Select(entry => new Entry(Kept(entry.Container), Kept(entry.Child)))],
            Kept(_list.Node),
            _list.Missing
        );
        return TreeUpdate.Make(without, [new EditPlanner(without, _isTags).Put(list, _to, moved, _edit with { At = at })]);
    }

    // Nodes behind the one that is taken out move up.
    private int Kept(int node) => node > Child ? node - Removed : node;

    private MovedEntry Read()
    {
        var isNamed = _tree[Container].Kind == NodeKind.Mapping;
        var node = _tree.ValueOfChild(Container, Child);
        var (key, value) = (isNamed ? _tree.ValueOf(Child).ToString() : null, ValueOf(node));
        var tokens = TreeUpdate.Tokens(_tree, Child, Child + Removed);
        if (_tree[Container].IsFlow)
            return new MovedEntry(key, value, tokens, IsFlow: true, _ => _tree.Text[_tree[Child].Start.._style.EndOf(Container, Child)]);
        var start = _style.StartOf(Container, Child);
        if (_style.IsBehindDash(start))
            return new MovedEntry(key, value, tokens, IsFlow: false, null);
        var from = _style.WithComments(start);
        var end = TextLines.EndOf(_tree.Text, _style.EndOf(Container, Child));
        var (lines, old) = (_tree.Text[from..end], _style.ColumnOf(start));
        return new MovedEntry(key, value, tokens, IsFlow: false, column => Indented(lines, old, column));
    }

    // Without the indentation of the first line.
    private static string Indented(string lines, int old, int column)
    {
        var indentation = new string(' ', column);
        var parts = lines.Split('\n');
        for (var i = 0; i < parts.Length; i++)
        {
            var blanks = parts[i].AsSpan().IndexOfAnyExcept(' ');
            if (blanks < 0 || parts[i].AsSpan(blanks) is "\r")
                continue;
            parts[i] = $"{(i == 0 ? "" : indentation)}{parts[i].AsSpan(Math.Min(blanks, old))}";
        }
        return string.Join('\n', parts);
    }

    private NewNode ValueOf(int node)
    {
        ref readonly var at = ref _tree[node];
        if (!at.IsCollection)
        {
            var text = _tree.ValueOf(node).ToString();
            return new NewNode(NodeKind.Scalar, text, (at.Marks & NodeMarks.Plain) == 0 || !ScalarText.IsResolved(text), [], []);
        }
        var children = _tree.ChildrenOf(node).ToList();
        return new NewNode(
            at.Kind,
            "",
            IsText: false,
            [.. children.Select(child => ValueOf(_tree.ValueOfChild(node, child)))],
            at.Kind == NodeKind.Mapping ? [.. children.Select(child => _tree.ValueOf(child).ToString())] : []
        );
    }
}

/// <summary>An entry that was taken out of its list.</summary>
/// <param name="Key">Its name, where names stand in front of colons; null: it is an item.</param>
/// <param name="Value">Its value.</param>
/// <param name="Tokens">What it is in the tree.</param>
/// <param name="IsFlow">True: it stood between brackets or braces.</param>
/// <param name="Text">How it was written, for its column and without the indentation of its first line; null: only its value can be moved.</param>
internal sealed record MovedEntry(string? Key, NewNode Value, IReadOnlyList<Token> Tokens, bool IsFlow, Func<int, string>? Text)
{
    /// <summary>The value as an item of a list, with its name.</summary>
    public NewNode AsItem()
    {
        if (Key is null)
            return Value;
        var tag =
            Value.Kind == NodeKind.Scalar ? ShortFormText.Read(Value.Text)
            : Value.Kind == NodeKind.Mapping ? Value
            : null;
        return tag is null
            ? throw new EditRefusedException(0, $"'{Findings.Excerpt.From(Key)}' cannot be an item of a list; write it there by hand")
            : tag with
            {
                Items = [NewNode.OfText(Key), .. tag.Items],
                Keys = [tag["tags"] is null ? "name" : "group", .. tag.Keys],
            };
    }
}
