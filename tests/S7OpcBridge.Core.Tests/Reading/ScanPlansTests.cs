using System.Threading.Channels;
using Microsoft.Extensions.Logging.Abstractions;
using S7OpcBridge.Core.ClassicS7;
using S7OpcBridge.Core.Context;
using S7OpcBridge.Core.Links;
using S7OpcBridge.Core.Reading;
using S7OpcBridge.Core.SessionState;
using S7OpcBridge.Core.Timing;
using S7OpcBridge.S7;

namespace S7OpcBridge.Core.Tests;

/// <summary>Plans are made elsewhere while the lane reads on, and no more of them than are concerned.</summary>
[FixtureLifeCycle(LifeCycle.InstancePerTestCase)]
public sealed class ScanPlansTests
{
    private readonly List<Action> _elsewhere = [];

    [Test, CancelAfter(10_000)]
    public async Task The_old_plan_goes_on_until_the_new_one_is_there_and_rings()
    {
        using var wakeup = new AsyncWakeup(TimeProvider.System);
        var (parts, plans) = Make(wakeup);
        Begin(parts, plans);
        await wakeup.WaitUntilAsync(long.MaxValue);
        var (fast, before) = (parts.Classes[0], parts.Classes[0].Plan);

        parts.Slots[fast.Span.First].Refused = true;
        fast.NeedsPlan = true;

        Assert.That(plans.Renew(), Is.False, "asked for, not waited for");
        Assert.That((fast.Plan, fast.NextPlan), Is.EqualTo((before, (ScanPlan?)null)));
        Assert.That(plans.IsAwaited(fast), Is.True);
        parts.Slots[fast.Span.First].Refused = false;
        Finish();
        await wakeup.WaitUntilAsync(long.MaxValue);
        Assert.That(plans.Renew(), Is.True);
        Assert.That(fast.NextPlan!.Reads(fast.Span.First), Is.False, "made of the slots as they were when it was asked for");
        Assert.That(plans.IsAwaited(fast), Is.True, "until it is laid");
    }

    [Test]
    public void Only_the_class_concerned_and_who_rides_with_it_are_planned_anew()
    {
        using var wakeup = new AsyncWakeup(TimeProvider.System);
        var (parts, plans) = Make(wakeup);
        Begin(parts, plans);
        Assert.That(
            parts.Classes.Select(scan => scan.Plan.RidesWith.Length),
            Is.EqualTo(new[] { 0, 1, 0 }),
            "the slow class rides with the fast one"
        );

        parts.Classes[2].NeedsPlan = true;
        plans.Renew();
        Assert.That(parts.Classes.Select(plans.IsAwaited), Is.EqualTo(new[] { false, false, true }));
        Finish();
        plans.Renew();
        Assert.That(parts.Classes.Select(scan => scan.NextPlan is not null), Is.EqualTo(new[] { false, false, true }));
        parts.Classes[2].AdoptNextPlan();

        parts.Classes[1].NeedsPlan = true;
        plans.Renew();
        Assert.That(parts.Classes.Select(plans.IsAwaited), Is.EqualTo(new[] { true, true, false }));
        Finish();
        plans.Renew();
        Assert.That(
            parts.Classes.Select(scan => scan.NextPlan is not null),
            Is.EqualTo(new[] { false, true, false }),
            "the host is asked for the same and keeps its plan"
        );
    }

    [Test]
    public void Tags_that_left_a_ride_find_it_again()
    {
        using var wakeup = new AsyncWakeup(TimeProvider.System);
        var (parts, plans) = Make(wakeup);
        Begin(parts, plans);
        var slow = parts.Classes[1];

        Renew(refused: true);
        Assert.That((slow.Plan.RidesWith.Length, slow.Plan.JobCount), Is.EqualTo((0, 0)));
        Renew(refused: false);
        Assert.That((slow.Plan.RidesWith.Length, slow.Plan.JobCount), Is.EqualTo((1, 0)));

        void Renew(bool refused)
        {
            parts.Slots[slow.Span.First].Refused = refused;
            slow.NeedsPlan = true;
            plans.Renew();
            Finish();
            plans.Renew();
            foreach (var scan in parts.Classes.Where(scan => scan.NextPlan is not null))
                scan.AdoptNextPlan();
        }
    }

    [Test]
    public void A_plan_that_can_not_be_made_is_an_error_of_the_lane()
    {
        using var wakeup = new AsyncWakeup(TimeProvider.System);
        var (_, plans) = Make(wakeup, pduSize: 50);
        plans.Begin();
        Finish();
        Assert.That(plans.Renew, Throws.InvalidOperationException.With.InnerException.InstanceOf<ArgumentException>());
    }

    private (SessionParts Parts, ScanPlans Plans) Make(AsyncWakeup wakeup, int pduSize = 240)
    {
        var map = new MapDraft()
            .Plc(102)
            .Class("fast", 100)
            .Tag("A", "DB1.DBW0", "Int")
            .Tag("B", "DB1.DBW100", "Int")
            .Class("slow", 1000)
            .Tag("C", "DB5.DBW0", "Int")
            .Class("asked", 1000, ScanMode.OnCommand)
            .Tag("D", "DB6.DBW0", "Int")
            .Build();
        var context = new PlcContext(map.Plcs[0], map, TimeProvider.System, NullLogger.Instance, Channel.CreateUnbounded<TagBatch>().Writer)
        {
            Timers = TimeProvider.System,
            Wakeup = wakeup,
        };
        var parts = new SessionParts(context, map.Tags.ToLookup(tag => tag.ScanGroup), new CodecCache(context.Plc));
        var maker = new PlanMaker(
            Array.ConvertAll(parts.Classes, scan => scan.Span),
            wakeup,
            work =>
            {
                _elsewhere.Add(work);
                return Task.CompletedTask;
            }
        );
        var planner = new S7ReadPlanner(new PlanOptions(pduSize, 20));
        return (parts, new ScanPlans(parts.Classes, parts.Slots, planner, () => parts.Isolation.ItemCap, maker));
    }

    private void Begin(SessionParts parts, ScanPlans plans)
    {
        plans.Begin();
        Assert.That(plans.Renew(), Is.False);
        Finish();
        Assert.That(plans.Renew(), Is.True);
        foreach (var scan in parts.Classes)
            scan.AdoptNextPlan();
    }

    private void Finish()
    {
        _elsewhere.ForEach(work => work());
        _elsewhere.Clear();
    }
}
