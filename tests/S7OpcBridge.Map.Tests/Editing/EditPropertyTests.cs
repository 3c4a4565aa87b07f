using System.Text.Json.Nodes;
using S7OpcBridge.Map.Editing;
using S7OpcBridge.Map.YamlTrees;
using S7OpcBridge.Tests;

namespace S7OpcBridge.Map.Tests.Editing;

/// <summary>Whatever is edited in whichever map: the rest stays, to the byte, and the tree is that of the text read again.</summary>
public sealed class EditPropertyTests
{
    private static readonly string[] Maps =
    [
        .. Directory
            .EnumerateFiles(Repository.PathOf("config"), "*.yaml", SearchOption.AllDirectories)
            .Concat(Directory.EnumerateFiles(Repository.PathOf("deploy"), "*.yaml", SearchOption.AllDirectories))
            .Order(StringComparer.Ordinal)
            .Select(File.ReadAllText)
            .Where(IsYaml),
        "plcs:\r\n- name: A\t# tab\r\n  host: h\r\n\r\n\r\n  # tags\r\n  tags: [ {name: x, address: MW0}, # one\r\n    {name: y, address: MW2}\r\n  ]",
        "# a\n\n- a\n-   b: 1\n    c: |\n      x\n      # no comment\n\n    d: >-\n      y\n  # comment\n- - e\n  - f\n-\n  g: 1\n- {}\n- []\n-\n",
        "a:\n    b: 'x'\n    c: \"y\"\n    ä: { d: 1,\n         e: [ 1, 2 ], # two\n         f: x y }\n    g: multi\n      line\n# end",
        "{\"a\": 1, \"b\": [true, {\"c\": null}], \"d\": {}}\n",
        "---\na: 1\nb:\n- x\n- y\n...\n",
        "a: &x { c: 1 }\nb: *x\nc: !!str 2\nd: e\nf: [g: h]\ni: |+\n  k\n\n\nl: 1\n",
    ];

    private static readonly string[] Texts = ["x", "%", "a: b", "[", "yes", "1", "", "é", "a\nb", "0.0 Real, rpm"];

    private static readonly string[] Signs =
    [
        "a",
        "b: ",
        "- ",
        "\n",
        "  ",
        "{",
        "}",
        "[",
        "]",
        ", ",
        "#",
        " # c",
        "'",
        "\"",
        "|",
        ">",
        "&x ",
        "*x",
        "!t ",
        "? ",
        ": ",
        "\r\n",
        "\t",
        "---\n",
        "...\n",
        "%",
        "${A}",
        "\u2028",
        "\uFEFF",
        "é😀",
        "<<: ",
        "\0",
        "\n    ",
        "\n  - c: 1",
        "name: x",
    ];

    [FsCheck.NUnit.Property(MaxTest = 1000)]
    public void Any_edit_leaves_the_rest_as_it_is(int seed)
    {
        var random = new Random(seed);
        Check(Maps[random.Next(Maps.Length)], random);
    }

    [FsCheck.NUnit.Property(MaxTest = 1000)]
    public void Texts_of_any_kind_are_edited_or_refused(int seed)
    {
        var random = new Random(seed);
        var text = string.Concat(Enumerable.Range(0, random.Next(1, 40)).Select(_ => Signs[random.Next(Signs.Length)]));
        if (IsYaml(text))
            Check(text, random);
    }

    [FsCheck.NUnit.Property(MaxTest = 1000)]
    public void Maps_with_mistakes_are_edited_or_refused(int seed)
    {
        var random = new Random(seed);
        var text = Maps[random.Next(Maps.Length)];
        for (var i = random.Next(4); i >= 0; i--)
        {
            var at = random.Next(text.Length + 1);
            text =
                random.Next(2) == 0
                    ? text.Insert(at, Signs[random.Next(Signs.Length)])
                    : text.Remove(at, Math.Min(random.Next(8), text.Length - at));
        }
        if (IsYaml(text))
            Check(text, random);
    }

    [FsCheck.NUnit.Property(MaxTest = 500)]
    public void Several_edits_at_once_are_those_one_after_the_other(int seed)
    {
        var random = new Random(seed);
        var text = YamlText.Read(Maps[random.Next(Maps.Length)], isTags: false);
        var (one, edits) = (text, new List<MapEdit>());
        for (var i = 0; i < 6; i++)
        {
            var edit = RandomEdit(one.Tree, random);
            if (Try(one, [edit]) is not { } next)
                continue;
            (one, edits) = (next, [.. edits, edit]);
        }

        var all = Try(text, edits);

        // Blank lines beside an entry that was added may differ, as they follow its neighbours.
        Assert.That(Tokens(all), Is.EqualTo(Tokens(one)), string.Join('\n', edits));
        Edits.AssertIsAsRead(all!.Tree);
    }

    private static void Check(string text, Random random)
    {
        var before = YamlText.Read(text, isTags: false);
        var edit = RandomEdit(before.Tree, random);
        if (Try(before, [edit]) is not { } after)
            return;
        Edits.AssertIsAsRead(after.Tree);
        var (start, end) = Touched(before.Tree, edit);
        var prefix = text.AsSpan().CommonPrefixLength(after.Text);
        var suffix = 0;
        while (suffix < Math.Min(text.Length, after.Text.Length) && text[^(suffix + 1)] == after.Text[^(suffix + 1)])
            suffix++;
        Assert.That(prefix, Is.GreaterThanOrEqualTo(start), $"{edit}\n{text}\n=>\n{after.Text}");
        Assert.That(text.Length - suffix, Is.LessThanOrEqualTo(end), $"{edit}\n{text}\n=>\n{after.Text}");
        CheckInverse(before, edit, after);
    }

