using System.Text;

namespace S7OpcBridge.Tests;

/// <summary>How large a map may be with all of its files: what is beyond is one finding, and little work.</summary>
[CancelAfter(120_000)]
internal sealed class MapSizeTests
{
    [Test]
    public void Files_that_are_too_long_together_are_one_finding_at_the_one_that_was_too_much()
    {
        using var map = new MapText()
            .With("map.yaml", MapText.WithTags("- a.csv\n- b.csv\n- c.csv"))
            .With("a.csv", Csv("A", 52))
            .With("b.csv", Csv("B", 52))
            .With("c.csv", "name;address;type\n");
        Assert.That(
            map.Load().Findings,
            Has.Exactly(1)
                .EndsWith(
                    "b.csv' the files of this map have more than 100 MB together; this limit is fixed; spread the PLCs over several bridges"
                )
        );
    }

    [Test]
    public void A_file_that_many_sources_name_counts_once()
    {
        using var map = new MapText()
            .With("map.yaml", MapText.WithTags("- { group: A, tags: [ a.csv ] }\n- { group: B, tags: [ a.csv ] }"))
            .With("a.csv", Csv("A", 52));
        Assert.That(map.Load().Findings, Is.Empty);
    }

    [Test]
    public void More_keys_and_values_than_any_map_needs_are_one_finding_and_are_not_read()
    {
        var text =
            MapText.WithTags("- { name: A, address: DB1.DBW0, type: Int }") + new StringBuilder().Insert(0, "      - {}\n", 2_600_000);
        var findings = MapText.Load(text).Findings;
        Assert.That(
            findings,
            Has.Exactly(1)
                .EndsWith(
                    "up to here the files of this map have 5,000,000 keys, values and brackets; this limit is fixed; spread the PLCs over several bridges"
                )
        );
    }

    [Test]
    public void More_tags_than_a_bridge_can_have_are_one_finding()
    {
        var blocks = string.Join(
            '\n',
            Enumerable.Range(1, 20).Select(i => $"- {{ name: A{i}, address: DB{i}.DBB0, type: \"Array[1..8000] of T\" }}")
        );
        var (_, findings) = MapText.Load(
            MapText.WithTags(blocks) + "types:\n  T: { A: Byte, B: Byte, C: Byte, D: Byte, E: Byte, F: Byte, G: Byte, H: Byte }\n"
        );
        Assert.That(
            findings,
            Has.Length.EqualTo(1)
                .And.All.EndsWith(
                    "up to here the map has 1,200,000 tags, members of structures included; this limit is fixed; spread the PLCs over several bridges"
                )
        );
    }

    // Spaces are bytes as well, and little work.
    private static string Csv(string name, int megabytes) => $"name;address;type\n{name};DB1.DBW0;{new string(' ', megabytes << 20)}Int\n";
}
