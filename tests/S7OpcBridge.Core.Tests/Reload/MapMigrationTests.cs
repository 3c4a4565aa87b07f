namespace S7OpcBridge.Core.Tests;

public sealed class MapMigrationTests
{
    [Test]
    public void A_tag_that_stays_keeps_its_number_and_is_the_same_object()
    {
        var before = Map(map => map.Class("fast", 100).Tag("A", "DB1.DBW0", "Int").Tag("B", "DB1.DBW2", "Int").Tag("C", "DB1.DBW4", "Int"));

        var next = Follow(
            before,
            map => map.Class("fast", 100).Tag("New", "DB1.DBW8", "Int").Tag("C", "DB1.DBW4", "Int").Tag("A", "DB1.DBW0", "Int")
        );

        Assert.That(next.After.Listed.Select(tag => tag.Name), Is.EqualTo(new[] { "New", "C", "A" }), "the order is the map's");
        Assert.That(next.After.Tags[0], Is.SameAs(before.Tags[0]));
        Assert.That(next.After.Tags[2], Is.SameAs(before.Tags[2]));
        Assert.That(next.After.Tags[1].IsGone, Is.True);
        Assert.That(next.Blank, Is.EqualTo(new[] { 3 }));
        Assert.That(next.After.Tags[3].Name, Is.EqualTo("New"));
    }

    [Test]
    public void A_tag_that_is_read_in_another_way_gets_another_number_and_one_that_only_looks_otherwise_keeps_it()
    {
        var before = Map(map => map.Class("fast", 100).Tag("A", "DB1.DBW0", "Int").Tag("B", "DB1.DBW2", "Int").Tag("C", "DB1.DBW4", "Int"));

        var next = Follow(
            before,
            map =>
                map.Class("fast", 100)
                    .Tag("A", "DB1.DBW0", "Word")
                    .Tag("B", "DB1.DBW2", "Int", new TagDetails { Unit = "rpm", Range = new TagRange(0, 1) })
                    .Tag("C", "DB1.DBW4", "Int", new TagDetails { Scale = new TagScale(0, 1, 0, 2) })
        );

        Assert.That(next.After.Listed.Select(tag => tag.Id), Is.EqualTo(new[] { 3, 1, 4 }));
        Assert.That(next.After.Tags[1].Details!.Unit, Is.EqualTo("rpm"));
    }

    [Test]
    public void The_number_of_a_tag_is_given_away_one_reload_after_it_is_gone_and_never_one_that_somebody_else_has()
    {
        var first = Map(map => map.Class("fast", 100).Tag("A", "DB1.DBW0", "Int").Tag("B", "DB1.DBW2", "Int"));
        // Rows 2 to 4 belong to status nodes.
        var second = Compiled(first, map => map.Class("fast", 100).Tag("A", "DB1.DBW0", "Int").Tag("C", "DB1.DBW4", "Int"), freeTag: 5);
        var third = Compiled(
            second.After,
            map =>
                map.Class("fast", 100)
                    .Tag("A", "DB1.DBW0", "Int")
                    .Tag("C", "DB1.DBW4", "Int")
                    .Tag("D", "DB1.DBW6", "Int")
                    .Tag("E", "DB1.DBW8", "Int"),
            freeTag: 6
        );

        Assert.That(second.After.Listed.Select(tag => tag.Id), Is.EqualTo(new[] { 0, 5 }));
        Assert.That(third.After.Listed.Select(tag => tag.Id), Is.EqualTo(new[] { 0, 5, 1, 6 }));
        Assert.That(third.After.Tags.Skip(2).Take(3).Select(tag => (tag.IsGone, tag.Plc)), Is.All.EqualTo((true, -1)));
    }

    [Test]
    public void PLCs_and_classes_keep_their_numbers_by_name()
    {
        var before = Map(map => map.Class("fast", 100).Tag("A", "DB1.DBW0", "Int").Plc(103).Class("slow", 1000).Tag("B", "MW0", "Int"));

        var next = MapMigration.Create(
            before,
            new MapDraft().Plc(103, plc => plc with { Name = "Line2" }).Class("slow", 500).Tag("B", "MW0", "Int").Build(),
            2,
            2
        );

        Assert.That(next.After.Plcs[0].IsGone, Is.True);
        Assert.That((next.After.Plcs[1].Name, next.After.Plcs[1].IsGone), Is.EqualTo(("Line2", false)));
        Assert.That(next.After.ScanGroups[1].Interval, Is.EqualTo(TimeSpan.FromMilliseconds(500)));
        Assert.That(next.After.Listed.Single().Id, Is.EqualTo(1), "another interval does not change how the bytes are read");
        var back = MapMigration.Create(next.After, before, 2, 2);
        Assert.That((back.After.Plcs[0].IsGone, back.After.Plcs.Length), Is.EqualTo((false, 2)));
    }

    [Test]
    public void A_difference_is_told_by_name_and_says_what_may_be_written_now()
    {
        var before = Map(map =>
            map.Class("fast", 100)
                .ReadOnlyTag("A", "DB1.DBW0", "Int")
                .Tag("B", "DB1.DBW2", "Int", new TagDetails { Limits = new TagRange(0, 10) })
                .Tag("C", "DB1.DBW4", "Int")
        );

        var diff = MapDiff.From(
            Follow(
                before,
                map =>
                    map.Class("fast", 200)
                        .Tag("A", "DB1.DBW0", "DInt")
                        .Tag("B", "DB1.DBW2", "Int", new TagDetails { Limits = new TagRange(0, 20) })
                        .Tag("D", "DB1.DBW4", "Int")
            )
        );

        Assert.That(diff.Short, Is.EqualTo("+1 −1 ~2"));
        Assert.That((diff.Added.Single(), diff.Removed.Single()), Is.EqualTo(("Line1/D", "Line1/C")));
        Assert.That(
            diff.Changed,
            Is.EqualTo(
                new[]
                {
                    new MapChange("Line1/A", "type Int → DInt; access Read → ReadWrite"),
                    new MapChange("Line1/B", "limits 0..10 → 0..20"),
                }
            )
        );
        Assert.That(diff.ChangedPlcs, Is.EqualTo(new[] { new MapChange("Line1, scan class fast", "interval 100 ms → 200 ms") }));
        Assert.That(
            diff.MoreWrites,
            Has.Length.EqualTo(3)
                .And.Some.StartsWith("Line1/A may be")
                .And.Some.StartsWith("Line1/B accepts values")
                .And.Some.StartsWith("Line1/D is new")
        );
    }

    [Test]
    public void The_same_map_compiled_again_is_no_difference()
    {
        static void Draft(MapDraft map) =>
            map.Class("fast", 100)
                .Tag("A", "DB1.DBW0", "Int", new TagDetails { States = new TagStates([new(0, "off"), new(1, "on")]) })
                .Tag("B", "DB1.DBD4", "Real");
        var before = Map(Draft);

        var next = Follow(before, Draft);

        Assert.That(MapDiff.From(next).IsEmpty, Is.True);
        Assert.That(next.After.Tags, Is.EqualTo(before.Tags));
        Assert.That(next.Blank, Is.Empty);
    }

    private static TagMap Map(Action<MapDraft> draft)
    {
        var map = new MapDraft().Plc(102);
        draft(map);
        return map.Build();
    }

    private static MapMigration Follow(TagMap before, Action<MapDraft> draft) => Compiled(before, draft, before.Tags.Length);

    private static MapMigration Compiled(TagMap before, Action<MapDraft> draft, int freeTag) =>
        MapMigration.Create(before, Map(draft), freeTag, before.ScanGroups.Length);
}
