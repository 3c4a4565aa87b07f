using S7OpcBridge.Core;
using S7OpcBridge.OpcUa;
using S7OpcBridge.Simulator;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Bridge.Tests;

/// <summary>What a client is answered to a write, by docs/quality.md, and what then stands in the PLC.</summary>
[CancelAfter(60_000)]
public sealed class WriteStatusTests
{
    private const int Slow = 60_000;

    private static void AllKinds(TagList tags) =>
        tags.Class("rare", Slow)
            .Tag("Bool", "DB1.DBX0.3", "Bool")
            .Tag("Byte", "DB1.DBB1", "Byte")
            .Tag("Int", "DB1.DBW2", "Int")
            .Tag("UInt", "DB1.DBW4", "UInt")
            .Tag("DInt", "DB1.DBD6", "DInt")
            .Tag("Real", "DB1.DBD10", "Real")
            .Tag("LReal", "DB1.DBB14", "LReal")
            .Tag("Name", "DB1.DBB30", "String[5]")
            .Tag("Limited", "DB1.DBW22", "Int", new TagDetails { Limits = new TagRange(0, 100) })
            .Tag("Locked", "DB1.DBW24", "Int", access: TagAccess.Read)
            .Tag("Steps", "DB1.DBW40", "Array[0..4] of Int")
            .Tag("Flags", "DB1.DBX60.0", "Array[0..15] of Bool")
            .Tag("Rare", "DB1.DBW26", "Int", new TagDetails { WriteEvery = TimeSpan.FromHours(1) })
            .Tag("Bcd", "DB1.DBW28", "Bcd16")
            .Tag("Delay", "DB1.DBD70", "Time")
            .Tag("When", "DB1.DBB80", "DTL");

    private static readonly (string Tag, Variant Value, string Status, int Offset, string Bytes)[] Cases =
    [
        ("Bool", Variant.From(true), "Good", 0, "08"),
        ("Bool", Variant.From(1), "BadTypeMismatch", 0, "00"),
        ("Byte", Variant.From((byte)200), "Good", 1, "C8"),
        ("Byte", Variant.From(255L), "Good", 1, "FF"),
        ("Byte", Variant.From(256), "BadOutOfRange", 1, "00"),
        ("Byte", Variant.From(-1), "BadOutOfRange", 1, "00"),
        ("Int", Variant.From((short)-2), "Good", 2, "FFFE"),
        ("Int", Variant.From(12.0), "Good", 2, "000C"),
        ("Int", Variant.From(12.5), "BadTypeMismatch", 2, "0000"),
        ("Int", Variant.From(double.PositiveInfinity), "BadOutOfRange", 2, "0000"),
        ("Int", Variant.From(true), "BadTypeMismatch", 2, "0000"),
        ("Int", Variant.From("12"), "BadTypeMismatch", 2, "0000"),
        ("UInt", Variant.From(65_535UL), "Good", 4, "FFFF"),
        ("UInt", Variant.From(ulong.MaxValue), "BadOutOfRange", 4, "0000"),
        ("DInt", Variant.From(70_000), "Good", 6, "00011170"),
        ("Real", Variant.From(12.5f), "Good", 10, "41480000"),
        ("Real", Variant.From(12.5), "Good", 10, "41480000"),
        ("Real", Variant.From(1e300), "BadOutOfRange", 10, "00000000"),
        ("Real", Variant.From((byte)3), "Good", 10, "40400000"),
        ("Real", Variant.From("3"), "BadTypeMismatch", 10, "00000000"),
        ("LReal", Variant.From(1.5f), "Good", 14, "3FF8000000000000"),
        ("Name", Variant.From("Grün!"), "Good", 30, "054772FC6E21"),
        ("Name", Variant.From("sechse"), "BadOutOfRange", 30, "000000000000"),
        ("Name", Variant.From("日本"), "BadOutOfRange", 30, "000000000000"),
        ("Name", Variant.From(5), "BadTypeMismatch", 30, "000000000000"),
        ("Limited", Variant.From((short)100), "Good", 22, "0064"),
        ("Limited", Variant.From((short)101), "BadOutOfRange", 22, "0000"),
        ("Limited", Variant.From((short)-1), "BadOutOfRange", 22, "0000"),
        ("Locked", Variant.From((short)1), "BadNotWritable", 24, "0000"),
        ("Steps", Variant.FromArray(BuiltInType.Int16, new short[] { 1, 2, 3, 4, 5 }), "Good", 40, "00010002000300040005"),
        ("Steps", Variant.FromArray(BuiltInType.Int32, new[] { 1, 2, 3, 4, 5 }), "Good", 40, "00010002000300040005"),
        ("Steps", Variant.FromArray(BuiltInType.Int16, new short[] { 1, 2, 3, 4 }), "BadOutOfRange", 40, "00000000000000000000"),
        (
            "Steps",
            Variant.FromArray(BuiltInType.Int16, new short[] { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 }),
            "BadTypeMismatch",
            40,
            "00000000000000000000"
        ),
        ("Steps", Variant.From((short)1), "BadTypeMismatch", 40, "00000000000000000000"),
        ("Int", Variant.FromArray(BuiltInType.Int16, new short[] { 1 }), "BadTypeMismatch", 2, "0000"),
        ("Bcd", Variant.From((ushort)1234), "Good", 28, "1234"),
        ("Bcd", Variant.From((ushort)10_000), "BadOutOfRange", 28, "0000"),
        ("Delay", Variant.From(-1500.0), "Good", 70, "FFFFFA24"),
        ("Delay", Variant.From(1e12), "BadOutOfRange", 70, "00000000"),
    ];

