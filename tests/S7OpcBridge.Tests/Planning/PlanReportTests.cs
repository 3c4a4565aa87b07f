using S7OpcBridge.S7;

namespace S7OpcBridge.Tests;

/// <summary>What <c>plan</c> counts.</summary>
public sealed class PlanReportTests
{
    [TestCase("s7-300", 240, 19)]
    [TestCase("s7-400", 480, 39)]
    [TestCase("s7-1500", 960, 79)]
    [TestCase("s7-200smart", 240, 19)]
    [TestCase("generic", 960, 20)]
    public void The_PDU_is_what_the_family_answers_and_the_items_what_fits(string profile, int pdu, int items)
    {
        var plan = PlanReport.Of(MapWith(profile, ""), null, null).Plcs[0];
        Assert.That((plan.PduSize, plan.MaxItems), Is.EqualTo((pdu, items)));
    }

    [Test]
    public void The_map_and_the_command_line_lower_it()
    {
        Assert.That(PlanReport.Of(MapWith("s7-1500", "pduSize: 480, maxItems: 7,"), null, null).Plcs[0] is { PduSize: 480, MaxItems: 7 }, Is.True);
        Assert.That(PlanReport.Of(MapWith("s7-1500", ""), 240, 5).Plcs[0] is { PduSize: 240, MaxItems: 5 }, Is.True);
    }

    [Test]
    public void Bytes_of_overlapping_tags_count_once_and_gaps_are_what_no_tag_owns()
    {
        var ranges = new PlanRange[]
        {
            new(new S7Range(S7Area.DataBlock, 1, 0, 4)), new(new S7Range(S7Area.DataBlock, 1, 2, 4)), new(new S7Range(S7Area.DataBlock, 1, 2, 1)),
            new(new S7Range(S7Area.DataBlock, 2, 0, 1)), new(new S7Range(S7Area.Timers, 0, 5, 2)),
        };
        Assert.That(TagRanges.UsedBytes(ranges), Is.EqualTo(6 + 1 + 4));
    }

    [Test]
    public void A_snapshot_is_one_request_and_the_plan_says_where_it_can_not_be()
    {
        var map = MapText.Load(MapText.WithTags("""
            - { name: Near/A, address: DB1.DBD0, type: Real, snapshot: near }
            - { name: Near/B, address: DB1.DBD40, type: Real, snapshot: near }
            - { name: Far/A, address: DB1.DBW1000, type: Int, snapshot: far }
            - { name: Far/B, address: DB1.DBW3000, type: Int, snapshot: far }
            - { name: Big, address: DB2.DBB0, type: Byte(0..5000), snapshot: big }
            - { name: Big2, address: DB3.DBB0, type: Byte, snapshot: big }
            """)).Map!;
        var plan = PlanReport.Of(map, null, null).Plcs[0];
        Assert.That(PlanWarnings.Of(plan).Where(w => w.Contains("snapshot")), Is.EqualTo(new[]
        {
            "the snapshot 'far' on 'Line1' comes from one request but several items, and the CPU may go on between them; move its tags together, within 512 bytes",
            "the snapshot 'big' on 'Line1' does not fit into one request of PDU 960: its tags can come from different moments; make it smaller",
        }));
        Assert.That(map.Tags.Tags[0].Details!.Snapshot, Is.EqualTo(map.Tags.Tags[1].Details!.Snapshot).And.Not.EqualTo(map.Tags.Tags[2].Details!.Snapshot));
    }

    [TestCase("s7-1500", 1)]
    [TestCase("s7-400", 2)]
    public void A_snapshot_is_one_item_within_the_bytes_that_the_family_copies_in_one_go(string profile, int items)
    {
        var map = MapText.Load(MapText.WithTags("""
            - { name: A, address: DB1.DBD0, type: Real, snapshot: s }
            - { name: B, address: DB1.DBD300, type: Real, snapshot: s }
            """).Replace("s7-1500", profile)).Map!;
        Assert.That(PlanReport.Of(map, 480, null).Plcs[0].Scans.Sum(s => s.Items), Is.EqualTo(items));
    }

    [Test]
    public void A_snapshot_in_two_scan_classes_is_an_error() =>
        Assert.That(MapText.FindingsOfTags("- { name: A, address: MW0, type: Int, snapshot: s }\n- { name: B, address: MW2, type: Int, snapshot: s, scan: fast }"), Is.EqualTo(new[]
        {
            "map.yaml:10:55: error: the tags of the snapshot 's' are in two scan classes, the first at map.yaml:9:55; one request reads them, so give them the same class",
        }));

    private static BridgeMap MapWith(string profile, string keys) =>
        MapText.Load($"server: {{ security: [None], anonymous: read }}\nplcs:\n  - {{ name: A, host: h, profile: {profile}, {keys} tags: [ {{ name: A, address: DB1.DBW0, type: Int }} ] }}").Map!;
}
