using System.Text;

namespace S7OpcBridge.Tests;

/// <summary>A few lines that stand for very many: each is one finding, before it takes time and memory.</summary>
[CancelAfter(120_000)]
internal sealed class MapExpansionTests
{
    private const int Levels = 15;

    [Test]
    public void Templates_that_use_each_other_many_times_are_one_finding_even_where_they_have_no_tags() =>
        Assert.That(
            MapText
                .Load(MapText.WithTags("- { use: T0, for: { n: 1..1000 } }") + Templates("{ use: {0}, for: { n: 1..1000 } }", "[]"))
                .Findings,
            Has.Length.EqualTo(1)
                .And.All.Match(
                    "^map.yaml:[0-9]+:[0-9]+: error: up to here the uses of templates stand for more than 30,000,000 keys and values; check 'for' here and in "
                        + "the templates that use others"
                )
        );

    [Test]
    public void Tags_of_templates_count_where_they_are_wrong_too()
    {
        var tags = string.Concat(Enumerable.Range(0, 100).Select(i => $"{{ name: A{i}, address: MW0, type: Itn }}, "));
        var findings = MapText
            .Load(MapText.WithTags("- { use: T0 }") + Templates("{ use: {0}, for: { n: 1..9 } }", $"[ {tags} ]"))
            .Findings;
        Assert.That(findings.Select(f => f.Split(' ', 3)[2]), Has.Exactly(1).StartsWith("up to here the uses of templates stand for"));
        Assert.That(findings, Has.Length.EqualTo(101));
    }

    [Test]
    public void Names_that_repeat_in_a_template_count_as_tags() =>
        Assert.That(
            MapText
                .Load(
                    MapText.WithTags("- { use: T0 }")
                        + Templates("{ use: {0}, for: { n: 1..9 } }", "[ { name: A, address: M0.0, type: \"Bool\" } ]")
                )
                .Findings,
            Has.Exactly(1)
                .EndsWith(
                    "error: up to here the map has 1,200,000 tags, members of structures included; this limit is fixed; spread the PLCs over "
                        + "several bridges"
                )
        );

    [Test]
    public void Texts_that_templates_multiply_are_one_finding()
    {
        var ten = string.Concat(Enumerable.Repeat("{x}", 10));
        var findings = MapText
            .Load(MapText.WithTags("- { use: T0, for: { x: abcdefghij } }") + Templates($"{{ use: {{0}}, for: {{ x: \"{ten}\" }} }}", "[]"))
            .Findings;
        Assert.That(
            findings,
            Has.Length.EqualTo(1)
                .And.All.EndsWith(
                    "up to here the uses of templates fill in more than 100,000,000 characters; check the parameters of 'for'"
                )
        );
    }

    [Test]
    public void A_template_that_uses_itself_many_times_is_one_finding() =>
        Assert.That(
            MapText
                .Load(
                    MapText.WithTags("- use: T")
                        + "templates:\n  T: { tags: [ { use: T }, { use: T }, { use: T, for: { n: 1..9 } }, { use: T } ] }\n"
                )
                .Findings,
            Is.EqualTo(new[] { "map.yaml:11:23: error: templates are nested more than 16 deep; does 'T' use itself?" })
        );

    [Test]
    public void Parameters_take_no_memory_for_values_that_are_not_used()
    {
        var before = GC.GetAllocatedBytesForCurrentThread();
        var uses = string.Join(
            '\n',
            Enumerable.Range(0, 100).Select(_ => $"- {{ use: None, for: {{ a: 1..99999, b: 1..99999, c: 1..99999 }} }}")
        );
        Assert.That(MapText.FindingsOfTags(uses), Has.Length.EqualTo(100));
        Assert.That(GC.GetAllocatedBytesForCurrentThread() - before, Is.LessThan(100_000_000));
    }

    [TestCase("Array[0..2147483647] of T")]
    [TestCase("Array[0..60000, 0..60000] of T")]
    public void An_array_of_structures_longer_than_a_block_is_one_finding(string type) =>
        Assert.That(
            MapText
                .Load(MapText.WithTags($"- {{ name: A, address: DB1.DBB0, type: \"{type}\" }}") + "types: { T: { A: Int, B: Int } }\n")
                .Findings,
            Is.EqualTo(
                new[]
                {
                    "map.yaml:9:45: error: 'A' ends beyond byte 65536, the end of the largest block; check the address and the array bounds",
                }
            )
        );

