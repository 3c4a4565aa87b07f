namespace S7OpcBridge.S7.Tests;

public class ReadPlannerTests
{
    [Test]
    public void Nothing_needs_no_request()
    {
        var plan = ReadPlanner.Plan([], 240, 20);
        Assert.That((plan.Requests.Length, plan.ImageSize, plan.LowerBound), Is.EqualTo((0, 0, 0)));
    }

    [Test]
    public void Neighbours_and_near_ones_share_an_item()
    {
        var plan = Plan(240, 20, Db(1, 0, 4), Db(1, 4, 2), Db(1, 10, 4));
        Assert.That(plan.Requests.Single().Items.Single().Range, Is.EqualTo(new S7Range(S7Area.DataBlock, 1, 0, 14)));
        Assert.That(plan.Slots, Is.EqualTo(new PlanSlot[] { new(0, 0, 0, false), new(4, 0, 0, false), new(10, 0, 0, false) }));
        Assert.That((plan.Requests[0].RequestBytes, plan.Requests[0].ResponseBytes, plan.ImageSize), Is.EqualTo((24, 32, 14)));
    }

    [Test]
    public void Areas_and_blocks_never_share_an_item()
    {
        var plan = Plan(240, 20, Db(1, 0, 2), Db(2, 2, 2), In(S7Area.Markers, 4, 2), In(S7Area.Inputs, 6, 2), In(S7Area.Outputs, 8, 2));
        Assert.That(plan.Requests.Single().Items, Has.Length.EqualTo(5));
    }

    [Test]
    public void Timers_and_counters_count_by_number_and_share_an_item_over_a_gap()
    {
        var plan = Plan(240, 20, In(S7Area.Timers, 5, 1), In(S7Area.Timers, 6, 1), In(S7Area.Timers, 8, 1), In(S7Area.Counters, 5, 2));
        Assert.That(
            plan.Requests.Single().Items.Select(item => item.Range),
            Is.EquivalentTo(new[] { new S7Range(S7Area.Timers, 0, 5, 4), new S7Range(S7Area.Counters, 0, 5, 2) })
        );
        Assert.That(plan.ImageSize, Is.EqualTo(12));
        Assert.That(plan.Slots[2].ImageOffset - plan.Slots[0].ImageOffset, Is.EqualTo(6));
    }

    [Test]
    public void Scattered_timers_and_counters_need_two_requests_and_not_three()
    {
        // 22 timers and 22 counters, 16 bytes and more apart, beside inputs and markers: 46 items of 20 per request, unless some gaps are read along.
        var scattered = Enumerable.Range(0, 22).SelectMany(i => new[] { In(S7Area.Timers, i * 9, 1), In(S7Area.Counters, i * 9, 1) });
        var plan = Plan(960, 20, [In(S7Area.Inputs, 0, 128), In(S7Area.Markers, 0, 256), .. scattered]);
        Assert.That((plan.Requests.Length, plan.LowerBound), Is.EqualTo((2, 2)));
    }

    [Test]
    public void Words_of_the_periphery_stay_apart()
    {
        var plan = Plan(240, 20, In(S7Area.Peripheral, 256, 2), In(S7Area.Peripheral, 258, 2), In(S7Area.Peripheral, 258, 2));
        Assert.That(plan.Requests.Single().Items, Has.Length.EqualTo(2));
    }

    [Test]
    public void Aliases_and_overlaps_are_read_once()
    {
        var plan = Plan(240, 20, Db(1, 0, 4), Db(1, 0, 4), Db(1, 2, 4), Db(1, 0, 1), Db(1, 0, 20));
        Assert.That(plan.Requests.Single().Items.Single().Range, Is.EqualTo(new S7Range(S7Area.DataBlock, 1, 0, 20)));
        Assert.That(plan.Slots.Select(slot => slot.ImageOffset), Is.EqualTo(new[] { 0, 0, 2, 0, 0 }));
    }

    [TestCase(240, 19)]
    [TestCase(480, 39)]
    [TestCase(960, 79)]
    public void The_request_ends_where_the_PDU_does(int pdu, int items)
    {
        // One word in each of many blocks: nothing to merge.
        var ranges = Enumerable.Range(1, items + 1).Select(db => Db(db, 0, 2)).ToArray();
        Assert.That(Plan(pdu, 255, ranges[..items]).Requests, Has.Length.EqualTo(1));
        Assert.That(Plan(pdu, 255, ranges).Requests, Has.Length.EqualTo(2));
        Assert.That(Plan(pdu, 255, ranges).LowerBound, Is.EqualTo(2));
    }

