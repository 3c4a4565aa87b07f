using static S7OpcBridge.Map.Tests.Editing.Edits;

namespace S7OpcBridge.Map.Tests.Editing;

/// <summary>Each edit in each style: what else stands in the text stays.</summary>
public sealed class YamlTextTests
{
    private const string Plant = """
        # Plant north
        server:
          name: edge01      # unique
          endpoint: opc.tcp://0.0.0.0:4840
          security: [None, Basic256Sha256]

        plcs:
          # The packer
          - name: Line1
            host: 192.168.10.20   # in the cabinet
            scan: { fast: 100ms, normal: 1s }
            tags:
              # speeds
              - { name: Motor/Speed, address: DB10.DBD4, type: Real, unit: rpm }   # of the drive
              - { name: Motor/Running, address: DB10.DBX0.0 }

              - name: Recipe
                address: DB20.DBB0
                type: "String[20]"
              - group: Tank
                db: 30
                tags:
                  Level:  0.0 Real, percent, 0..100   # the big one
                  Full:   4.0 Bool

          - name: Line2
            host: 192.168.10.21
            tags: []
        """;

    // edit, the line that goes (or none), the line that comes in its place (or none)
    private static readonly TestCaseData[] Lines =
    [
        Case("a value in lines", Set("server/name", "edge02"), "  name: edge01      # unique", "  name: edge02      # unique"),
        Case(
            "a value of an item",
            Set("plcs[Line1]/host", "10.0.0.1"),
            "    host: 192.168.10.20   # in the cabinet",
            "    host: 10.0.0.1   # in the cabinet"
        ),
        Case(
            "a value in braces",
            Set("plcs[Line1]/tags[Motor/Speed]/unit", "%"),
            "      - { name: Motor/Speed, address: DB10.DBD4, type: Real, unit: rpm }   # of the drive",
            "      - { name: Motor/Speed, address: DB10.DBD4, type: Real, unit: \"%\" }   # of the drive"
        ),
        Case(
            "a key in braces is added in the usual order",
            Set("plcs[Line1]/tags[Motor/Speed]/scan", "fast"),
            "      - { name: Motor/Speed, address: DB10.DBD4, type: Real, unit: rpm }   # of the drive",
            "      - { name: Motor/Speed, address: DB10.DBD4, type: Real, scan: fast, unit: rpm }   # of the drive"
        ),
        Case(
            "a key in braces is removed",
            Remove("plcs[Line1]/tags[Motor/Speed]/type"),
            "      - { name: Motor/Speed, address: DB10.DBD4, type: Real, unit: rpm }   # of the drive",
            "      - { name: Motor/Speed, address: DB10.DBD4, unit: rpm }   # of the drive"
        ),
        Case("a key in lines is added in the usual order", Set("plcs[Line2]/profile", "s7-1200"), null, "    profile: s7-1200"),
        Case(
            "a list in brackets",
            Insert("server/security", "Basic128"),
            "  security: [None, Basic256Sha256]",
            "  security: [None, Basic256Sha256, Basic128]"
        ),
        Case(
            "a quoted text keeps its quotes",
            Set("plcs[Line1]/tags[Recipe]/type", "Bool"),
            "        type: \"String[20]\"",
            "        type: \"Bool\""
        ),
        Case("a key in lines is removed with its comment", Remove("plcs[Line1]/host"), "    host: 192.168.10.20   # in the cabinet", null),
        Case(
            "a short form",
            Set("plcs[Line1]/tags[Tank/Level]", "0.0 Real"),
            "          Level:  0.0 Real, percent, 0..100   # the big one",
            "          Level:  0.0 Real   # the big one"
        ),
        Case(
            "one key of a short form",
            Set("plcs[Line1]/tags[Tank/Level]/unit", "°C"),
            "          Level:  0.0 Real, percent, 0..100   # the big one",
            "          Level:  0.0 Real, °C, 0..100   # the big one"
        ),
        Case(
            "a key that a short form gets",
            Set("plcs[Line1]/tags[Tank/Level]/access", "readwrite"),
            "          Level:  0.0 Real, percent, 0..100   # the big one",
            "          Level:  0.0 Real, percent, 0..100, readwrite   # the big one"
        ),
        Case(
            "a key that no short form has",
            Set("plcs[Line1]/tags[Tank/Full]/history", true),
            "          Full:   4.0 Bool",
            "          Full:   { offset: 4.0, type: Bool, history: true }"
        ),
        Case(
            "a key of a short form goes",
            Remove("plcs[Line1]/tags[Tank/Level]/range"),
            "          Level:  0.0 Real, percent, 0..100   # the big one",
            "          Level:  0.0 Real, percent   # the big one"
        ),
        Case(
            "a tag in the short form is added",
            Insert("plcs[Line1]/tags[Tank]/tags", Json("""{ "name": "Empty", "offset": "4.1", "type": "Bool" }""")),
            null,
            "          Empty: 4.1 Bool"
        ),
        Case("a tag in the short form is removed", Remove("plcs[Line1]/tags[Tank/Full]"), "          Full:   4.0 Bool", null),
        Case(
            "a tag in the short form gets another name",
            Rename("plcs[Line1]/tags[Tank/Full]", "IsFull"),
            "          Full:   4.0 Bool",
            "          IsFull:   4.0 Bool"
        ),
        Case("an item gets another name", Rename("plcs[Line2]", "Line3"), "  - name: Line2", "  - name: Line3"),
        Case(
            "a tag is added behind its like",
            Insert("plcs[Line1]/tags", Json("""{ "name": "A", "address": "DB1,REAL4", "range": [0, 5] }"""), at: 2),
            null,
            "      - { name: A, address: \"DB1,REAL4\", range: [0, 5] }"
        ),
        Case("an empty list", Set("plcs[Line2]/tags", Json("""["a.csv"]""")), "    tags: []", "    tags: [a.csv]"),
    ];

