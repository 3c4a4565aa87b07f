using S7OpcBridge.Map.Editing;
using S7OpcBridge.Map.YamlTrees;
using S7OpcBridge.Tests;
using static S7OpcBridge.Map.Tests.Editing.Edits;

namespace S7OpcBridge.Map.Tests.Editing;

/// <summary>An entry goes to another place with its comments, as it is written; all else stays.</summary>
public sealed class EntryMoveTests
{
    private const string Plant = """
        plcs:
          - name: Line1
            host: h
            tags:
              # the drive
              - { name: Speed,   address: DB1.DBD0, type: Real }   # rpm
              - name: Level
                address: DB1.DBD4   # of tank 2

                type: Real
              - group: Motor
                tags:
                  - { name: Torque, address: DB1.DBD8, type: Real }
              - group: Empty
                tags: []
          - name: Line2
            host: h
            tags:
              Room:
                # above
                Heat: DB1.DBD0 Real, "warm"  # behind
                Cold: DB1.DBD4 Real
              Hall:
                tags: {}
              Yard:
                tags:
                  Gate: DB2.DBX0.0
        """;

    [Test]
    public void A_tag_goes_up_and_down_with_its_comments()
    {
        var down = Applied(Plant, Move("plcs[Line1]/tags[Speed]", at: 1));
        Assert.That(
            down,
            Does.Contain(
                """
                      - name: Level
                        address: DB1.DBD4   # of tank 2

                        type: Real
                      # the drive
                      - { name: Speed,   address: DB1.DBD0, type: Real }   # rpm
                      - group: Motor
                """
            )
        );
        Assert.That(Applied(down, Move("plcs[Line1]/tags[Speed]", at: 0)), Is.EqualTo(Plant));
        Assert.That(Applied(down, Move("plcs[Line1]/tags[Level]", at: 1)), Is.EqualTo(Plant), "the other one up is the same");
        Assert.That(Applied(Plant, Move("plcs[Line1]/tags[Speed]", at: 0)), Is.EqualTo(Plant), "it is there already");
    }

    [Test]
    public void A_tag_goes_into_a_group_and_back_with_the_column_of_its_lines_alone_changed()
    {
        var into = Applied(Plant, Move("plcs[Line1]/tags[Level]", to: "plcs[Line1]/tags[Motor]/tags"));
        Assert.That(
            into,
            Does.Contain(
                """
                          - { name: Torque, address: DB1.DBD8, type: Real }
                          - name: Level
                            address: DB1.DBD4   # of tank 2

                            type: Real
                      - group: Empty
                """
            )
        );
        Assert.That(Applied(into, Move("plcs[Line1]/tags[Motor/Level]", at: 1, to: "plcs[Line1]/tags")), Is.EqualTo(Plant));
    }

    [Test]
    public void The_first_tag_of_a_group_and_the_last_one_leave_it_in_order()
    {
        var filled = Applied(Plant, Move("plcs[Line1]/tags[Speed]", to: "plcs[Line1]/tags[Empty]/tags"));
        Assert.That(
            filled,
            Does.Contain(
                """
                      - group: Empty
                        tags:
                          # the drive
                          - { name: Speed,   address: DB1.DBD0, type: Real }   # rpm
                  - name: Line2
                """
            )
        );
        Assert.That(Applied(filled, Move("plcs[Line1]/tags[Empty/Speed]", at: 0, to: "plcs[Line1]/tags")), Is.EqualTo(Plant));
        var emptied = Applied(Plant, Move("plcs[Line1]/tags[Motor/Torque]", to: "plcs[Line1]/tags"));
        Assert.That(
            emptied,
            Does.Contain("- group: Motor\n        tags: []\n")
                .And.Contain("      - { name: Torque, address: DB1.DBD8, type: Real }\n  - name: Line2")
        );
    }

    [Test]
    public void A_tag_in_the_short_form_keeps_it_among_names_and_becomes_an_item_in_a_list()
    {
        var hall = Applied(Plant, Move("plcs[Line2]/tags/Room/Heat", to: "plcs[Line2]/tags/Hall/tags"));
        Assert.That(
            hall,
            Does.Contain("      Hall:\n        tags:\n          # above\n          Heat: DB1.DBD0 Real, \"warm\"  # behind\n")
        );
        var list = Applied(Plant, Move("plcs[Line2]/tags/Yard/tags/Gate", to: "plcs[Line1]/tags[Motor]/tags"));
        Assert.That(list, Does.Contain("          - { name: Gate, address: DB2.DBX0.0 }\n").And.Contain("      Yard:\n        tags: {}"));
        var named = Applied(Plant, Move("plcs[Line1]/tags[Motor/Torque]", to: "plcs[Line2]/tags/Yard/tags", at: 0));
        Assert.That(named, Does.Contain("          Torque: DB1.DBD8 Real\n          Gate: DB2.DBX0.0"));
    }

    [TestCase("a: [x, y, z]\n", "a[#2]", 0, "a: [z, x, y]\n")]
    [TestCase("a: [x, y, z]\n", "a[#0]", 1, "a: [y, x, z]\n")]
    [TestCase("a: { x: 1, y: { z: 2 } }\n", "a/y", 0, "a: { y: { z: 2 }, x: 1 }\n")]
    [TestCase("- a\r\n# b\r\n- b\r\n", "[#1]", 0, "# b\r\n- b\r\n- a\r\n")]
    [TestCase("- a\n- b", "[#0]", null, "- b\n- a")]
    public void Lists_of_any_form_are_put_in_another_order(string text, string path, int? at, string expected) =>
        Assert.That(Applied(text, Move(path, at)), Is.EqualTo(expected));

