namespace S7OpcBridge.Map.YamlTrees;

/// <summary>
/// Neighbouring children of a mapping or sequence in lines. Their lines are YAML by themselves: what they mean depends on no other line, and no other line on
/// them. So a change inside can be checked by reading these lines only.
/// </summary>
/// <param name="Way">Containers from the root to that of the children.</param>
/// <param name="From">First child.</param>
/// <param name="To">Last child.</param>
internal sealed record TreeRun(IReadOnlyList<int> Way, int From, int To)
{
    public int Container => Way[^1];

    /// <summary>Nodes of the children: the first, and the one behind them.</summary>
    public (int From, int To) NodesIn(TextTree tree) => (From, tree.AfterChild(Container, To));

    /// <summary>Their lines, with comments and blank lines behind them.</summary>
    public (int From, int To) LinesIn(TextTree tree)
    {
        var last = tree[tree.ValueOfChild(Container, To)];
        var next = TextLines.NextContent(tree.Text, last.End);
        return (
            TextLines.StartOf(tree.Text, ColumnStart(tree, Container, From)),
            next >= tree.Text.Length ? next : TextLines.StartOf(tree.Text, next)
        );
    }

    /// <summary>The smallest run around a change; null: only the whole text will do.</summary>
    public static TreeRun? Around(TextTree tree, EditPlan plan)
    {
        var way = plan.Way;
        for (var level = LinesUpTo(tree, way); level >= 0; level--)
        {
            var to = level == way.Count - 1 ? plan.To : way[level].Child;
            var start = ColumnStart(tree, way[level].Container, way[level].Child);
            if (start < 0 || !IsIndentation(tree.Text, start, plan))
                continue;
            return new TreeRun([.. way.Take(level + 1).Select(entry => entry.Container)], First(tree, way[level]), to);
        }
        return null;
    }

    // A text of several lines takes blank lines and comments behind it that lose what they belonged to: it is read again as well.
    private static int First(TextTree tree, Entry entry) =>
        entry.Child > entry.Container + 1 && (tree[entry.Child - 1].Marks & NodeMarks.Block) != 0
            ? tree.Before(entry.Container, entry.Child)
            : entry.Child;

    /// <summary>Where a child begins: its key, or its dash; -1: the dash is not in its line.</summary>
    public static int ColumnStart(TextTree tree, int container, int child)
    {
        var start = tree[child].Start;
        if (tree[container].Kind == NodeKind.Mapping)
            return start;
        if (child == container + 1)
            return tree[container].Start;
        var line = TextLines.StartOf(tree.Text, start);
        var dash = tree.Text.LastIndexOf('-', start - 1, start - line);
        if (dash >= 0 && tree.Text.AsSpan(dash + 1, start - dash - 1).IndexOfAnyExcept(' ', '\t') < 0)
            return dash;
        var before = tree.Before(container, child);
        var next = TextLines.NextContent(tree.Text, tree[before].End);
        return next < tree.Text.Length && tree.Text[next] == '-' ? next : -1;
    }

    // The last level down to which everything is written in lines.
    private static int LinesUpTo(TextTree tree, IReadOnlyList<Entry> way)
    {
        var level = 0;
        while (level < way.Count && !tree[way[level].Container].IsFlow)
            level++;
        return level - 1;
    }

    // Blanks and dashes, which can be replaced by blanks without a change of column.
    private static bool IsIndentation(string text, int start, EditPlan plan)
    {
        var line = TextLines.StartOf(text, start);
        for (var i = line; i < start; i++)
        {
            if (text[i] != ' ' && (text[i] != '-' || text[i + 1] != ' '))
                return false;
        }
        // What changes in there is checked from further out.
        return plan.Changes.All(change =>
            change.End < line || change.Start >= start || (change.Start <= line && IsBlank(text, line, start))
        );
    }

    private static bool IsBlank(string text, int from, int to) => text.AsSpan(from, to - from).IndexOfAnyExcept(' ') < 0;
}
