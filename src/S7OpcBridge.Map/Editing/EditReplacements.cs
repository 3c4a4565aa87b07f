using S7OpcBridge.Map.YamlTrees;

namespace S7OpcBridge.Map.Editing;

/// <summary>Plans other values in the place of old ones: in the same line where that is possible, else in lines of their own.</summary>
internal sealed class EditReplacements(TextTree tree, EditStyle style, Func<IReadOnlyList<Entry>, EditSchema> schemaOf)
{
    /// <summary>Gives an entry another value.</summary>
    /// <exception cref="EditRefusedException">It cannot be replaced without harm.</exception>
    public EditPlan Replace(FoundEntry found, NewNode value)
    {
        CheckSpecial(found.Node);
        if (found.Way.Count == 0)
            throw Refused(0, "the whole file is not set at once; write it by hand, in the text");
        var old = Tokens(found.Node);
        var wanted = Token.Of(value);
        if (old.SequenceEqual(wanted))
            return EditPlan.Nothing(found.Way, found.Node, tree[found.Node].Size);
        var (container, child) = found.Way[^1];
        ref readonly var node = ref tree[found.Node];
        if (node.Kind == NodeKind.Scalar && tree.ValueOf(found.Node).Contains("${", StringComparison.Ordinal))
            throw Refused(
                found.Node,
                "this value comes from an environment variable; change the variable where the bridge is started, or the text by hand"
            );
        var schema = schemaOf(found.Way);
        var lines = new ValueText(TextLines.BreakNear(tree.Text, node.Start), style.Padding);
        IReadOnlyList<TextChange> changes =
            tree[container].IsFlow ? [InFlow(container, child, found.Node, value, schema, lines)]
            : tree[container].Kind == NodeKind.Sequence ? [AsItem(found.Node, value, schema, lines)]
            : Behind(container, child, found.Node, value, schema, lines);
        return new EditPlan(changes, new TreeChange(container, found.Node, node.Size, wanted), found.Way, child);
    }

    private TextChange InFlow(int container, int child, int node, NewNode value, EditSchema schema, ValueText lines)
    {
        var text = value.Kind == NodeKind.Scalar ? Scalar(node, value, schema, inFlow: true) : lines.Flow(value, schema);
        if (!tree[node].IsNothing)
            return new TextChange(tree[node].Start, tree[node].End - tree[node].Start, text);
        if (tree[container].Kind == NodeKind.Sequence)
            throw Refused(node, "an empty item is only changed by hand, in the text");
        var end = style.EndOf(container, child);
        return new TextChange(end, 0, style.ColonOf(child) < 0 ? $": {text}" : $" {text}");
    }

    private TextChange AsItem(int node, NewNode value, EditSchema schema, ValueText lines)
    {
        ref readonly var old = ref tree[node];
        var column = style.ColumnOf(old.Start);
        var text =
            value.Kind == NodeKind.Scalar ? Scalar(node, value, schema, inFlow: false)
            : old.IsFlow || lines.IsForOneLine(value, schema) ? lines.Flow(value, schema)
            : lines.Compact(value, schema, column);
        return new TextChange(old.Start, old.End - old.Start, old.IsNothing ? $" {text}" : text);
    }

    private IReadOnlyList<TextChange> Behind(int container, int key, int node, NewNode value, EditSchema schema, ValueText lines)
    {
        ref readonly var old = ref tree[node];
        var text = tree.Text;
        var column = style.ColumnOf(style.StartOf(container, key));
        var inLines = old.IsCollection && !old.IsFlow;
        if ((old.Marks & NodeMarks.Block) != 0 && text.AsSpan(old.Start, TextLines.EndOf(text, old.Start) - old.Start).Contains('#'))
            throw Refused(node, "a comment stands in front of this text of several lines; change it by hand");
        if (value.Kind == NodeKind.Scalar && !inLines)
        {
            var scalar = Scalar(node, value, schema, inFlow: false);
            return [new TextChange(old.Start, old.End - old.Start, old.IsNothing ? $" {scalar}" : scalar)];
        }
        var isOneLine =
            value.Kind == NodeKind.Scalar || (!inLines && (old.IsFlow || lines.IsForOneLine(value, schema))) || value.Items.Count == 0;
        if (isOneLine && !inLines)
            return
            [
                new TextChange(old.Start, old.End - old.Start, old.IsNothing ? $" {lines.Flow(value, schema)}" : lines.Flow(value, schema)),
            ];
        var colon = style.ColonOf(key) is >= 0 and var at
            ? at
            : throw Refused(key, "this key is written in a form that is only changed by hand");
        if (inLines && !isOneLine && style.ColumnOf(old.Start) > column)
        {
            var indent = style.ColumnOf(old.Start);
            return [new TextChange(old.Start, old.End - old.Start, lines.Compact(value, schema, indent))];
        }
        var end = TextLines.EndOf(text, inLines ? colon : Math.Max(colon, old.End));
        var below = isOneLine ? "" : $"{lines.LineEnd}{lines.Lines(value, schema, column + 2)}";
        var behind = isOneLine
            ? value.Kind == NodeKind.Scalar
                ? Scalar(node, value, schema, inFlow: false)
                : lines.Flow(value, schema)
            : "";
        var changes = new List<TextChange>();
        if (behind.Length > 0)
            changes.Add(new TextChange(colon + 1, 0, $" {behind}"));
        if (inLines)
            changes.Add(new TextChange(end, old.End - end, below));
        else
            changes.AddRange([new TextChange(colon + 1, old.End - colon - 1, ""), new TextChange(end, 0, below)]);
        return changes;
    }

    private string Scalar(int node, NewNode value, EditSchema schema, bool inFlow)
    {
        var mayBeNumber =
            !value.IsText
            || schema.MayBeNumber
            || ((tree[node].Marks & NodeMarks.Plain) != 0 && !tree[node].IsNothing && ScalarText.IsResolved(tree.ValueOf(node).ToString()));
        // Numbers lose quotes that they do not need.
        return ScalarText.Of(value.Text, inFlow, mayBeNumber, value.IsText ? style.QuotesOf(node) : ScalarText.Quotes.AsNeeded);
    }

    /// <summary>Refuses what other places may depend on.</summary>
    public void CheckSpecial(int node)
    {
        if (tree.HasSpecial(node))
            throw Special(node);
    }

    /// <summary>The refusal of it.</summary>
    public EditRefusedException Special(int node) =>
        Refused(
            node,
            "here is an anchor (&), an alias (*), a tag (!) or a key without a bracket around it, on which other places may depend; change "
                + "it by hand, in the text"
        );

    private IReadOnlyList<Token> Tokens(int node)
    {
        var tokens = TreeUpdate.Tokens(tree, node, tree.After(node));
        // 'key:' has no value, unlike 'key: ""'.
        return tree[node].IsNothing ? [] : tokens;
    }

    private EditRefusedException Refused(int node, string message) => new(tree[node].Start, message);
}
