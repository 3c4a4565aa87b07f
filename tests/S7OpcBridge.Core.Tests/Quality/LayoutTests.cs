namespace S7OpcBridge.Core.Tests;

/// <summary>A data block that is downloaded with another layout under a running bridge.</summary>
[Parallelizable]
public sealed class LayoutTests
{
    [Test, CancelAfter(30_000)]
    public async Task A_block_downloaded_anew_keeps_the_last_values_and_takes_no_writes_until_somebody_looked(CancellationToken token)
    {
        await using var plant = await StartAsync(token);

        plant.Plc.Memory.DownloadBlock(1, 1002);
        await plant.UntilAsync(() => plant.Seen.QualityOf(0) == TagQuality.LayoutChanged, token);
        var seen = plant.Seen.SamplesOf(0).Length;
        plant.Poke(0, 0, 9);
        plant.Plc.Memory.AddBlock(2, 100);
        var batches = plant.Seen.BatchesOf(0);
        await plant.UntilAsync(() => plant.Seen.BatchesOf(0) > batches + 5, token);

        Assert.That(plant.Seen.SamplesOf(0), Has.Length.EqualTo(seen), "no byte of the new block is taken for a value");
        Assert.That(plant.Seen.QualitiesOf(1), Is.EqualTo(new[] { TagQuality.Good }), "another block is not concerned");
        Assert.That(
            plant.Status.BadTags.Single(),
            Does.StartWith("Line1: DB1 was downloaded again (1000 bytes before, 1002 now), and its 1 tags may lie elsewhere")
        );
        Assert.That(
            await plant.WriteAsync(token, new TagWrite(0, new TagValue(TagValueKind.Int16, 1))),
            Is.EqualTo(new[] { TagWriteResult.ConfigurationError })
        );

        plant.Acquisition.TrustLayouts();
        await plant.UntilAsync(() => plant.Seen.QualityOf(0) == TagQuality.Good && plant.Seen.ValueOf(0).Bits == 9, token);
        await plant.UntilAsync(() => plant.Status.BadTags.IsEmpty, token);
        Assert.That(plant.Log.Lines.Select(line => line.Id.Id), Has.One.EqualTo(1022).And.One.EqualTo(1023));
    }

    [Test, CancelAfter(30_000)]
    public async Task A_download_while_the_link_is_down_is_noticed_before_anything_is_read(CancellationToken token)
    {
        await using var plant = await StartAsync(token);
        plant.Plc.Faults.CutPower();
        await plant.UntilAsync(() => plant.Seen.QualityOf(0) == TagQuality.LinkDownLastValue, token);
        plant.Plc.Memory.DownloadBlock(1, 1000);
        plant.Poke(0, 0, 9);
        plant.Plc.Faults.GivePower();
        await plant.UntilAsync(
            () => plant.Seen.QualityOf(1) == TagQuality.Good && plant.Seen.QualityOf(0) == TagQuality.LayoutChanged,
            token
        );

        Assert.That(
            plant.Seen.QualitiesOf(0),
            Is.EqualTo(new[] { TagQuality.Good, TagQuality.LinkDownLastValue, TagQuality.LayoutChanged })
        );
        Assert.That(plant.Seen.ValueOf(0).Bits, Is.Zero);
    }

    // DB1 is being compared when the slot is asked for, and DB2 is not asked about any more.
    [Test, CancelAfter(30_000)]
    public async Task A_release_while_blocks_are_compared_gives_the_slot_back_and_a_download_meanwhile_is_noticed(CancellationToken token)
    {
        await using var plant = await StartAsync(token);
        plant.Plc.Faults.CutPower();
        await plant.UntilAsync(() => plant.Seen.QualityOf(1) == TagQuality.LinkDownLastValue, token);
        var struck = plant.Plc.Faults.Struck;
        plant.Plc.Faults.Arm(Simulator.Fault.Delay(TimeSpan.FromMilliseconds(200)), Simulator.FaultPoint.Userdata);
        plant.Plc.Faults.GivePower();
        await plant.UntilAsync(() => plant.Plc.Faults.Struck > struck, token);

        plant.Acquisition.Release(0, TimeSpan.FromMinutes(5));
        await plant.UntilAsync(() => plant.Plc.Counters.ConnectionsOpen == 0, token);
        plant.Plc.Memory.DownloadBlock(2, 102);
        plant.Acquisition.Release(0, TimeSpan.Zero);
        await plant.UntilAsync(
            () => plant.Seen.QualityOf(0) == TagQuality.Good && plant.Seen.QualityOf(1) == TagQuality.LayoutChanged,
            token
        );

        Assert.That(
            plant.Seen.QualitiesOf(1),
            Is.EqualTo(new[] { TagQuality.Good, TagQuality.LinkDownLastValue, TagQuality.LayoutChanged }),
            "nothing was read before the block was compared"
        );
    }

