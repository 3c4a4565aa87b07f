using System.Text.Json.Nodes;
using S7OpcBridge.Map;

namespace S7OpcBridge.Tests;

/// <summary>The members of UDTs as they are written, and their edits.</summary>
public sealed class UdtTableTests
{
    private const string Text = """
        server: { anonymous: read, security: [None] }
        include: [more.yaml]
        types:
          from: [Valve.udt]
          Motor:
            Running: Bool # on
            Speed: Real, rpm, 0..3000
            Trend: { type: "Array[0..9] of Int", description: Last ten }
            Limits: { Low: Real, High: "Real, rpm" }
          type: { type: Int }
        plcs:
          - name: Line1
            host: 192.168.0.10
            profile: s7-1500
            tags:
              - { name: Main, address: DB10.DBB0, type: Motor }
              - { name: Other, address: DB11.DBB0, type: type }
              - { name: Third, address: DB12.DBB0, type: Inner }

        """;

    private MapText _map = null!;

    [SetUp]
    public void Write() =>
        _map = new MapText()
            .With("map.yaml", Text)
            .With("more.yaml", "types:\n  Inner:\n    A: Int\n")
            .With("Valve.udt", "TYPE \"Valve\"\nVERSION : 0.1\n   STRUCT\n      Open : Bool;\n   END_STRUCT;\nEND_TYPE\n");

    [TearDown]
    public void Delete() => _map.Dispose();

    [Test]
    public void Each_member_is_listed_in_order_with_the_structures_around_it()
    {
        var table = Table();
        Assert.That(
            table.Owners.Select(owner => $"{owner.Kind} {owner.Name} {owner.List.Path} {owner.Rows}"),
            Is.EqualTo(
                new[] { "Plc Line1 plcs[Line1]/tags 3", "Type Motor types/Motor 6", "Type type types/type 1", "Type Inner types/Inner 1" }
            )
        );
        Assert.That(
            Rows(table, "Motor").Select(row => $"{row.Kind} {row.Group}{row.Name} {row.Keys.ToJsonString()} {row.Path}"),
            Is.EqualTo(
                new[]
                {
                    """Member Running {"type":"Bool"} types/Motor/Running""",
                    """Member Speed {"type":"Real","unit":"rpm","range":"0..3000"} types/Motor/Speed""",
                    """Member Trend {"type":"Array[0..9] of Int","description":"Last ten"} types/Motor/Trend""",
                    """Structure Limits {} types/Motor/Limits""",
                    """Member Limits/Low {"type":"Real"} types/Motor/Limits/Low""",
                    """Member Limits/High {"type":"Real","unit":"rpm"} types/Motor/Limits/High""",
                }
            )
        );
        Assert.That(
            Rows(table, "type").Select(row => $"{row.Kind} {row.Name} {row.Keys.ToJsonString()}"),
            Is.EqualTo(new[] { """Member type {"type":"Int"}""" })
        );
        Assert.That(table.Find("Motor", TagOwnerKind.Type, "limits rpm", 0, 9).Rows.Select(row => row.Name), Is.EqualTo(new[] { "High" }));
        Assert.That(
            table.GroupsOf("Motor", TagOwnerKind.Type, 9).Select(group => (group.Folder, group.List.Path)),
            Is.EqualTo(new[] { ("Limits", "types/Motor/Limits") })
        );
    }

    [TestCase("types/Motor/Running/description", "On", "Running: Bool, \"On\" # on", "Running: Bool # on")]
    [TestCase("types/Motor/Speed/unit", "1/min", "Speed: Real, 1/min, 0..3000", "Speed: Real, rpm, 0..3000")]
    [TestCase("types/Motor/Speed/type", "LReal", "Speed: LReal, rpm, 0..3000", "Speed: Real, rpm, 0..3000")]
    [TestCase("types/Motor/Speed/range", null, "Speed: Real, rpm\n", "Speed: Real, rpm, 0..3000\n")]
    [TestCase(
        "types/Motor/Speed/deadband",
        "1",
        "Speed: { type: Real, unit: rpm, range: 0..3000, deadband: 1 }",
        "Speed: Real, rpm, 0..3000"
    )]
    [TestCase("types/Motor/Trend/unit", "A", "Last ten, unit: A }", "Last ten }")]
    [TestCase("types/Motor/Limits/Low/unit", "rpm", "Low: \"Real, rpm\"", "Low: Real")]
    [TestCase("types/type/type/unit", "m", "type: \"Int, m\"", "type: Int")]
    public void A_key_of_a_member_changes_and_all_else_stays(string path, string? value, string after, string before)
    {
        var kind = value is null ? MapEditKind.Remove : MapEditKind.Set;
        Assert.That(Edited(new MapEdit(kind, path) { Value = value }), Is.EqualTo(Text.Replace(before, after, StringComparison.Ordinal)));
    }

