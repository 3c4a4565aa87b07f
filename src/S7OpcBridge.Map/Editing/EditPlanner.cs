using S7OpcBridge.Map.YamlTrees;

namespace S7OpcBridge.Map.Editing;

/// <summary>Turns edits of one YAML text into changes of its text and of its tree.</summary>
/// <param name="tree">The text.</param>
/// <param name="isTags">True for a file of tags, false for a map.</param>
internal sealed class EditPlanner(TextTree tree, bool isTags)
{
    private const string TagsKey = "tags";

    private readonly EntryFinder _finder = new(tree);
    private readonly EditStyle _style = new(tree);

    private FlowEdits Flow => field ??= new FlowEdits(tree, _style);

    private BlockEdits Block => field ??= new BlockEdits(tree, _style);

    private EditReplacements Replacements => field ??= new EditReplacements(tree, _style, SchemaOf);

    private EditInserts Inserts => field ??= new EditInserts(tree, _finder, _style, Flow, Block, Replacements.Replace, SchemaOf);

    /// <summary>The changes for an edit; none, where the text has what is wanted already.</summary>
    /// <exception cref="EditRefusedException">It cannot be made.</exception>
    public EditPlan Plan(MapEdit edit)
    {
        var steps = EditPath.Parse(edit.Path);
        var found = _finder.Find(steps);
        CheckWay(found);
        switch (edit.Kind)
        {
            case MapEditKind.Set:
                return Set(found, steps, NewNode.Of(edit.Value));
            case MapEditKind.Insert:
                return Inserts.Insert(found, steps, NewNode.Of(edit.Value), edit);
            case MapEditKind.Remove when found.Missing == 1 && IsShortForm(found):
                return Shortened(found, steps[^1].Name, value: null);
            case MapEditKind.Remove:
                Require(found, steps);
                return Remove(found);
            case MapEditKind.Rename:
                Require(found, steps);
                return Rename(
                    found,
                    edit.Name is { Length: > 0 } name ? name : throw Refused(found.Node, "the edit has no new name; give one")
                );
            default:
                throw Refused(0, $"there is no edit '{edit.Kind}'");
        }
    }

    private EditPlan Set(FoundEntry found, IReadOnlyList<EditStep> steps, NewNode value)
    {
        if (found.Missing == 0)
            return Replacements.Replace(found, value);
        if (found.Missing == 1 && IsShortForm(found))
            return Shortened(found, steps[^1].Name, value);
        if (found.Missing > 1 || steps[^1].Position is not null || tree[found.Node].Kind == NodeKind.Sequence)
            Require(found, steps);
        return Inserts.AddKey(found, steps[^1].Name, value, at: null);
    }

    private bool IsShortForm(FoundEntry found) =>
        found.Way is [.., var last]
        && tree[last.Container].Kind == NodeKind.Mapping
        && tree[found.Node].Kind == NodeKind.Scalar
        && !tree[found.Node].IsNothing
        && (IsMember(found) || IsShortTag(found));

    private bool IsMember(FoundEntry found) =>
        found.Way.Count > 2 && MemberText.IsList(tree, [.. found.Way.SkipLast(1)], found.Way[^1].Container);

    private bool IsShortTag(FoundEntry found) =>
        found.Way is [.., var tags, _] ? tree[tags.Container].Kind == NodeKind.Mapping && tree.Is(tags.Child, TagsKey) : isTags;

    // One key of a tag or a member in the short form: within it, else it gets the long form.
    private EditPlan Shortened(FoundEntry found, string key, NewNode? value)
    {
        var text = tree.ValueOf(found.Node).ToString();
        var isMember = IsMember(found);
        if ((isMember ? MemberText.With(text, key, value) : ShortFormText.With(text, key, value)) is { } changed)
            return Replacements.Replace(found, NewNode.OfText(changed));
        if (value is null || (isMember ? MemberText.Read(text) : ShortFormText.Read(text)) is not { } tag)
            throw Refused(found.Node, $"'{key}' cannot be changed in this short form; change it by hand, in the text");
        tag = tag.Without(key);
        return Replacements.Replace(found, tag with { Items = [.. tag.Items, value], Keys = [.. tag.Keys, key] });
    }

    /// <summary>Puts an entry that was taken out into a list.</summary>
    /// <exception cref="EditRefusedException">It cannot stand there.</exception>
    public EditPlan Put(FoundEntry list, IReadOnlyList<EditStep> steps, MovedEntry moved, MapEdit edit)
    {
        CheckWay(list);
        return Inserts.Put(list, steps, moved, edit);
    }

