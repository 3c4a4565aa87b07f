using S7OpcBridge.S7;
using S7OpcBridge.Simulator;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Core.Tests;

/// <summary>What PLCs, networks and crowds of both do to a bridge.</summary>
public sealed class RobustnessTests
{
    private static void TwoTags(MapDraft map) => map.Class("fast", 10).Tag("Speed", "DB1.DBW0", "Int").Tag("Other", "DB1.DBW2", "Int");

    private static readonly (Fault Fault, FaultPoint At)[] Storms =
    [
        (Fault.Reset(), FaultPoint.Read),
        (Fault.Close(), FaultPoint.Read),
        (Fault.Garbage(), FaultPoint.Read),
        (Fault.TpktLength(-1), FaultPoint.Read),
        (Fault.Reset(), FaultPoint.Setup),
        (Fault.Close(), FaultPoint.Connect),
        (Fault.Disconnect(), FaultPoint.Connect),
        (Fault.Reset(), FaultPoint.Accept),
        (Fault.ItemCount(1), FaultPoint.Read),
        (Fault.DataLength(5), FaultPoint.Read),
    ];

    [Test, CancelAfter(60_000)]
    public async Task A_hundred_reconnect_storms_leave_exactly_one_connection(CancellationToken token)
    {
        await using var plant = Plant.Start(
            TwoTags,
            plc => plc with { ReconnectFirst = TimeSpan.FromMilliseconds(1), ReconnectMax = TimeSpan.FromMilliseconds(5) }
        );
        await plant.UntilGoodAsync(1, token);
        for (var storm = 0; storm < 100; storm++)
        {
            // The link breaks, and then breaks again in the way of this storm before it holds.
            var (fault, at) = Storms[storm % Storms.Length];
            var (struck, reconnects) = (plant.Plc.Faults.Struck, plant.Status.Reconnects);
            plant.Plc.Faults.Arm(fault, at, times: 3);
            plant.Plc.Faults.ResetConnections();
            await plant.UntilAsync(
                () =>
                    plant.Plc.Faults.Struck >= struck + 3
                    && plant.Status.Reconnects > reconnects
                    && plant.Seen.QualityOf(0) == TagQuality.Good,
                token
            );
            plant.Plc.Faults.Clear();
        }

        await plant.UntilAsync(() => plant.Status.Connected && plant.Seen.QualityOf(0) == TagQuality.Good, token);
        await plant.Plc.Counters.WhenAsync(plc => plc.ConnectionsOpen == 1, token);
        Assert.That(plant.Plc.Counters.ConnectionsAccepted, Is.GreaterThan(400));
        Assert.That(
            plant.Plc.Counters.ConnectionsMax,
            Is.LessThanOrEqualTo(2),
            "the old one is closed before the next is opened; the PLC may take a moment to notice"
        );
    }

    [Test, CancelAfter(30_000)]
    public async Task A_dead_a_babbling_and_a_silent_PLC_leave_a_healthy_one_at_full_rate(CancellationToken token)
    {
        await using var dead = Plant.Make(TwoTags);
        dead.Plc.Faults.CutPower();
        await using var babbling = Plant.Make(TwoTags);
        babbling.Plc.Faults.Arm(Fault.Garbage(2000), FaultPoint.Read, times: 0);
        await using var silent = Plant.Make(TwoTags);
        silent.Plc.Faults.Arm(Fault.Silence(), FaultPoint.Read, times: 0);
        await using var plant = Plant.Start(map =>
        {
            TwoTags(map);
            foreach (var sick in new[] { dead, babbling, silent })
                map.Plc(sick.Plc.Port, plc => plc with { Connection = plc.Connection with { Timeout = TimeSpan.FromMilliseconds(300) } })
                    .Class("fast", 10)
                    .Tag("Speed", "DB1.DBW0", "Int");
        });
        await plant.UntilGoodAsync(0, token);
        var (batches, began) = (plant.Seen.BatchesOf(0), TimeProvider.System.GetTimestamp());

        // The sick ones do their worst meanwhile: each link broken several times.
        await plant.UntilAsync(
            () =>
                babbling.Plc.Counters.Setups >= 5
                && silent.Plc.Counters.Setups >= 3
                && dead.Plc.Counters.ConnectionsAccepted >= 3
                && plant.Seen.BatchesOf(0) >= batches + 100,
            token
        );

        // Every deadline was kept or counted: what an overloaded machine skips is no fault of the neighbours, what is lost without a trace would be.
        var deadlines = TimeProvider.System.GetElapsedTime(began).TotalMilliseconds / 10;
        Assert.That(plant.Seen.BatchesOf(0) - batches + plant.Status.Scans[0].Overruns, Is.GreaterThan(deadlines * 0.9));
        Assert.That(plant.Seen.QualitiesOf(0), Is.EqualTo(new[] { TagQuality.Good }));
        Assert.That(plant.Status.Reconnects, Is.Zero);
        Assert.That(Enumerable.Range(2, 3).Select(plant.Seen.QualityOf), Has.None.EqualTo(TagQuality.Good));
    }

