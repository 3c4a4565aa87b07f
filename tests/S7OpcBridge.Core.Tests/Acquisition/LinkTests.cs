using S7OpcBridge.S7;
using S7OpcBridge.Simulator;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Core.Tests;

[Parallelizable]
public sealed class LinkTests
{
    private static void TwoTags(MapDraft map) => map.Class("fast", 10).Tag("Speed", "DB1.DBW0", "Int").Tag("Other", "DB1.DBW2", "Int");

    [Test, CancelAfter(20_000)]
    public async Task A_broken_link_comes_back_by_itself_with_one_connection(CancellationToken token)
    {
        await using var plant = Plant.Start(TwoTags);
        await plant.UntilGoodAsync(1, token);
        for (var round = 1; round <= 5; round++)
        {
            plant.Plc.Faults.ResetConnections();
            await plant.UntilAsync(() => plant.Status.Reconnects >= round && plant.Seen.QualityOf(0) == TagQuality.Good, token);
        }

        Assert.That(plant.Seen.QualitiesOf(0)[..3], Is.EqualTo(new[] { TagQuality.Good, TagQuality.LinkDownLastValue, TagQuality.Good }));
        Assert.That(plant.Plc.Counters.ConnectionsOpen, Is.EqualTo(1));
        Assert.That(plant.Status.LastError, Does.StartWith("Line1: "));
    }

    // A job was in flight when the link ended: nothing of it may be waited for on the next one.
    [CancelAfter(20_000)]
    [TestCase(0, 1)]
    [TestCase(100, 1)]
    [TestCase(0, 0.5)]
    public async Task After_an_unanswered_job_the_next_connection_reads_again(int rate, double busy, CancellationToken token)
    {
        await using var plant = Plant.Start(
            TwoTags,
            plc => plc with { Load = new S7Load(rate, busy), Connection = plc.Connection with { Timeout = TimeSpan.FromMilliseconds(200) } }
        );
        await plant.UntilGoodAsync(1, token);
        for (var round = 1; round <= 5; round++)
        {
            plant.Plc.Faults.Arm(Fault.Drop(), FaultPoint.Read);
            await plant.UntilAsync(() => plant.Status.Reconnects >= round && plant.Seen.QualityOf(0) == TagQuality.Good, token);
        }
    }

    [Test, CancelAfter(20_000)]
    public async Task A_pulled_cable_is_noticed_within_the_timeout_and_the_value_goes_when_it_is_stale(CancellationToken token)
    {
        var clock = new ManualClock();
        await using var plant = Plant.Start(TwoTags, plc => plc with { Stale = TimeSpan.FromSeconds(30) }, time: clock);
        await plant.UntilGoodAsync(0, token);
        plant.Plc.Faults.CutCable();
        var cut = clock.GetUtcNow();

        await plant.UntilAsync(() => plant.Seen.QualityOf(0) == TagQuality.LinkDownLastValue, token);
        Assert.That(
            clock.GetUtcNow() - cut,
            Is.LessThan(TimeSpan.FromSeconds(4)),
            "timeout 2 s, and how coarsely this test moves the clock"
        );
        Assert.That(plant.Seen.SamplesOf(0)[^1].Value.Kind, Is.EqualTo(TagValueKind.None), "the last value stays");

        await plant.UntilAsync(() => plant.Seen.QualityOf(0) == TagQuality.LinkDown, token);
        Assert.That(clock.GetUtcNow() - cut, Is.GreaterThan(TimeSpan.FromSeconds(30)));

        plant.Plc.Faults.MendCable();
        await plant.UntilGoodAsync(0, token);
        Assert.That(
            plant.Seen.QualitiesOf(0),
            Is.EqualTo(new[] { TagQuality.Good, TagQuality.LinkDownLastValue, TagQuality.LinkDown, TagQuality.Good })
        );
    }

