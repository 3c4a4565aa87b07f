using S7OpcBridge.S7;
using S7OpcBridge.Simulator;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Core.Tests;

/// <summary>Tags of slower classes in the requests of a faster one.</summary>
public sealed class RideTests
{
    private const int Never = 3_600_000;

    [Test, CancelAfter(20_000)]
    public async Task A_class_that_rides_asks_for_nothing_changes_with_its_host_and_is_confirmed(CancellationToken token)
    {
        await using var plant = Plant.Start(map =>
            map.Class("fast", 10).Tag("A", "DB1.DBW0", "Int").Class("slow", 40).Tag("B", "DB1.DBW500", "Int")
        );
        await plant.UntilGoodAsync(1, token);
        Assert.That(plant.Status.Scans.Select(scan => scan.PdusPerCycle), Is.EqualTo(new[] { 1, 0 }));

        var (batches, confirmed) = (plant.Seen.BatchesOf(1), plant.Seen.ConfirmedOf(1));
        await plant.UntilAsync(() => plant.Seen.BatchesOf(1) >= batches + 3 && plant.Seen.ConfirmedOf(1) > confirmed, token);
        plant.Poke(500, 0, 9);
        await plant.UntilAsync(() => plant.Seen.ValueOf(1).Bits == 9, token);

        Assert.That(plant.Seen.QualitiesOf(1), Is.All.EqualTo(TagQuality.Good));
        Assert.That(plant.Plc.Counters.ReadItems, Is.EqualTo(2 * plant.Plc.Counters.ReadJobs), "one request with two items, and no other");
    }

    [TestCase(false, false, TestName = "Together_with_a_demand_class_and_one_on_command")]
    [TestCase(true, true, TestName = "Two_classes_at_their_rates")]
    public void Only_classes_at_their_rates_ride(bool atRate, bool rides)
    {
        var map = new MapDraft()
            .Plc(102)
            .Class("fast", 10)
            .Tag("A", "DB1.DBW0", "Int")
            .Class("x", 100, atRate ? ScanMode.AtRate : ScanMode.Demand)
            .Tag("B", "DB1.DBW500", "Int")
            .Class("y", 200, atRate ? ScanMode.AtRate : ScanMode.OnCommand)
            .Tag("C", "DB1.DBW700", "Int")
            .Build();
        var plans = Predict(map, 240);
        Assert.That(plans.Select(plan => plan.Plan.Requests.Length), Is.EqualTo(rides ? new[] { 1, 0, 0 } : [1, 1, 1]));
    }

    [Test, CancelAfter(60_000)]
    public async Task The_wire_carries_as_many_read_jobs_as_the_plan_says([Values(0, 1, 2, 3, 4, 5)] int kind, CancellationToken token)
    {
        await using var plant = Plant.Start(map => Draw(map, kind), behavior: CpuBehaviors.Find("s7-300"));
        var map = plant.Acquisition.Map;
        await plant.UntilAsync(() => map.Tags.All(tag => plant.Seen.QualityOf(tag.Id) == TagQuality.Good), token);
        var plans = Predict(map, plant.Status.PduSize);
        await plant.UntilAsync(() => plant.Status.Scans.All(scan => scan.Cycles == 1), token);

        Assert.That(
            plans.Any(plan => plan.Slots.Any(slot => slot.Class != Array.IndexOf([.. plans], plan))),
            Is.EqualTo(kind % 2 == 0),
            "maps with rides and maps without"
        );
        Assert.That(plant.Plc.Counters.ReadJobs, Is.EqualTo(plans.Sum(plan => plan.Plan.Requests.Length)), "one cycle of each class");
        Assert.That(plant.Plc.Counters.ReadItems, Is.EqualTo(plans.Sum(plan => plan.Plan.Requests.Sum(request => request.Items.Length))));

        var before = plant.Plc.Counters.ReadJobs;
        await plant.Acquisition.PollAsync(0, token);
        Assert.That(plant.Plc.Counters.ReadJobs - before, Is.EqualTo(plans[0].Plan.Requests.Length), "another cycle of the fastest");
    }

    [Test, CancelAfter(30_000)]
    public async Task A_rider_that_the_PLC_refuses_leaves_the_ride_and_comes_back_to_it(CancellationToken token)
    {
        var clock = new ManualClock();
        await using var plant = Plant.Start(
            map =>
                map.Class("fast", 100)
                    .Tag("A", "DB1.DBW0", "Int")
                    .Class("slow", 1000)
                    .Tag("B", "DB1.DBW500", "Int")
                    .Tag("C", "DB5.DBW0", "Int")
                    .Tag("D", "DB5.DBW2", "Int"),
            time: clock
        );
        await plant.UntilAsync(() => plant.Status.BadTags.Length == 2 && plant.Seen.QualityOf(1) == TagQuality.Good, token);
        Assert.That(plant.Status.Scans.Select(scan => scan.PdusPerCycle).Sum(), Is.LessThanOrEqualTo(2));

        plant.Plc.Memory.AddBlock(5, 100);
        await plant.UntilAsync(
            () =>
                plant.Seen.QualityOf(2) == TagQuality.Good
                && plant.Seen.QualityOf(3) == TagQuality.Good
                && plant.Status.Scans[1].PdusPerCycle == 0,
            token
        );

        Assert.That(plant.Seen.QualitiesOf(0), Is.EqualTo(new[] { TagQuality.Good }), "the host never noticed");
        Assert.That(plant.Seen.QualitiesOf(1), Is.All.EqualTo(TagQuality.Good));
    }