    [Test, CancelAfter(60_000)]
    public async Task A_hundred_PLCs_are_read_without_a_thread_each(CancellationToken token)
    {
        var plcs = new List<SoftPlc>();
        for (var i = 0; i < 100; i++)
        {
            var plc = new SoftPlc(new SoftPlcOptions(), TimeProvider.System);
            plc.Memory.AddBlock(1, 10);
            plc.Start();
            plcs.Add(plc);
        }
        try
        {
            await using var plant = Plant.Start(map =>
            {
                map.Class("fast", 100).Tag("A", "DB1.DBW0", "Int");
                foreach (var plc in plcs)
                    map.Plc(plc.Port).Class("fast", 100).Tag("A", "DB1.DBW0", "Int");
            });
            await plant.UntilAsync(
                () => Enumerable.Range(0, 101).All(tag => plant.Seen.QualityOf(tag) == TagQuality.Good && plant.Seen.BatchesOf(tag) >= 5),
                token
            );

            Assert.That(ThreadPool.ThreadCount, Is.LessThan(100), "both ends of a hundred links, and the test runner");
        }
        finally
        {
            foreach (var plc in plcs)
                await plc.DisposeAsync();
        }
    }

    [Test, CancelAfter(30_000)]
    public async Task A_PLC_that_comes_back_as_another_one_is_negotiated_and_planned_anew(CancellationToken token)
    {
        await using var plant = Plant.Start(map => map.Class("fast", 10).Tags(60, i => $"DB1.DBW{i * 16}", "Int"));
        await plant.UntilGoodAsync(59, token);
        Assert.That((plant.Status.PduSize, plant.Status.MaxJobs, plant.Status.Scans[0].PdusPerCycle), Is.EqualTo((960, 8, 1)));

        await plant.Plc.DisposeAsync();
        await using var spare = new SoftPlc(
            new SoftPlcOptions { Behavior = CpuBehaviors.S7_1200, Port = plant.Plc.Port },
            TimeProvider.System
        );
        spare.Memory.AddBlock(1, 1000);
        spare.Start();
        await plant.UntilAsync(
            () => plant.Status.Connected && plant.Seen.QualityOf(59) == TagQuality.Good && plant.Status.Reconnects == 1,
            token
        );

        Assert.That((plant.Status.PduSize, plant.Status.MaxJobs), Is.EqualTo((240, 3)));
        Assert.That(plant.Status.Scans[0].PdusPerCycle, Is.GreaterThan(1));
        Assert.That(spare.Counters.InFlightMax, Is.LessThanOrEqualTo(3));
    }

    [Test, CancelAfter(30_000)]
    public async Task PLCs_of_one_map_start_one_after_the_other(CancellationToken token)
    {
        var clock = new ManualClock();
        await using var second = Plant.Make(TwoTags);
        await using var third = Plant.Make(TwoTags);
        await using var plant = Plant.Make(
            map =>
            {
                TwoTags(map);
                map.Plc(second.Plc.Port)
                    .Class("fast", 10)
                    .Tag("A", "DB1.DBW0", "Int")
                    .Plc(third.Plc.Port)
                    .Class("fast", 10)
                    .Tag("A", "DB1.DBW0", "Int");
            },
            time: clock
        );
        plant.Run();
        await plant.Plc.Counters.WhenAsync(plc => plc.Setups == 1, token);
        Assert.That(
            (second.Plc.Counters.ConnectionsAccepted, third.Plc.Counters.ConnectionsAccepted),
            Is.EqualTo((0L, 0L)),
            "time stands still: nobody else's turn has come"
        );

        await plant.UntilAsync(() => second.Plc.Counters.Setups == 1, token, step: 1);
        Assert.That(third.Plc.Counters.ConnectionsAccepted, Is.Zero);
        await plant.UntilAsync(() => third.Plc.Counters.Setups == 1, token, step: 1);
    }