    [Test, CancelAfter(30_000)]
    public async Task A_reload_of_its_tags_trusts_the_block_as_it_is(CancellationToken token)
    {
        await using var plant = await StartAsync(token);
        plant.Plc.Memory.DownloadBlock(1, 1002);
        await plant.UntilAsync(() => plant.Seen.QualityOf(0) == TagQuality.LayoutChanged, token);

        await plant.AdoptAsync(
            map =>
            {
                Draft(map);
                map.Tag("New", "DB1.DBW1000", "Int");
            },
            token
        );

        await plant.UntilAsync(() => plant.Seen.QualityOf(0) == TagQuality.Good && plant.Seen.QualityOf(2) == TagQuality.Good, token);
    }

    [Test, CancelAfter(30_000)]
    public async Task A_CPU_that_does_not_tell_is_asked_once_and_read_all_the_same(CancellationToken token)
    {
        await using var plant = Plant.Start(
            map => map.Class("fast", 10).Tag("A", "DB1.DBW0", "Int"),
            plc => plc with { LayoutEvery = TimeSpan.FromMilliseconds(20) },
            Simulator.CpuBehaviors.S7_200Smart
        );
        await plant.UntilAsync(() => plant.Log.Lines.Any(line => line.Id.Id == 1024), token);
        var asked = plant.Plc.Counters.UserdataJobs;
        await plant.UntilGoodAsync(0, token);
        var batches = plant.Seen.BatchesOf(0);
        await plant.UntilAsync(() => plant.Seen.BatchesOf(0) > batches + 20, token);
        Assert.That(plant.Plc.Counters.UserdataJobs, Is.EqualTo(asked));
    }

    [Test, CancelAfter(60_000)]
    public async Task A_question_that_a_server_leaves_unanswered_does_not_end_one_connection_after_the_other(CancellationToken token)
    {
        await using var plant = Plant.Make(
            Draft,
            plc =>
                plc with
                {
                    LayoutEvery = TimeSpan.FromMilliseconds(20),
                    CpuStateEvery = TimeSpan.Zero,
                    Connection = plc.Connection with { Timeout = TimeSpan.FromMilliseconds(200) },
                }
        );
        plant.Plc.Memory.AddBlock(2, 100);
        plant.Run();
        await plant.UntilAsync(() => plant.Seen.QualityOf(0) == TagQuality.Good && plant.Seen.QualityOf(1) == TagQuality.Good, token);
        var jobs = plant.Plc.Counters.UserdataJobs;
        await plant.UntilAsync(() => plant.Plc.Counters.UserdataJobs >= jobs + 8, token);

        // As Snap7's server does with a block that was deleted.
        plant.Plc.Faults.Arm(Simulator.Fault.WrongReference(), Simulator.FaultPoint.Userdata, times: 0);
        await plant.UntilAsync(() => plant.Status.Reconnects >= 1, token);
        var connections = 0L;
        do
        {
            connections = plant.Plc.Counters.ConnectionsAccepted;
            var batches = plant.Seen.BatchesOf(0);
            await plant.UntilAsync(() => plant.Seen.BatchesOf(0) > batches + 60, token);
        } while (plant.Plc.Counters.ConnectionsAccepted > connections);

        Assert.That(plant.Seen.QualityOf(0), Is.EqualTo(TagQuality.Good));
        Assert.That(connections, Is.LessThan(12), "each block is asked for three times at most");
    }

    private static void Draft(MapDraft map) => map.Class("fast", 10).Tag("A", "DB1.DBW0", "Int").Tag("B", "DB2.DBW0", "Int");

    private static async Task<Plant> StartAsync(CancellationToken token)
    {
        var plant = Plant.Make(Draft, plc => plc with { LayoutEvery = TimeSpan.FromMilliseconds(20) });
        plant.Plc.Memory.AddBlock(2, 100);
        plant.Run();
        await plant.UntilAsync(() => plant.Seen.QualityOf(0) == TagQuality.Good && plant.Seen.QualityOf(1) == TagQuality.Good, token);
        // From here on each look asks for both blocks. Of eight more jobs, three are the state and the nameplate, one may belong to a look that began before.
        var jobs = plant.Plc.Counters.UserdataJobs;
        await plant.UntilAsync(() => plant.Plc.Counters.UserdataJobs >= jobs + 8, token);
        return plant;
    }
}
