using S7OpcBridge.Simulator;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Core.Tests;

/// <summary>Texts whose variable in the PLC has another maximum length than in the map: nothing behind the variable is ever overwritten.</summary>
[Parallelizable]
public sealed class TextLengthTests
{
    private const int Slow = 60_000;

    [Test, CancelAfter(20_000)]
    public async Task A_text_longer_than_the_variable_in_the_PLC_is_refused_and_the_Reals_behind_it_stay(CancellationToken token)
    {
        await using var plant = Plant.Make(map => map.Class("rare", Slow).Tag("Name", "DB1.DBB0", "String[60]"));
        plant.Poke(0, 40, 0);
        plant.Poke(42, 0x41, 0x48, 0, 0, 0x41, 0x48, 0, 0);
        plant.Run();
        await plant.UntilGoodAsync(0, token);

        var results = await plant.WriteAsync(token, new(0, Values.Text(new string('x', 50))), new(0, Values.Text(new string('y', 40))));

        Assert.That(results, Is.EqualTo(new[] { TagWriteResult.OutOfRange, TagWriteResult.Ok }));
        Assert.That(plant.Peek(42, 8), Is.EqualTo(new byte[] { 0x41, 0x48, 0, 0, 0x41, 0x48, 0, 0 }));
        Assert.That(plant.Peek(0, 42), Is.EqualTo((byte[])[40, 40, .. Enumerable.Repeat((byte)'y', 40)]));
        Assert.That(
            plant.Status.LastError,
            Does.StartWith("Write of Line1/Name (DB1.DBB0) refused: the text has 50 characters")
                .And.Contain("the map says String[60], the block has String[40]")
        );
        Assert.That(plant.Log.Lines.Count(line => line.Id.Id == 1020), Is.EqualTo(1));
    }

    [Test, CancelAfter(20_000)]
    public async Task A_WString_longer_than_the_variable_in_the_PLC_is_refused(CancellationToken token)
    {
        await using var plant = Plant.Make(map => map.Class("rare", Slow).Tag("Name", "DB1.DBB0", "WString[300]"));
        plant.Poke(0, 0x01, 0x04, 0, 0);
        plant.Run();
        await plant.UntilGoodAsync(0, token);

        var results = await plant.WriteAsync(token, new(0, Values.Text(new string('x', 261))), new(0, Values.Text(new string('x', 260))));

        Assert.That(results, Is.EqualTo(new[] { TagWriteResult.OutOfRange, TagWriteResult.Ok }));
        Assert.That(plant.Peek(0, 4), Is.EqualTo(new byte[] { 1, 4, 1, 4 }));
        Assert.That(plant.Peek(524, 100), Is.All.Zero);
    }

    [Test, CancelAfter(20_000)]
    public async Task One_element_that_does_not_fit_keeps_the_whole_array_back_and_its_neighbours_in_the_call_are_written(
        CancellationToken token
    )
    {
        await using var plant = Plant.Make(map =>
            map.Class("rare", Slow).Tag("Names", "DB1.DBB0", "String[8](0..39)").Tag("Count", "DB1.DBW900", "Int")
        );
        for (var i = 0; i < 40; i++)
            plant.Poke(i * 10, (byte)(i < 20 ? 8 : 4), 0);
        plant.Run();
        await plant.UntilGoodAsync(0, token);
        var before = plant.Peek(0, 400);
        var fits = Enumerable.Range(0, 40).Select(i => i < 20 ? "eightlon" : "four").ToArray();

        var results = await plant.WriteAsync(
            token,
            new(0, Values.Array(TagValueKind.Text, Enumerable.Repeat("fiver", 40).ToArray())),
            new(1, Values.Int16(7))
        );

        Assert.That(results, Is.EqualTo(new[] { TagWriteResult.OutOfRange, TagWriteResult.Ok }));
        Assert.That(plant.Peek(0, 400), Is.EqualTo(before));
        Assert.That(plant.Log.Lines.Count(line => line.Id.Id == 1020), Is.EqualTo(1), "one sentence for the array");
        Assert.That(
            await plant.WriteAsync(token, new TagWrite(0, Values.Array(TagValueKind.Text, fits))),
            Is.EqualTo(new[] { TagWriteResult.Ok })
        );
        Assert.That(plant.Peek(390, 6), Is.EqualTo("\u0004\u0004four"u8.ToArray()));
    }