    [TestCaseSource(nameof(Lines))]
    public void An_edit_changes_one_line_and_leaves_the_others(MapEdit edit, string? old, string? @new)
    {
        foreach (var lineEnd in new[] { "\n", "\r\n" })
        {
            var text = Plant.ReplaceLineEndings(lineEnd);
            foreach (var end in new[] { "", lineEnd })
            {
                var before = (text + end).Split(lineEnd).ToList();
                var after = Applied(text + end, edit).Split(lineEnd).ToList();

                if (old is not null)
                    Assert.That(before.Remove(old), Is.True, old);
                if (@new is not null)
                    Assert.That(after.Remove(@new), Is.True, $"{@new} in\n{string.Join('\n', after)}");
                Assert.That(after, Is.EqualTo(before));
            }
        }
    }

    [Test]
    public void A_removed_item_takes_its_comments_and_one_side_of_blank_lines_along() =>
        Assert.That(
            Applied(Plant, Remove("plcs[Line1]/tags[Motor/Speed]"), Remove("plcs[Line1]/tags[Recipe]"), Remove("plcs[Line2]")),
            Is.EqualTo(
                """
                # Plant north
                server:
                  name: edge01      # unique
                  endpoint: opc.tcp://0.0.0.0:4840
                  security: [None, Basic256Sha256]

                plcs:
                  # The packer
                  - name: Line1
                    host: 192.168.10.20   # in the cabinet
                    scan: { fast: 100ms, normal: 1s }
                    tags:
                      - { name: Motor/Running, address: DB10.DBX0.0 }

                      - group: Tank
                        db: 30
                        tags:
                          Level:  0.0 Real, percent, 0..100   # the big one
                          Full:   4.0 Bool
                """
            )
        );