    [Test, CancelAfter(20_000)]
    public async Task A_PLC_that_is_not_there_is_told_once_and_tried_for_ever(CancellationToken token)
    {
        await using var plant = Plant.Make(TwoTags);
        plant.Plc.Faults.CutPower();
        plant.Run();
        await plant.UntilAsync(() => plant.Plc.Counters.ConnectionsAccepted >= 4, token);
        Assert.That(plant.Seen.QualitiesOf(0), Is.EqualTo(new[] { TagQuality.LinkDown }));
        Assert.That(plant.Seen.ConfirmedOf(0), Is.GreaterThan(0), "when it was last tried");
        Assert.That(plant.Log.Lines.Count(line => line.Id.Id == 1002), Is.EqualTo(1), "one line per event, not per attempt");
        Assert.That(plant.Status.State, Is.EqualTo(PlcState.Waiting).Or.EqualTo(PlcState.Connecting));

        plant.Plc.Faults.GivePower();
        await plant.UntilGoodAsync(0, token);
    }

    [Test, CancelAfter(20_000)]
    public async Task A_disabled_PLC_is_left_alone(CancellationToken token)
    {
        await using var plant = Plant.Start(TwoTags, plc => plc with { Enabled = false });

        await plant.UntilAsync(() => plant.Seen.QualityOf(1) == TagQuality.OutOfService, token);

        Assert.That(plant.Plc.Counters.ConnectionsAccepted, Is.Zero);
        Assert.That(plant.Status.State, Is.EqualTo(PlcState.Disabled));
        Assert.That(await plant.WriteAsync(token, new TagWrite(0, Values.Int16(1))), Is.EqualTo(new[] { TagWriteResult.OutOfService }));
    }

    [Test, CancelAfter(20_000)]
    public async Task A_released_connection_is_closed_and_taken_again_later(CancellationToken token)
    {
        var clock = new ManualClock();
        await using var plant = Plant.Start(TwoTags, time: clock);
        await plant.UntilGoodAsync(0, token);

        plant.Acquisition.Release(0, TimeSpan.FromMinutes(5));
        // The PLC sees the end before the session has said so.
        await plant.UntilAsync(() => plant.Plc.Counters.ConnectionsOpen == 0 && !plant.Status.Connected, token, step: 1);
        var released = clock.GetUtcNow();

        await plant.UntilAsync(() => plant.Plc.Counters.ConnectionsOpen == 1, token, step: 5000);
        Assert.That(clock.GetUtcNow() - released, Is.GreaterThanOrEqualTo(TimeSpan.FromMinutes(5) - TimeSpan.FromSeconds(5)));
        await plant.UntilGoodAsync(0, token);
    }

    [Test, CancelAfter(20_000)]
    public async Task CPU_in_STOP_makes_values_uncertain_until_it_runs_again(CancellationToken token)
    {
        await using var plant = Plant.Start(TwoTags, plc => plc with { CpuStateEvery = TimeSpan.FromMilliseconds(20) });
        await plant.UntilAsync(() => plant.Seen.QualityOf(0) == TagQuality.Good && plant.Status.CpuState == "RUN", token);

        plant.Plc.Cpu.IsRunning = false;
        await plant.UntilAsync(
            () => plant.Seen.QualityOf(0) == TagQuality.CpuStopped && plant.Seen.QualityOf(1) == TagQuality.CpuStopped,
            token
        );
        Assert.That(plant.Status.CpuState, Is.EqualTo("STOP"));
        plant.Poke(0, 0, 7);
        await plant.UntilAsync(() => plant.Seen.ValueOf(0).Bits == 7, token);
        Assert.That(plant.Seen.QualityOf(0), Is.EqualTo(TagQuality.CpuStopped));

        plant.Plc.Cpu.IsRunning = true;
        await plant.UntilAsync(() => plant.Seen.QualityOf(0) == TagQuality.Good && plant.Seen.QualityOf(1) == TagQuality.Good, token);
    }

