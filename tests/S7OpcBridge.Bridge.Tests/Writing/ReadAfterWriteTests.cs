using S7OpcBridge.OpcUa;

namespace S7OpcBridge.Bridge.Tests;

/// <summary>A Read that wants no old value never gets one from before a write that was answered Good.</summary>
[CancelAfter(120_000)]
public sealed class ReadAfterWriteTests
{
    private const int Fast = 20,
        Slow = 60_000;

    private static void Tags(TagList tags)
    {
        tags.Class("fast", Fast).Tag("Quick", "DB1.DBW0", "Int");
        tags.Class("rare", Slow)
            .Tag("Rare", "DB1.DBW200", "Int")
            .Tag("Far", "DB1.DBW900", "Int")
            .Tag("Long", "DB1.DBB400", "Array[0..399] of Byte");
        tags.Class("asked", Slow, Core.ScanMode.OnCommand).Tag("Asked", "DB1.DBW300", "Int");
    }

    [TestCase("Quick", 0.0)]
    [TestCase("Rare", 0.0)]
    [TestCase("Rare", 1e9)]
    [TestCase("Asked", 0.0)]
    public async Task A_read_right_after_a_write_waits_for_the_read_back_however_rarely_the_tag_is_scanned(
        string name,
        double maxAge,
        CancellationToken token
    )
    {
        await using var plant = await ServedPlant.StartAsync(Tags, token);
        if (name == "Asked")
            await plant.CallAsync(token, "_Status/Scans/asked", "Poll");
        await plant.UntilAsync(name, StatusCodes.Good, token);
        for (short round = 1; round <= 100; round++)
        {
            Assert.That(await plant.WriteAsync(token, (name, Variant.From(round))), Is.All.EqualTo("Good"));
            var read = await ReadAsync(plant, maxAge, token, name);
            Assert.That((read[0].Status.IsGood, read[0].Value.Bits), Is.EqualTo((true, (long)round)), "the value that was written");
        }
    }

    [Test]
    public async Task Many_tags_and_one_that_takes_several_requests_are_waited_for_together(CancellationToken token)
    {
        await using var plant = await ServedPlant.StartAsync(Tags, token);
        foreach (var name in (string[])["Quick", "Far", "Long"])
            await plant.UntilAsync(name, StatusCodes.Good, token);
        for (byte round = 1; round <= 20; round++)
        {
            var bytes = Enumerable.Repeat(round, 400).ToArray();
            Assert.That(
                await plant.WriteAsync(
                    token,
                    ("Long", Variant.FromArray(BuiltInType.Byte, bytes)),
                    ("Far", Variant.From((short)round)),
                    ("Quick", Variant.From((short)round))
                ),
                Is.All.EqualTo("Good")
            );
            var read = await ReadAsync(plant, 0, token, "Far", "Long", "Quick");
            Assert.That((read[0].Value.Bits, read[2].Value.Bits), Is.EqualTo(((long)round, (long)round)));
            Assert.That(read[1].Value.Reference, Is.EqualTo(bytes));
        }
    }

    [Test]
    public async Task A_structure_is_as_fresh_as_its_member_that_was_written_and_the_other_way_round(CancellationToken token)
    {
        await using var plant = await ServedPlant.StartAsync(
            tags =>
                tags.Class("rare", Slow)
                    .Structure(Motors.Pair, "Pair")
                    .Tag("Pair/Low", "DB1.DBW0", "Int")
                    .Tag("Pair/High", "DB1.DBW2", "Int"),
            token
        );
        await plant.UntilAsync("Pair", StatusCodes.Good, token);
        for (byte round = 1; round <= 50; round++)
        {
            Assert.That(await plant.WriteAsync(token, ("Pair/Low", Variant.From((short)round))), Is.All.EqualTo("Good"));
            var whole = (ExtensionObject)(await ReadAsync(plant, 0, token, "Pair"))[0].Value.Reference!;
            Assert.That(((byte[])whole.Body!)[0], Is.EqualTo(round));

            var pair = new ExtensionObject(new NodeId(2, "TE_\"Pair\""), new byte[] { (byte)(round + 100), 0, 9, 0 });
            Assert.That(await plant.WriteAsync(token, ("Pair", Variant.From(pair))), Is.All.EqualTo("Good"));
            Assert.That((await ReadAsync(plant, 0, token, "Pair/Low"))[0].Value.Bits, Is.EqualTo(round + 100));
        }
    }

    [Test]
    public async Task A_PLC_that_goes_away_keeps_no_reader_waiting(CancellationToken token)
    {
        await using var plant = await ServedPlant.StartAsync(Tags, token);
        await plant.UntilAsync("Rare", StatusCodes.Good, token);
        var write = plant.WriteAsync(token, ("Rare", Variant.From((short)1)));
        await plant.CallAsync(token, "_Status", "Release", Variant.From(60_000.0));
        await write;
        Assert.That(await ReadAsync(plant, 0, token, "Rare"), Has.Length.EqualTo(1));
        await plant.UntilAsync("Rare", StatusCodes.UncertainNoCommunicationLastUsableValue, token);
        Assert.That(await ReadAsync(plant, 0, token, "Rare"), Has.Length.EqualTo(1));
        Assert.That(plant.Acquisition.AnyUnconfirmed, Is.False);
    }

    private static async Task<DataValue[]> ReadAsync(ServedPlant plant, double maxAge, CancellationToken token, params string[] names) =>
        (
            await plant.Client.CallAsync<ReadResponse>(
                new ReadRequest
                {
                    MaxAge = maxAge,
                    NodesToRead =
                    [
                        .. names.Select(name => new ReadValueId { NodeId = ServedPlant.Node(name), AttributeId = (uint)AttributeId.Value }),
                    ],
                },
                token
            )
        ).Results;
}
