using S7OpcBridge.Map.YamlTrees;

namespace S7OpcBridge.Map.Editing;

/// <summary>Adds and removes entries between braces and brackets.</summary>
internal sealed class FlowEdits(TextTree tree, EditStyle style)
{
    private string Text => tree.Text;

    /// <summary>Adds an entry.</summary>
    /// <param name="container">The mapping or list.</param>
    /// <param name="before">The entry in front of it; -1: it is the first.</param>
    /// <param name="entry">Its text.</param>
    public IReadOnlyList<TextChange> Insert(int container, int before, string entry)
    {
        ref readonly var around = ref tree[container];
        if (around.Size == 1)
        {
            if (Text.AsSpan(around.Start + 1, around.End - around.Start - 2).IndexOfAnyExcept(' ') >= 0)
                throw Refused(around.Start, "a comment stands in these empty brackets; write the first entry by hand, in the text");
            var padding = around.Kind == NodeKind.Mapping ? style.Padding : "";
            return [new TextChange(around.Start + 1, around.End - around.Start - 2, $"{padding}{entry}{padding}")];
        }
        if (before < 0)
            return [new TextChange(tree[container + 1].Start, 0, $"{entry}, ")];
        var end = style.EndOf(container, before);
        var comma = CommaAfter(end);
        var line = TextLines.EndOf(Text, end);
        var rest = comma < 0 ? end : comma + 1;
        if (!BeginsItsLine(tree[before].Start) || HasContent(rest, line))
            return [new TextChange(end, 0, $", {entry}")];
        var lineEnd = $"{TextLines.BreakNear(Text, end)}{new string(' ', style.ColumnOf(tree[before].Start))}";
        if (comma >= 0)
            return [new TextChange(line, 0, $"{lineEnd}{entry},")];
        return line == end
            ? [new TextChange(end, 0, $",{lineEnd}{entry}")]
            : [new TextChange(end, 0, ","), new TextChange(line, 0, $"{lineEnd}{entry}")];
    }

    /// <summary>Removes an entry.</summary>
    public IReadOnlyList<TextChange> Remove(int container, int child)
    {
        ref readonly var around = ref tree[container];
        var next = tree.AfterChild(container, child);
        var isLast = next >= tree.After(container);
        var before = tree.Before(container, child);
        var (start, end) = (tree[child].Start, style.EndOf(container, child));
        if (before < 0 && isLast)
            return [new TextChange(around.Start + 1, around.End - around.Start - 2, "")];
        var comma = CommaAfter(end);
        var line = TextLines.EndOf(Text, end);
        if (BeginsItsLine(start) && !HasContent(comma < 0 ? end : comma + 1, line) && line < Text.Length)
        {
            var from = style.WithComments(start);
            var lines = new TextChange(from, TextLines.SkipBreak(Text, line) - from, "");
            // The comma in front of a last entry, unless the list ends with one.
            return isLast && comma < 0 && CommaAfter(style.EndOf(container, before)) is >= 0 and var last
                ? [new TextChange(last, 1, ""), lines]
                : [lines];
        }
        if (before >= 0 && IsPlain(style.EndOf(container, before), start))
            return [new TextChange(style.EndOf(container, before), end - style.EndOf(container, before), "")];
        if (!isLast && IsPlain(end, tree[next].Start))
            return [new TextChange(start, tree[next].Start - start, "")];
        throw Refused(start, "a comment stands between this entry and its neighbours; remove it by hand, in the text");
    }

    private bool BeginsItsLine(int at)
    {
        var line = TextLines.StartOf(Text, at);
        return Text.AsSpan(line, at - line).IndexOfAnyExcept(' ') < 0;
    }

    // More than blanks and a comment.
    private bool HasContent(int from, int to)
    {
        var next = TextLines.NextContent(Text, from);
        return next < to;
    }

    private bool IsPlain(int from, int to) => !Text.AsSpan(from, to - from).Contains('#');

    // The comma may stand in a later line.
    private int CommaAfter(int at)
    {
        var next = TextLines.NextContent(Text, at);
        return next < Text.Length && Text[next] == ',' ? next : -1;
    }

    private static EditRefusedException Refused(int at, string message) => new(at, message);
}
