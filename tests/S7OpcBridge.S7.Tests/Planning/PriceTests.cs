using S7OpcBridge.Testing;

namespace S7OpcBridge.S7.Tests;

/// <summary>What PDUs, items and bytes cost, and what that decides.</summary>
public class PriceTests
{
    private static readonly S7Prices ItemsAreDear = new(
        TimeSpan.FromMilliseconds(10),
        TimeSpan.FromMicroseconds(1),
        TimeSpan.FromMicroseconds(20)
    );

    [TestCase(14, 0, 1)]
    [TestCase(16, 0, 2)]
    [TestCase(34, 20, 1)]
    [TestCase(36, 20, 2)]
    public void A_gap_is_read_along_where_a_second_item_costs_more(int gap, double item, int items)
    {
        PlanRange[] ranges = [Db(0, 4), Db(4 + gap, 4)];
        var prices = new S7Prices(TimeSpan.FromMilliseconds(10), TimeSpan.FromMicroseconds(1), TimeSpan.FromMicroseconds(item));
        var plan = ReadPlanner.Plan(ranges, new PlanOptions(240, 20) { Prices = prices });
        Assert.That(plan.Requests.Single().Items, Has.Length.EqualTo(items));
        Assert.That(PlanCheck.Fault(plan, ranges), Is.Null);
    }

    [Test]
    public void Dear_items_and_bytes_for_nothing_join_what_the_answer_holds() =>
        Assert.That(
            ReadPlanner
                .Plan([Db(0, 4), Db(200, 4), Db(400, 4)], new PlanOptions(240, 20) { Prices = ItemsAreDear with { Byte = TimeSpan.Zero } })
                .Requests.Single()
                .Items,
            Has.Length.EqualTo(2)
        );

    [Test, CancelAfter(60_000)]
    public void No_price_costs_a_request_and_dear_items_cost_less_in_all()
    {
        var (cheap, dear) = (TimeSpan.Zero, TimeSpan.Zero);
        foreach (var map in PlanCorpus.Maps(1))
        {
            var plain = ReadPlanner.Plan(map.Ranges, new PlanOptions(240, 20));
            var priced = ReadPlanner.Plan(map.Ranges, new PlanOptions(240, 20) { Prices = ItemsAreDear });
            Assert.That(PlanCheck.Fault(priced, map.Ranges), Is.Null, map.Family);
            Assert.That(priced.Requests, Has.Length.EqualTo(plain.Requests.Length), map.Family);
            Assert.That(ItemsAreDear.CycleOf(priced), Is.LessThanOrEqualTo(ItemsAreDear.CycleOf(plain)), map.Family);
            cheap += ItemsAreDear.CycleOf(priced);
            dear += ItemsAreDear.CycleOf(plain);
        }
        Assert.That(cheap, Is.LessThan(dear));
    }

    [Test]
    public void A_cycle_costs_its_PDUs_its_items_and_the_bytes_of_both_directions()
    {
        var plan = ReadPlanner.Plan([Db(0, 4), Db(1000, 3)], 240, 20);
        // 12 + 2·12 asked, 14 + 8 + 7 answered.
        Assert.That(ItemsAreDear.CycleOf(plan), Is.EqualTo(TimeSpan.FromMicroseconds(10_000 + 40 + 36 + 29)));
        Assert.That(S7Prices.Local.CycleOf(plan), Is.EqualTo(TimeSpan.FromMilliseconds(1)));
    }

    [Test]
    public void Every_family_has_prices_and_a_PDU_costs_more_than_the_bytes_in_it()
    {
        foreach (var profile in S7Profiles.All)
            Assert.That(profile.Prices.Pdu, Is.GreaterThan(profile.Prices.Byte * 960).And.GreaterThan(TimeSpan.Zero), profile.Name);
    }

    private static PlanRange Db(int start, int length) => new(new(S7Area.DataBlock, 1, start, length));
}