    [Test]
    [ConformanceUnit("Attribute Write Values")]
    public async Task Every_kind_of_value_is_written_or_refused_by_the_table(CancellationToken token)
    {
        await using var plant = await ServedPlant.StartAsync(AllKinds, token);
        await plant.UntilAsync("Bool", StatusCodes.Good, token);
        using (Assert.EnterMultipleScope())
        {
            foreach (var (tag, value, status, offset, bytes) in Cases)
            {
                var expected = Convert.FromHexString(bytes);
                // A String's second byte is its length: the first, its capacity, is the PLC's own.
                var at = tag == "Name" ? offset + 1 : offset;
                plant.Poke(at, new byte[expected.Length]);
                var what = $"{value.Type} {value.Reference ?? value.Bits} to {tag}";
                Assert.That(await plant.WriteAsync(token, (tag, value)), Is.EqualTo(new[] { status }), what);
                Assert.That(plant.Peek(at, expected.Length), Is.EqualTo(expected), what);
            }
        }
    }

    [Test]
    [ConformanceUnit("Attribute Write Index")]
    public async Task Index_ranges_write_the_elements_they_name_and_nothing_else(CancellationToken token)
    {
        await using var plant = await ServedPlant.StartAsync(AllKinds, token);
        await plant.UntilAsync("Steps", StatusCodes.Good, token);
        plant.Poke(40, [.. Enumerable.Repeat((byte)0x11, 10)]);
        plant.Poke(60, 0, 0);

        Assert.That(await RangeAsync("Steps", "1:2", Variant.FromArray(BuiltInType.Int16, new short[] { 7, 8 })), Is.EqualTo("Good"));
        Assert.That(plant.Peek(40, 10), Is.EqualTo(Convert.FromHexString("11110007000811111111")));
        Assert.That(await RangeAsync("Steps", "4", Variant.FromArray(BuiltInType.Int16, new short[] { 9 })), Is.EqualTo("Good"));
        Assert.That(plant.Peek(48, 2), Is.EqualTo(new byte[] { 0, 9 }));
        Assert.That(
            await RangeAsync("Flags", "3:5", Variant.FromArray(BuiltInType.Boolean, new[] { true, false, true })),
            Is.EqualTo("Good")
        );
        Assert.That(plant.Peek(60, 2), Is.EqualTo(new byte[] { 0b0010_1000, 0 }));
        Assert.That(
            await RangeAsync("Steps", "3:9", Variant.FromArray(BuiltInType.Int16, new short[7])),
            Is.EqualTo("BadIndexRangeNoData")
        );
        Assert.That(
            await RangeAsync("Steps", "1:2", Variant.FromArray(BuiltInType.Int16, new short[3])),
            Is.EqualTo("BadIndexRangeNoData")
        );
        Assert.That(
            await RangeAsync("Steps", "2:1", Variant.FromArray(BuiltInType.Int16, new short[2])),
            Is.EqualTo("BadIndexRangeInvalid")
        );
        Assert.That(plant.Peek(40, 10), Is.EqualTo(Convert.FromHexString("11110007000811110009")), "what was refused left no trace");

        async Task<string> RangeAsync(string tag, string range, Variant value) =>
            (
                await ServedPlant.WriteAsync(
                    plant.Client,
                    [
                        new WriteValue
                        {
                            NodeId = ServedPlant.Node(tag),
                            AttributeId = (uint)AttributeId.Value,
                            IndexRange = range,
                            Value = new DataValue(value, default, 0, 0),
                        },
                    ],
                    token
                )
            )[0];
    }

