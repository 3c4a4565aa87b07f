using S7OpcBridge.Simulator;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Core.Tests;

[Parallelizable]
public sealed class BadTagTests
{
    [Test, CancelAfter(20_000)]
    public async Task One_wrong_block_among_five_hundred_tags_leaves_the_others_good(CancellationToken token)
    {
        await using var plant = Plant.Start(map =>
        {
            map.Class("fast", 10);
            for (var i = 0; i < 499; i++)
                map.Tag($"T{i}", $"DB1.DBW{2 * i}", "Int");
            map.Tag("Wrong", "DB77.DBW0", "Int");
        });

        await plant.UntilAsync(
            () =>
                plant.Seen.QualityOf(499) == TagQuality.ConfigurationError
                && Enumerable.Range(0, 499).All(tag => plant.Seen.QualityOf(tag) == TagQuality.Good),
            token
        );

        Assert.That(
            Enumerable.Range(0, 499).All(tag => plant.Seen.SamplesOf(tag).Length == 1),
            Is.True,
            "no healthy tag was ever anything but good"
        );
        Assert.That(plant.Status.BadTags, Has.Length.EqualTo(1));
        Assert.That(
            plant.Status.BadTags[0],
            Does.StartWith("Line1/Wrong (DB77.DBW0): DB77 does not exist").And.Contain("Optimized block access")
        );
        Assert.That(plant.Status.LastError, Is.EqualTo(plant.Status.BadTags[0]));
        Assert.That(plant.Log.Lines.Count(line => line.Id.Id == 1010), Is.EqualTo(1), "once in the log");
    }

    [Test, CancelAfter(20_000)]
    public async Task A_tag_behind_the_end_of_a_block_is_split_from_the_item_it_was_merged_into(CancellationToken token)
    {
        await using var plant = Plant.Start(map =>
            map.Class("fast", 10).Tag("In", "DB1.DBW990", "Int").Tag("Last", "DB1.DBW998", "Int").Tag("Out", "DB1.DBW1000", "Int")
        );

        await plant.UntilAsync(() => plant.Seen.QualityOf(2) == TagQuality.ConfigurationError, token);
        await plant.UntilGoodAsync(0, token);
        await plant.UntilGoodAsync(1, token);

        Assert.That(plant.Status.BadTags, Is.EqualTo(new[] { plant.Status.LastError }));
        Assert.That(plant.Status.LastError, Does.Contain("Line1/Out (DB1.DBW1000)").And.Contain("(05)"));
        Assert.That(plant.Status.Scans[0].PdusPerCycle, Is.EqualTo(1));
    }

    [Test, CancelAfter(20_000)]
    public async Task Protected_and_optimised_blocks_get_their_own_words(CancellationToken token)
    {
        await using var plant = Plant.Make(map =>
            map.Class("fast", 10).Tag("Good", "DB1.DBW0", "Int").Tag("Locked", "DB2.DBW0", "Int").Tag("Optimised", "DB3.DBW0", "Int")
        );
        plant.Plc.Memory.AddBlock(2, 10, BlockAccess.Denied);
        plant.Plc.Memory.AddBlock(3, 10, BlockAccess.Optimised);
        plant.Run();

        await plant.UntilAsync(() => plant.Status.BadTags.Length == 2, token);

        Assert.That(plant.Seen.QualityOf(1), Is.EqualTo(TagQuality.NotReadable));
        Assert.That(plant.Seen.QualityOf(2), Is.EqualTo(TagQuality.ConfigurationError));
        Assert.That(plant.Seen.QualitiesOf(0), Is.EqualTo(new[] { TagQuality.Good }));
    }

    [Test, CancelAfter(30_000)]
    public async Task A_culprit_is_asked_again_after_ten_seconds_and_its_block_comes_back(CancellationToken token)
    {
        var clock = new ManualClock();
        await using var plant = Plant.Start(
            map => map.Class("fast", 100).Tag("Good", "DB1.DBW0", "Int").Tag("A", "DB5.DBW0", "Int").Tag("B", "DB5.DBW40", "Int"),
            time: clock
        );
        await plant.UntilAsync(() => plant.Status.BadTags.Length == 2, token);
        var missing = clock.GetUtcNow();

        plant.Plc.Memory.AddBlock(5, 100);
        await plant.UntilAsync(() => plant.Seen.QualityOf(1) == TagQuality.Good && plant.Seen.QualityOf(2) == TagQuality.Good, token);

        Assert.That(clock.GetUtcNow() - missing, Is.GreaterThan(TimeSpan.FromSeconds(9)));
        Assert.That(plant.Status.BadTags, Is.Empty);
        Assert.That(plant.Seen.QualitiesOf(0), Is.EqualTo(new[] { TagQuality.Good }));
    }

