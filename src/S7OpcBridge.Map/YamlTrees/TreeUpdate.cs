using System.Runtime.InteropServices;

namespace S7OpcBridge.Map.YamlTrees;

/// <summary>
/// Makes changes to a text, reads the changed lines again, and compares them with the old tree and the wanted changes: what differs in any other way is
/// refused. Lines without a change are neither read nor compared, so the time does not grow with that of a parser.
/// </summary>
internal sealed class TreeUpdate
{
    private readonly TextTree _old;
    private readonly List<TextChange> _changes = [];
    private readonly Dictionary<(int, int), List<TreeChange>> _tree = [];
    private readonly List<TreeRun> _runs = [];
    private readonly int[] _growth;
    private readonly bool _isWhole;

    private TreeUpdate(TextTree old, IReadOnlyList<EditPlan> plans)
    {
        _old = old;
        foreach (var plan in plans)
        {
            _changes.AddRange(plan.Changes);
            var key = (plan.Tree.Container, plan.Tree.At);
            if (!_tree.TryGetValue(key, out var list))
                _tree[key] = list = [];
            list.Add(plan.Tree);
            if (TreeRun.Around(old, plan) is { } run)
                _runs.Add(run);
            else
                _isWhole = true;
        }
        _changes = [.. _changes.OrderBy(change => change.Start)];
        _growth = new int[_changes.Count + 1];
        for (var i = 0; i < _changes.Count; i++)
            _growth[i + 1] = _growth[i] + _changes[i].Text.Length - _changes[i].Length;
    }

    /// <summary>The tree after these changes, which must not touch each other.</summary>
    /// <exception cref="EditRefusedException">The text would mean something else than is wanted.</exception>
    public static TextTree Make(TextTree old, IReadOnlyList<EditPlan> plans) => new TreeUpdate(old, plans).Make();

    private TextTree Make()
    {
        var text = NewText();
        if (text.Length > UserFile.MaxMap)
            throw Refused(0, $"the file would have more than {UserFile.MaxMap >> 20} MB; put a part of it into another file");
        if (_isWhole)
            return Whole(text);
        var parts = new List<TreeSplice.Part>();
        foreach (var run in Merged())
        {
            if (Checked(run, text) is not { } part || (parts is [.., var before] && part.From < before.To))
                return Whole(text);
            parts.Add(part);
        }
        return TreeSplice.Join(_old, text, parts);
    }

    private TextTree Whole(string text)
    {
        var whole = Parsed(text, 0);
        Compare(Expected(0), Tokens(whole, 0, whole.Count), 0);
        return whole;
    }

    private string NewText() =>
        string.Create(
            _old.Text.Length + _growth[^1],
            (_old.Text, _changes),
            static (text, state) =>
            {
                var at = 0;
                foreach (var change in state._changes)
                {
                    state.Text.AsSpan(at, change.Start - at).CopyTo(text);
                    text = text[(change.Start - at)..];
                    change.Text.CopyTo(text);
                    text = text[change.Text.Length..];
                    at = change.End;
                }
                state.Text.AsSpan(at).CopyTo(text);
            }
        );

    // Runs inside others go, those that touch become one.
    private List<TreeRun> Merged()
    {
        var merged = new List<TreeRun>();
        foreach (var run in _runs.OrderBy(run => run.From).ThenBy(run => run.Way.Count))
        {
            if (merged.Count == 0)
            {
                merged.Add(run);
                continue;
            }
            var last = merged[^1];
            var (_, end) = last.NodesIn(_old);
            if (run.NodesIn(_old).To <= end)
                continue;
            if (run.Container == last.Container && run.From <= end)
                merged[^1] = last with { To = run.To };
            else
                merged.Add(run);
        }
        return merged;
    }

