using System.Text.Json.Nodes;
using S7OpcBridge.Map;

namespace S7OpcBridge.Tests;

/// <summary>Rows that are checked while they are written say what <c>validate</c> says of them.</summary>
public sealed class TagRowCheckTests
{
    private const string Head = """
        server: { anonymous: read, security: [None] }
        types: { Motor: { Speed: "Real, rpm", On: Bool } }
        plcs:
          - name: Line1
            host: 192.168.0.10
            profile: s7-1500
            scan: { fast: 100ms }
            tags:
              - { name: Level, address: DB1.DBD0, type: Real }
              - group: Motor
                db: 7
                tags:
                  - { name: Speed, offset: 0.0, type: Real }

        """;

    private MapText _map = null!;

    [SetUp]
    public void Write() => _map = new MapText().With("map.yaml", Head);

    [TearDown]
    public void Delete() => _map.Dispose();

    [TestCase("""{ "address": "DB1.DBQ4", "type": "Real" }""", "address")]
    [TestCase("""{ "address": "DB1.DBD4", "type": "Rael" }""", "type")]
    [TestCase("""{ "address": "DB1.DBD4", "type": "Real", "scan": "slow" }""", "scan")]
    [TestCase("""{ "address": "DB1.DBD4", "type": "Real", "range": ["100", "0"] }""", "range")]
    [TestCase("""{ "address": "DB1.DBD4", "type": "Real", "access": "wirte" }""", "access")]
    [TestCase("""{ "address": "DB1.DBD4", "type": "Real", "unti": "rpm" }""", "unti")]
    [TestCase("""{ "offset": "4.0", "type": "Real" }""", "offset")]
    [TestCase("""{ "address": "DB1.DBX0.8", "type": "Bool" }""", "address")]
    [TestCase("""{ "address": "DB1.DBD4", "type": "Real", "history": "true" }""", "history")]
    [TestCase("""{ "address": "DB1.DBD4", "type": "Motor" }""", null)]
    [TestCase("""{ "address": "DB1.DBD4", "type": "Real" }""", null)]
    public void The_sentence_is_that_of_the_loader_and_names_the_key(string keys, string? key)
    {
        var found = Check(new("map.yaml", "plcs[Line1]/tags"), "New", keys);
        var edit = new MapEdit(MapEditKind.Insert, "plcs[Line1]/tags") { Value = Named("New", keys) };
        Assert.That(found.Select(finding => finding.Sentence), Is.EquivalentTo(Validated(edit)));
        Assert.That(found.Select(finding => finding.Key).Distinct(), Is.EqualTo(key is null ? Array.Empty<string>() : [key]));
    }

    [Test]
    public void The_groups_around_a_row_count()
    {
        var list = new TagListPlace("map.yaml", "plcs[Line1]/tags[Motor]/tags");
        Assert.That(Check(list, "Torque", """{ "offset": "4.0", "type": "Real" }"""), Is.Empty, "the group has a block");
        var found = Check(list, "Torque", """{ "offset": "4.9", "type": "Bool" }""");
        var edit = new MapEdit(MapEditKind.Insert, list.Path) { Value = Named("Torque", """{ "offset": "4.9", "type": "Bool" }""") };
        Assert.That(found.Select(finding => finding.Sentence), Is.EquivalentTo(Validated(edit)).And.Not.Empty);
    }

    [Test]
    public void A_name_that_is_there_already_is_found_whatever_the_size_of_the_map()
    {
        var found = Check(new("map.yaml", "plcs[Line1]/tags"), "Motor/Speed", """{ "address": "DB1.DBD4", "type": "Real" }""");
        Assert.That(
            found.Select(finding => (finding.Key, finding.Sentence.Replace(_map.PathOf("map.yaml").Replace('\\', '/'), "map.yaml"))),
            Is.EqualTo(new[] { ("name", "the name 'Line1/Motor/Speed' is given twice, first at map.yaml:13:21; rename one of them") })
        );
        var edit = new MapEdit(MapEditKind.Insert, "plcs[Line1]/tags")
        {
            Value = Named("Motor/Speed", """{ "address": "DB1.DBD4", "type": "Real" }"""),
            At = 2,
        };
        Assert.That(found.Select(finding => finding.Sentence), Is.EquivalentTo(Validated(edit)), "the loader's words and place");
        Assert.That(
            Check(new("map.yaml", "plcs[Line1]/tags"), "Level", """{ "address": "DB1.DBD0", "type": "Real" }""", "plcs[Line1]/tags[Level]"),
            Is.Empty,
            "itself"
        );
    }

