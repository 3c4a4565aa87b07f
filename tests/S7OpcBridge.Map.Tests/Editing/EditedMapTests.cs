using S7OpcBridge.Map.Editing;
using S7OpcBridge.Tests;
using static S7OpcBridge.Map.Tests.Editing.Edits;

namespace S7OpcBridge.Map.Tests.Editing;

/// <summary>Maps of several files: each edit finds its file, and says where else to change what stands in none.</summary>
public sealed class EditedMapTests
{
    private const string Map = """
        include: [plcs/]
        templates:
          Valve: { tags: { Open: 0.0 Bool } }
        plcs:
          - name: Line1
            host: h
            profile: s7-1500
            tags:
              - { name: Own, address: MW0, type: Int }
              - more.csv
              - { from: tanks.yaml, group: Tanks }
              - { use: Valve, name: "Valves/V{n:00}", for: { n: 1..3, db: 1..3 } }
              - { from: Mixer.db, db: 20, group: Mixer }
              - group: Inner
                tags:
                  - inner.csv

        """;

    private MapText _map = null!;

    [SetUp]
    public void Write() =>
        _map = new MapText()
            .With("map.yaml", Map)
            .With("plcs/two.yaml", "plcs:\n  - name: Line2\n    host: h\n    profile: s7-1500\n    tags: []\n")
            .With("more.csv", "name;address;type;description\r\nA;MW2;Int;\"one; two\"\r\n \"B\" ;MW4;Int\r\n")
            .With("tanks.yaml", "# tanks\ntags:\n  - { name: Level, address: MD10, type: Real }\n")
            .With("inner.csv", "name,address,type\nC,MW6,Int")
            .With(
                "Mixer.db",
                "DATA_BLOCK \"Mixer\"\n{ S7_Optimized_Access := 'FALSE' }\nVERSION : 0.1\n   STRUCT\n      Run : Bool;\n   END_STRUCT;\nBEGIN\nEND_DATA_BLOCK\n"
            );

    [TearDown]
    public void Delete() => _map.Dispose();

    [TestCase("plcs[Line1]/tags[Own]", "map.yaml", "plcs[Line1]/tags[Own]")]
    [TestCase("plcs[Line2]/host", "plcs/two.yaml", "plcs[Line2]/host")]
    [TestCase("plcs[Line1]/tags[A]/unit", "more.csv", "[A]/unit")]
    [TestCase("plcs[Line1]/tags[Tanks/Level]/unit", "tanks.yaml", "tags[Level]/unit")]
    [TestCase("plcs[Line1]/tags[Inner/C]", "inner.csv", "[C]")]
    public void An_entry_is_found_in_its_file(string path, string file, string inner)
    {
        var place = EditableMap.Open(_map.PathOf("map.yaml")).Locate(path);

        Assert.That((place.Spot.File?.Path, place.Path, place.Why), Is.EqualTo((_map.PathOf(file), inner, (string?)null)));
    }

    [TestCase("plcs[Line1]/tags[Valves/V01/Open]/unit", "comes from the template 'Valve'")]
    [TestCase("plcs[Line1]/tags[Mixer/Run]/unit", "change it in TIA Portal")]
    [TestCase("plcs[Line1]/tags[Nowhere]", "there is no")]
    [TestCase("plcs[", "not a path")]
    public void What_stands_in_no_file_is_told_with_its_origin(string path, string why)
    {
        var map = EditableMap.Open(_map.PathOf("map.yaml"));

        Assert.Multiple(() =>
        {
            Assert.That(map.Locate(path).Why, Does.Contain(why));
            Assert.That(map.Apply([Set(path, 1)]).Map, Is.Null);
        });
    }

    [Test]
    public void One_change_may_touch_several_files()
    {
        var outcome = EditableMap
            .Open(_map.PathOf("map.yaml"))
            .Apply([
                Set("plcs[Line1]/tags[A]/description", "a;b"),
                Set("plcs[Line1]/tags[B]/unit", "rpm"),
                Rename("plcs[Line1]/tags[Tanks/Level]", "Height"),
                Remove("plcs[Line1]/tags[Inner/C]"),
                Insert("plcs[Line2]/tags", Json("""{ "name": "X", "address": "MW0", "type": "Int" }""")),
                Insert("", Json("""{ "name": "D", "address": "MW8", "range": [0, 5] }""")) with
                {
                    File = _map.PathOf("inner.csv"),
                },
            ]);

        Assert.That(outcome.Refusals, Is.Empty);
        Assert.That(
            outcome.Map!.Changes.OrderBy(change => change.File, StringComparer.Ordinal).Select(change => change.Text),
            Is.EqualTo(
                new[]
                {
                    "name,address,type,range\nD,MW8,,0..5",
                    "name;address;type;description;unit\r\nA;MW2;Int;\"a;b\"\r\n \"B\" ;MW4;Int;;rpm\r\n",
                    "plcs:\n  - name: Line2\n    host: h\n    profile: s7-1500\n    tags:\n      - { name: X, address: MW0, type: Int }\n",
                    "# tanks\ntags:\n  - { name: Height, address: MD10, type: Real }\n",
                }
            )
        );
    }