    // Null where a change reaches into these lines and out of them.
    private TreeSplice.Part? Checked(TreeRun run, string text)
    {
        var (from, to) = run.LinesIn(_old);
        if (ChangesBefore(to) is > 0 and var within && _changes[within - 1].End > to)
            return null;
        var column = TreeRun.ColumnStart(_old, run.Container, run.From) - from;
        var line = from;
        // A change that begins further up: comments that go with what they belong to.
        if (ChangesBefore(from) is > 0 and var before && _changes[before - 1] is var reaching && reaching.End > from)
        {
            if (reaching.Start < _old[run.From - 1].End)
                return null;
            from = TextLines.StartOf(_old.Text, reaching.Start);
        }
        var (start, end) = (Moved(from), to == _old.Text.Length ? text.Length : Moved(to));
        var lines = text.Substring(start, end - start);
        // The dashes of the items around: blanks keep the columns.
        if (line == from && lines.Length >= column)
            lines = lines[..column].Replace('-', ' ') + lines[column..];
        var read = Parsed(lines, start);
        var expected = new List<Token>();
        var isMapping = _old[run.Container].Kind == NodeKind.Mapping;
        expected.Add(new Token(isMapping ? '{' : '[', null));
        var (first, behind) = run.NodesIn(_old);
        AddChildren(run.Container, first, behind, expected);
        expected.Add(new Token(isMapping ? '}' : ']', null));
        Compare(expected, Tokens(read, 0, read.Count), start);
        return new TreeSplice.Part(run, read, start, from, to);
    }

    /// <summary>Where a place of the old text is in the new one; what is inserted there follows.</summary>
    private int Moved(int at) => at + _growth[ChangesBefore(at)];

    // How many changes begin in front of a place.
    private int ChangesBefore(int at)
    {
        var (low, high) = (0, _changes.Count);
        while (low < high)
        {
            var middle = (low + high) / 2;
            if (_changes[middle].Start < at)
                low = middle + 1;
            else
                high = middle;
        }
        return low;
    }

    private List<Token> Expected(int node)
    {
        var tokens = new List<Token>();
        Add(node, tokens);
        return tokens;
    }

    private void Add(int node, List<Token> tokens)
    {
        if (!_old[node].IsCollection)
        {
            tokens.Add(Leaf(_old, node));
            return;
        }
        AddBegin(_old, node, tokens);
        AddChildren(node, node + 1, _old.After(node), tokens);
        tokens.Add(new Token(_old[node].Kind == NodeKind.Mapping ? '}' : ']', null));
    }

    private void AddChildren(int container, int from, int to, List<Token> tokens)
    {
        for (var at = from; at <= to; )
        {
            var removed = 0;
            // Insertions in front of what changes.
            foreach (var change in (_tree.GetValueOrDefault((container, at)) ?? []).OrderBy(change => change.Removed > 0))
            {
                tokens.AddRange(change.Added);
                removed += change.Removed;
            }
            if (at == to)
                break;
            if (removed == 0)
                Add(at, tokens);
            at = removed > 0 ? at + removed : _old.After(at);
        }
    }

    public static List<Token> Tokens(TextTree tree, int from, int to)
    {
        var tokens = new List<Token>(to - from + 16);
        var open = new Stack<int>();
        for (var node = from; node < to; node++)
        {
            while (open.TryPeek(out var around) && tree.After(around) == node)
                tokens.Add(new Token(tree[open.Pop()].Kind == NodeKind.Mapping ? '}' : ']', null));
            if (!tree[node].IsCollection)
            {
                tokens.Add(Leaf(tree, node));
                continue;
            }
            AddBegin(tree, node, tokens);
            open.Push(node);
        }
        while (open.TryPop(out var last))
            tokens.Add(new Token(tree[last].Kind == NodeKind.Mapping ? '}' : ']', null));
        return tokens;
    }

    private static void AddBegin(TextTree tree, int node, List<Token> tokens)
    {
        if (tree[node].IsSpecial)
            tokens.Add(new Token('!', null));
        tokens.Add(new Token(tree[node].Kind == NodeKind.Mapping ? '{' : '[', null));
    }

    private static Token Leaf(TextTree tree, int node) =>
        new(
            tree[node].Kind == NodeKind.Alias ? '*'
                : tree[node].IsSpecial ? '!'
                : 's',
            tree.ValueOf(node).ToString()
        );

    private void Compare(List<Token> expected, List<Token> found, int start)
    {
        if (!CollectionsMarshal.AsSpan(expected).SequenceEqual(CollectionsMarshal.AsSpan(found)))
            throw Refused(start, "the text around here would mean something else after this edit; make the change by hand, in the text");
    }

    private TextTree Parsed(string text, int start)
    {
        try
        {
            return TreeReader.Read(text);
        }
        catch (EditRefusedException)
        {
            throw Refused(start, "the text around here would no longer be YAML after this edit; make the change by hand, in the text");
        }
    }

    // Places are told in the old text, which the user sees.
    private EditRefusedException Refused(int at, string message) =>
        new(Math.Min(_changes.Count > 0 ? Math.Min(_changes[0].Start, _old.Text.Length) : at, _old.Text.Length), message);
}