    // What was added is removed again, what was set gets its old value: the bytes are those from before.
    private static void CheckInverse(YamlText before, MapEdit edit, YamlText after)
    {
        if (ReferenceEquals(before, after))
            return;
        var found = new EntryFinder(before.Tree).Find(EditPath.Parse(edit.Path));
        var node = found.Node;
        MapEdit? inverse =
            edit.Kind == MapEditKind.Set && found.Missing == 1 && before.Tree[node] is { Kind: NodeKind.Mapping, Size: > 1 }
                ? Edits.Remove(edit.Path)
            : edit.Kind == MapEditKind.Insert
            && found.Missing == 0
            && before.Tree[node] is { Kind: NodeKind.Sequence, Size: > 1 }
            && edit.At is null
                ? Edits.Remove($"{edit.Path}[#{before.Tree.ChildrenOf(node).Count()}]")
            : null;
        if (inverse is null || Try(after, [inverse]) is not { } back)
            return;
        Assert.That(back.Text, Is.EqualTo(before.Text), $"{edit}\n{after.Text}");
    }

    // From the line of an entry, with comments and blank lines above, to its last one.
    private static (int Start, int End) Touched(TextTree tree, MapEdit edit)
    {
        var found = new EntryFinder(tree).Find(EditPath.Parse(edit.Path));
        var text = tree.Text;
        var (start, end) = (tree[found.Node].Start, tree[found.Node].End);
        if (edit.Kind is MapEditKind.Remove or MapEditKind.Set or MapEditKind.Rename && found.Way is [.., var last] && found.Missing == 0)
        {
            start = tree[last.Child].Start;
            if (edit.Kind == MapEditKind.Remove)
            {
                // Its neighbours' commas, or the key that gets {} or [].
                start = Math.Min(
                    start,
                    tree.Before(last.Container, last.Child) is >= 0 and var before
                        ? tree[tree.ValueOfChild(last.Container, before)].End
                        : tree[last.Container].Start - 2
                );
                start =
                    tree.After(last.Container) == tree.AfterChild(last.Container, last.Child) && found.Way is [.., var around, _]
                        ? Math.Min(start, tree[around.Child].Start)
                        : start;
                end =
                    tree.AfterChild(last.Container, last.Child) is var next && next < tree.After(last.Container)
                        ? tree[next].Start
                        : Math.Max(end, tree[last.Container].End);
            }
        }
        start = Math.Max(0, Math.Min(start, text.Length));
        for (start = TextLines.StartOf(text, start); start > 0; )
        {
            var above = TextLines.StartOf(text, TextLines.BeforeBreak(text, start));
            if (!TextLines.IsBlank(text, above) && TextLines.CommentColumn(text, above) < 0)
                break;
            start = above;
        }
        end = TextLines.SkipBreak(text, TextLines.EndOf(text, Math.Min(end, text.Length)));
        return (Math.Max(0, start - 2), end);
    }

    private static MapEdit RandomEdit(TextTree tree, Random random)
    {
        var way = new List<EditStep>();
        var node = 0;
        while (tree[node].IsCollection && tree[node].Size > 1 && random.Next(5) > 0)
        {
            var children = tree.ChildrenOf(node).ToList();
            var at = random.Next(children.Count);
            if (tree[node].Kind == NodeKind.Mapping && (tree[children[at]].Kind != NodeKind.Scalar || tree[children[at]].Size != 1))
                break;
            way.Add(
                tree[node].Kind == NodeKind.Mapping
                    ? new EditStep(tree.ValueOf(children[at]).ToString(), false, null)
                    : new EditStep("", true, at)
            );
            node = tree.ValueOfChild(node, children[at]);
        }
        if (way.Any(step => !step.IsItem && step.Name.Length == 0))
            return Edits.Remove("a");
        var path = EditPath.Format(way);
        var value = RandomValue(random);
        return random.Next(6) switch
        {
            0 => Edits.Set(path, value),
            1 => Edits.Remove(path),
            2 => Edits.Rename(path, Texts[random.Next(Texts.Length)]),
            3 => Edits.Insert(path, value, random.Next(3) == 0 ? random.Next(3) : null, random.Next(2) == 0 ? "new" : null),
            4 => Edits.Insert(path, Edits.Json("""{ "name": "new/tag", "address": "DB1.DBD4", "type": "Real", "unit": "%" }""")),
            _ => Edits.Set(path.Length == 0 ? "added" : $"{path}/added", value),
        };
    }

    private static JsonNode RandomValue(Random random) =>
        random.Next(6) switch
        {
            0 => new JsonArray(Texts[random.Next(Texts.Length)], 2),
            1 => new JsonObject { ["k"] = Texts[random.Next(Texts.Length)], ["l"] = new JsonArray(true, 1.5) },
            2 => new JsonArray(
                new JsonObject
                {
                    ["name"] = "n",
                    ["tags"] = new JsonObject { ["t"] = "u" },
                }
            ),
            3 => JsonValue.Create(random.Next(100)),
            _ => JsonValue.Create(Texts[random.Next(Texts.Length)]),
        };

    private static YamlText? Try(YamlText text, IReadOnlyList<MapEdit> edits)
    {
        var current = 0;
        try
        {
            return text.Apply(edits, ref current);
        }
        catch (EditRefusedException)
        {
            return null;
        }
    }

    private static List<Token>? Tokens(YamlText? text) => text is null ? null : TreeUpdate.Tokens(text.Tree, 0, text.Tree.Count);

    private static bool IsYaml(string text)
    {
        try
        {
            YamlText.Read(text, isTags: false);
            return true;
        }
        catch (EditRefusedException)
        {
            return false;
        }
    }
}