    [TestCase("plcs[Line1]/tags[Motor]", "plcs[Line1]/tags[Motor]/tags", "into itself")]
    [TestCase("plcs[Line1]/tags[Nobody]", "plcs[Line1]/tags", "there is no")]
    [TestCase("plcs[Line1]/tags[Speed]", "plcs[Line3]/tags", "there is no")]
    [TestCase("plcs[Line2]/tags/Room/Heat", "plcs[Line2]/tags/Yard/tags/Gate", "")]
    public void What_cannot_be_moved_is_refused(string path, string to, string why) =>
        Assert.That(Refusal(Plant, Move(path, to: to)), Is.Not.Empty.And.Contain(why));

    [Test]
    public void A_name_that_is_there_already_is_not_hidden()
    {
        const string text = "a:\n  x: 1\nb:\n  x: 2\n";
        Assert.That(Refusal(text, Move("a/x", to: "b")), Does.Contain("already"));
    }

    [Test]
    public void A_row_of_a_table_goes_up_and_down()
    {
        var table = CsvTable.Read("name;address\r\na;MW0\r\nb;MW2\r\nc;MW4");
        Assert.That(Moved(table, Move("[c]", at: 0)), Is.EqualTo("name;address\r\nc;MW4\r\na;MW0\r\nb;MW2"));
        Assert.That(Moved(table, Move("[a]")), Is.EqualTo("name;address\r\nb;MW2\r\nc;MW4\r\na;MW0"));
        var current = 0;
        Assert.Throws<EditRefusedException>(() => table.Apply([Move("[a]", to: "tags")], ref current));

        static string Moved(CsvTable table, MapEdit edit)
        {
            var current = 0;
            return table.Apply([edit], ref current).Text;
        }
    }

    private static readonly string[] Examples =
    [
        .. Directory
            .EnumerateFiles(Repository.PathOf("config"), "*.yaml", SearchOption.AllDirectories)
            .Order(StringComparer.Ordinal)
            .Where(static file => MapLoader.Load(file, new FindingList { TakesOpenHosts = true }) is not null),
    ];

    /// <summary>In any example map any entry is moved: all lines stay as they are, in another order, and the map is as valid as before.</summary>
    [FsCheck.NUnit.Property(MaxTest = 300)]
    public void Any_entry_of_any_example_map_is_moved_and_moved_back(int seed)
    {
        var random = new Random(seed);
        var file = Examples[random.Next(Examples.Length)];
        var text = File.ReadAllText(file);
        var tree = YamlText.Read(text, isTags: false).Tree;
        // A list in lines of its own with several items, and one of them.
        var lists = Enumerable
            .Range(0, tree.Count)
            .Where(node => tree[node] is { IsCollection: true, IsFlow: false } && tree.ChildrenOf(node).Skip(1).Any())
            .Where(node => !new EditStyle(tree).IsBehindDash(tree[node].Start))
            .ToList();
        var list = lists[random.Next(lists.Count)];
        var children = tree.ChildrenOf(list).ToList();
        var (at, to) = (random.Next(children.Count), random.Next(children.Count));
        if (PathOf(tree, list) is not { } around)
            return;
        string StepOf(int position) =>
            tree[list].Kind == NodeKind.Sequence ? $"{around}[#{position}]"
            : around.Length == 0 ? EditPath.Format([new EditStep(NameOf(at), false, null)])
            : $"{around}/{EditPath.Format([new EditStep(NameOf(at), false, null)])}";
        string NameOf(int position) => tree.ValueOf(children[position]).ToString();
        if (Try(file, Move(StepOf(at), to)) is not { } moved)
            return;
        var after = moved.TextOf()!;
        Assert.That(Lines(after).Order(), Is.EqualTo(Lines(text).Order()), $"{StepOf(at)} to {to}\n{after}");
        var findings = new FindingList { TakesOpenHosts = true, Overlay = new MapOverlay(moved.Overlay) };
        _ = MapLoader.Load(file, findings);
        Assert.That(findings.HasErrors, Is.False, string.Join('\n', findings.Sorted));
        var back = moved.Apply([Move(StepOf(to), at)]).Map!.TextOf()!;
        Assert.That(Lines(back), Is.EqualTo(Lines(text)), $"{StepOf(at)} to {to} and back");
    }

    private static EditableMap? Try(string file, MapEdit edit) => EditableMap.Open(file).Apply([edit with { File = file }]).Map;

    // Blank lines follow the neighbours.
    private static IEnumerable<string> Lines(string text) =>
        text.Split('\n').Select(static line => line.TrimEnd()).Where(static line => line.Length > 0);

    // The path of a node by positions and keys; null: a key that no path has.
    private static string? PathOf(TextTree tree, int wanted)
    {
        var steps = new List<EditStep>();
        for (var node = 0; node != wanted; )
        {
            var child = tree.ChildrenOf(node).Last(each => each <= wanted);
            if (tree[node].Kind == NodeKind.Mapping)
            {
                if (tree[child].Size != 1 || tree.ValueOf(child).Length == 0)
                    return null;
                steps.Add(new EditStep(tree.ValueOf(child).ToString(), false, null));
            }
            else
                steps.Add(new EditStep("", true, tree.ChildrenOf(node).TakeWhile(each => each != child).Count()));
            node = tree.ValueOfChild(node, child);
        }
        return EditPath.Format(steps);
    }
}
