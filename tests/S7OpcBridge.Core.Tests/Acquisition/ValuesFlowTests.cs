using S7OpcBridge.Simulator;

namespace S7OpcBridge.Core.Tests;

public sealed class ValuesFlowTests
{
    [Test, CancelAfter(20_000)]
    public async Task First_values_and_changes_come_with_the_time_of_their_answer(CancellationToken token)
    {
        await using var plant = Plant.Start(map => map.Class("fast", 10).Tag("Speed", "DB1.DBW0", "Int").Tag("Other", "DB1.DBW2", "Int"));
        await plant.UntilGoodAsync(0, token);
        plant.Poke(0, 0x04, 0xD2);

        await plant.UntilAsync(() => plant.Seen.ValueOf(0).Bits == 1234, token);

        Assert.That(plant.Seen.SamplesOf(0), Has.Length.EqualTo(2));
        Assert.That(plant.Seen.SamplesOf(0)[1].SourceTicks, Is.GreaterThan(plant.Seen.SamplesOf(0)[0].SourceTicks));
        Assert.That(plant.Seen.SamplesOf(1), Has.Length.EqualTo(1), "a tag that did not change is sent once");
    }

    [Test, CancelAfter(20_000)]
    public async Task A_bit_changes_without_its_neighbours(CancellationToken token)
    {
        await using var plant = Plant.Start(map =>
            map.Class("fast", 10).Tag("A", "DB1.DBX0.3", "Bool").Tag("B", "DB1.DBX0.4", "Bool").Tag("C", "DB1.DBX0.6", "Bool[4]")
        );
        await plant.UntilGoodAsync(1, token);
        plant.Poke(0, 0b0001_0000);

        await plant.UntilAsync(() => plant.Seen.ValueOf(1).Bits == 1, token);

        Assert.That(plant.Seen.SamplesOf(0), Has.Length.EqualTo(1));
        Assert.That(plant.Seen.SamplesOf(2), Has.Length.EqualTo(1));
    }

    [Test, CancelAfter(20_000)]
    public async Task A_steady_cycle_sends_an_empty_batch_that_tells_the_age(CancellationToken token)
    {
        await using var plant = Plant.Start(map => map.Class("fast", 10).Tag("Speed", "DB1.DBW0", "Int"));
        await plant.UntilGoodAsync(0, token);
        var (batches, confirmed) = (plant.Seen.BatchesOf(0), plant.Seen.ConfirmedOf(0));

        await plant.UntilAsync(() => plant.Seen.BatchesOf(0) >= batches + 3, token);

        Assert.That(plant.Seen.ConfirmedOf(0), Is.GreaterThan(confirmed));
        Assert.That(plant.Seen.SamplesOf(0), Has.Length.EqualTo(1));
    }

    [Test, CancelAfter(20_000)]
    public async Task A_tag_with_timestamp_scan_is_sent_every_cycle(CancellationToken token)
    {
        await using var plant = Plant.Start(map =>
            map.Class("fast", 10)
                .Tag("Speed", "DB1.DBW0", "Int", new TagDetails { TimestampEveryScan = true })
                .Tag("Other", "DB1.DBW2", "Int")
        );

        await plant.UntilAsync(() => plant.Seen.SamplesOf(0).Length >= 5, token);

        Assert.That(plant.Seen.SamplesOf(1), Has.Length.EqualTo(1));
        Assert.That(plant.Seen.SamplesOf(0).Select(sample => sample.SourceTicks), Is.Ordered.Ascending);
    }

    [Test, CancelAfter(20_000)]
    public async Task A_text_counts_as_changed_by_its_characters_not_by_what_lies_behind_them(CancellationToken token)
    {
        await using var plant = Plant.Make(map =>
            map.Class("fast", 10).Tag("Recipe", "DB1.DBB0", "String[10]").Tag("Mark", "DB1.DBB20", "Byte")
        );
        plant.Poke(0, 10, 2, (byte)'o', (byte)'k');
        plant.Run();
        await plant.UntilGoodAsync(0, token);

        plant.Poke(6, 0x41);
        plant.Poke(20, 1);
        await plant.UntilAsync(() => plant.Seen.ValueOf(1).Bits == 1, token);

        Assert.That(plant.Seen.SamplesOf(0), Has.Length.EqualTo(1));
        Assert.That(plant.Seen.ValueOf(0).Reference, Is.EqualTo("ok"));
    }

    [Test, CancelAfter(20_000)]
    public async Task A_value_larger_than_a_PDU_arrives_whole(CancellationToken token)
    {
        await using var plant = Plant.Make(
            map => map.Class("fast", 10).Tag("Block", "DB1.DBB10", "Byte[700]"),
            behavior: CpuBehaviors.S7_1200
        );
        plant.Poke(10, [.. Enumerable.Range(0, 700).Select(i => (byte)i)]);
        plant.Run();
        await plant.UntilGoodAsync(0, token);
        Assert.That(plant.Seen.ValueOf(0).Reference, Is.EqualTo(Enumerable.Range(0, 700).Select(i => (byte)i)));

        plant.Poke(10 + 650, 1, 2);
        await plant.UntilAsync(() => plant.Seen.SamplesOf(0).Length == 2, token);

        Assert.That(((byte[])plant.Seen.ValueOf(0).Reference!)[650..652], Is.EqualTo(new byte[] { 1, 2 }));
    }

    [Test, CancelAfter(20_000)]
    public async Task Bytes_that_are_no_value_of_the_type_are_a_decoding_error_and_nothing_else(CancellationToken token)
    {
        await using var plant = Plant.Make(map => map.Class("fast", 10).Tag("Count", "DB1.DBW0", "Bcd16").Tag("Other", "DB1.DBW2", "Int"));
        plant.Poke(0, 0xAB, 0xCD);
        plant.Run();
        await plant.UntilGoodAsync(1, token);
        Assert.That(plant.Seen.QualityOf(0), Is.EqualTo(TagQuality.DecodingError));

        plant.Poke(0, 0x12, 0x34);
        await plant.UntilGoodAsync(0, token);

        Assert.That(plant.Seen.ValueOf(0).Bits, Is.EqualTo(1234));
        Assert.That(plant.Seen.SamplesOf(0), Has.Length.EqualTo(2));
    }

    [Test, CancelAfter(20_000)]
    public async Task Two_hundred_tags_take_as_many_jobs_as_planned(CancellationToken token)
    {
        await using var plant = Plant.Start(
            map => map.Class("fast", 10).Tags(200, i => $"DB1.DBW{4 * i}", "Int"),
            behavior: CpuBehaviors.S7_300
        );
        await plant.UntilGoodAsync(199, token);

        Assert.That(plant.Status.Scans[0].PdusPerCycle, Is.EqualTo(4), "798 bytes in PDUs of 240");
        Assert.That(
            plant.Status,
            Has.Property("PduSize").EqualTo(240).And.Property("Connected").True.And.Property("State").EqualTo(PlcState.Running)
        );
    }
}
