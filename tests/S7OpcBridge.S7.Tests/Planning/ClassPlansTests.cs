using S7OpcBridge.Testing;

namespace S7OpcBridge.S7.Tests;

public class ClassPlansTests
{
    [Test]
    public void A_slower_class_rides_in_the_slack_of_a_faster_one()
    {
        var plans = Plan(240, 20, [Db(1, 0, 4)], [Db(2, 0, 4), Db(3, 10, 2)]);
        Assert.That(plans.Classes[0].Plan.Requests.Single().Items, Has.Length.EqualTo(3));
        Assert.That(plans.Classes[1].Plan.Requests, Is.Empty);
        Assert.That(plans.Classes[1].Slots.Select(slot => slot.Class), Has.All.Zero);
        Assert.That((plans.Classes[0].Plan.LowerBound, plans.Classes[1].Plan.LowerBound), Is.EqualTo((1, 0)));
    }

    [Test]
    public void What_a_faster_class_reads_anyway_is_not_read_again()
    {
        var plans = Plan(240, 20, [Db(1, 0, 20)], [Db(1, 4, 4), Db(1, 0, 20), Db(1, 18, 2)]);
        Assert.That(plans.Classes[0].Plan.Requests.Single().Items, Has.Length.EqualTo(1));
        Assert.That(plans.Classes[1].Slots.Select(slot => slot.Slot.ImageOffset), Is.EqualTo(new[] { 4, 0, 18 }));
    }

    [Test]
    public void Nothing_rides_that_saves_no_request()
    {
        // The fast request has room for 100 bytes; the slow class needs ten whole PDUs.
        var slow = Enumerable.Range(0, 10).Select(i => Db(10 + i, 0, 222)).ToArray();
        var plans = Plan(240, 20, [Db(1, 0, 100)], slow);
        Assert.That(plans.Classes[0].Plan.Requests.Single().Items, Has.Length.EqualTo(1));
        Assert.That(plans.Classes[1].Plan.Requests, Has.Length.EqualTo(10));
    }

    [Test]
    public void No_more_rides_than_it_takes()
    {
        // 20 words in 20 blocks: 19 fit into a request of the slow class, one has to go.
        var slow = Enumerable.Range(1, 20).Select(i => Db(100 + i, 0, 2)).ToArray();
        var plans = Plan(240, 255, [Db(1, 0, 4)], slow);
        Assert.That(
            (plans.Classes[0].Plan.Requests[0].Items.Length, plans.Classes[1].Plan.Requests.Length),
            Is.EqualTo((19, 1)).Or.EqualTo((2, 1))
        );
        Assert.That(plans.Classes[1].Slots.Count(slot => slot.Class == 0), Is.LessThan(20));
    }

    [Test]
    public void Snapshots_and_long_arrays_stay_in_their_class()
    {
        var plans = Plan(
            240,
            20,
            [Db(1, 0, 4)],
            [Db(2, 0, 4) with { Snapshot = 1 }, Db(3, 0, 4) with { Snapshot = 1 }, Db(4, 0, 300) with { Element = 2 }]
        );
        Assert.That(plans.Classes[1].Slots.Select(slot => slot.Class), Has.All.EqualTo(1));
        Assert.That(plans.Classes[1].Plan.Snapshots.Single(), Is.EqualTo(new PlanSnapshot(1, OneRequest: true, OneItem: false)));
    }

    [Test]
    public void The_slowest_rides_with_the_next_faster_class_first()
    {
        var plans = Plan(240, 20, [Db(1, 0, 4)], Enumerable.Range(0, 3).Select(i => Db(50 + i, 0, 150)).ToArray(), [Db(9, 0, 4)]);
        Assert.That(plans.Classes[2].Slots.Single().Class, Is.EqualTo(1));
    }

    [Test]
    public void Empty_classes_are_fine()
    {
        var plans = Plan(240, 20, [], [Db(1, 0, 4)], []);
        Assert.That(plans.Classes.Select(plan => plan.Plan.Requests.Length), Is.EqualTo(new[] { 0, 1, 0 }));
    }

    [Test]
    [CancelAfter(60_000)]
    public void Over_the_corpus_riding_never_costs_a_request_and_saves_many()
    {
        var (alone, together) = (0, 0);
        var maps = PlanCorpus.Maps(1).ToArray();
        for (var i = 0; i + 1 < maps.Length; i++)
        {
            var (fast, slow) = (
                maps[i].Ranges[..Math.Min(100, maps[i].Ranges.Length)],
                maps[i + 1].Ranges[..Math.Min(200, maps[i + 1].Ranges.Length)]
            );
            var plans = Plan(240, 20, fast, slow);
            var fastAlone = ReadPlanner.Plan(fast, 240, 20).Requests.Length;
            var slowAlone = ReadPlanner.Plan(slow, 240, 20).Requests.Length;
            Assert.That(plans.Classes[0].Plan.Requests, Has.Length.EqualTo(fastAlone));
            Assert.That(
                plans.Classes[1].Plan.Requests.Length,
                Is.LessThanOrEqualTo(slowAlone),
                $"{maps[i].Family} and {maps[i + 1].Family}"
            );
            alone += slowAlone;
            together += plans.Classes[1].Plan.Requests.Length;
        }
        Assert.That(together, Is.LessThan(alone));
    }

    private static ClassPlans Plan(int pdu, int maxItems, params PlanRange[][] classes)
    {
        var plans = ClassPlans.Plan(classes, pdu, maxItems);
        for (var c = 0; c < classes.Length; c++)
        {
            var carried = new List<(PlanRange Range, PlanSlot Slot)>();
            for (var other = 0; other < classes.Length; other++)
            {
                Assert.That(plans.Classes[other].Slots, Has.Length.EqualTo(classes[other].Length));
                for (var i = 0; i < classes[other].Length; i++)
                {
                    if (plans.Classes[other].Slots[i].Class == c)
                        carried.Add((classes[other][i], plans.Classes[other].Slots[i].Slot));
                }
            }
            // A class's plan is legal for all that it carries: its own ranges and the riders.
            var plan = plans.Classes[c].Plan with
            {
                Slots = [.. carried.Select(entry => entry.Slot)],
            };
            Assert.That(PlanCheck.Fault(plan, carried.Select(entry => entry.Range).ToArray()), Is.Null);
            Assert.That(plans.Classes[c].Plan.Slots, Is.EquivalentTo(plan.Slots));
        }
        return plans;
    }

    private static PlanRange Db(int db, int start, int length) => new(new(S7Area.DataBlock, (ushort)db, start, length));
}
