using System.Diagnostics;
using System.Text;
using System.Text.Json.Nodes;
using S7OpcBridge.Map;

namespace S7OpcBridge.Tests;

/// <summary>A map of 100,000 tags: what a page asks while somebody types. The times are printed, not asserted.</summary>
public sealed class LargeTableTests
{
    [Test]
    public void A_table_of_a_hundred_thousand_tags_is_searched_edited_and_checked()
    {
        var lines = new StringBuilder(
            "server: { anonymous: read, security: [None] }\nplcs:\n  - name: L\n    host: 192.0.2.1\n    profile: s7-1500\n    scan: { "
                + "fast: 100ms }\n    tags:\n"
        );
        for (var i = 0; i < 50_000; i++)
            lines.Append(
                $"      - {{ name: Motor{i}/Speed, address: DB10.DBD{i % 16000 * 4}, type: Real, scan: fast, unit: rpm, range: [0, 3000] }}\n"
            );
        for (var group = 0; group < 500; group++)
        {
            lines.Append($"      - group: Hall{group}\n        db: {group + 100}\n        tags:\n");
            for (var i = 0; i < 100; i++)
                lines.Append($"          Valve{i}: {i * 4}.0 Real, bar, 0..16\n");
        }
        using var map = new MapText().With("map.yaml", lines.ToString());
        var file = map.PathOf("map.yaml");
        for (var round = 0; round < 3; round++)
        {
            TestContext.Out.WriteLine($"round {round}");
            var text = Timed("read the texts", () => EditableMap.Open(file));
            var table = Timed("make the table", () => TagTable.Read(text, out _)!);
            Timed("first page", () => table.Find("L", TagOwnerKind.Plc, "", 0, 100));
            Timed("last page", () => table.Find("L", TagOwnerKind.Plc, "", 100_400, 100));
            var found = Timed("search", () => table.Find("L", TagOwnerKind.Plc, "hall49 valve7 bar", 0, 100));
            Assert.That(found.Total, Is.EqualTo(11 * 11));
            Timed("search without a hit", () => table.Find("L", TagOwnerKind.Plc, "nothing-of-it", 0, 100));
            var list = new TagListPlace(file, "plcs[L]/tags");
            var keys = JsonNode.Parse("""{ "address": "DB1.DBQ4", "type": "Real" }""")!.AsObject();
            TagRowDraft[] row = [new(list, null, TagRowKind.Tag, "Hall499/Valve99", keys)];
            Assert.That(Timed("first check of a row", () => new TagRowCheck(table, null).Check(row)), Has.Count.EqualTo(2));
            Assert.That(Timed("check of a row", () => new TagRowCheck(table, null).Check(row)), Has.Count.EqualTo(2));
            TagRowDraft[] rows = [.. Enumerable.Range(0, 100).Select(i => row[0] with { Name = $"New{i}" })];
            Timed("check of 100 rows", () => new TagRowCheck(table, null).Check(rows));
            MapEdit[] edits =
            [
                new(MapEditKind.Set, "plcs[L]/tags[Motor49999/Speed]/unit") { Value = "%", File = file },
                new(MapEditKind.Insert, "plcs[L]/tags")
                {
                    Value = new JsonObject
                    {
                        ["name"] = "New",
                        ["address"] = "MW0",
                        ["type"] = "Int",
                    },
                    File = file,
                },
            ];
            var edited = Timed("two edits", () => text.Apply(edits).Map!);
            var second = Timed("table of the edited map", () => TagTable.Read(edited, out _)!);
            Assert.That(Timed("page of it", () => second.Find("L", TagOwnerKind.Plc, "", 100_400, 200)).Total, Is.EqualTo(100_501));
            MapEdit[] many =
            [
                .. Enumerable
                    .Range(0, 1000)
                    .Select(i => new MapEdit(MapEditKind.Set, $"plcs[L]/tags[Motor{i * 7}/Speed]/unit") { Value = "%", File = file }),
            ];
            var ticked = Timed("1,000 edits", () => text.Apply(many).Map!);
            Timed("table of them", () => TagTable.Read(ticked, out _)!.Find("L", TagOwnerKind.Plc, "", 0, 100));
        }
    }

    private static T Timed<T>(string what, Func<T> work)
    {
        using var process = Process.GetCurrentProcess();
        var before = process.TotalProcessorTime;
        var watch = Stopwatch.StartNew();
        var result = work();
        watch.Stop();
        process.Refresh();
        TestContext.Out.WriteLine(
            $"{what}: {watch.Elapsed.TotalMilliseconds:0.0} ms, {(process.TotalProcessorTime - before).TotalMilliseconds:0} ms of processors"
        );
        return result;
    }
}
