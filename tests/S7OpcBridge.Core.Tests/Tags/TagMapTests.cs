namespace S7OpcBridge.Core.Tests;

public sealed class TagMapTests
{
    [Test]
    public void The_tags_of_a_PLC_are_those_of_the_map_in_its_order()
    {
        var before = new MapDraft()
            .Plc(1)
            .Class("a", 100)
            .Tag("A", "MW0", "Int")
            .Tag("B", "MW2", "Int")
            .Plc(2)
            .Plc(3)
            .Class("c", 100)
            .Tag("C", "MW0", "Int")
            .Build();
        Assert.That(NamesOf(before), Is.EqualTo(new[] { "A B", "", "C" }));

        var compiled = new MapDraft()
            .Plc(3, plc => plc with { Name = "Line3" })
            .Class("c", 100)
            .Tag("D", "MW2", "Int")
            .Tag("C", "MW0", "Int")
            .Plc(1, plc => plc with { Name = "Line1" })
            .Class("a", 100)
            .Tag("B", "MW2", "Int")
            .Build();
        var after = MapMigration.Create(before, compiled, 2, 3).After;

        Assert.That(NamesOf(after), Is.EqualTo(new[] { "B", "", "D C" }), "those that are gone are no tags");
    }

    private static IEnumerable<string> NamesOf(TagMap map) =>
        map.Plcs.Select(plc => string.Join(' ', map.TagsOf(plc.Index).Select(tag => tag.Name)));
}
