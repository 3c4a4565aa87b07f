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

    private static TestCaseData Case(string name, MapEdit edit, string? old, string? @new) =>
        new TestCaseData(edit, old, @new).SetArgDisplayNames(name);
}
