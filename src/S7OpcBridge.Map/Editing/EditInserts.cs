using S7OpcBridge.Map.YamlTrees;

namespace S7OpcBridge.Map.Editing;

/// <summary>Plans new entries: where they stand, and which of their neighbours they look like.</summary>
internal sealed class EditInserts(
    TextTree tree,
    EntryFinder finder,
    EditStyle style,
    FlowEdits flow,
    BlockEdits block,
    Func<FoundEntry, NewNode, EditPlan> replace,
    Func<IReadOnlyList<Entry>, EditSchema> schemaOf
)
{
    // Neighbours that are looked at for their form.
    private const int MostNeighbours = 100;

    private readonly Dictionary<int, int> _last = [];
    private readonly Dictionary<(int, NodeKind, string?), int?> _like = [];

    // What an item of a list has for a name stands in front of the colon in a mapping.
    private static readonly string[] NameKeys = ["name", "group"];

    private static readonly string[] Kinds = ["from", "use", "browse", "group", "tags"];

    /// <summary>Adds an item to a list, or a name to a mapping.</summary>
    public EditPlan Insert(FoundEntry found, IReadOnlyList<EditStep> steps, NewNode value, MapEdit edit)
    {
        if (found.Missing > 1 || (found.Missing == 1 && (steps[^1].IsItem || tree[found.Node].Kind != NodeKind.Mapping)))
            throw Refused(found.Node, $"there is no '{Findings.Excerpt.From(edit.Path)}' in this file");
        if (found.Missing == 1)
        {
            var list = edit.Name is null ? Listed(value) : Named(edit.Name, value);
            return AddKey(found, steps[^1].Name, list, at: null);
        }
        var naming = Array.Find(NameKeys, key => value[key] is { Kind: NodeKind.Scalar });
        var name = edit.Name ?? (naming is null ? null : value[naming]!.Text);
        if (tree[found.Node].Kind == NodeKind.Mapping && (tree[found.Node].Size > 1 || name is not null))
        {
            if (name is null)
                throw Refused(found.Node, "these are names with their values; give the edit a name");
            return AddKey(found, name, edit.Name is null ? value.Without(naming!) : value, edit.At);
        }
        if (tree[found.Node] is { IsCollection: true, Size: 1 } or { IsNothing: true })
            return Fill(found, edit.Name is null ? Listed(value) : Named(edit.Name, value));
        if (tree[found.Node].Kind != NodeKind.Sequence)
            throw Refused(found.Node, "there is no list here, but a single value; make a list of it by hand");
        return AddItem(found, value, edit.At);
    }

    /// <summary>Adds an entry that was moved: as it was written, where the list is written in the same way, else as its neighbours are.</summary>
    public EditPlan Put(FoundEntry found, IReadOnlyList<EditStep> steps, MovedEntry moved, MapEdit edit)
    {
        var container = found.Node;
        var kind = moved.Key is null ? NodeKind.Sequence : NodeKind.Mapping;
        if (found.Missing == 0 && moved.Text is { } text)
        {
            if (moved.Key is { } key && tree[container].Kind == kind && finder.FindKey(container, key) is >= 0 and var other)
                throw Refused(other, $"there is a '{Findings.Excerpt.From(key)}' here already; rename one of them first");
            if (!moved.IsFlow && tree[container] is { IsCollection: true, Size: 1 } or { IsNothing: true } && found.Way is [.., var last])
            {
                if (tree[last.Container] is { Kind: NodeKind.Mapping, IsFlow: false } && style.ColonOf(last.Child) >= 0)
                    return FillLines(
                        found,
                        text,
                        [
                            new Token(kind == NodeKind.Mapping ? '{' : '[', null),
                            .. moved.Tokens,
                            new Token(kind == NodeKind.Mapping ? '}' : ']', null),
                        ]
                    );
            }
            else if (tree[container].Kind == kind && tree[container].Size > 1 && tree[container].IsFlow == moved.IsFlow)
            {
                var (beside, isBehind) = edit.At is { } position ? Position(container, position) : (Last(container), true);
                return Planned(
                    found,
                    moved.IsFlow
                        ? flow.Insert(container, isBehind ? beside : -1, text(0))
                        : block.Insert(container, beside, isBehind, text),
                    new TreeChange(container, 0, 0, moved.Tokens),
                    beside,
                    isBehind
                );
            }
        }
        var isItem = tree[container].Kind == NodeKind.Sequence || moved.Key is null;
        return Insert(found, steps, isItem ? moved.AsItem() : moved.Value, edit with { Name = isItem ? null : moved.Key });
    }

    // Lines below a key whose list or mapping was empty.
    private EditPlan FillLines(FoundEntry found, Func<int, string> text, IReadOnlyList<Token> added)
    {
        var (container, child) = found.Way[^1];
        var (colon, old) = (style.ColonOf(child), tree[found.Node]);
        var column = style.ColumnOf(style.StartOf(container, child));
        var indent = added[0].Kind == '[' ? style.ItemIndent(column) : column + 2;
        var end = TextLines.EndOf(tree.Text, Math.Max(colon, old.End));
        IReadOnlyList<TextChange> changes =
        [
            .. old.IsNothing ? Array.Empty<TextChange>() : [new TextChange(colon + 1, old.End - colon - 1, "")],
            new TextChange(end, 0, $"{Lines(found.Node).LineEnd}{new string(' ', indent)}{text(indent)}"),
        ];
        return new EditPlan(changes, new TreeChange(container, found.Node, old.Size, added), found.Way, child);
    }

    /// <summary>Adds a key to a mapping, where the schema's order or its neighbours suggest.</summary>
    public EditPlan AddKey(FoundEntry found, string key, NewNode value, int? at)
    {
        var container = found.Node;
        if (tree[container] is { Kind: NodeKind.Mapping, Size: 1 } or { IsNothing: true })
            return Fill(found, Named(key, value));
        if (tree[container].Kind != NodeKind.Mapping)
            throw Refused(container, $"'{Findings.Excerpt.From(key)}' cannot be added here: there are no keys, but another value");
        if (finder.FindKey(container, key) is >= 0 and var other)
            throw Refused(other, $"there is a '{Findings.Excerpt.From(key)}' here already; change it, or choose another name");
        var schema = schemaOf(found.Way);
        value = Shortened(found, schema, value);
        at ??= MemberText.IsList(tree, found.Way, container) ? int.MaxValue : null; // their order is that of the PLC
        var inner = schema.Key(key);
        var added = new TreeChange(container, 0, 0, Token.Of(key, value));
        var (beside, isBehind) = at is { } position ? Position(container, position) : Place(container, key, schema, found.Way.Count == 0);
        var lines = Lines(container);
        IReadOnlyList<TextChange> changes = tree[container].IsFlow
            ? flow.Insert(container, isBehind ? beside : -1, lines.FlowEntry(key, value, inner))
            : block.Insert(container, beside, isBehind, column => lines.BlockEntry(key, value, inner, column));
        return Planned(found, changes, added, beside, isBehind);
    }

    private EditPlan AddItem(FoundEntry found, NewNode value, int? at)
    {
        var container = found.Node;
        var schema = schemaOf(found.Way).Item;
        var (beside, isBehind) = at is { } position ? Position(container, position) : (Last(container), true);
        var model = Like(container, beside, value);
        var lines =
            model is { } like && tree[like].IsFlow && tree[like].Kind == NodeKind.Mapping
                ? new ValueText(TextLines.BreakNear(tree.Text, tree[like].Start), style.PaddingOf(tree[like]))
                : Lines(container);
        var inOneLine =
            value.Kind == NodeKind.Scalar
            || (model is { } similar ? tree[similar].IsFlow : IsTag(value) || lines.IsForOneLine(value, schema));
        var added = new TreeChange(container, 0, 0, Token.Of(value));
        var changes = tree[container].IsFlow
            ? flow.Insert(container, isBehind ? beside : -1, lines.Flow(value, schema))
            : block.Insert(container, beside, isBehind, column => Item(value, schema, lines, column, GapOf(container, beside), inOneLine));
        return Planned(found, changes, added, beside, isBehind);
    }

    private static string Item(NewNode value, EditSchema schema, ValueText lines, int column, int gap, bool inOneLine) =>
        $"-{new string(' ', gap - 1)}"
        + (
            value.Kind == NodeKind.Scalar ? lines.Behind(value, schema, column)[1..]
            : inOneLine ? lines.Flow(value, schema)
            : lines.Compact(value, schema, column + gap)
        );

    // From the dash to the item.
    private int GapOf(int container, int child)
    {
        var gap = tree[child].Start - style.StartOf(container, child);
        return gap is >= 2 and <= 9 ? gap : 2;
    }

    private EditPlan Planned(FoundEntry found, IReadOnlyList<TextChange> changes, TreeChange added, int beside, bool isBehind)
    {
        var place = isBehind ? tree.AfterChild(found.Node, beside) : beside;
        return new EditPlan(changes, added with { At = place }, [.. found.Way, new Entry(found.Node, beside)], beside);
    }

    // The first entry of an empty list or mapping.
    private EditPlan Fill(FoundEntry found, NewNode value)
    {
        if (found.Way.Count == 0)
            return tree[0] is { Kind: NodeKind.Mapping, IsFlow: true } && value.Kind == NodeKind.Mapping
                ? new EditPlan(
                    flow.Insert(0, -1, Lines(0).FlowEntry(value.Keys[0], value.Items[0], schemaOf([]).Key(value.Keys[0]))),
                    new TreeChange(0, 1, 0, Token.Of(value.Keys[0], value.Items[0])),
                    [],
                    0
                )
                : throw Refused(0, "the file is empty; write its first lines by hand");
        var (container, child) = found.Way[^1];
        var schema = schemaOf(found.Way);
        value = value.Kind == NodeKind.Mapping ? value with { Items = [Shortened(found, schema, value.Items[0], isFirst: true)] } : value;
        var lines = Lines(found.Node);
        var isKey = tree[container].Kind == NodeKind.Mapping && !tree[container].IsFlow;
        var isInLines =
            isKey
            && (
                tree.Is(child, "tags")
                || MemberText.IsList(tree, found.Way, found.Node)
                || !lines.IsForOneLine(value, schema)
                || (schema.IsListOfMappings && value.Kind == NodeKind.Sequence && !tree.Is(child, "users"))
            );
        if (!isInLines)
            return replace(found, value);
        var colon = style.ColonOf(child) is >= 0 and var at
            ? at
            : throw Refused(child, "this key is written in a form that is only changed by hand");
        var column = style.ColumnOf(style.StartOf(container, child));
        var indent = value.Kind == NodeKind.Sequence ? style.ItemIndent(column) : column + 2;
        var text =
            value.Kind == NodeKind.Sequence
                ? Item(value.Items[0], schema.Item, lines, indent, 2, IsTag(value.Items[0]) && !value.Items[0].Keys.Contains("tags"))
                : lines.Compact(value, schema, indent);
        var old = tree[found.Node];
        var end = TextLines.EndOf(tree.Text, Math.Max(colon, old.End));
        IReadOnlyList<TextChange> changes =
        [
            .. old.IsNothing ? Array.Empty<TextChange>() : [new TextChange(colon + 1, old.End - colon - 1, "")],
            new TextChange(end, 0, $"{lines.LineEnd}{new string(' ', indent)}{text}"),
        ];
        return new EditPlan(changes, new TreeChange(container, found.Node, old.Size, Token.Of(value)), found.Way, child);
    }

    private (int Beside, bool IsBehind) Position(int container, int position)
    {
        if (position <= 0)
            return (container + 1, false);
        var children = tree.ChildrenOf(container).Skip(position - 1);
        foreach (var child in children)
            return (child, true);
        return (Last(container), true);
    }

    // Behind the last key that usually comes earlier.
    private (int Beside, bool IsBehind) Place(int container, string key, EditSchema schema, bool isRoot)
    {
        var children = tree[container].Size > MostNeighbours * 10 ? [] : tree.ChildrenOf(container).ToList();
        var names = children.ConvertAll(child => tree.ValueOf(child).ToString());
        var order = schema.Order(names).ToList();
        var rank = order.IndexOf(key);
        if (rank < 0 || children.Count == 0)
            return (Last(container), true);
        var earlier = names.FindLastIndex(name => order.IndexOf(name) is >= 0 and var other && other < rank);
        if (earlier >= 0)
            return (children[earlier], true);
        // In front of all others, but not of the first line of a file or behind a dash.
        return isRoot || tree[container].IsFlow || style.IsBehindDash(style.StartOf(container, children[0]))
            ? (children[0], true)
            : (children[0], false);
    }

    // A tag among names is written in the short form, where that can say it and its neighbours have it.
    private NewNode Shortened(FoundEntry found, EditSchema schema, NewNode value, bool isFirst = false)
    {
        if (MemberText.IsList(tree, found.Way, found.Node))
            return MemberText.Of(value) is { } member ? NewNode.OfText(member) : value;
        if (value.Kind != NodeKind.Mapping || !schema.Item.Order(["name", "address"]).Contains("address"))
            return value;
        if (ShortFormText.Of(value) is not { } text)
            return value;
        var isShort = isFirst || tree.ChildrenOf(found.Node).Take(MostNeighbours).Any(IsShort);
        return isShort ? NewNode.OfText(text) : value;
    }

    private bool IsShort(int key) =>
        tree[tree.ValueOfKey(key)].Kind == NodeKind.Scalar && ShortFormText.Read(tree.ValueOf(tree.ValueOfKey(key)).ToString()) is not null;

    // The nearest item of the same kind.
    private int? Like(int container, int beside, NewNode value)
    {
        var kind = KindOf(value.Keys.Contains);
        var isLast = beside == Last(container);
        if (isLast && _like.TryGetValue((container, value.Kind, kind), out var known))
            return known;
        var (found, distance) = ((int?)null, 0);
        foreach (var item in tree.ChildrenOf(container))
        {
            if (item > beside && (found is not null || ++distance > MostNeighbours))
                break;
            if (tree[item].Kind == value.Kind && (value.Kind != NodeKind.Mapping || KindOf(key => tree.FindKey(item, key) >= 0) == kind))
                found = item;
        }
        if (isLast)
            _like[(container, value.Kind, kind)] = found;
        return found;
    }

    private static string? KindOf(Func<string, bool> has) => Array.Find(Kinds, kind => has(kind));

    private static bool IsTag(NewNode value) =>
        value.Kind == NodeKind.Mapping && (value["address"] ?? value["offset"] ?? value["symbol"]) is not null;

    private int Last(int container) =>
        _last.TryGetValue(container, out var last) ? last : _last[container] = tree.Before(container, tree.After(container));

    private ValueText Lines(int node) => new(TextLines.BreakNear(tree.Text, tree[node].Start), style.Padding);

    private static NewNode Listed(NewNode item) => new(NodeKind.Sequence, "", IsText: false, [item], []);

    private static NewNode Named(string key, NewNode value) => new(NodeKind.Mapping, "", IsText: false, [value], [key]);

    private EditRefusedException Refused(int node, string message) => new(tree[node].Start, message);
}