    [Test]
    public void Rows_of_one_paste_do_not_hide_each_other()
    {
        var list = Place(new("map.yaml", "plcs[Line1]/tags"));
        TagRowDraft[] rows =
        [
            .. Enumerable
                .Range(0, 100)
                .Select(i => new TagRowDraft(
                    list,
                    null,
                    TagRowKind.Tag,
                    $"T{i % 99}",
                    Keys($$"""{ "address": "DB2.DBW{{i * 2}}", "type": "{{(i == 50 ? "Itn" : "Int")}}" }""")
                )),
        ];
        var found = new TagRowCheck(Table(), null).Check(rows);
        Assert.That(found.Select(finding => (finding.Row, finding.Key)), Is.EqualTo(new[] { (50, "type") }));
    }

    [Test]
    public void Hostile_texts_stay_in_their_keys()
    {
        foreach (
            var text in (string[])["a\"]}, {\"name\": \"B", "x\ny: z", "]}]}", "{{", "\u0000", "&a", "*a", "# c", new string('[', 5000)]
        )
        {
            var found = Check(
                new("map.yaml", "plcs[Line1]/tags"),
                "New",
                new JsonObject { ["address"] = text, ["type"] = "Int" }.ToJsonString()
            );
            Assert.That(found, Is.Not.Empty.And.All.Property("Row").Zero, text);
            Assert.That(found.Select(finding => finding.Key), Has.All.EqualTo("address"), text);
        }
    }

    [Test]
    public void Rows_become_tags_with_the_numbers_of_the_rows()
    {
        var list = Place(new("map.yaml", "plcs[Line1]/tags"));
        var map = new TagRowCheck(Table(), null).Compile([
            new TagRowDraft(list, null, TagRowKind.Tag, "Same", Keys("""{ "address": "DB1.DBD4", "type": "Real" }""")),
            new TagRowDraft(list, null, TagRowKind.Tag, "Same", Keys("""{ "address": "DB1.DBD8", "type": "Motor" }""")),
        ])!;
        Assert.That(map.Tags.Tags.Select(tag => tag.Name), Is.EqualTo(new[] { "r0", "r1/Speed", "r1/On" }));
        Assert.That(map.Tags.Plcs.Single().Name, Is.EqualTo("Line1"));
    }

    [Test]
    public void Of_a_list_that_is_not_there_nothing_is_said() =>
        Assert.That(Check(new("map.yaml", "plcs[Line9]/tags"), "A", """{ "address": "nonsense" }"""), Is.Empty);

    [Test]
    public void Anchors_around_a_row_leave_it_to_the_whole_map()
    {
        _map.With("map.yaml", Head.Replace("scan: { fast: 100ms }", "scan: &scan { fast: 100ms }"));
        Assert.That(Check(new("map.yaml", "plcs[Line1]/tags"), "A", """{ "address": "nonsense" }"""), Is.Empty);
    }

    private TagListPlace Place(TagListPlace list) => list with { File = _map.PathOf(list.File) };

    private IReadOnlyList<TagRowFinding> Check(TagListPlace list, string name, string keys, string? path = null) =>
        new TagRowCheck(Table(), null).Check([new TagRowDraft(Place(list), path, TagRowKind.Tag, name, Keys(keys))]);

    private IEnumerable<string> Validated(MapEdit edit)
    {
        var table = Table();
        var outcome = table.Map.Apply([edit with { File = _map.PathOf("map.yaml") }]);
        Assert.That(outcome.Refusals, Is.Empty);
        var before = Messages(null);
        return [.. Messages(new MapOverlay(outcome.Map!.Overlay)).Except(before)];
    }

    private IEnumerable<string> Messages(MapOverlay? overlay)
    {
        var findings = new FindingList { Overlay = overlay };
        MapLoader.Load(_map.PathOf("map.yaml"), findings);
        return findings.Sorted.Select(finding => finding.Message);
    }

    private TagTable Table() => TagTable.Read(EditableMap.Open(_map.PathOf("map.yaml")), out _)!;

    private static JsonObject Keys(string keys) => JsonNode.Parse(keys)!.AsObject();

    private static JsonObject Named(string name, string keys)
    {
        var value = new JsonObject { ["name"] = name };
        foreach (var (key, inner) in Keys(keys))
            value[key] = inner?.DeepClone();
        return value;
    }
}
