using S7OpcBridge.Map.YamlTrees;

namespace S7OpcBridge.Map.Editing;

/// <summary>Adds and removes entries that have lines of their own.</summary>
internal sealed class BlockEdits(TextTree tree, EditStyle style)
{
    private string Text => tree.Text;

    /// <summary>The place in front of an entry, or its place behind another one.</summary>
    /// <param name="container">The mapping or list.</param>
    /// <param name="beside">The entry in front of which, or behind which it comes.</param>
    /// <param name="isBehind">True: behind it.</param>
    /// <param name="entry">Writes the entry: for its column, without the indentation of its first line.</param>
    public IReadOnlyList<TextChange> Insert(int container, int beside, bool isBehind, Func<int, string> entry)
    {
        var start = style.StartOf(container, beside);
        var column = style.ColumnOf(start);
        var indentation = new string(' ', column);
        if (isBehind)
        {
            var end = TextLines.EndOf(Text, style.EndOf(container, beside));
            var lineEnd = TextLines.BreakNear(Text, end);
            return [new TextChange(end, 0, $"{lineEnd}{(IsSpaced(container, beside) ? lineEnd : "")}{indentation}{entry(column)}")];
        }
        if (style.IsBehindDash(start))
            throw new EditRefusedException(
                start,
                "nothing can be put in front of this entry, which stands behind a dash; put it behind it"
            );
        var from = style.WithComments(start);
        var near = TextLines.BreakNear(Text, from);
        return [new TextChange(from, 0, $"{indentation}{entry(column)}{near}{(IsSpaced(container, beside) ? near : "")}")];
    }

    /// <summary>Removes an entry that is not the only one.</summary>
    public IReadOnlyList<TextChange> Remove(int container, int child)
    {
        var start = style.StartOf(container, child);
        var next = tree.AfterChild(container, child);
        var end = TextLines.EndOf(Text, style.EndOf(container, child));
        if (style.IsBehindDash(start))
            return [BehindDash(container, start, next, end)];
        return [Lines(child, start, end, isFirst: child == container + 1, isLast: next >= tree.After(container))];
    }

    /// <summary>The lines of an entry with its comments, and one side of blank lines around it.</summary>
    public TextChange Lines(int child, int start, int end, bool isFirst, bool isLast)
    {
        var from = style.WithComments(start);
        var to = TextLines.SkipBreak(Text, end);
        if (!isFirst && (isLast || (to < Text.Length && TextLines.IsBlank(Text, to))))
        {
            // Not those that belong to a text of several lines.
            while (
                style.IsBlankAbove(from)
                && TextLines.StartOf(Text, TextLines.BeforeBreak(Text, from)) is var above
                && above > tree[child - 1].End
            )
                from = above;
        }
        // A last line without line end: that of the line above goes.
        if (to == end && from > 0)
            from = TextLines.BeforeBreak(Text, from);
        return new TextChange(from, to - from, "");
    }

    // What follows takes the place behind the dash, unless comments stand between.
    private TextChange BehindDash(int container, int start, int next, int end)
    {
        var follower = style.StartOf(container, next);
        if (Text.AsSpan(end, follower - end).IndexOfAnyExcept(" \r\n") < 0)
            return new TextChange(start, follower - start, "");
        var dash = Text.LastIndexOf('-', start);
        return new TextChange(dash + 1, end - dash - 1, "");
    }

    // True where the entries of a list or mapping are separated by blank lines.
    private bool IsSpaced(int container, int child)
    {
        var start = style.StartOf(container, child);
        if (child != container + 1)
            return style.IsBlankAbove(style.WithComments(start));
        var next = tree.AfterChild(container, child);
        return next < tree.After(container) && style.IsBlankAbove(style.WithComments(style.StartOf(container, next)));
    }
}