    [Test, CancelAfter(20_000)]
    public async Task An_item_refused_for_a_byte_between_its_tags_is_read_without_that_byte(CancellationToken token)
    {
        await using var plant = Plant.Make(map =>
            map.Class("fast", 10).Tag("A", "DB1.DBW0", "Int").Tag("B", "DB1.DBW2", "Int").Tag("C", "DB1.DBW8", "Int")
        );
        plant.Plc.Faults.Arm(Fault.FailItem(0, S7.S7ItemStatus.OutOfRange), FaultPoint.Read, times: 1);
        plant.Run();
        await plant.UntilGoodAsync(2, token);
        var (jobs, items) = (plant.Plc.Counters.ReadJobs, plant.Plc.Counters.ReadItems);

        await plant.UntilAsync(() => plant.Plc.Counters.ReadJobs >= jobs + 10, token);

        Assert.That(
            (plant.Plc.Counters.ReadItems - items) / (double)(plant.Plc.Counters.ReadJobs - jobs),
            Is.GreaterThan(1.5),
            "A and B in one item, C in another"
        );
        Assert.That(plant.Status.BadTags, Is.Empty);
        Assert.That(plant.Seen.QualitiesOf(0), Is.EqualTo(new[] { TagQuality.Good }));
    }

    [Test, CancelAfter(20_000)]
    public async Task A_block_that_is_deleted_and_loaded_again_takes_only_its_own_tags_along(CancellationToken token)
    {
        var clock = new ManualClock();
        await using var plant = Plant.Make(
            map => map.Class("fast", 100).Tag("Good", "DB1.DBW0", "Int").Tag("A", "DB5.DBW0", "Int").Tag("B", "DB5.DBW40", "Int"),
            time: clock
        );
        plant.Plc.Memory.AddBlock(5, 100);
        plant.Run();
        await plant.UntilGoodAsync(2, token);

        plant.Plc.Memory.DownloadBlock(5, 20);
        await plant.UntilAsync(() => plant.Seen.QualityOf(2) == TagQuality.ConfigurationError, token);
        await plant.UntilGoodAsync(1, token);
        plant.Plc.Memory.DownloadBlock(5, 100);
        await plant.UntilGoodAsync(2, token);

        Assert.That(plant.Seen.QualitiesOf(0), Is.EqualTo(new[] { TagQuality.Good }));
        Assert.That(plant.Seen.QualitiesOf(1), Has.None.EqualTo(TagQuality.ConfigurationError));
    }

    [Test, CancelAfter(20_000)]
    public async Task Without_PUT_GET_every_tag_is_in_error_and_one_probe_asks_every_ten_seconds(CancellationToken token)
    {
        var clock = new ManualClock();
        await using var plant = Plant.Make(
            map => map.Class("fast", 100).Tag("A", "DB1.DBW0", "Int").Tag("B", "DB1.DBW500", "Int"),
            time: clock
        );
        plant.Plc.Cpu.PutGet = false;
        plant.Run();
        await plant.UntilAsync(
            () => plant.Seen.QualityOf(0) == TagQuality.ConfigurationError && plant.Seen.QualityOf(1) == TagQuality.ConfigurationError,
            token
        );
        Assert.That(plant.Status.LastError, Does.Contain("8104").And.Contain("PUT/GET"));
        Assert.That(plant.Status.BadTags, Is.Empty, "a condition of the PLC is no tag's fault");

        var (began, jobs) = (clock.GetUtcNow(), plant.Plc.Counters.ReadJobs);
        await plant.UntilAsync(() => plant.Plc.Counters.ReadJobs >= jobs + 3, token);
        Assert.That(clock.GetUtcNow() - began, Is.GreaterThan(TimeSpan.FromSeconds(25)));
        Assert.That(plant.Status.Reconnects, Is.Zero);

        plant.Plc.Cpu.PutGet = true;
        await plant.UntilGoodAsync(0, token);
        await plant.UntilGoodAsync(1, token);
    }