    [Test]
    public void The_last_entries_leave_an_empty_list_and_mapping()
    {
        const string Text = """
            plcs:
              - name: A   # first
                tags:   # none yet
                  # one
                  - a.csv
            web:
              listen: x
            """;

        Assert.That(
            Applied(Text, Remove("plcs[A]/tags[a.csv]"), Remove("web/listen"), Remove("plcs[A]/name")),
            Is.EqualTo("plcs:\n  - tags: []   # none yet\nweb: {}")
        );
    }

    [Test]
    public void A_PLC_is_added_in_lines_with_a_blank_line_where_the_others_have_one() =>
        Assert.That(
            Applied(
                Plant,
                Insert(
                    "plcs",
                    Json(
                        """{ "name": "Line3", "host": "10.0.0.3", "scan": { "fast": "50ms" }, "tags": [{ "name": "A", "address": "MW0", "type": "Int" }] }"""
                    )
                )
            ),
            Is.EqualTo(
                Plant
                    + """


                      - name: Line3
                        host: 10.0.0.3
                        scan: { fast: 50ms }
                        tags:
                          - { name: A, address: MW0, type: Int }
                    """
            )
        );

    [Test]
    public void An_empty_or_missing_list_of_tags_gets_lines()
    {
        var tag = Json("""{ "name": "A", "address": "MW0", "type": "Int" }""");

        Assert.Multiple(() =>
        {
            Assert.That(
                Applied("plcs:\n- name: A\n  tags: [] # none\n", Insert("plcs[A]/tags", tag.DeepClone())),
                Is.EqualTo("plcs:\n- name: A\n  tags: # none\n  - { name: A, address: MW0, type: Int }\n")
            );
            Assert.That(
                Applied("plcs:\n  - name: A\n    host: b", Insert("plcs[A]/tags", tag.DeepClone())),
                Is.EqualTo("plcs:\n  - name: A\n    host: b\n    tags:\n      - { name: A, address: MW0, type: Int }")
            );
            Assert.That(
                Applied("plcs:\n  - name: A\n    tags:\n", Insert("plcs[A]/tags", "a.csv")),
                Is.EqualTo("plcs:\n  - name: A\n    tags:\n      - a.csv\n")
            );
        });
    }

    [TestCase("a: &x 1\nb: *x\n", "b")]
    [TestCase("a: &x { c: 1 }\nb: 1\n", "a/c")]
    [TestCase("a: !!str 1\n", "a")]
    [TestCase("a: { <<: { b: 1 } }\n", "a/c")]
    [TestCase("a: ${HOST}\n", "a")]
    [TestCase("? a\n: b\n", "a")]
    [TestCase("a: [b: 1]\n", "a[#0]/b")]
    public void What_other_places_may_depend_on_is_not_touched(string text, string path) =>
        Assert.That(Refusal(text, Set(path, 2)), Does.Contain("hand"));

    [Test]
    public void Anchors_and_variables_elsewhere_stay() =>
        Assert.That(Applied("a: &x 1\nb: *x\nh: ${HOST}\nc: 1\n", Set("c", 2)), Is.EqualTo("a: &x 1\nb: *x\nh: ${HOST}\nc: 2\n"));

    [TestCase("a: 1\n---\nb: 2\n")]
    [TestCase("a: [1\n")]
    [TestCase("a: 'x\n")]
    [TestCase("")]
    [TestCase("# nothing\n")]
    public void A_text_that_is_not_one_YAML_document_is_refused(string text) => Assert.That(() => Refusal(text, Set("a", 2)), Is.Not.Empty);

