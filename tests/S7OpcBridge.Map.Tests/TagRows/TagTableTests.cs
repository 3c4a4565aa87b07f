using System.Text.Json.Nodes;
using S7OpcBridge.Map;

namespace S7OpcBridge.Tests;

/// <summary>The tags of a map as they are written, wherever they are.</summary>
public sealed class TagTableTests
{
    private MapText _map = null!;

    [SetUp]
    public void Write() =>
        _map = new MapText()
            .With(
                "map.yaml",
                """
                include: [more.yaml]
                server: { anonymous: read, security: [None] }
                templates:
                  pump: { tags: { Speed: "0.0 Real, rpm" } }
                plcs:
                  - name: Line1
                    host: 192.168.0.10
                    profile: s7-1500
                    tags:
                      - { name: Level, address: DB1.DBD0, type: Real, range: [0, 100] }
                      - group: Motor
                        db: 7
                        tags:
                          Speed: 0.0 Real, rpm, 0..1500
                          Torque: { offset: 4.0, type: Real }
                          Deep: { tags: { A: 8.0 Int } }
                      - { from: tanks.csv, group: Tanks }
                      - { use: pump, for: { n: 1..3 }, name: "P{n}", db: 9 }
                      - DB5.db
                """
            )
            .With("more.yaml", "plcs:\n  - name: Line2\n    host: 192.168.0.11\n    tags:\n      - tags.yaml\n")
            .With("tags.yaml", "- { name: Run, address: M0.0, type: Bool }\n- { name: Run, address: M0.1, type: Bool }\n")
            .With("tanks.csv", "name;address;type;unit\nT1/Level;DB3.DBD0;Real;%\nT2/Level;DB3.DBD4;Real;\n");

    [TearDown]
    public void Delete() => _map.Dispose();

    [Test]
    public void Each_entry_is_listed_in_order_with_its_folders()
    {
        var rows = Table().Find(null, TagOwnerKind.Plc, "", 0, 100).Rows;
        Assert.That(
            rows.Select(row => $"{row.Owner} {row.Kind} {row.Group}{Short(row.Name)}"),
            Is.EqualTo(
                new[]
                {
                    "Line1 Tag Level",
                    "Line1 Group Motor",
                    "Line1 Tag Motor/Speed",
                    "Line1 Tag Motor/Torque",
                    "Line1 Group Motor/Deep",
                    "Line1 Tag Motor/Deep/A",
                    "Line1 Source tanks.csv",
                    "Line1 Tag Tanks/T1/Level",
                    "Line1 Tag Tanks/T2/Level",
                    "Line1 Use pump",
                    "Line1 Block DB5.db",
                    "Line2 Source tags.yaml",
                    "Line2 Tag Run",
                    "Line2 Tag Run",
                    "pump Tag Speed",
                }
            )
        );
    }

    [Test]
    public void Short_forms_tables_and_mappings_show_the_same_keys()
    {
        var rows = Table().Find("Line1", TagOwnerKind.Plc, "", 0, 100).Rows;
        Assert.That(KeysOf("Motor/", "Speed"), Is.EqualTo("""{"offset":"0.0","type":"Real","unit":"rpm","range":"0..1500"}"""));
        Assert.That(KeysOf("Motor/", "Torque"), Is.EqualTo("""{"offset":"4.0","type":"Real"}"""));
        Assert.That(KeysOf("", "Level"), Is.EqualTo("""{"address":"DB1.DBD0","type":"Real","range":["0","100"]}"""));
        Assert.That(KeysOf("Tanks/", "T1/Level"), Is.EqualTo("""{"address":"DB3.DBD0","type":"Real","unit":"%"}"""));
        Assert.That(KeysOf("", "pump"), Is.EqualTo("""{"for":{"n":"1..3"},"name":"P{n}","db":"9"}"""));

        string KeysOf(string group, string name) => rows.Single(row => row.Group == group && row.Name == name).Keys.ToJsonString();
    }

    [Test]
    public void What_is_not_written_here_says_where_it_is_changed()
    {
        var rows = Table().Find("Line1", TagOwnerKind.Plc, "", 0, 100).Rows;
        Assert.That(rows.Single(row => row.Kind == TagRowKind.Block).WhyNot, Does.Contain("TIA Portal"));
        Assert.That(rows.Single(row => row.Kind == TagRowKind.Use).Note, Does.Contain("template 'pump'"));
        Assert.That(rows.Where(row => row.Kind == TagRowKind.Tag).Select(row => row.WhyNot), Is.All.Null);
    }

