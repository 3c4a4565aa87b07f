using S7OpcBridge.Map.Editing;
using S7OpcBridge.Tests;

namespace S7OpcBridge.Map.Tests.Editing;

/// <summary>Whole texts in place of files: as a browser hands them over, and as the loader reads them before they are saved.</summary>
public sealed class WholeTextTests
{
    private const string Plc = "plcs:\n  - name: Line1\n    host: h\n    profile: s7-1500\n    tags: [a.yaml]\n";

    private MapText _map = null!;

    [SetUp]
    public void Write() =>
        _map = new MapText().With("map.yaml", Plc).With("a.yaml", "A: MW0 Int\n").With("b.csv", "name;address;type\r\nB;MW2;Int\r\n");

    [TearDown]
    public void Delete() => _map.Dispose();

    [TestCase("a\r\nb\r\nc\r\n", "a\nB\nc\n", "a\r\nB\r\nc\r\n")]
    [TestCase("a\r\nb\nc\r\n", "a\nb\nnew\nc\n", "a\r\nb\nnew\r\nc\r\n")]
    [TestCase("a\r\nb", "a\nb\nc", "a\r\nb\r\nc")]
    [TestCase("a\nb\n", "a\nc\n", "a\nc\n")]
    [TestCase("a\r\nb\r\n", "a\r\nc\n", "a\r\nc\n")]
    [TestCase("a\r\n", "", "")]
    public void A_text_from_a_browser_gets_the_line_ends_of_its_file(string old, string text, string expected) =>
        Assert.That(LineEnds.Restore(old, text), Is.EqualTo(expected));

    [Test]
    public void The_loader_reads_the_new_text_in_place_of_the_file_and_writes_nothing()
    {
        var before = File.ReadAllBytes(_map.PathOf("a.yaml"));
        var edited = Open().WithText(_map.PathOf("a.yaml"), "A: MW0 Int\nB: MW2 Int\n").Map!;

        var findings = new FindingList { Overlay = new MapOverlay(edited.Overlay) };
        var loaded = MapLoader.Load(_map.PathOf("map.yaml"), findings);

        Assert.That(loaded!.Tags.Tags.Select(tag => tag.Path.ToString()), Is.EqualTo(new[] { "A", "B" }), Text(findings));
        Assert.That(File.ReadAllBytes(_map.PathOf("a.yaml")), Is.EqualTo(before));
    }

    [Test]
    public void Findings_in_the_new_text_have_the_path_of_the_file()
    {
        var edited = Open().WithText(_map.PathOf("a.yaml"), "A: MW0 Int\nB: XX Int\n").Map!;
        var findings = new FindingList { Overlay = new MapOverlay(edited.Overlay) };

        Assert.That(MapLoader.Load(_map.PathOf("map.yaml"), findings), Is.Null);
        Assert.That(findings.Sorted.First(finding => finding.IsError).ToString(), Does.StartWith($"{_map.PathOf("a.yaml")}:2:"));
    }

    [Test]
    public void A_new_file_is_read_before_it_is_on_disk_also_in_an_included_folder()
    {
        Directory.CreateDirectory(_map.PathOf("plcs"));
        var map = Open().WithText(_map.PathOf("map.yaml"), "include: [plcs/]\n" + Plc).Map!;
        var added = map.WithText(_map.PathOf("plcs/two.yaml"), Plc.Replace("Line1", "Line2").Replace("a.yaml", "../new.csv")).Map!;
        added = added.WithText(_map.PathOf("new.csv"), "name;address;type\nN;MW8;Int\n").Map!;
        var findings = new FindingList { Overlay = new MapOverlay(added.Overlay) };

        var loaded = MapLoader.Load(_map.PathOf("map.yaml"), findings);

        Assert.That(loaded?.Tags.Plcs.Select(plc => plc.Name), Is.EquivalentTo(new[] { "Line1", "Line2" }), Text(findings));
        Assert.That(added.Changes.Where(file => file.Base is null).Select(file => file.File), Has.Exactly(2).Items);
        Assert.That(File.Exists(_map.PathOf("new.csv")), Is.False);
    }

    [Test]
    public void A_text_of_a_table_stays_a_table_for_the_edits_after_it()
    {
        var map = Open()
            .WithText(_map.PathOf("map.yaml"), Plc.Replace("a.yaml", "b.csv"))
            .Map!.WithText(_map.PathOf("b.csv"), "name;address;type\nB;MW2;Int\nC;MW4;Int\n")
            .Map!;

        var outcome = map.Apply([new MapEdit(MapEditKind.Set, "plcs[Line1]/tags[C]/address") { Value = "MW6" }]);

        Assert.That(outcome.Refusals, Is.Empty);
        Assert.That(outcome.Map!.TextOf(_map.PathOf("b.csv")), Is.EqualTo("name;address;type\r\nB;MW2;Int\r\nC;MW6;Int\r\n"));
        Assert.That(outcome.Targets, Is.EqualTo(new[] { new EditTarget(_map.PathOf("b.csv"), "[C]/address") }));
    }

    [Test]
    public void A_text_that_is_as_on_disk_is_no_change()
    {
        var map = Open().WithText(_map.PathOf("b.csv"), "name;address;type\nB;MW2;Int\n").Map!;

        Assert.That(map.Changes, Is.Empty);
    }

    [Test]
    public void A_file_that_may_not_be_read_is_a_finding_and_its_content_stays_unknown()
    {
        var outside = _map.PathOf("outside.yaml");
        File.WriteAllText(outside, "secret: 1\n");
        var edited = Open().WithText(_map.PathOf("map.yaml"), "include: outside.yaml\n" + Plc).Map!;
        var findings = new FindingList { Overlay = new MapOverlay(edited.Overlay, path => path != Path.GetFullPath(outside)) };

        Assert.That(MapLoader.Load(_map.PathOf("map.yaml"), findings), Is.Null);
        Assert.That(Text(findings), Does.Contain("cannot be named here").And.Not.Contain("secret"));
    }

    [Test]
    public void The_users_file_is_known_as_a_secret()
    {
        _map.With("map.yaml", "server: { users: users.yaml }\n" + Plc).With("users.yaml", "[]\n");
        if (!OperatingSystem.IsWindows())
            File.SetUnixFileMode(_map.PathOf("users.yaml"), UnixFileMode.UserRead | UnixFileMode.UserWrite);
        var findings = new FindingList();
        MapLoader.Load(_map.PathOf("map.yaml"), findings);

        Assert.That(findings.Secrets, Is.EqualTo(new[] { _map.PathOf("users.yaml") }), Text(findings));
    }

    private EditableMap Open() => EditableMap.Open(_map.PathOf("map.yaml"));

    private static string Text(FindingList findings) => string.Join('\n', findings.Sorted);
}
