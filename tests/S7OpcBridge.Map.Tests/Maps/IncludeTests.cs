namespace S7OpcBridge.Tests;

/// <summary><c>include</c>: map files and folders that belong to a map.</summary>
public sealed class IncludeTests
{
    private const string Server = "server: { anonymous: read, security: [None] }\n";

    [Test]
    public void PLCs_templates_and_tags_come_from_files_and_folders_in_the_order_of_their_names()
    {
        using var map = new MapText()
            .With("map.yaml", Server + "include: [plcs, common/templates.yaml]\nplcs:\n" + Plc("Last", "- { use: motor, name: M1, db: 5 }"))
            .With("common/templates.yaml", "templates: { motor: { tags: [ { name: Speed, offset: 0.0, type: Real } ] } }\n")
            .With("plcs/20-b.yaml", "include: ../more/c.yml\nplcs:\n" + Plc("B", "- tags/b.csv"))
            .With("plcs/tags/b.csv", "name;address;type\nX;MW0;Int\n")
            .With("plcs/10-a.yaml", "plcs:\n" + Plc("A", "- { name: X, address: MW0, type: Int }"))
            .With("plcs/.hidden.yaml", "nonsense")
            .With("plcs/readme.txt", "no map")
            .With("more/c.yml", "plcs:\n" + Plc("C", "- { name: X, address: MW0, type: Int }"));
        var (loaded, findings) = map.Load();
        Assert.That(findings, Is.Empty);
        Assert.That(loaded!.Tags.Plcs.Select(plc => plc.Name), Is.EqualTo(new[] { "A", "C", "B", "Last" }));
        Assert.That(loaded.Tags.Tags.Select(tag => tag.Name), Is.EqualTo(new[] { "X", "X", "X", "M1/Speed" }));
        Assert.That(
            loaded.Files.Select(file => Path.GetRelativePath(map.PathOf(""), file)),
            Is.EqualTo(
                new[] { "map.yaml", "plcs", "plcs/10-a.yaml", "plcs/20-b.yaml", "more/c.yml", "plcs/tags/b.csv", "common/templates.yaml" }
            ),
            "all that a reload has to watch, the map first"
        );
    }

    [Test]
    public void A_finding_names_the_file_that_it_is_in()
    {
        using var map = new MapText()
            .With("map.yaml", Server + "include: a.yaml\n")
            .With("a.yaml", "plcs:\n" + Plc("A", "- { name: X, address: MW0, typ: Int }"));
        Assert.That(map.Load().Findings, Is.EqualTo(new[] { "a.yaml:6:34: error: unknown key 'typ' of a tag; did you mean 'type'?" }));
    }

    [Test]
    public void Two_files_with_a_PLC_of_one_name_are_told_apart()
    {
        using var map = new MapText()
            .With("map.yaml", Server + "include: [a.yaml, b.yaml]\n")
            .With("a.yaml", "plcs:\n" + Plc("A", "- { name: X, address: MW0, type: Int }"))
            .With("b.yaml", "plcs:\n" + Plc("A", "- { name: X, address: MW0, type: Int }"));
        Assert.That(
            map.Load().Findings.Select(line => line.Replace(map.PathOf("").Replace('\\', '/'), "")),
            Is.EqualTo(new[] { "b.yaml:2:11: error: the PLC name 'A' is given twice, first at a.yaml:2:11; rename one of them" })
        );
    }

    [TestCase(
        "include: none.yaml",
        "map.yaml:2:10: error: there is no file 'none.yaml'; check the path (it starts from the file that names it)"
    )]
    [TestCase(
        "include: map.yaml",
        "map.yaml:2:10: error: 'map.yaml' includes itself, directly or through another file; remove one of the two lines"
    )]
    [TestCase(
        "include: circle.yaml",
        "circle.yaml:1:10: error: 'map.yaml' includes itself, directly or through another file; remove one of the two lines"
    )]
    [TestCase(
        "include: [a.yaml, ./a.yaml]",
        "map.yaml:2:19: error: './a.yaml' is included twice, first at map.yaml:2:11; remove one of the two lines"
    )]
    [TestCase(
        "include: server.yaml",
        "server.yaml:1:1: error: 'server' belongs to the whole bridge: move it into the map that includes this file"
    )]
    [TestCase("include: users.yaml", "users.yaml:1:1: error: 'users.yaml' is no map")]
    [TestCase(
        "include: { a: b }",
        "map.yaml:2:10: error: 'include' is a mapping; write the name of a map file or of a folder with map files, or a list " + "of them"
    )]
    [TestCase(
        "include: empty",
        "map.yaml:2:10: warning: the folder 'empty' has no file that ends in .yaml or .yml; add the map files of the PLCs, or "
            + "remove the line"
    )]
    [TestCase("include: empty.yaml", "empty.yaml:1:1: error: the file is empty; see config/bridge.yaml for a map to start from")]
    public void What_can_not_be_included_is_named_with_its_place(string line, string expected)
    {
        using var map = new MapText()
            .With("map.yaml", Server + line + "\nplcs:\n" + Plc("L", "- { name: X, address: MW0, type: Int }"))
            .With("circle.yaml", "include: map.yaml\n")
            .With("a.yaml", "plcs:\n" + Plc("A", "- { name: X, address: MW0, type: Int }"))
            .With("server.yaml", "server: { name: x }\nplcs:\n" + Plc("A", "- { name: X, address: MW0, type: Int }"))
            .With("users.yaml", "roles: []\nusers: []\n")
            .With("empty/notes.txt", "")
            .With("empty.yaml", "");
        var folder = map.PathOf("").Replace('\\', '/');
        var findings = map.Load().Findings.Select(finding => finding.Replace(folder, ""));
        Assert.That(
            findings,
            Is.EqualTo(
                new[]
                {
                    expected.Replace(
                        "'users.yaml' is no map",
                        "the file does not contain a tag map: none of its keys is one of include, templates, types, constants, plcs; "
                            + "include another file, or move "
                            + "this one out of the folder"
                    ),
                }
            )
        );
    }

    [Test]
    public void Files_that_include_each_other_in_a_long_row_are_read_once_each()
    {
        using var map = new MapText().With("map.yaml", Server + "include: 0.yaml\n");
        for (var i = 0; i < 300; i++)
            map.With($"{i}.yaml", $"include: {i + 1}.yaml\n");
        map.With("300.yaml", "plcs:\n" + Plc("A", "- { name: X, address: MW0, type: Int }"));
        Assert.That(
            map.Load().Findings,
            Is.EqualTo(new[] { "127.yaml:1:10: error: maps are included more than 128 deep; let one map name all files" })
        );
    }

    private static string Plc(string name, string tag) =>
        $"  - name: {name}\n    host: 10.0.0.1\n    profile: s7-1500\n    tags:\n      {tag}\n";
}