    [Test, CancelAfter(20_000)]
    public async Task A_value_that_changes_while_its_tag_leaves_the_ride_is_not_lost(CancellationToken token)
    {
        await using var plant = Plant.Make(map =>
            map.Class("fast", 10)
                .Tag("A", "DB1.DBW0", "Int")
                .Class("slow", Never)
                .Tag("B", "DB1.DBW500", "Int")
                .Tag("C", "DB1.DBW502", "Int")
        );
        plant.Poke(500, 0, 7, 0, 8);
        plant.Run();
        await plant.UntilAsync(() => plant.Seen.ValueOf(1).Bits == 7 && plant.Seen.ValueOf(2).Bits == 8, token);

        plant.Plc.Faults.Arm(Fault.FailItem(1, S7ItemStatus.OutOfRange), FaultPoint.Read, times: 1);
        plant.Poke(500, 0, 0, 0, 0);

        await plant.UntilAsync(() => plant.Seen.ValueOf(1).Bits == 0 && plant.Seen.ValueOf(2).Bits == 0, token);
        Assert.That(plant.Status.BadTags, Is.Empty);
        Assert.That(plant.Seen.QualitiesOf(2), Is.All.EqualTo(TagQuality.Good));
    }

    [Test, CancelAfter(20_000)]
    public async Task An_item_that_host_and_rider_share_is_refused_once_and_harms_neither(CancellationToken token)
    {
        await using var plant = Plant.Make(map =>
            map.Class("fast", 10)
                .Tag("A", "DB1.DBW0", "Int")
                .Tag("B", "DB1.DBW8", "Int")
                .Class("slow", 40)
                .Tag("Between", "DB1.DBW4", "Int")
        );
        plant.Plc.Faults.Arm(Fault.FailItem(0, S7ItemStatus.OutOfRange), FaultPoint.Read, times: 1);
        plant.Run();
        await plant.UntilAsync(() => Enumerable.Range(0, 3).All(tag => plant.Seen.QualityOf(tag) == TagQuality.Good), token);

        plant.Poke(0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3);
        await plant.UntilAsync(
            () => plant.Seen.ValueOf(0).Bits == 1 && plant.Seen.ValueOf(1).Bits == 3 && plant.Seen.ValueOf(2).Bits == 2,
            token
        );
        var confirmed = (plant.Seen.ConfirmedOf(0), plant.Seen.ConfirmedOf(1));
        await plant.UntilAsync(() => plant.Seen.ConfirmedOf(0) > confirmed.Item1 && plant.Seen.ConfirmedOf(1) > confirmed.Item2, token);

        Assert.That(plant.Status.BadTags, Is.Empty);
        for (var tag = 0; tag < 3; tag++)
            Assert.That(plant.Seen.QualitiesOf(tag), Is.All.EqualTo(TagQuality.Good));
    }

    [Test, CancelAfter(20_000)]
    public async Task Who_polls_a_class_that_rides_sees_what_the_PLC_held_after_the_call(CancellationToken token)
    {
        await using var plant = Plant.Start(map =>
            map.Class("fast", Never).Tag("A", "DB1.DBW0", "Int").Class("slow", Never).Tag("B", "DB1.DBW500", "Int")
        );
        await plant.UntilGoodAsync(1, token);
        for (byte i = 1; i <= 50; i++)
        {
            plant.Poke(500, 0, i);
            await plant.Acquisition.PollAsync(1, token);
            Assert.That(plant.Seen.ValueOf(1).Bits, Is.EqualTo(i));
        }
    }

    [Test, CancelAfter(20_000)]
    public async Task A_write_to_a_rider_is_read_back_at_once(CancellationToken token)
    {
        await using var plant = Plant.Start(map =>
            map.Class("fast", Never).Tag("A", "DB1.DBW0", "Int").Class("slow", Never).Tag("B", "DB1.DBW500", "Int")
        );
        await plant.UntilGoodAsync(1, token);

        Assert.That(await plant.WriteAsync(token, new TagWrite(1, Values.Int16(42))), Is.EqualTo(new[] { TagWriteResult.Ok }));

        await plant.UntilAsync(() => plant.Seen.ValueOf(1).Bits == 42, token);
    }

    /// <summary>Even kinds have something that rides, odd ones do not.</summary>
    private static void Draw(MapDraft map, int kind)
    {
        map.Class("fast", Never);
        for (var i = 0; i < (kind < 2 ? 3 : 45); i++)
            map.Tag($"F{i}", $"DB1.DBW{(kind == 4 ? 20 : 2) * i}", "Int");
        map.Class("slow", 2 * Never, kind % 2 == 0 ? ScanMode.AtRate : ScanMode.OnCommand);
        for (var i = 0; i < 5 + (4 * kind); i++)
            map.Tag($"S{i}", $"DB1.DBD{900 - (kind == 4 ? 28 : 8) * i}", "Real");
        map.Class("rare", 3 * Never, kind % 2 == 0 ? ScanMode.AtRate : ScanMode.OnCommand);
        for (var i = 0; i < 40 * kind; i++)
            map.Tag($"R{i}", $"MB{3 * i}", "Byte");
        map.Tag("Twice", "DB1.DBW2", "Int");
    }

    private static IReadOnlyList<ClassPlan> Predict(TagMap map, int pduSize) =>
        PlcReadPlan.Plan(
            map.ScanGroups,
            [.. map.ScanGroups.Select(group => map.Tags.Where(tag => tag.ScanGroup == group.Index).Select(TagRanges.RangeOf).ToArray())],
            new PlanOptions(pduSize, map.Plcs[0].MaxItems)
        );
}
