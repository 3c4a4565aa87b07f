using System.Text;

namespace S7OpcBridge.Import.Tests.Sources;

/// <summary>Whatever stands in a source: the import ends, says so, and what it writes is a map without errors.</summary>
public sealed class MutationTests
{
    private static readonly ImportOptions Options = new() { Host = "192.168.0.10" };

    private static IEnumerable<TestCaseData> Sources()
    {
        foreach (var (name, bytes) in AllFixtures.Of())
            yield return new TestCaseData(name, bytes).SetArgDisplayNames(name);
    }

    [TestCaseSource(nameof(Sources))]
    public void A_broken_source_never_ends_the_import_and_never_makes_a_wrong_map(string name, byte[] bytes)
    {
        var random = new Random(name.Length * 7919);
        for (var i = 0; i < 150; i++)
        {
            var broken = Mutate(bytes, random);
            var map = ImportedMap.Of(Options, (name, broken));
            if (map.Result.Files.Count > 0)
                Assert.That(
                    map.Findings.Where(finding => finding.Contains(": error: ")),
                    Is.Empty,
                    () => $"{i}\n{Encoding.UTF8.GetString(broken)}\n{map.Text}"
                );
        }
    }

    [TestCaseSource(nameof(Sources))]
    public void The_fixture_itself_is_recognised_and_read(string name, byte[] bytes)
    {
        var map = ImportedMap.Of(Options, (name, bytes));
        Assert.That(map.Result.Report.Sources.Single().Format, Is.Not.Empty);
        Assert.That(map.Result.Report.HasFailed, Is.False);
        if (map.Result.Plcs > 0)
            Assert.That(map.Tags, Is.Not.Empty, "what it writes is a map that the loader takes");
    }

    [Test]
    public void All_fixtures_together_make_one_map_that_the_loader_takes()
    {
        var map = ImportedMap.Of(Options, [.. AllFixtures.Of()]);
        Assert.That(map.Tags, Has.Count.GreaterThan(50));
        Assert.That(map.Result.Plcs, Is.GreaterThan(5));
    }

    [Test]
    public void Several_PLCs_with_equal_groups_have_templates_of_different_names()
    {
        string Node(string name) =>
            $$"""{ "id": "{{name}}", "type": "s7 endpoint", "address": "{{name}}", "name": "{{name}}", "vartable": [ {{string.Join(", ",
                Enumerable.Range(1, 3).SelectMany(n => Enumerable.Range(0, 3).Select(m =>
                    $$"""{ "addr": "DB{{n}},INT{{2 * m}}", "name": "Motor{{n}}/V{{m}}" }""")))}} ] }""";
        var map = ImportedMap.Of("flows.json", $"[ {Node("plc-a")}, {Node("plc-b")} ]", new ImportOptions());
        Assert.That(map.Tags, Has.Count.EqualTo(18));
        Assert.That(map.Result.Files.Count(file => file.Text.Contains("templates:")), Is.EqualTo(2));
    }

    [FsCheck.NUnit.Property(MaxTest = 300)]
    public bool Any_text_ends_in_a_report(string text)
    {
        ImportedMap.Of(Options, ("any.txt", Encoding.UTF8.GetBytes(text ?? "")));
        return true;
    }

    [Test]
    public void A_project_does_not_read_the_environment_of_this_machine()
    {
        var map = ImportedMap.Of(
            Options,
            (
                "tags.csv",
                Encoding.UTF8.GetBytes(
                    "Tag Name,Address,Data Type,Respect Data Type,Client Access,Scan Rate,Scaling,Description\n"
                        + "\"A${PATH}\",\"DB1,INT0\",Short,1,RO,100,,\"$${PATH} ${PATH} {\"\n"
                )
            )
        );
        Assert.That(map.Map, Is.Not.Null, map.Text);
        Assert.That(
            map.Map!.Tags.Tags.Select(tag => (tag.Name, tag.Details!.Description)),
            Is.EqualTo(new[] { ("A${PATH}", "$${PATH} ${PATH} {") })
        );
    }

    [Test]
    public void Every_sign_of_a_keyboard_arrives_anywhere_in_a_name()
    {
        foreach (var sign in "!\"#$%&'()*+,-.:;<=>?@[\\]^_`{|}~")
        {
            string[] names = [$"a {sign}", $"a{sign}", $"{sign}a", $"a {sign}b", $"a{sign} b"];
            Assert.That(Any_name_and_description_arrive_in_a_map_that_holds(names, ""), $"a name with {sign}");
        }
    }

    [FsCheck.NUnit.Property(MaxTest = 100)]
    public bool Any_name_and_description_arrive_in_a_map_that_holds(string[] names, string description)
    {
        var rows = new StringBuilder(
            "Tag Name,Address,Data Type,Respect Data Type,Client Access,Scan Rate,Scaling,Raw Low,Raw High,Scaled Low,Scaled High,Scaled Data Type,Clamp "
                + "Low,Clamp High,Eng Units,Description,Negate Value\n"
        );
        var count = 0;
        foreach (var name in (names ?? []).Append("last"))
            rows.Append(
                $"\"{(name ?? "").Replace("\"", "\"\"")}\",\"DB{1 + (count % 3)},INT{2 * count++}\","
                    + $"Short,1,RO,100,,,,,,,,,,\"{(description ?? "").Replace("\"", "\"\"")}\",\n"
            );
        var map = ImportedMap.Of(Options, ("tags.csv", Encoding.UTF8.GetBytes(rows.ToString())));
        return map.Map is not null && map.Map.Tags.Tags.Length == map.Result.Report.Taken;
    }

    private static byte[] Mutate(byte[] bytes, Random random)
    {
        var list = new List<byte>(bytes);
        for (var n = random.Next(1, 6); n > 0 && list.Count > 0; n--)
        {
            var at = random.Next(list.Count);
            var length = Math.Min(list.Count - at, random.Next(1, 40));
            switch (random.Next(6))
            {
                case 0:
                    list[at] = (byte)random.Next(256);
                    break;
                case 1:
                    list.RemoveRange(at, length);
                    break;
                case 2:
                    list.InsertRange(at, list.GetRange(at, length));
                    break;
                case 3:
                    list.InsertRange(at, Encoding.UTF8.GetBytes(Tokens[random.Next(Tokens.Length)]));
                    break;
                case 4:
                    list.RemoveRange(at, list.Count - at);
                    break;
                default:
                    list[at] = (byte)(list[at] ^ (1 << random.Next(8)));
                    break;
            }
        }
        return [.. list];
    }

    private static readonly string[] Tokens =
    [
        "\"",
        "'",
        "{",
        "}",
        "[",
        "]",
        ",",
        "\n",
        "\t",
        "65536",
        "-1",
        "99999999999999999999",
        "1e308",
        "Array[0..2000000000] of Bool",
        "/",
        "_Status/",
        "\0",
        "ä",
        "\uFEFF",
        "DB1.DBX0.0",
        "String[300]",
        ": ",
        " #",
        "%",
    ];
}