    [Test, CancelAfter(20_000)]
    public async Task StopIsUncertain_false_leaves_values_good(CancellationToken token)
    {
        await using var plant = Plant.Start(
            TwoTags,
            plc => plc with { CpuStateEvery = TimeSpan.FromMilliseconds(20), StopIsUncertain = false }
        );
        plant.Plc.Cpu.IsRunning = false;

        await plant.UntilAsync(() => plant.Status.CpuState == "STOP", token);
        var batches = plant.Seen.BatchesOf(0);
        await plant.UntilAsync(() => plant.Seen.BatchesOf(0) > batches + 3, token);

        Assert.That(plant.Seen.QualitiesOf(0), Is.EqualTo(new[] { TagQuality.Good }));
    }

    [Test, CancelAfter(20_000)]
    public async Task A_CPU_that_does_not_tell_its_state_is_asked_once(CancellationToken token)
    {
        await using var plant = Plant.Start(
            TwoTags,
            plc => plc with { CpuStateEvery = TimeSpan.FromMilliseconds(10) },
            CpuBehaviors.Generic with
            {
                Szl = SzlPolicy.None,
            }
        );
        await plant.UntilAsync(() => plant.Seen.BatchesOf(0) >= 20, token);

        Assert.That(plant.Plc.Counters.UserdataJobs, Is.EqualTo(3), "state, and two lists for the nameplate");
        Assert.That(plant.Seen.QualityOf(0), Is.EqualTo(TagQuality.Good));
        Assert.That(plant.Status.CpuState, Is.Empty);
    }

    [Test, CancelAfter(20_000)]
    public async Task A_link_that_is_up_but_confirms_nothing_makes_values_uncertain(CancellationToken token)
    {
        var clock = new ManualClock();
        await using var plant = Plant.Start(TwoTags, time: clock);
        await plant.UntilGoodAsync(1, token);

        // 8304: the PLC is short of resources, which says nothing about the tags.
        plant.Plc.Faults.Arm(Fault.Refuse(0x8304), FaultPoint.Read, times: 0);
        await plant.UntilAsync(() => plant.Seen.QualityOf(1) == TagQuality.NotConfirmed, token);
        Assert.That(plant.Status.Connected, Is.True);

        plant.Plc.Faults.Clear();
        await plant.UntilGoodAsync(1, token);
        Assert.That(plant.Seen.QualitiesOf(1), Is.EqualTo(new[] { TagQuality.Good, TagQuality.NotConfirmed, TagQuality.Good }));
    }

    [Test, CancelAfter(20_000)]
    public async Task One_dead_PLC_leaves_a_healthy_one_at_full_rate(CancellationToken token)
    {
        await using var dead = Plant.Make(TwoTags);
        dead.Plc.Faults.CutCable();
        await using var plant = Plant.Start(map =>
        {
            TwoTags(map);
            map.Plc(dead.Plc.Port).Class("fast", 10).Tag("Speed", "DB1.DBW0", "Int");
        });

        await plant.UntilAsync(() => plant.Seen.BatchesOf(0) >= 50, token);

        Assert.That(plant.Seen.QualityOf(0), Is.EqualTo(TagQuality.Good));
        Assert.That(plant.Acquisition.StatusOf(1).Connected, Is.False);
    }

    [Test, CancelAfter(20_000)]
    public async Task Stopping_closes_the_connection_and_completes_the_batches(CancellationToken token)
    {
        var plant = Plant.Start(TwoTags);
        await plant.UntilGoodAsync(0, token);

        await plant.Acquisition.DisposeAsync();

        await plant.Plc.Counters.WhenAsync(plc => plc.ConnectionsOpen == 0, token);
        Assert.That(plant.Acquisition.Batches.Completion.IsCompleted, Is.True);
        Assert.That(plant.Status.State, Is.EqualTo(PlcState.Stopped));
        await plant.DisposeAsync();
    }
}
