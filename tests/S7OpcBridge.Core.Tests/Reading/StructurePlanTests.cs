using S7OpcBridge.S7;

namespace S7OpcBridge.Core.Tests;

/// <summary>The members of a structure come from one request, and as one item where the CPU copies it in one go.</summary>
public sealed class StructurePlanTests
{
    private static readonly TagStructureType Part = new()
    {
        Name = "Part",
        Bytes = 60,
        TagCount = 2,
        Fields =
        [
            new TagStructureField { Name = "A", Kind = TagValueKind.Int16 },
            new TagStructureField { Name = "B", Kind = TagValueKind.Int16 },
        ],
    };

    [Test]
    public void What_the_CPU_copies_in_one_go_is_one_item_over_its_gap()
    {
        var places = PlacesOf(Parts(1), 240, consistentBytes: 64);
        Assert.That(places[0].Item, Is.EqualTo(places[1].Item));
        Assert.That(places[0].Request, Is.EqualTo(places[1].Request));
    }

    [Test]
    public void An_array_that_fits_into_a_PDU_comes_from_one_request()
    {
        var places = PlacesOf(Parts(3), 240, consistentBytes: 64);
        Assert.That(places.Select(place => place.Request).Distinct(), Has.Exactly(1).Items);
    }

    [Test]
    public void Of_an_array_that_does_not_fit_each_element_comes_from_one_request()
    {
        var places = PlacesOf(Parts(8), 240, consistentBytes: 64);
        Assert.That(places.Select(place => place.Request).Distinct(), Has.Exactly(3).Items, "8 elements of 60 bytes, 222 in a PDU");
        foreach (var element in places.Chunk(2))
            Assert.That((element[0].Request, element[0].Item), Is.EqualTo((element[1].Request, element[1].Item)));
    }

    [TestCase(240, 5), TestCase(480, 0)]
    public void The_widest_structure_that_a_PDU_can_carry_is_the_group(int pduSize, int structure)
    {
        var map = Parts(6); // 360 bytes
        var group = TagRanges.RangeOf(map, map.Tags[8], pduSize).Snapshot;
        Assert.That(TagRanges.IsStructure(group), Is.True);
        Assert.That(group, Is.EqualTo(TagRanges.RangeOf(map, map.Tags[9], pduSize).Snapshot));
        Assert.That(group == TagRanges.RangeOf(map, map.Tags[0], pduSize).Snapshot, Is.EqualTo(structure == 0));
    }

    [Test]
    public void A_snapshot_of_the_map_comes_first_and_a_plain_tag_has_no_group()
    {
        var map = new MapDraft()
            .Plc(102)
            .Class("c", 100)
            .Structure(Part, "P")
            .Tag("P/A", "DB1.DBW0", "Int", new TagDetails { Snapshot = 3 })
            .Tag("P/B", "DB1.DBW58", "Int")
            .Tag("Plain", "DB1.DBW80", "Int")
            .Build();
        Assert.That(
            map.Tags.Select(tag => TagRanges.RangeOf(map, tag, 240).Snapshot is var group && TagRanges.IsStructure(group) ? -1 : group),
            Is.EqualTo(new[] { 3, -1, 0 })
        );
    }

    [Test]
    public void Ten_thousand_structures_are_planned_in_no_more_requests_than_their_bytes_need()
    {
        var draft = new MapDraft().Plc(102).Class("c", 100);
        for (var i = 0; i < 10_000; i++)
            draft
                .Structure(Part, $"P{i}")
                .Tag($"P{i}/A", $"DB{1 + i / 1000}.DBW{60 * (i % 1000)}", "Int")
                .Tag($"P{i}/B", $"DB{1 + i / 1000}.DBW{60 * (i % 1000) + 58}", "Int");
        var map = draft.Build();
        var plan = ReadPlanner.Plan(
            [.. map.Tags.Select(tag => TagRanges.RangeOf(map, tag, 480))],
            new PlanOptions(480, 20) { ConsistentBytes = 512 }
        );
        Assert.That(plan.Requests, Has.Length.LessThanOrEqualTo(10_000 / 7 + 10), "7 of 60 bytes fit into a PDU");
        Assert.That(plan.Snapshots.All(snapshot => snapshot.OneItem), Is.True);
    }

    private static TagMap Parts(int count)
    {
        var draft = new MapDraft().Plc(102).Class("c", 100).Structure(Part, "Parts", count: count);
        for (var i = 0; i < count; i++)
            draft
                .Structure(Part, $"Parts[{i}]", parent: 0)
                .Tag($"Parts[{i}]/A", $"DB1.DBW{60 * i}", "Int")
                .Tag($"Parts[{i}]/B", $"DB1.DBW{60 * i + 58}", "Int");
        return draft.Build();
    }

    private static PlanSlot[] PlacesOf(TagMap map, int pduSize, int consistentBytes)
    {
        var ranges = map.Tags.Select(tag => TagRanges.RangeOf(map, tag, pduSize)).ToArray();
        return [.. ReadPlanner.Plan(ranges, new PlanOptions(pduSize, 20) { ConsistentBytes = consistentBytes }).Slots];
    }
}