    [Test]
    public async Task A_source_time_is_ignored_and_a_status_is_refused(CancellationToken token)
    {
        await using var plant = await ServedPlant.StartAsync(AllKinds, token);
        await plant.UntilAsync("Int", StatusCodes.Good, token);

        var statuses = await ServedPlant.WriteAsync(
            plant.Client,
            [
                new WriteValue
                {
                    NodeId = ServedPlant.Node("Int"),
                    AttributeId = (uint)AttributeId.Value,
                    Value = new DataValue(Variant.From((short)5), default, 1234, 0),
                },
                new WriteValue
                {
                    NodeId = ServedPlant.Node("Byte"),
                    AttributeId = (uint)AttributeId.Value,
                    Value = new DataValue(Variant.From((byte)5), StatusCodes.UncertainLastUsableValue, 0, 0),
                },
            ],
            token
        );

        Assert.That(statuses, Is.EqualTo(new[] { "Good", "BadWriteNotSupported" }));
        Assert.That(plant.Peek(1, 3), Is.EqualTo(new byte[] { 0, 0, 5 }));
    }

    [Test]
    public async Task A_written_value_shows_only_once_it_has_been_read_back(CancellationToken token)
    {
        await using var plant = await ServedPlant.StartAsync(AllKinds, token);
        await plant.UntilAsync("Int", StatusCodes.Good, token);
        var watcher = await Watcher.SubscribeAsync(plant.Client, 20, token, ServedPlant.Node("Int"));
        await watcher.UntilAsync(0, StatusCodes.Good, token);
        // The answer that reads the value back is kept until another one follows.
        plant.Plc.Faults.Arm(Fault.Reorder(), FaultPoint.Read);

        Assert.That(await plant.WriteAsync(token, ("Int", Variant.From((short)7))), Is.EqualTo(new[] { "Good" }));
        Assert.That((await plant.Client.ReadAsync(token, ServedPlant.Node("Int")))[0].Value.Bits, Is.Zero, "nothing is echoed");
        await Poll.UntilAsync(() => plant.Plc.Faults.Struck > 0, token);
        Assert.That(await plant.WriteAsync(token, ("Byte", Variant.From((byte)1))), Is.EqualTo(new[] { "Good" }));
        await watcher.UntilAsync(() => watcher.Of(0) is [.., { Value.Bits: 7 }], token);

        Assert.That(
            watcher.Of(0).Select(value => value.Value.Bits),
            Is.EqualTo(new long[] { 0, 7 }),
            "a class of a minute, read back at once"
        );
    }

