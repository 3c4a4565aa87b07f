using S7OpcBridge.Simulator;

namespace S7OpcBridge.Core.Tests;

public sealed class WriteTests
{
    private const int Slow = 60_000;

    [Test, CancelAfter(20_000)]
    public async Task A_written_value_is_read_back_long_before_its_class_is_due(CancellationToken token)
    {
        await using var plant = Plant.Start(map =>
            map.Class("rare", Slow).Tag("Setpoint", "DB1.DBD4", "Real").Tag("Other", "DB1.DBD8", "Real")
        );
        await plant.UntilGoodAsync(0, token);

        var results = await plant.WriteAsync(token, new TagWrite(0, Values.Single(12.5f)));
        await plant.UntilAsync(() => plant.Seen.ValueOf(0) == Values.Single(12.5f), token);

        Assert.That(results, Is.EqualTo(new[] { TagWriteResult.Ok }));
        Assert.That(plant.Peek(4, 4), Is.EqualTo(new byte[] { 0x41, 0x48, 0x00, 0x00 }));
        Assert.That(plant.Seen.SamplesOf(1), Has.Length.EqualTo(1));
    }

    [Test, CancelAfter(20_000)]
    public async Task What_came_of_writes_is_counted(CancellationToken token)
    {
        await using var plant = Plant.Start(map =>
            map.Class("rare", Slow).Tag("Setpoint", "DB1.DBD4", "Real").Tag("Missing", "DB9.DBW0", "Int")
        );
        await plant.UntilGoodAsync(0, token);

        await plant.WriteAsync(token, new(0, Values.Single(1)), new(0, Values.Single(2)), new(0, Values.Text("no number")));
        await plant.WriteAsync(token, new TagWrite(1, Values.Int16(3)));

        var written = plant.Acquisition.WritesOf(0)!;
        Assert.That(
            (
                written.CountOf(TagWriteResult.Ok),
                written.CountOf(TagWriteResult.TypeMismatch),
                written.CountOf(TagWriteResult.ConfigurationError),
                written.CountOf(TagWriteResult.Abandoned)
            ),
            Is.EqualTo((2, 1, 1, 0))
        );
    }

    [Test, CancelAfter(20_000)]
    public async Task The_writes_of_a_call_share_a_job_and_keep_their_order(CancellationToken token)
    {
        await using var plant = Plant.Start(map =>
            map.Class("rare", Slow)
                .Tag("Order", "DB1.DBD0", "DInt")
                .Tag("Recipe", "DB1.DBB10", "String[8]")
                .Tag("Start", "DB1.DBX30.2", "Bool")
        );
        await plant.UntilGoodAsync(0, token);
        plant.Poke(10, 8);
        plant.Poke(30, 0xF0);

        var results = await plant.WriteAsync(
            token,
            new(0, Values.Int32(70_000)),
            new(1, Values.Text("Brew")),
            new(2, Values.Boolean(true))
        );

        Assert.That(results, Is.All.EqualTo(TagWriteResult.Ok));
        Assert.That(plant.Plc.Counters.WriteJobs, Is.EqualTo(1));
        Assert.That(plant.Peek(0, 4), Is.EqualTo(new byte[] { 0, 1, 0x11, 0x70 }));
        Assert.That(plant.Peek(10, 6), Is.EqualTo("\b\u0004Brew"u8.ToArray()));
        Assert.That(plant.Peek(30, 1), Is.EqualTo(new byte[] { 0xF4 }), "the other bits of the byte stay");
    }

    [Test, CancelAfter(20_000)]
    public async Task Calls_are_written_in_the_order_of_their_arrival(CancellationToken token)
    {
        await using var plant = Plant.Start(map => map.Class("rare", Slow).Tag("Count", "DB1.DBW0", "Int"));
        await plant.UntilGoodAsync(0, token);

        var calls = new List<Task<TagWriteResult[]>>();
        for (short i = 1; i <= 100; i++)
            calls.Add(plant.WriteAsync(token, new TagWrite(0, Values.Int16(i))));
        await Task.WhenAll(calls);

        Assert.That(plant.Peek(0, 2), Is.EqualTo(new byte[] { 0, 100 }));
        Assert.That(plant.Plc.Counters.WriteJobs, Is.EqualTo(100), "calls of different clients do not share jobs");
    }

    [Test, CancelAfter(20_000)]
    public async Task Two_hundred_clients_writing_bits_of_the_same_bytes_keep_every_bit(CancellationToken token)
    {
        await using var plant = Plant.Start(map =>
        {
            map.Class("rare", Slow);
            for (var bit = 0; bit < 200; bit++)
                map.Tag($"Bit{bit}", $"DB1.DBX{bit / 8}.{bit % 8}", "Bool");
        });
        await plant.UntilGoodAsync(0, token);

        var results = await Task.WhenAll(
            Enumerable.Range(0, 200).Select(bit => Task.Run(() => plant.WriteAsync(token, new TagWrite(bit, Values.Boolean(true))), token))
        );

        Assert.That(results.SelectMany(result => result), Is.All.EqualTo(TagWriteResult.Ok));
        Assert.That(plant.Peek(0, 25), Is.All.EqualTo((byte)0xFF));
        Assert.That(plant.Peek(25, 1)[0], Is.Zero);
    }

