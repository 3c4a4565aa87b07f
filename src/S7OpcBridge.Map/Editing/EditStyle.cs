using S7OpcBridge.Map.YamlTrees;

namespace S7OpcBridge.Map.Editing;

/// <summary>What edits read off a text: columns, ends and comments of entries, and how their neighbours are written.</summary>
internal sealed class EditStyle(TextTree tree)
{
    private const string EditorsLine = "yaml-language-server";

    private string? _padding;

    public string Text => tree.Text;

    /// <summary>Behind the value of a child, or the colon of a key without one.</summary>
    public int EndOf(int container, int child)
    {
        ref readonly var value = ref tree[tree.ValueOfChild(container, child)];
        if (tree[container].Kind != NodeKind.Mapping || !value.IsNothing)
            return value.End;
        return ColonOf(child) is >= 0 and var colon ? colon + 1 : tree[child].End;
    }

    /// <summary>The colon behind a key; -1: it has none.</summary>
    public int ColonOf(int key)
    {
        var at = tree[key].End;
        while (at < Text.Length && Text[at] is ' ' or '\t')
            at++;
        return at < Text.Length && Text[at] == ':' ? at : -1;
    }

    /// <summary>Where a child of a container in lines begins: its key or its dash.</summary>
    /// <exception cref="EditRefusedException">It is written in a form that edits do not touch.</exception>
    public int StartOf(int container, int child)
    {
        var start = TreeRun.ColumnStart(tree, container, child);
        var line = start < 0 ? 0 : TextLines.StartOf(Text, start);
        if (start < 0 || Text.AsSpan(line, start - line).IndexOfAnyExcept(" -") >= 0)
            throw new EditRefusedException(tree[child].Start, "this entry is written in a form that is only changed by hand, in the text");
        return start;
    }

    /// <summary>True where a child stands behind the dash of an item around it.</summary>
    public bool IsBehindDash(int start)
    {
        var line = TextLines.StartOf(Text, start);
        return Text.AsSpan(line, start - line).Contains('-');
    }

    /// <summary>The column, from 0, of a place.</summary>
    public int ColumnOf(int at) => at - TextLines.StartOf(Text, at);

    /// <summary>Where the lines of an entry begin, with the comments directly above it.</summary>
    public int WithComments(int start)
    {
        var line = TextLines.StartOf(Text, start);
        var column = start - line;
        while (line > 0)
        {
            var above = TextLines.StartOf(Text, TextLines.BeforeBreak(Text, line));
            if (
                TextLines.CommentColumn(Text, above) != column
                || Text.AsSpan(above, line - above).Contains(EditorsLine, StringComparison.Ordinal)
            )
                break;
            line = above;
        }
        return line;
    }

    /// <summary>True where the line in front of this one is blank.</summary>
    public bool IsBlankAbove(int line) => line > 0 && TextLines.IsBlank(Text, TextLines.StartOf(Text, TextLines.BeforeBreak(Text, line)));

    /// <summary>What stands inside the braces of the text: a blank, or nothing.</summary>
    public string Padding
    {
        get
        {
            if (_padding is not null)
                return _padding;
            foreach (ref readonly var node in tree.Nodes)
            {
                if (node.Kind == NodeKind.Mapping && node.IsFlow && node.Size > 1 && !node.IsSpecial)
                    return _padding = PaddingOf(node);
            }
            return _padding = " ";
        }
    }

    /// <summary>What stands inside the braces of one mapping.</summary>
    public string PaddingOf(TextNode mapping) => Text[mapping.Start + 1] is ' ' or '\r' or '\n' ? " " : "";

    /// <summary>How far items stand behind the key of their list: 0 or 2.</summary>
    public int ItemIndent(int column)
    {
        for (var node = 1; node < tree.Count; node++)
        {
            ref readonly var at = ref tree[node];
            if (at.Kind != NodeKind.Sequence || at.IsFlow || at.IsSpecial || tree[node - 1].Kind != NodeKind.Scalar)
                continue;
            var offset = ColumnOf(at.Start) - ColumnOf(tree[node - 1].Start);
            // Keys behind dashes are in other columns than their lines.
            return Math.Clamp(offset, 0, 8) + column;
        }
        return column + 2;
    }

    /// <summary>The quotes of a scalar.</summary>
    public ScalarText.Quotes QuotesOf(int node) =>
        (tree[node].Marks & NodeMarks.Single) != 0 ? ScalarText.Quotes.Single
        : (tree[node].Marks & NodeMarks.Double) != 0 ? ScalarText.Quotes.Double
        : ScalarText.Quotes.AsNeeded;
}