    [Test]
    public void A_member_in_the_short_form_keeps_its_type()
    {
        var outcome = Table().Map.Apply([new MapEdit(MapEditKind.Remove, "types/Motor/Speed/type")]);
        Assert.That(outcome.Refusals.Single().Message, Does.Contain("'type' cannot be changed in this short form"));
    }

    [Test]
    public void Members_are_added_renamed_moved_and_removed()
    {
        var text = Edited(
            new MapEdit(MapEditKind.Insert, "types/Motor") { Name = "Hours", Value = "UDInt, h" },
            new MapEdit(MapEditKind.Insert, "types/Motor/Limits") { Name = "access", Value = "Int" },
            new MapEdit(MapEditKind.Insert, "types/Motor")
            {
                Value = new JsonObject
                {
                    ["name"] = "Load",
                    ["type"] = "Int",
                    ["unit"] = "%",
                },
            },
            new MapEdit(MapEditKind.Insert, "types/Motor") { Name = "More", Value = new JsonObject() },
            new MapEdit(MapEditKind.Insert, "types/Motor/More") { Name = "Deep", Value = "" },
            new MapEdit(MapEditKind.Set, "types/Motor/More/Deep/type") { Value = "Word" },
            new MapEdit(MapEditKind.Rename, "types/Motor/Trend") { Name = "Last" },
            new MapEdit(MapEditKind.Move, "types/Motor/Running") { By = 1 },
            new MapEdit(MapEditKind.Remove, "types/Motor/Limits/Low")
        );
        Assert.That(
            text,
            Is.EqualTo(
                Text.Replace(
                    """
                            Running: Bool # on
                            Speed: Real, rpm, 0..3000
                            Trend: { type: "Array[0..9] of Int", description: Last ten }
                            Limits: { Low: Real, High: "Real, rpm" }

                    """.Replace("        ", "    "),
                    """
                            Speed: Real, rpm, 0..3000
                            Running: Bool # on
                            Last: { type: "Array[0..9] of Int", description: Last ten }
                            Limits: { High: "Real, rpm", access: Int }
                            Hours: UDInt, h
                            Load: Int, %
                            More:
                              Deep: "Word"

                    """.Replace("        ", "    "),
                    StringComparison.Ordinal
                )
            )
        );
    }

    [Test]
    public void A_UDT_is_added_to_a_map_without_any_with_a_line_for_each_member()
    {
        _map.With("map.yaml", "plcs: []\n").With("more.yaml", "plcs: []\n");
        var text = Edited(
            new MapEdit(MapEditKind.Insert, "types") { Name = "Motor", Value = new JsonObject() },
            new MapEdit(MapEditKind.Insert, "types/Motor") { Name = "Speed", Value = "Real, rpm" },
            new MapEdit(MapEditKind.Insert, "types/Motor") { Name = "On", Value = "Bool" },
            new MapEdit(MapEditKind.Rename, "types/Motor") { Name = "Drive" }
        );
        Assert.That(text, Does.Contain("types:\n  Drive:\n    Speed: Real, rpm\n    On: Bool\n"));
        Assert.That(
            Edited(
                new MapEdit(MapEditKind.Insert, "types") { Name = "A", Value = new JsonObject() },
                new MapEdit(MapEditKind.Remove, "types/A")
            ),
            Does.Contain("types: {}")
        );
    }

    [Test]
    public void Each_path_leads_an_edit_to_its_member()
    {
        var table = Table();
        foreach (var owner in table.Owners.Where(owner => owner.Kind == TagOwnerKind.Type))
        foreach (var row in Rows(table, owner.Name).Where(row => row.Kind == TagRowKind.Member))
        {
            var outcome = table.Map.Apply([new MapEdit(MapEditKind.Set, $"{row.Path}/description") { Value = "Here", File = row.File }]);
            Assert.That(outcome.Refusals, Is.Empty, row.ToString());
            var changed = Rows(TagTable.Read(outcome.Map!, out _)!, owner.Name).Where(each => (string?)each.Keys["description"] == "Here");
            Assert.That(changed.Select(each => (each.Group, each.Name, each.Line)), Is.EqualTo(new[] { (row.Group, row.Name, row.Line) }));
        }
    }