    [Test, CancelAfter(20_000)]
    public async Task A_job_refused_as_too_long_is_made_shorter_and_that_is_remembered(CancellationToken token)
    {
        await using var plant = Plant.Start(
            Scattered,
            behavior: CpuBehaviors.Generic with
            {
                MaxItems = 12,
                OnTooManyItems = ItemOverflow.Refuse,
            }
        );

        await plant.UntilAsync(() => Enumerable.Range(0, 40).All(tag => plant.Seen.QualityOf(tag) == TagQuality.Good), token);

        Assert.That(plant.Status.BadTags, Is.Empty);
        var refused = plant.Plc.Counters.RefusedJobs;
        plant.Plc.Faults.ResetConnections();
        await plant.UntilAsync(() => plant.Status.Reconnects == 1 && plant.Seen.QualityOf(0) == TagQuality.Good, token);
        Assert.That(plant.Plc.Counters.RefusedJobs, Is.EqualTo(refused), "the next connection knows");
    }

    [Test, CancelAfter(20_000)]
    public async Task A_PLC_that_answers_only_the_first_items_gets_shorter_jobs(CancellationToken token)
    {
        await using var plant = Plant.Start(
            Scattered,
            behavior: CpuBehaviors.Generic with
            {
                MaxItems = 7,
                OnTooManyItems = ItemOverflow.Truncate,
            }
        );

        await plant.UntilAsync(() => Enumerable.Range(0, 40).All(tag => plant.Seen.QualityOf(tag) == TagQuality.Good), token);

        Assert.That(plant.Status.Scans[0].PdusPerCycle, Is.EqualTo(6), "40 items, 7 per job");
    }

    [Test, CancelAfter(20_000)]
    public async Task A_job_refused_for_one_of_its_items_is_halved_until_that_stands_alone(CancellationToken token)
    {
        await using var plant = Plant.Make(map =>
            map.Class("fast", 10).Tag("A", "PIB0", "Byte").Tag("B", "PIB10", "Byte").Tag("C", "PIB20", "Byte").Tag("D", "PIB30", "Byte")
        );
        // The job; its first half passes; the second half; C passes; D.
        foreach (var refused in new[] { 0, 2, 4 })
            plant.Plc.Faults.Arm(Fault.Refuse(0x8500), FaultPoint.Read, skip: refused, times: 1);
        plant.Run();

        await plant.UntilGoodAsync(2, token);

        Assert.That(plant.Seen.QualityOf(3), Is.EqualTo(TagQuality.ConfigurationError));
        Assert.That(plant.Status.BadTags, Has.Length.EqualTo(1));
        Assert.That(plant.Status.BadTags[0], Does.StartWith("Line1/D (").And.Contain("8500"));
        Assert.That(plant.Log.Lines.Count(line => line.Id.Id == 1014), Is.Zero, "the job was not too long");
    }

    [Test, CancelAfter(20_000)]
    public async Task The_session_password_opens_a_protected_PLC(CancellationToken token)
    {
        await using var plant = Plant.Make(
            map => map.Class("fast", 10).Tag("A", "DB1.DBW0", "Int"),
            plc => plc with { Password = "secret" },
            CpuBehaviors.S7_300
        );
        (plant.Plc.Cpu.Protection, plant.Plc.Cpu.Password) = (PlcProtection.ReadWrite, "secret");
        plant.Run();

        await plant.UntilGoodAsync(0, token);
        Assert.That(plant.Status.BadTags, Is.Empty);
    }

    [Test, CancelAfter(20_000)]
    public async Task A_wrong_session_password_is_told_and_tags_say_what_is_refused(CancellationToken token)
    {
        await using var plant = Plant.Make(
            map => map.Class("fast", 10).Tag("A", "DB1.DBW0", "Int"),
            plc => plc with { Password = "wrong" },
            CpuBehaviors.S7_300
        );
        (plant.Plc.Cpu.Protection, plant.Plc.Cpu.Password) = (PlcProtection.ReadWrite, "secret");
        plant.Run();

        await plant.UntilAsync(() => plant.Seen.QualityOf(0) == TagQuality.NotReadable, token);
        Assert.That(plant.Log.Lines.Count(line => line.Id.Id == 1007), Is.EqualTo(1));
    }

    // Peripheral bytes are never merged: each is an item.
    private static void Scattered(MapDraft map)
    {
        map.Class("fast", 10);
        for (var i = 0; i < 40; i++)
            map.Tag($"T{i}", $"PIB{3 * i}", "Byte");
    }
}