    [TestCase(240)]
    [TestCase(480)]
    [TestCase(960)]
    public void The_longest_item_is_18_below_the_PDU(int pdu)
    {
        Assert.That(Plan(pdu, 20, Db(1, 0, pdu - 18)).Requests, Has.Length.EqualTo(1));
        var plan = Plan(pdu, 20, new PlanRange(Db(1, 0, pdu - 16).Range, Element: 2));
        Assert.That((plan.Requests.Length, plan.Slots[0].MayTear, plan.LowerBound), Is.EqualTo((2, true, 2)));
    }

    [Test]
    public void A_pad_byte_counts_except_behind_the_last_item()
    {
        // 14 + (4+109+1) + (4+108) = 240; 14 + (4+109+1) + (4+109) = 241.
        Assert.That(Plan(240, 20, Db(1, 0, 109), Db(2, 0, 108)).Requests, Has.Length.EqualTo(1));
        Assert.That(Plan(240, 20, Db(1, 0, 109), Db(2, 0, 109)).Requests, Has.Length.EqualTo(2));
        Assert.That(Plan(241, 20, Db(1, 0, 109), Db(2, 0, 109)).Requests, Has.Length.EqualTo(1));
        // With an odd PDU size the odd item goes last, so that it needs no pad.
        Assert.That(Plan(241, 20, Db(1, 0, 109), Db(2, 0, 110)).Requests, Has.Length.EqualTo(1));
        Assert.That(Plan(241, 20, Db(1, 0, 111), Db(2, 0, 108)).Requests, Has.Length.EqualTo(1));
        Assert.That(Plan(241, 20, Db(1, 0, 111), Db(2, 0, 110)).Requests, Has.Length.EqualTo(2));
    }

    [Test]
    public void A_long_array_is_cut_between_its_elements_and_lies_whole_in_the_image()
    {
        var plan = Plan(240, 20, new PlanRange(Db(1, 0, 1200).Range, Element: 12), Db(1, 1200, 4));
        Assert.That(
            plan.Requests.SelectMany(request => request.Items).Select(item => item.Range.Start),
            Has.All.Matches<int>(start => start % 12 == 0)
        );
        Assert.That((plan.ImageSize, plan.Slots[0].MayTear, plan.Slots[1].MayTear), Is.EqualTo((1204, true, false)));
    }

    [Test]
    public void A_scalar_inside_a_long_array_is_not_cut_with_it()
    {
        var real = Db(1, 219, 8);
        var plan = Plan(240, 20, new PlanRange(Db(1, 0, 600).Range, Element: 1), real);
        Assert.That(plan.Slots[1].MayTear, Is.False);
    }

    [Test]
    public void Ranges_that_overlap_in_a_chain_are_still_read_whole()
    {
        var chain = Enumerable
            .Range(0, 20)
            .Select(i => Db(1, i * 100, 150))
            .Append(new PlanRange(Db(1, 0, 2000).Range, Element: 2))
            .ToArray();
        var plan = Plan(240, 20, chain);
        Assert.That(plan.Slots.Take(20).Any(slot => slot.MayTear), Is.False);
    }

    [Test]
    public void Wrong_input_is_named()
    {
        Assert.That(() => ReadPlanner.Plan([], 111, 20), Throws.InstanceOf<ArgumentOutOfRangeException>());
        Assert.That(() => ReadPlanner.Plan([], 240, 0), Throws.InstanceOf<ArgumentOutOfRangeException>());
        Assert.That(() => ReadPlanner.Plan([], 240, 256), Throws.InstanceOf<ArgumentOutOfRangeException>());
        Assert.That(() => ReadPlanner.Plan([Db(1, 0, 0)], 240, 20), Throws.ArgumentException);
        Assert.That(() => ReadPlanner.Plan([Db(1, 65535, 2)], 240, 20), Throws.ArgumentException.With.Message.Contains("65536"));
    }

    private static ReadPlan Plan(int pdu, int maxItems, params PlanRange[] ranges)
    {
        var plan = ReadPlanner.Plan(ranges, pdu, maxItems);
        Assert.That(PlanCheck.Fault(plan, ranges), Is.Null);
        return plan;
    }

    private static PlanRange Db(int db, int start, int length) => new(new(S7Area.DataBlock, (ushort)db, start, length));

    private static PlanRange In(S7Area area, int start, int length) => new(new(area, 0, start, length));
}