    [TestCase("Rael", null, null, "type")]
    [TestCase("Array[0..MAX] of Int", null, null, "type")]
    [TestCase("Real", "range", "100..0", "range")]
    [TestCase("Real", "access", "wirte", "access")]
    [TestCase("Real", "scan", "fast", "scan")]
    [TestCase("Real", "unti", "rpm", "unti")]
    [TestCase("Real", "history", "true", "")]
    [TestCase("Inner", "unit", "rpm", "type")]
    [TestCase("Inner", null, null, null)]
    [TestCase("Valve", null, null, null)]
    [TestCase("LReal", "unit", "rpm", null)]
    [TestCase("\"Inner", "unit", "\"]}}, x: {", "type")]
    public void The_sentence_is_that_of_the_loader_and_names_the_key(string type, string? other, string? value, string? key)
    {
        var keys = new JsonObject { ["type"] = type };
        if (other is not null)
            keys[other] = value;
        var found = Check("types/Motor", "New", keys);
        var edit = new MapEdit(MapEditKind.Insert, "types/Motor") { Name = "New", Value = keys.DeepClone() };
        Assert.That(found.Select(finding => finding.Sentence), Is.EquivalentTo(Validated(edit)));
        Assert.That(
            found.Select(finding => finding.Key).Distinct(),
            Is.EqualTo(key is null ? Array.Empty<string?>() : [key.Length == 0 ? null : key])
        );
    }

    [Test]
    public void A_member_that_is_given_twice_is_found_at_its_name()
    {
        var found = Check("types/Motor", "SPEED", new JsonObject { ["type"] = "Real" });
        var edit = new MapEdit(MapEditKind.Insert, "types/Motor") { Name = "SPEED", Value = "Real" };
        Assert.That(found.Select(finding => finding.Sentence), Is.EquivalentTo(Validated(edit)).And.Not.Empty);
        Assert.That(found.Single().Key, Is.EqualTo("name"));
        Assert.That(Check("types/Motor", "Speed", new JsonObject { ["type"] = "Real" }, "types/Motor/Speed"), Is.Empty, "itself");
        Assert.That(Check("types/Motor/Limits", "Speed", new JsonObject { ["type"] = "Real" }), Is.Empty, "in another structure");
    }

    [Test]
    public void A_member_without_a_type_says_so_and_rows_of_PLCs_are_no_members()
    {
        Assert.That(Check("types/Motor", "New", []).Single().Key, Is.EqualTo("type"));
        Assert.That(Check("plcs[Line1]/tags", "New", new JsonObject { ["type"] = "Rael" }), Is.Empty);
    }

    private static IReadOnlyList<TagRow> Rows(TagTable table, string type) => table.Find(type, TagOwnerKind.Type, "", 0, 100).Rows;

    private TagTable Table() => TagTable.Read(EditableMap.Open(_map.PathOf("map.yaml")), out _)!;

    private string Edited(params MapEdit[] edits)
    {
        var outcome = Table().Map.Apply(edits);
        Assert.That(outcome.Refusals, Is.Empty);
        return System.Text.Encoding.UTF8.GetString(outcome.Map!.Overlay.Single(file => file.Key == _map.PathOf("map.yaml")).Value.Span);
    }

    private IReadOnlyList<TagRowFinding> Check(string list, string name, JsonObject keys, string? path = null) =>
        new TagRowCheck(Table(), null).Check([
            new TagRowDraft(new TagListPlace(_map.PathOf("map.yaml"), list), path, TagRowKind.Member, name, keys),
        ]);

    private IEnumerable<string> Validated(MapEdit edit)
    {
        var outcome = Table().Map.Apply([edit with { File = _map.PathOf("map.yaml") }]);
        Assert.That(outcome.Refusals, Is.Empty);
        var before = Messages(null);
        Assert.That(before, Is.Empty);
        return [.. Messages(new MapOverlay(outcome.Map!.Overlay))];
    }

    private IEnumerable<string> Messages(MapOverlay? overlay)
    {
        var findings = new FindingList { Overlay = overlay };
        MapLoader.Load(_map.PathOf("map.yaml"), findings);
        return findings.Sorted.Select(finding => finding.Message);
    }
}