    [Test]
    public void Quotes_stand_where_YAML_needs_them()
    {
        string[] texts =
        [
            "%",
            "[a",
            "a, b",
            "a: b",
            " a",
            "a ",
            "yes",
            "true",
            "12",
            "0x1F",
            "1e3",
            "~",
            "null",
            "2026-01-01",
            "a #b",
            "-",
            "- a",
            "?",
            "&a",
            "*a",
            "!a",
            "@a",
            "`a",
            "'a",
            "\"a",
            "#a",
            "",
            "a\nb",
            "a\tb",
            "\u0085",
            "é",
            "a:b",
            "DB1,REAL4",
            "{n:00}",
            "---",
            "...",
            "it's",
            "\"DB\".a",
            "a\\b",
            ":",
            "a:",
            "0..100",
            "\u2028",
            "<<",
            "=",
            "😀",
            "\u00A0a",
            "|",
            ">",
            "a]",
            "}",
        ];
        foreach (var text in texts)
        {
            foreach (
                var map in new[]
                {
                    "a: x\n",
                    "b: { a: x }\n",
                    "b: [{a: x}]\n",
                    "b:\n- a: 'x'\n",
                    "b:\n- a: \"x\"\n",
                    "a:\n",
                    "b: {a: }\n",
                    "b: {a}\n",
                    "a: |\n  x\n  y\n",
                    "a: [1]\n",
                    "a:\n  c: 1 # d\n  e: 2\n",
                }
            )
            {
                var path =
                    map.StartsWith('a') ? "a"
                    : map.Contains('[') || map.Contains('-') ? "b[#0]/a"
                    : "b/a";
                var edited = Applied(map, Set(path, text));
                var tree = S7OpcBridge.Map.Editing.TreeReader.Read(edited);
                var found = new S7OpcBridge.Map.Editing.EntryFinder(tree).Find(S7OpcBridge.Map.Editing.EditPath.Parse(path));
                Assert.That(tree.ValueOf(found.Node).ToString(), Is.EqualTo(text), edited);
                if (S7OpcBridge.Map.Editing.ScalarText.IsResolved(text))
                    Assert.That(
                        tree[found.Node].Marks & S7OpcBridge.Map.Editing.NodeMarks.Plain,
                        Is.EqualTo(S7OpcBridge.Map.Editing.NodeMarks.None),
                        edited
                    );
            }
        }
    }

    [Test]
    public void Lists_in_braces_of_several_lines_keep_their_lines_and_comments()
    {
        const string Text = "tags: [\n  a.csv, # first\n  # the second\n  b.csv  # last\n]\n";

        Assert.Multiple(() =>
        {
            Assert.That(
                Applied(Text, Insert("tags", "c.csv")),
                Is.EqualTo("tags: [\n  a.csv, # first\n  # the second\n  b.csv,  # last\n  c.csv\n]\n")
            );
            Assert.That(Applied(Text, Remove("tags[b.csv]")), Is.EqualTo("tags: [\n  a.csv # first\n]\n"));
            Assert.That(Applied(Text, Remove("tags[a.csv]")), Is.EqualTo("tags: [\n  # the second\n  b.csv  # last\n]\n"));
        });
    }

    [Test]
    public void Edits_may_build_on_each_other() =>
        Assert.That(
            Applied(
                "plcs: []\n",
                Insert("plcs", Json("""{ "name": "A", "host": "h" }""")),
                Insert("plcs[A]/tags", Json("""{ "group": "G", "db": 1, "tags": {} }""")),
                Insert("plcs[A]/tags[G]/tags", Json("""{ "name": "x", "offset": "0.0", "type": "Int" }""")),
                Insert("plcs[A]/tags[G]/tags", Json("""{ "name": "y", "offset": "2.0", "type": "Int" }""")),
                Set("plcs[A]/tags[G/y]/unit", "rpm"),
                Rename("plcs[A]/tags[G/x]", "z"),
                Set("plcs[A]/tags[G/z]/scan", "fast")
            ),
            Is.EqualTo(
                """
                plcs:
                  - name: A
                    host: h
                    tags:
                      - group: G
                        db: 1
                        tags:
                          z: 0.0 Int, scan fast
                          y: 2.0 Int, rpm

                """
            )
        );

    private static TestCaseData Case(string name, MapEdit edit, string? old, string? @new) =>
        new TestCaseData(edit, old, @new).SetArgDisplayNames(name);
}