    [Test, CancelAfter(20_000)]
    public async Task A_member_that_does_not_fit_keeps_the_whole_structure_back(CancellationToken token)
    {
        await using var plant = Plant.Make(map =>
            map.Class("rare", Slow).Tag("Name", "DB1.DBB0", "String[6]").Tag("Speed", "DB1.DBD8", "Real")
        );
        plant.Poke(0, 4, 0);
        plant.Run();
        await plant.UntilGoodAsync(0, token);

        var results = await plant.WriteAsync(
            token,
            new(0, default, Together: [Values.Text("sixsix"), Values.Single(1)]),
            new(0, default, Together: [Values.Text("four"), Values.Single(2)])
        );

        Assert.That(results, Is.EqualTo(new[] { TagWriteResult.OutOfRange, TagWriteResult.Ok }));
        Assert.That(plant.Peek(0, 12), Is.EqualTo(new byte[] { 4, 4, (byte)'f', (byte)'o', (byte)'u', (byte)'r', 0, 0, 0x40, 0, 0, 0 }));
        Assert.That(plant.Plc.Counters.WriteJobs, Is.EqualTo(1));
    }

    [TestCase("String[20]", new byte[] { 0, 0 })]
    [TestCase("String[20]", new byte[] { 255, 255 })]
    [TestCase("WString[20]", new byte[] { 0, 0, 0, 0 })]
    [TestCase("WString[20]", new byte[] { 0x3F, 0xFF, 0, 0 })]
    [CancelAfter(20_000)]
    public async Task Nothing_is_written_where_no_text_was_ever_initialised(string type, byte[] header, CancellationToken token)
    {
        await using var plant = Plant.Make(map => map.Class("rare", Slow).Tag("Name", "DB1.DBB0", type));
        plant.Poke(0, header);
        plant.Run();
        await plant.UntilGoodAsync(0, token);
        var before = plant.Peek(0, 60);

        var results = await plant.WriteAsync(token, new(0, Values.Text("")), new(0, Values.Text("a")));

        Assert.That(results, Is.All.EqualTo(TagWriteResult.ConfigurationError));
        Assert.That(plant.Peek(0, 60), Is.EqualTo(before));
        Assert.That(plant.Plc.Counters.WriteJobs, Is.Zero);
        Assert.That(plant.Status.LastError, Does.Contain("the map says").And.Contain("initialise"));
    }

    [Test, CancelAfter(20_000)]
    public async Task A_block_that_was_downloaded_with_a_shorter_text_is_noticed_by_the_next_write(CancellationToken token)
    {
        await using var plant = Plant.Make(map => map.Class("rare", Slow).Tag("Name", "DB1.DBB0", "String[20]"));
        plant.Poke(0, 20, 0);
        plant.Run();
        await plant.UntilGoodAsync(0, token);
        Assert.That(await plant.WriteAsync(token, new TagWrite(0, Values.Text("eleven long"))), Is.EqualTo(new[] { TagWriteResult.Ok }));

        plant.Poke(0, 10, 0);

        Assert.That(
            await plant.WriteAsync(token, new TagWrite(0, Values.Text("eleven long"))),
            Is.EqualTo(new[] { TagWriteResult.OutOfRange })
        );
    }

    [Test, CancelAfter(20_000)]
    public async Task A_text_whose_maximum_length_the_PLC_does_not_tell_is_not_written(CancellationToken token)
    {
        await using var plant = Plant.Make(map =>
            map.Class("rare", Slow).Tag("There", "DB1.DBW0", "Int").Tag("Name", "DB9.DBB0", "String[20]")
        );
        plant.Run();
        await plant.UntilGoodAsync(0, token);

        var results = await plant.WriteAsync(token, new(1, Values.Text("a")), new(0, Values.Int16(3)));

        Assert.That(results, Is.EqualTo(new[] { TagWriteResult.ConfigurationError, TagWriteResult.Ok }));
        Assert.That(plant.Plc.Counters.WriteJobs, Is.EqualTo(1));
    }