    [Test]
    public void Where_one_edit_is_refused_none_is_made()
    {
        var map = EditableMap.Open(_map.PathOf("map.yaml"));

        var outcome = map.Apply([Set("plcs[Line1]/host", "x"), Remove("plcs[Line1]/slot")]);

        Assert.That(outcome.Map, Is.Null);
        Assert.That(outcome.Refusals.Single().Edit, Is.EqualTo(1));
        Assert.That(map.Changes, Is.Empty);
    }

    [Test]
    public void Code_page_and_byte_order_mark_stay()
    {
        _map.WithBytes("more.csv", [.. "name;address;type\r\nÄ;MW2;Int\r\n".Select(sign => (byte)sign)]);
        _map.WithBytes("plcs/two.yaml", [0xEF, 0xBB, 0xBF, .. "plcs:\n  - name: Line2\n    host: h\n"u8]);
        var map = EditableMap.Open(_map.PathOf("map.yaml"));

        var edited = map.Apply([Set("plcs[Line1]/tags[Ä]/type", "Word"), Set("plcs[Line2]/host", "ж")])
            .Map!.Changes.ToDictionary(change => Path.GetFileName(change.File), change => change.Bytes.ToArray());

        Assert.That(edited["more.csv"], Is.EqualTo("name;address;type\r\nÄ;MW2;Word\r\n".Select(sign => (byte)sign)));
        Assert.That(
            edited["two.yaml"],
            Is.EqualTo(new byte[] { 0xEF, 0xBB, 0xBF }.Concat("plcs:\n  - name: Line2\n    host: ж\n"u8.ToArray()))
        );
        Assert.That(map.Apply([Set("plcs[Line1]/tags[Ä]/type", "ж")]).Refusals.Single().Message, Does.Contain("windows-1252"));
    }

    [Test]
    public void A_place_has_a_path() =>
        Assert.That(
            EditableMap.Open(_map.PathOf("map.yaml")).PathAt(_map.PathOf("map.yaml"), 9, 25),
            Is.EqualTo("plcs[Line1]/tags[Own]/address")
        );

    [TestCaseSource(nameof(Examples))]
    public void Edits_of_the_example_maps_validate(string path)
    {
        var findings = new FindingList { TakesOpenHosts = true };
        var loaded = MapLoader.Load(path, findings)!;
        var map = EditableMap.Open(path);
        var edits = new List<MapEdit>();
        foreach (var plc in loaded.Tags.Plcs)
            edits.Add(
                Insert(
                    $"plcs[{plc.Name}]/tags",
                    Json("""{ "name": "Edited/Tag", "address": "DB1.DBD500", "type": "Real", "unit": "%", "description": "a: b, [c]" }""")
                )
            );
        foreach (var tag in loaded.Tags.Tags)
        {
            var entry = EditPath.Format([
                new EditStep("plcs", false, null),
                new EditStep(loaded.Tags.Plcs[tag.Plc].Name, true, null),
                new EditStep("tags", false, null),
                new EditStep(tag.Path.ToString(), true, null),
            ]);
            if (map.Locate(entry).Why is null)
                edits.Add(Set($"{entry}/description", $"100 % of {tag.Path}: all"));
        }
        var outcome = map.Apply(edits);

        Assert.That(outcome.Refusals, Is.Empty);
        using var copy = new CopiedFolder(Repository.PathOf("config"), Path.GetDirectoryName(path)!);
        foreach (var change in outcome.Map!.Changes)
            File.WriteAllBytes(copy.PathOf(change.File), change.Bytes.ToArray());
        var again = new FindingList { TakesOpenHosts = true };
        var edited = MapLoader.Load(copy.PathOf(path), again);
        Assert.That(again.Sorted.Where(finding => finding.IsError), Is.Empty);
        Assert.That(edited!.Tags.Tags.Length, Is.EqualTo(loaded.Tags.Tags.Length + loaded.Tags.Plcs.Length));
    }

    // A list of tags is no map by itself.
    private static IEnumerable<string> Examples() =>
        Directory
            .EnumerateFiles(Repository.PathOf("config"), "*.yaml", SearchOption.AllDirectories)
            .Where(static path => File.ReadLines(path).Any(static line => line.StartsWith("plcs:", StringComparison.Ordinal)))
            .Order(StringComparer.Ordinal);

    // The files beside a map, which it names.
    private sealed class CopiedFolder : IDisposable
    {
        private readonly string _from;
        private readonly string _to = Directory.CreateTempSubdirectory("s7opcbridge-").FullName;

        public CopiedFolder(string root, string folder)
        {
            _from = Path.GetFullPath(root);
            foreach (var file in Directory.EnumerateFiles(_from, "*", SearchOption.AllDirectories))
            {
                Directory.CreateDirectory(Path.GetDirectoryName(PathOf(file))!);
                File.Copy(file, PathOf(file));
            }
            Assert.That(Directory.Exists(folder));
        }

        public string PathOf(string file) => Path.Combine(_to, Path.GetRelativePath(_from, Path.GetFullPath(file)));

        public void Dispose() => Directory.Delete(_to, recursive: true);
    }
}