    /// <summary>Removes an entry.</summary>
    /// <exception cref="EditRefusedException">It cannot be removed.</exception>
    public EditPlan Remove(FoundEntry found)
    {
        if (found.Way.Count == 0)
            throw Refused(0, "the whole file is not removed here");
        var (container, child) = found.Way[^1];
        Replacements.CheckSpecial(found.Node);
        Replacements.CheckSpecial(child);
        var removed = tree.AfterChild(container, child) - child;
        var change = new TreeChange(container, child, removed, []);
        if (tree[container].IsFlow)
            return new EditPlan(Flow.Remove(container, child), change, found.Way, child);
        if (child == container + 1 && child + removed == tree.After(container))
            return Emptied(found, change);
        // One neighbour is read as well: the list has an item then.
        var next = child + removed;
        var isLast = next >= tree.After(container);
        return isLast
            ? new EditPlan(
                Block.Remove(container, child),
                change,
                [.. found.Way.SkipLast(1), new Entry(container, tree.Before(container, child))],
                child
            )
            : new EditPlan(Block.Remove(container, child), change, found.Way, next);
    }

    // The last entry of a mapping or list in lines goes; {} or [] stays.
    private EditPlan Emptied(FoundEntry found, TreeChange change)
    {
        var (container, child) = found.Way[^1];
        var start = _style.StartOf(container, child);
        var end = TextLines.EndOf(tree.Text, _style.EndOf(container, child));
        var empty = tree[container].Kind == NodeKind.Mapping ? "{}" : "[]";
        if (found.Way is not [.., var around, _])
            return new EditPlan([new TextChange(start, _style.EndOf(container, child) - start, empty)], change, [], 0);
        if (_style.IsBehindDash(start))
            return new EditPlan(
                [new TextChange(start, _style.EndOf(container, child) - start, empty)],
                change,
                [.. found.Way.SkipLast(1)],
                around.Child
            );
        var behind =
            tree[around.Container].Kind == NodeKind.Mapping ? _style.ColonOf(around.Child) : _style.StartOf(around.Container, around.Child);
        if (behind < 0)
            throw Refused(child, "this entry is written in a form that is only changed by hand, in the text");
        return new EditPlan(
            [new TextChange(behind + 1, 0, $" {empty}"), Block.Lines(child, start, end, isFirst: true, isLast: true)],
            change,
            [.. found.Way.SkipLast(1)],
            around.Child
        );
    }

    private EditPlan Rename(FoundEntry found, string name)
    {
        if (found.Way.Count == 0)
            throw Refused(0, "the whole file has no name");
        var (container, child) = found.Way[^1];
        if (tree[container].Kind == NodeKind.Sequence)
        {
            if (tree[child].Kind == NodeKind.Scalar)
                return Replacements.Replace(found, NewNode.OfText(name));
            var key = EntryFinder.NamingKey(tree, child);
            if (key < 0)
                throw Refused(child, "this item has no name; give it one first");
            return Replacements.Replace(
                new FoundEntry([.. found.Way, new Entry(child, key)], tree.ValueOfKey(key), 0),
                NewNode.OfText(name)
            );
        }
        Replacements.CheckSpecial(child);
        if (tree.Is(child, name))
            return EditPlan.Nothing(found.Way, child, 1);
        if (_finder.FindKey(container, name) is >= 0 and var other)
            throw Refused(other, $"there is a '{Findings.Excerpt.From(name)}' here already; choose another name");
        var written = ScalarText.Of(name, tree[container].IsFlow, mayBeNumber: name != "<<", _style.QuotesOf(child));
        return new EditPlan(
            [new TextChange(tree[child].Start, tree[child].End - tree[child].Start, written)],
            new TreeChange(container, child, 1, [new Token('s', name)]),
            found.Way,
            child
        );
    }

    private EditSchema SchemaOf(IReadOnlyList<Entry> way)
    {
        var schema = EditSchema.Of(isTags);
        foreach (var (container, child) in way)
            schema = tree[container].Kind == NodeKind.Mapping ? schema.Key(tree.ValueOf(child).ToString()) : schema.Item;
        return schema;
    }

    private void Require(FoundEntry found, IReadOnlyList<EditStep> steps)
    {
        if (found.Missing > 0)
            throw Refused(
                found.Node,
                $"there is no '{Findings.Excerpt.From(EditPath.Format(steps.Skip(steps.Count - found.Missing)))}' in '"
                    + $"{Findings.Excerpt.From(EditPath.Format(steps.SkipLast(found.Missing)))}' of this file"
            );
    }

    private void CheckWay(FoundEntry found)
    {
        foreach (var (container, child) in found.Way)
        {
            if (tree[container].IsSpecial || tree[child].IsSpecial)
                throw Replacements.Special(container);
            CheckMerge(container);
        }
        CheckMerge(found.Node);
        if (tree[found.Node].IsSpecial || tree[found.Node].Kind == NodeKind.Alias)
            throw Replacements.Special(found.Node);
    }

    private void CheckMerge(int container)
    {
        if (_finder.FindKey(container, "<<") is >= 0 and var merge)
            throw Refused(merge, "'<<' takes keys from elsewhere, which a map does not read; write the keys here, by hand");
    }

    private EditRefusedException Refused(int node, string message) => new(tree[node].Start, message);
}