    [Test]
    public async Task A_tag_with_a_write_rate_refuses_what_comes_too_soon(CancellationToken token)
    {
        await using var plant = await ServedPlant.StartAsync(AllKinds, token);
        await plant.UntilAsync("Rare", StatusCodes.Good, token);

        Assert.That(await plant.WriteAsync(token, ("Rare", Variant.From((short)1))), Is.EqualTo(new[] { "Good" }));
        Assert.That(
            await plant.WriteAsync(token, ("Rare", Variant.From((short)2)), ("Int", Variant.From((short)2))),
            Is.EqualTo(new[] { "BadTooManyOperations", "Good" })
        );

        Assert.That(plant.Peek(26, 2), Is.EqualTo(new byte[] { 0, 1 }));
    }

    [Test]
    public async Task With_the_link_down_a_write_fails_at_once_and_is_never_sent_later(CancellationToken token)
    {
        await using var plant = await ServedPlant.StartAsync(AllKinds, token);
        await plant.UntilAsync("Int", StatusCodes.Good, token);
        plant.Plc.Faults.CutPower();
        await plant.UntilAsync("_Status/Connected", value => value.Value.Bits == 0, token);

        Assert.That(await plant.WriteAsync(token, ("Int", Variant.From((short)7))), Is.EqualTo(new[] { "BadNoCommunication" }));
        plant.Plc.Faults.GivePower();
        await plant.UntilAsync("Int", StatusCodes.Good, token);

        Assert.That(plant.Plc.Counters.WriteJobs, Is.Zero);
    }

    [Test]
    public async Task A_write_without_an_answer_times_out_and_is_not_repeated(CancellationToken token)
    {
        await using var plant = await ServedPlant.StartAsync(
            AllKinds,
            token,
            plc => plc with { Connection = plc.Connection with { Timeout = TimeSpan.FromMilliseconds(500) } }
        );
        await plant.UntilAsync("Int", StatusCodes.Good, token);
        plant.Plc.Faults.Arm(Fault.Drop(), FaultPoint.Write);

        Assert.That(await plant.WriteAsync(token, ("Int", Variant.From((short)7))), Is.EqualTo(new[] { "BadTimeout" }));
        await plant.UntilAsync("Int", value => value is { Status.IsGood: true, Value.Bits: 7 }, token);

        Assert.That(plant.Plc.Counters.WriteJobs, Is.EqualTo(1), "the PLC had taken it; the client was told that nobody knew");
    }

    [Test]
    public async Task A_full_queue_takes_no_more(CancellationToken token)
    {
        await using var plant = await ServedPlant.StartAsync(
            tags =>
            {
                tags.Class("rare", Slow);
                for (var i = 0; i < 1000; i++)
                    tags.Tag($"B{i}", $"DB1.DBX{i / 8}.{i % 8}", "Bool");
            },
            token,
            plc => plc with { Connection = plc.Connection with { Timeout = TimeSpan.FromSeconds(30) } }
        );
        await plant.UntilAsync("B999", StatusCodes.Good, token);
        plant.Plc.Faults.Arm(Fault.Delay(TimeSpan.FromSeconds(2)), FaultPoint.Write);
        var all = Enumerable.Range(0, 1000).Select(i => ($"B{i}", Variant.From(true))).ToArray();

        // The first call is on its way to a PLC that takes its time; of the next six, 4,096 values find room.
        var first = plant.WriteAsync(token, all);
        await plant.Plc.Counters.WhenAsync(plc => plc.WriteJobs > 0, token);
        var calls = await Task.WhenAll(Enumerable.Range(0, 6).Select(_ => plant.WriteAsync(token, all)));

        Assert.That(await first, Is.All.EqualTo("Good"));
        Assert.That(
            calls.Select(call => call.Distinct().Single()),
            Is.EqualTo(new[] { "Good", "Good", "Good", "Good", "BadTooManyOperations", "BadTooManyOperations" }),
            "all of a call or nothing"
        );
    }
}