    [Test]
    public void A_file_that_is_read_twice_says_so()
    {
        _map.With("more.yaml", File.ReadAllText(_map.PathOf("more.yaml")) + "      - { from: tags.yaml, group: Again }\n");
        Assert.That(
            Table().Find("Line2", TagOwnerKind.Plc, "Run", 0, 9).Rows.Select(row => row.Note),
            Is.All.Contain("is read in 2 places")
        );
    }

    [Test]
    public void Each_path_leads_an_edit_to_its_entry()
    {
        var table = Table();
        foreach (var row in table.Find(null, TagOwnerKind.Plc, "", 0, 100).Rows.Where(row => row is { Kind: TagRowKind.Tag, WhyNot: null }))
        {
            var outcome = table.Map.Apply([new MapEdit(MapEditKind.Set, $"{row.Path}/description") { Value = "Here", File = row.File }]);
            Assert.That(outcome.Refusals, Is.Empty, row.ToString());
            var after = TagTable.Read(outcome.Map!, out _)!.Find(null, TagOwnerKind.Plc, "", 0, 100).Rows;
            var changed = after.Where(each => (string?)each.Keys["description"] == "Here").ToArray();
            Assert.That(
                changed.Select(each => (each.Owner, each.Group, each.Name, each.Line)),
                Is.EqualTo(new[] { (row.Owner, row.Group, row.Name, row.Line) })
            );
        }
    }

    [Test]
    public void New_entries_go_into_every_list()
    {
        var table = Table();
        var lists = table
            .Owners.Select(owner => owner.List)
            .Concat(table.Find(null, TagOwnerKind.Plc, "", 0, 100).Rows.Select(row => row.Inner).OfType<TagListPlace>());
        foreach (var list in lists)
        {
            var value = new JsonObject
            {
                ["name"] = "New",
                ["address"] = "M9.0",
                ["type"] = "Bool",
            };
            var outcome = table.Map.Apply([new MapEdit(MapEditKind.Insert, list.Path) { Value = value, File = list.File }]);
            Assert.That(outcome.Refusals, Is.Empty, list.ToString());
            Assert.That(
                TagTable.Read(outcome.Map!, out _)!.Find(null, TagOwnerKind.Plc, "New M9.0", 0, 9).Total,
                Is.EqualTo(1),
                list.ToString()
            );
        }
    }

    [TestCase("motor speed", "Motor/Speed")]
    [TestCase("Line1/Motor/Sp", "Motor/Speed")]
    [TestCase("db3.dbd4", "Tanks/T2/Level")]
    [TestCase("rpm 1500", "Motor/Speed")]
    [TestCase("nothing", "")]
    public void Words_find_entries_by_what_is_written(string search, string found) =>
        Assert.That(
            string.Join(' ', Table().Find("Line1", TagOwnerKind.Plc, search, 0, 9).Rows.Select(row => row.Group + row.Name)),
            Is.EqualTo(found)
        );

    [Test]
    public void Sections_of_the_entries_follow_each_other()
    {
        var table = Table();
        var all = table.Find(null, TagOwnerKind.Plc, "", 0, 100).Rows.Select(row => (row.File, row.Path)).ToArray();
        for (var after = 0; after < all.Length; after += 2)
            Assert.That(
                table.Find(null, TagOwnerKind.Plc, "", after, 2).Rows.Select(row => (row.File, row.Path)),
                Is.EqualTo(all.Skip(after).Take(2))
            );
        Assert.That(table.Find(null, TagOwnerKind.Plc, "", 0, 1).Total, Is.EqualTo(all.Length));
    }

    [Test]
    public void A_map_that_is_no_YAML_says_why()
    {
        _map.With("map.yaml", "plcs: [");
        Assert.That((TagTable.Read(EditableMap.Open(_map.PathOf("map.yaml")), out var fault), fault), Is.EqualTo(((TagTable?)null, fault)));
        Assert.That(fault, Is.Not.Empty);
    }

    [Test]
    public void A_file_that_reads_itself_is_listed_once()
    {
        _map.With("tags.yaml", "- tags.yaml\n- { name: A, address: M0.0, type: Bool }\n");
        Assert.That(
            Table().Find("Line2", TagOwnerKind.Plc, "", 0, 9).Rows.Select(row => row.Kind),
            Is.EqualTo(new[] { TagRowKind.Source, TagRowKind.Source, TagRowKind.Tag })
        );
    }

    private TagTable Table() => TagTable.Read(EditableMap.Open(_map.PathOf("map.yaml")), out _)!;

    private static string Short(string name) => name[(name.LastIndexOf('\\') + 1)..];
}