    [Test, CancelAfter(20_000)]
    public async Task A_tag_that_was_never_read_is_written_after_its_maximum_length_was(CancellationToken token)
    {
        await using var plant = Plant.Make(map =>
            map.Class("never", Slow, ScanMode.OnCommand)
                .Tag("Name", "DB1.DBB0", "String[60]")
                .Class("rare", Slow)
                .Tag("Up", "DB1.DBW900", "Int")
        );
        plant.Poke(0, 40, 0);
        plant.Run();
        await plant.UntilGoodAsync(1, token);

        var results = await plant.WriteAsync(token, new(0, Values.Text(new string('x', 41))), new(0, Values.Text("fits")));

        Assert.That(results, Is.EqualTo(new[] { TagWriteResult.OutOfRange, TagWriteResult.Ok }));
        Assert.That(plant.Peek(0, 6), Is.EqualTo("(\u0004fits"u8.ToArray()));
    }

    [Test, CancelAfter(60_000)]
    public async Task A_text_at_an_address_is_kept_inside_its_variable_over_S7CommPlus_too(CancellationToken token)
    {
        await using var plc = new SoftPlc(
            new SoftPlcOptions { Behavior = CpuBehaviors.S7_1500, Plus = new SoftPlusOptions() },
            TimeProvider.System
        );
        plc.Memory.AddBlock(1, 100);
        plc.Memory.Put(1, 0, [40, 0]);
        plc.Start();
        var map = new MapDraft()
            .Plc(plc.Port, definition => definition with { S7Plus = new S7PlusSettings { Subscriptions = S7PlusSubscriptions.Off } })
            .Class("rare", Slow)
            .Tag("Name", "DB1.DBB0", "String[60]")
            .Tag("None", "DB1.DBB70", "String[20]")
            .Build();
        var seen = new SeenTags();
        await using var acquisition = new Acquisition(map, TimeProvider.System, new ListLog());
        _ = seen.ReadAsync(acquisition.Batches);
        acquisition.Start();
        await Poll.UntilAsync(() => seen.QualityOf(0) == TagQuality.Good, token);
        var results = new TagWriteResult[3];

        await acquisition.WriteAsync(
            new[]
            {
                new TagWrite(0, Values.Text(new string('x', 41))),
                new TagWrite(1, Values.Text("a")),
                new TagWrite(0, Values.Text("fits")),
            },
            results,
            token
        );

        Assert.That(results, Is.EqualTo(new[] { TagWriteResult.OutOfRange, TagWriteResult.ConfigurationError, TagWriteResult.Ok }));
        using var memory = plc.Memory.Hold();
        Assert.That(memory.Block(1)[..6].ToArray(), Is.EqualTo("(\u0004fits"u8.ToArray()));
        Assert.That(memory.Block(1)[6..].ToArray(), Is.All.Zero);
    }

    [Test, CancelAfter(20_000)]
    public async Task A_connection_that_ends_before_the_maximum_length_is_known_has_written_nothing(CancellationToken token)
    {
        await using var plant = Plant.Make(map => map.Class("rare", Slow).Tag("Name", "DB1.DBB0", "String[20]"));
        plant.Poke(0, 20, 0);
        plant.Run();
        await plant.UntilGoodAsync(0, token);
        plant.Plc.Faults.Arm(Fault.Reset(), FaultPoint.Read);

        Assert.That(await plant.WriteAsync(token, new TagWrite(0, Values.Text("a"))), Is.EqualTo(new[] { TagWriteResult.NoCommunication }));
        Assert.That(plant.Peek(0, 3), Is.EqualTo(new byte[] { 20, 0, 0 }));
    }
}