    [Test, CancelAfter(20_000)]
    public async Task An_array_larger_than_a_PDU_is_written_in_parts(CancellationToken token)
    {
        await using var plant = Plant.Start(
            map => map.Class("rare", Slow).Tag("Curve", "DB1.DBW10", "Int[300]"),
            behavior: CpuBehaviors.S7_1200
        );
        await plant.UntilGoodAsync(0, token);
        var curve = Enumerable.Range(0, 300).Select(i => (short)(i - 150)).ToArray();

        Assert.That(
            await plant.WriteAsync(token, new TagWrite(0, Values.Array(TagValueKind.Int16, curve))),
            Is.EqualTo(new[] { TagWriteResult.Ok })
        );
        await plant.UntilAsync(() => plant.Seen.SamplesOf(0).Length == 2, token);

        Assert.That(plant.Seen.ValueOf(0).Reference, Is.EqualTo(curve));
        Assert.That(plant.Peek(8, 2), Is.EqualTo(new byte[2]));
        Assert.That(plant.Peek(610, 2), Is.EqualTo(new byte[2]));
    }

    [Test, CancelAfter(20_000)]
    public async Task Writes_do_not_starve_reads(CancellationToken token)
    {
        await using var plant = Plant.Start(
            map => map.Class("fast", 10).Tag("A", "DB1.DBW0", "Int"),
            plc => plc with { Connection = plc.Connection with { MaxJobs = 1 } }
        );
        await plant.UntilGoodAsync(0, token);
        var batches = plant.Seen.BatchesOf(0);
        var writing = Task.Run(
            async () =>
            {
                while (plant.Seen.BatchesOf(0) < batches + 20)
                    await Task.WhenAll(
                        Enumerable.Range(0, 50).Select(i => plant.WriteAsync(token, new TagWrite(0, Values.Int16((short)i))))
                    );
            },
            token
        );

        await writing;

        Assert.That(plant.Plc.Counters.WriteJobs, Is.GreaterThanOrEqualTo(50));
    }

    [Test, CancelAfter(20_000)]
    public async Task The_map_decides_what_may_be_written(CancellationToken token)
    {
        await using var plant = Plant.Start(map =>
            map.Class("rare", Slow)
                .ReadOnlyTag("A", "DB1.DBW0", "Int")
                .Tag("B", "DB1.DBW2", "Int", new TagDetails { Limits = new TagRange(0, 100) })
        );
        await plant.UntilGoodAsync(0, token);

        var results = await plant.WriteAsync(token, new(0, Values.Int16(1)), new(1, Values.Int16(101)), new(1, Values.Int16(100)));

        Assert.That(results, Is.EqualTo(new[] { TagWriteResult.NotWritable, TagWriteResult.OutOfRange, TagWriteResult.Ok }));
        Assert.That(plant.Peek(0, 4), Is.EqualTo(new byte[] { 0, 0, 0, 100 }));
    }

    [Test, CancelAfter(20_000)]
    public async Task A_PLC_without_writes_takes_none(CancellationToken token)
    {
        await using var plant = Plant.Start(map => map.Class("rare", Slow).Tag("A", "DB1.DBW0", "Int"), plc => plc with { Writes = false });
        await plant.UntilGoodAsync(0, token);

        Assert.That(await plant.WriteAsync(token, new TagWrite(0, Values.Int16(1))), Is.EqualTo(new[] { TagWriteResult.OutOfService }));
    }

    [Test, CancelAfter(20_000)]
    public async Task A_tag_with_a_write_pause_is_not_written_faster(CancellationToken token)
    {
        await using var plant = Plant.Start(map =>
            map.Class("rare", Slow).Tag("A", "DB1.DBW0", "Int", new TagDetails { WriteEvery = TimeSpan.FromHours(1) })
        );
        await plant.UntilGoodAsync(0, token);

        var results = await plant.WriteAsync(token, new(0, Values.Int16(1)), new(0, Values.Int16(2)));

        Assert.That(results, Is.EqualTo(new[] { TagWriteResult.Ok, TagWriteResult.TooManyOperations }));
    }

    [Test, CancelAfter(20_000)]
    public async Task The_heartbeat_toggles_its_word(CancellationToken token)
    {
        S7.S7Address.TryParse("DB1.DBW40", out var address, out _, out _);
        await using var plant = Plant.Start(
            map => map.Class("fast", 10).Tag("Beat", "DB1.DBW40", "Word"),
            plc => plc with { Heartbeat = new PlcHeartbeat(address, TimeSpan.FromMilliseconds(50)) }
        );

        await plant.UntilAsync(() => plant.Seen.SamplesOf(0).Length >= 6, token);

        var beats = plant.Seen.SamplesOf(0).Select(sample => sample.Value.Bits).SkipWhile(value => value == 0).ToArray();
        Assert.That(beats.Where((_, i) => i % 2 == 0), Is.All.EqualTo(1));
        Assert.That(beats.Where((_, i) => i % 2 == 1), Is.All.EqualTo(0));
    }
}
