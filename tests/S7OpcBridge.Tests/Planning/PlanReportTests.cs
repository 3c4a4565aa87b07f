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

    private static BridgeMap MapWith(string profile, string keys) =>
        MapText.Load($"server: {{ security: [None] }}\nplcs:\n  - {{ name: A, host: h, profile: {profile}, {keys} tags: [ {{ name: A, address: DB1.DBW0, type: Int }} ] }}").Map!;
}