    [Test, CancelAfter(30_000)]
    public async Task Connecting_takes_one_TCP_connection_and_no_probe(CancellationToken token)
    {
        await using var plant = Plant.Start(TwoTags);
        await plant.UntilAsync(() => plant.Seen.BatchesOf(0) >= 10, token);

        Assert.That((plant.Plc.Counters.ConnectionsAccepted, plant.Plc.Counters.Setups), Is.EqualTo((1L, 1L)));
    }

    [Test, CancelAfter(30_000)]
    public async Task A_LOGO_is_asked_one_job_at_a_time_and_never_for_a_list(CancellationToken token)
    {
        Assert.That(S7Profiles.Logo.TryConnectTo("127.0.0.1", new S7Addressing(), out var logo, out _), Is.True);
        await using var plant = Plant.Start(
            map =>
            {
                map.Class("fast", 10);
                for (var i = 0; i < 100; i++)
                    map.Tag($"T{i}", $"DB1.DBW{i * 10}", "Int");
            },
            plc => plc with { Connection = logo with { Port = plc.Connection.Port }, MaxItems = 10 },
            CpuBehaviors.Logo
        );

        await plant.UntilAsync(() => plant.Seen.BatchesOf(0) >= 10 && plant.Seen.QualityOf(99) == TagQuality.Good, token);

        Assert.That(plant.Plc.Counters.InFlightMax, Is.EqualTo(1));
        Assert.That(plant.Plc.Counters.UserdataJobs, Is.Zero, "it would drop the link");
        Assert.That(plant.Status.Reconnects, Is.Zero);
    }

    [Test, CancelAfter(30_000)]
    public async Task A_caller_that_reuses_its_array_does_not_change_what_is_written(CancellationToken token)
    {
        await using var plant = Plant.Start(map => map.Class("rare", 60_000).Tag("Steps", "DB1.DBW0", "Array[0..4] of Int"));
        await plant.UntilGoodAsync(0, token);
        for (short round = 1; round <= 50; round++)
        {
            var values = new[] { round, round, round, round, round };
            var writing = plant.WriteAsync(token, new TagWrite(0, Values.Array(TagValueKind.Int16, values)));
            Array.Fill(values, (short)-1);
            Assert.That(await writing, Is.EqualTo(new[] { TagWriteResult.Ok }));
            Assert.That(plant.Peek(0, 4), Is.EqualTo(new byte[] { 0, (byte)round, 0, (byte)round }));
        }
    }

    [Test, CancelAfter(30_000)]
    public async Task A_late_answer_is_counted_and_never_taken_for_another_ones(CancellationToken token)
    {
        await using var plant = Plant.Start(TwoTags);
        await plant.UntilGoodAsync(0, token);
        plant.Plc.Faults.Arm(Fault.Duplicate(), FaultPoint.Read, times: 20);
        for (byte i = 1; i <= 20; i++)
        {
            plant.Poke(0, 0, i);
            await plant.Acquisition.NextCycleAsync(0, token);
            Assert.That(plant.Seen.ValueOf(0).Bits, Is.EqualTo(i));
        }

        await plant.UntilAsync(() => plant.Status.UnknownAnswers >= 20, token);
        Assert.That(plant.Status.Reconnects, Is.Zero);
    }

    [Test, CancelAfter(30_000)]
    public async Task The_wait_for_a_free_job_is_told(CancellationToken token)
    {
        await using var plant = Plant.Start(
            map =>
            {
                map.Class("fast", 10);
                for (var i = 0; i < 40; i++)
                    map.Tag($"T{i}", $"PIB{3 * i}", "Byte");
                map.Class("rare", 60_000).Tag("Set", "DB1.DBW0", "Int");
            },
            plc => plc with { MaxItems = 1, Connection = plc.Connection with { MaxJobs = 1 } },
            speed: new PlcSpeed { PerJob = TimeSpan.FromMilliseconds(2) }
        );
        await plant.UntilGoodAsync(40, token);

        // The only job in flight is a read: the write has to wait for it, and then goes first.
        for (short i = 0; i < 20; i++)
            await plant.WriteAsync(token, new TagWrite(40, Values.Int16(i)));

        Assert.That(plant.Status.JobWaits, Is.GreaterThan(0));
        Assert.That(plant.Status.JobWaitTime, Is.GreaterThan(TimeSpan.Zero));
    }
}