    [Test]
    public void Structures_inside_each_other_count_with_those_that_hold_nothing_else()
    {
        var types = new StringBuilder("types:\n");
        for (var level = 0; level < 60; level++)
            types.Append($"  T{level}: {{ M: T{level + 1} }}\n");
        types.Append("  T60: { M: Int }\n");
        var tags = string.Join(
            '\n',
            Enumerable.Range(0, 3).Select(i => $"- {{ name: A{i}, address: DB{i + 1}.DBB0, type: \"Array[0..32000] of T0\" }}")
        );
        Assert.That(
            MapText.Load(MapText.WithTags(tags) + types).Findings,
            Has.Length.EqualTo(1)
                .And.All.EndsWith(
                    "up to here the map has 3,000,000 structures and elements, those inside others included; check the types and array bounds"
                )
                .Or.All.EndsWith(
                    "up to here the names of the tags, with their folders, have more than 200,000,000 characters together; shorten the names of "
                        + "the folders"
                )
        );
    }

    [Test]
    public void Types_that_contain_each_other_twice_are_one_finding()
    {
        var types = new StringBuilder("types:\n");
        for (var level = 0; level < 40; level++)
            types.Append($"  T{level}: {{ A: T{level + 1}, B: T{level + 1} }}\n");
        types.Append("  T40: { M: Bool }\n");
        Assert.That(
            MapText
                .Load(MapText.WithTags("- { name: A, address: DB1.DBB0, type: T0 }") + types)
                .Findings.Where(f => f.Contains(" error: ")),
            Has.Exactly(1).Items.And.All.Contains("ends beyond byte 65536, the end of the largest block")
        );
    }

    [Test]
    public void Types_that_contain_each_other_are_one_finding() =>
        Assert.That(
            MapText
                .Load(
                    MapText.WithTags("- { name: A, address: DB1.DBB0, type: T }")
                        + "types:\n  T: { A: U, B: U }\n  U: { A: T, B: \"Array[0..9] of T\" }\n"
                )
                .Findings.Where(f => f.Contains(" error: ")),
            Is.EqualTo(new[] { "map.yaml:11:3: error: the type 'T' contains itself; remove the member that leads back to it" })
        );

    [Test]
    public void A_long_folder_name_counts_for_each_folder_in_it()
    {
        var inner = string.Concat(
            Enumerable.Range(0, 300).Select(i => $"\n  - {{ group: G{i}, tags: [ {{ name: A, address: MW0, type: Int }} ] }}")
        );
        Assert.That(
            MapText.FindingsOfTags($"- group: {new string('x', 1 << 20)}\n  tags:{inner}").Where(f => f.Contains(" error: ")),
            Has.Exactly(1)
                .Items.And.All.Contains(
                    "up to here the names of the tags, with their folders, have more than 200,000,000 characters together; shorten the names of the folders"
                )
        );
    }

    [Test]
    public void Files_that_name_the_next_twice_are_one_finding()
    {
        using var map = new MapText().With("map.yaml", MapText.WithTags("- f0.yaml"));
        for (var file = 0; file < 30; file++)
            map.With($"f{file}.yaml", $"[ f{file + 1}.yaml, f{file + 1}.yaml ]\n");
        map.With("f30.yaml", "[]\n");
        Assert.That(
            map.Load().Findings,
            Has.Length.EqualTo(1)
                .And.All.EndsWith(
                    "up to here the files of this map are read more than 50,000 times, or more than 500 MB of them; name each file once, or in "
                        + "fewer places"
                )
        );
    }

    [Test]
    public void Files_that_name_each_other_without_end_are_one_finding()
    {
        using var map = new MapText().With("map.yaml", MapText.WithTags("- f0.yaml"));
        for (var file = 0; file < 100; file++)
            map.With($"f{file}.yaml", $"[ f{file + 1}.yaml ]\n");
        map.With("f100.yaml", "[]\n");
        Assert.That(
            map.Load().Findings,
            Is.EqualTo(new[] { "f31.yaml:1:3: error: files of tags name each other more than 32 deep; let one file name them all" })
        );
    }

    [Test]
    public void A_table_that_is_named_many_times_is_one_finding()
    {
        using var map = new MapText()
            .With("map.yaml", MapText.WithTags(string.Join('\n', Enumerable.Range(0, 40).Select(i => $"- {{ from: a.csv, group: G{i} }}"))))
            .With("a.csv", "name\n" + new StringBuilder().Insert(0, "a\n", 100_000));
        Assert.That(
            map.Load().Findings.Where(f => f.Contains("up to here")),
            Has.Exactly(1).Contains("up to here the map has 1,200,000 tags")
        );
    }

    // Each level uses the next one twice; {0} is its name.
    private static string Templates(string use, string last)
    {
        var text = new StringBuilder("templates:\n");
        for (var level = 0; level < Levels - 1; level++)
        {
            var next = use.Replace("{0}", $"T{level + 1}");
            text.Append($"  T{level}: {{ tags: [ {next}, {next} ] }}\n");
        }
        return text.Append($"  T{Levels - 1}: {{ tags: {last} }}\n").ToString();
    }
}
