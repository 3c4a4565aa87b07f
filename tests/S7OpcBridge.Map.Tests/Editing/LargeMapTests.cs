using System.Diagnostics;
using System.Text;
using S7OpcBridge.Map.Editing;
using static S7OpcBridge.Map.Tests.Editing.Edits;

namespace S7OpcBridge.Map.Tests.Editing;

/// <summary>A map of 100,000 tags: an edit reads its own lines again, not the map.</summary>
public sealed class LargeMapTests
{
    private const int Count = 100_000;

    [Test]
    public void An_edit_among_a_hundred_thousand_tags_reads_its_own_lines_only()
    {
        var lines = new StringBuilder("plcs:\n  - name: L\n    host: h\n    tags:\n");
        for (var i = 0; i < Count; i++)
            lines
                .Append("      - { name: Motor")
                .Append(i)
                .Append("/Speed, address: DB10.DBD4, type: Real, scan: fast, unit: rpm, range: [0, 3000] }\n");
        var map = YamlText.Read(lines.ToString(), isTags: false);
        var current = 0;
        MapEdit[] single =
        [
            Set("plcs[L]/tags[Motor99999/Speed]/unit", "%"),
            Insert("plcs[L]/tags", Json("""{ "name": "New", "address": "MW0", "type": "Int" }""")),
            Remove("plcs[L]/tags[Motor50000/Speed]"),
            Rename("plcs[L]", "M"),
            Set("plcs[L]/tags[Motor70000/Speed]/description", "x"),
            Remove("plcs[L]/tags[Motor1/Speed]/unit"),
        ];
        foreach (var edit in single.Concat(single))
        {
            var watch = Stopwatch.StartNew();
            var edited = map.Apply([edit], ref current);
            TestContext.Out.WriteLine($"{edit.Kind} {edit.Path}: {watch.ElapsedMilliseconds} ms");
            Assert.That(Math.Abs(edited.Text.Length - map.Text.Length), Is.LessThan(150));
        }
        var many = Enumerable
            .Range(0, 5000)
            .Select(i => Set($"plcs[L]/tags[Motor{i * 20}/Speed]/unit", "%"))
            .Concat(
                Enumerable
                    .Range(0, 5000)
                    .Select(i => Insert("plcs[L]/tags", Json($$"""{ "name": "New{{i}}", "address": "MW0", "type": "Int" }""")))
            )
            .Concat(Enumerable.Range(0, 5000).Select(i => Remove($"plcs[L]/tags[Motor{i * 20 + 1}/Speed]")))
            .ToArray();
        var all = Stopwatch.StartNew();
        var after = map.Apply(many, ref current);
        TestContext.Out.WriteLine($"{many.Length} edits: {all.ElapsedMilliseconds} ms");

        AssertIsAsRead(after.Tree);
        Assert.That(
            after.Tree.ChildrenOf(new EntryFinder(after.Tree).Find(EditPath.Parse("plcs[L]/tags")).Node).Count(),
            Is.EqualTo(Count)
        );
    }
}
