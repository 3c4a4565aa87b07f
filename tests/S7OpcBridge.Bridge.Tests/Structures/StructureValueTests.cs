using S7OpcBridge.Core;
using S7OpcBridge.OpcUa;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Bridge.Tests;

/// <summary>Structures from a soft PLC to a client: values, quality, news and writes.</summary>
[CancelAfter(30_000)]
public sealed class StructureValueTests
{
    private static readonly NodeId MotorEncoding = new(2, "TE_\"Motor\"");

    [ConformanceUnit("Attribute Read Complex")]
    [Test]
    public async Task A_structure_and_an_array_of_them_are_read_as_the_PLC_holds_them(CancellationToken token)
    {
        await using var plant = await StartAsync(token);
        var one = await plant.UntilAsync("Motors[0]", StatusCodes.Good, token);
        Assert.That(BodyOf(one), Is.EqualTo(Motors.FirstEncoded));
        Assert.That(((ExtensionObject)one.Value.Reference!).TypeId, Is.EqualTo(MotorEncoding));
        var all = await plant.UntilAsync("Motors", StatusCodes.Good, token);
        Assert.That(
            ((ExtensionObject[])all.Value.Reference!).Select(element => element.Body),
            Is.EqualTo(new[] { Motors.FirstEncoded, Motors.FirstEncoded })
        );
        var pairs = await plant.UntilAsync("Motors[1]/Limits", StatusCodes.Good, token);
        Assert.That(
            ((ExtensionObject[])pairs.Value.Reference!).Select(element => element.Body),
            Is.EqualTo(new[] { new byte[] { 0xFF, 0xFF, 1, 0 }, [2, 0, 3, 0] })
        );
    }

    [ConformanceUnit("Monitor Complex Value")]
    [Test]
    public async Task A_subscriber_of_a_structure_hears_of_every_change_of_a_member_and_of_nothing_else(CancellationToken token)
    {
        await using var plant = await StartAsync(token);
        await plant.UntilAsync("Motors", StatusCodes.Good, token);
        var watcher = await Watcher.SubscribeAsync(
            plant.Client,
            0,
            token,
            ServedPlant.Node("Motors[0]"),
            ServedPlant.Node("Motors[1]"),
            ServedPlant.Node("Motors"),
            ServedPlant.Node("Plain")
        );
        await watcher.UntilAsync(() => Enumerable.Range(0, 4).All(node => watcher.Of(node).Count == 1), token);

        plant.Poke(18 + 8, 0, 9); // Motors[1]/Limits[0]/High
        await watcher.UntilAsync(() => watcher.Of(1).Count == 2 && watcher.Of(2).Count == 2, token);
        plant.Poke(100, 0, 1); // Plain
        await watcher.UntilAsync(() => watcher.Of(3).Count == 2, token);

        Assert.That(BodyOf(watcher.Of(1)[1])[11], Is.EqualTo(9));
        Assert.That(((byte[])((ExtensionObject[])watcher.Of(2)[1].Value.Reference!)[1].Body!)[11], Is.EqualTo(9));
        Assert.That(watcher.Of(1)[1].SourceTime, Is.GreaterThan(watcher.Of(1)[0].SourceTime).And.EqualTo(watcher.Of(2)[1].SourceTime));
        Assert.That((watcher.Of(0).Count, watcher.Of(2).Count), Is.EqualTo((1, 2)));
    }

    [Test]
    public async Task The_quality_of_a_structure_follows_its_link_and_its_members(CancellationToken token)
    {
        await using var plant = await StartAsync(token, plc => plc with { Stale = TimeSpan.FromSeconds(1) });
        await plant.UntilAsync("Motors[0]", StatusCodes.Good, token);
        plant.Plc.Faults.CutPower();
        var last = await plant.UntilAsync("Motors[0]", StatusCodes.UncertainNoCommunicationLastUsableValue, token);
        Assert.That(BodyOf(last), Is.EqualTo(Motors.FirstEncoded));
        Assert.That((await plant.UntilAsync("Motors[0]", StatusCodes.BadNoCommunication, token)).Value.IsNull, Is.True);
        plant.Plc.Faults.GivePower();
        await plant.UntilAsync("Motors[0]", StatusCodes.Good, token);
    }

    [Test]
    public async Task A_member_that_is_no_value_takes_the_value_of_the_structure_and_gives_it_back(CancellationToken token)
    {
        var type = new TagStructureType
        {
            Name = "Shift",
            Bytes = 10,
            TagCount = 2,
            Fields =
            [
                new TagStructureField { Name = "Count", Kind = TagValueKind.Int16 },
                new TagStructureField { Name = "Start", Kind = TagValueKind.DateTime },
            ],
        };
        await using var plant = await ServedPlant.StartAsync(
            tags => tags.Class("fast", 20).Structure(type, "S").Tag("S/Count", "DB1.DBW0", "Int").Tag("S/Start", "DB1.DBB2", "DT"),
            token
        );
        Assert.That((await plant.UntilAsync("S", StatusCodes.BadDecodingError, token)).Value.IsNull, Is.True, "month 0 is none");
        Assert.That((await plant.UntilAsync("S/Count", StatusCodes.Good, token)).Value.Bits, Is.Zero);
        plant.Poke(2, 0x24, 0x02, 0x03, 0x04, 0x05, 0x06, 0x00, 0x07);
        var good = await plant.UntilAsync("S", StatusCodes.Good, token);
        Assert.That(
            BodyOf(good),
            Is.EqualTo((byte[])[0, 0, .. BitConverter.GetBytes(UaTime.FromTicks(new DateTime(2024, 2, 3, 4, 5, 6).Ticks))])
        );
    }

    [ConformanceUnit("Attribute Write Complex")]
    [Test]
    public async Task A_structure_that_is_written_arrives_whole_in_one_job_and_reads_back(CancellationToken token)
    {
        await using var plant = await StartAsync(token);
        await plant.UntilAsync("Motors[1]", StatusCodes.Good, token);
        plant.Poke(18 + 4, 0xF1, 0xEE); // what nobody owns beside the Bool

        byte[] value = [0, 0, 0x80, 0x3F, 0, 2, 0, 0, 0, 4, 0, 5, 0, 6, 0, 7, 0, 1, 0, 0, 0, (byte)'x'];
        Assert.That(await plant.WriteAsync(token, ("Motors[1]", Of(value))), Is.EqualTo(new[] { "Good" }));

        Assert.That(
            plant.Peek(18, 18),
            Is.EqualTo(new byte[] { 0x3F, 0x80, 0, 0, 0xF0, 0xEE, 0, 4, 0, 5, 0, 6, 0, 7, 2, 1, (byte)'x', (byte)'b' })
        );
        Assert.That(plant.Plc.Counters.WriteJobs, Is.EqualTo(1));
        await plant.UntilAsync("Motors[1]", read => read.Status.IsGood && BodyOf(read).AsSpan().SequenceEqual(value), token);
        Assert.That(plant.Peek(0, 18), Is.EqualTo(Motors.First));
    }

    [ConformanceUnit("Attribute Write Complex")]
    [Test]
    public async Task What_is_read_can_be_written_back_unchanged_whole_and_in_part(CancellationToken token)
    {
        await using var plant = await StartAsync(token);
        var all = (await plant.UntilAsync("Motors", StatusCodes.Good, token)).Value;
        var one = (await plant.UntilAsync("Motors[0]", StatusCodes.Good, token)).Value;
        Assert.That(await plant.WriteAsync(token, ("Motors", all), ("Motors[0]", one)), Is.EqualTo(new[] { "Good", "Good" }));

        var element = Variant.FromArray(
            BuiltInType.ExtensionObject,
            new[] { new ExtensionObject(new NodeId(2, "TE_\"Pair\""), new byte[] { 8, 0, 9, 0 }) }
        );
        var write = new WriteValue
        {
            NodeId = ServedPlant.Node("Motors[0]/Limits"),
            AttributeId = (uint)AttributeId.Value,
            IndexRange = "1",
            Value = new DataValue(element, default, 0, 0),
        };
        Assert.That(await ServedPlant.WriteAsync(plant.Client, [write], token), Is.EqualTo(new[] { "Good" }));
        Assert.That(plant.Peek(6, 8), Is.EqualTo(new byte[] { 0xFF, 0xFF, 0, 1, 0, 8, 0, 9 }));
    }

    [ConformanceUnit("Attribute Write Complex")]
    [Test]
    public async Task A_wrong_structure_is_a_type_mismatch_and_writes_nothing(CancellationToken token)
    {
        await using var plant = await StartAsync(token);
        await plant.UntilAsync("Motors", StatusCodes.Good, token);
        var results = await plant.WriteAsync(
            token,
            ("Motors[0]", Of([.. Motors.FirstEncoded, 0])),
            ("Motors[0]", Of(Motors.FirstEncoded[..^1])),
            ("Motors[0]", Of([])),
            ("Motors[0]", Variant.From(new ExtensionObject(new NodeId(2, "TE_\"Pair\""), Motors.FirstEncoded))),
            ("Motors[0]", Variant.From(7)),
            ("Motors[0]", Variant.From(new ExtensionObject(MotorEncoding, "<Motor/>"))),
            ("Motors", Of(Motors.FirstEncoded)),
            (
                "Motors",
                Variant.FromArray(
                    BuiltInType.ExtensionObject,
                    Enumerable.Repeat(new ExtensionObject(MotorEncoding, Motors.FirstEncoded), 3).ToArray()
                )
            ),
            ("Motors[0]", Of([.. Motors.FirstEncoded[..5], 1, 0, 0, 0, .. Motors.FirstEncoded[9..]]))
        );
        Assert.That(results, Is.All.EqualTo("BadTypeMismatch"));
        var tooFew = Variant.FromArray(BuiltInType.ExtensionObject, new[] { new ExtensionObject(MotorEncoding, Motors.FirstEncoded) });
        Assert.That(await plant.WriteAsync(token, ("Motors", tooFew)), Is.EqualTo(new[] { "BadOutOfRange" }));
        Assert.That(
            await plant.WriteAsync(token, ("Motors[0]", Of([.. Motors.FirstEncoded[..^6], 3, 0, 0, 0, (byte)'a', (byte)'b', (byte)'c']))),
            Is.EqualTo(new[] { "BadOutOfRange" })
        );
        Assert.That((plant.Plc.Counters.WriteJobs, plant.Peek(0, 18)), Is.EqualTo((0, Motors.First)));
    }

    [Test]
    public async Task A_structure_with_a_member_that_is_only_read_is_not_writable(CancellationToken token)
    {
        await using var plant = await ServedPlant.StartAsync(
            tags =>
                tags.Class("fast", 20)
                    .Structure(Motors.Pair, "P", access: TagAccess.Read)
                    .Tag("P/Low", "DB1.DBW0", "Int")
                    .Tag("P/High", "DB1.DBW2", "Int", access: TagAccess.Read),
            token
        );
        await plant.UntilAsync("P", StatusCodes.Good, token);
        Assert.That(
            await plant.WriteAsync(
                token,
                ("P", Variant.From(new ExtensionObject(new NodeId(2, "TE_\"Pair\""), new byte[4]))),
                ("P/Low", Variant.From((short)1))
            ),
            Is.EqualTo(new[] { "BadNotWritable", "Good" })
        );
    }

    [ConformanceUnit("Attribute Read Complex")]
    [Test]
    public async Task Reading_and_monitoring_agree_on_encodings(
        [Values("Motors[0]", "Motors", "Plain")] string name,
        [Values("", "Default Binary", "Default XML", "Default JSON", "Mine")] string encoding,
        CancellationToken token
    )
    {
        await using var plant = await StartAsync(token);
        await plant.UntilAsync(name, StatusCodes.Good, token);
        var id = new ReadValueId
        {
            NodeId = ServedPlant.Node(name),
            AttributeId = (uint)AttributeId.Value,
            DataEncoding = encoding.Length == 0 ? default : new QualifiedName(0, encoding),
        };
        var read = await plant.Client.CallAsync<ReadResponse>(new ReadRequest { NodesToRead = [id], MaxAge = int.MaxValue }, token);
        var subscription = await plant.Client.CallAsync<CreateSubscriptionResponse>(
            new CreateSubscriptionRequest
            {
                RequestedPublishingInterval = 1000,
                RequestedLifetimeCount = 100,
                RequestedMaxKeepAliveCount = 10,
            },
            token
        );
        var items = await plant.Client.CallAsync<CreateMonitoredItemsResponse>(
            new CreateMonitoredItemsRequest
            {
                SubscriptionId = subscription.SubscriptionId,
                TimestampsToReturn = TimestampsToReturn.Both,
                ItemsToCreate =
                [
                    new MonitoredItemCreateRequest
                    {
                        ItemToMonitor = id,
                        MonitoringMode = MonitoringMode.Reporting,
                        RequestedParameters = new MonitoringParameters(),
                    },
                ],
            },
            token
        );

        var expected = encoding switch
        {
            "" => "Good",
            _ when name == "Plain" => "BadDataEncodingInvalid",
            "Default Binary" => "Good",
            "Mine" => "BadDataEncodingInvalid",
            _ => "BadDataEncodingUnsupported",
        };
        Assert.That(
            (StatusCodes.NameOf(read.Results[0].Status), StatusCodes.NameOf(items.Results[0].StatusCode)),
            Is.EqualTo((expected, expected))
        );
    }

    [Test]
    public async Task A_structure_without_a_value_still_takes_its_encoding(CancellationToken token)
    {
        await using var plant = await StartAsync(token, plc => plc with { Enabled = false });
        await plant.UntilAsync("Motors[0]", StatusCodes.BadOutOfService, token);
        var id = new ReadValueId
        {
            NodeId = ServedPlant.Node("Motors[0]"),
            AttributeId = (uint)AttributeId.Value,
            DataEncoding = new QualifiedName(0, "Default Binary"),
        };
        var read = await plant.Client.CallAsync<ReadResponse>(new ReadRequest { NodesToRead = [id], MaxAge = int.MaxValue }, token);
        Assert.That(read.Results[0].Status.Value, Is.EqualTo(StatusCodes.BadOutOfService));
    }

    [Test]
    public async Task Listening_to_a_structure_wakes_its_demand_class_and_a_fresh_read_waits_for_its_cycle(CancellationToken token)
    {
        await using var plant = await ServedPlant.StartAsync(
            tags =>
                tags.Class("asked", 20, ScanMode.Demand)
                    .Structure(Motors.Pair, "P")
                    .Tag("P/Low", "DB1.DBW0", "Int")
                    .Tag("P/High", "DB1.DBW2", "Int"),
            token
        );
        plant.Poke(0, 0, 5, 0, 6);
        var fresh = await plant.Client.CallAsync<ReadResponse>(
            new ReadRequest
            {
                NodesToRead = [new ReadValueId { NodeId = ServedPlant.Node("P"), AttributeId = (uint)AttributeId.Value }],
                MaxAge = 0,
            },
            token
        );
        while (!fresh.Results[0].Status.IsGood) // the PLC may not have been connected yet
            fresh = await plant.Client.CallAsync<ReadResponse>(
                new ReadRequest
                {
                    NodesToRead = [new ReadValueId { NodeId = ServedPlant.Node("P"), AttributeId = (uint)AttributeId.Value }],
                    MaxAge = 0,
                },
                token
            );
        Assert.That(BodyOf(fresh.Results[0]), Is.EqualTo(new byte[] { 5, 0, 6, 0 }));

        var watcher = await Watcher.SubscribeAsync(plant.Client, 0, token, ServedPlant.Node("P"));
        plant.Poke(0, 0, 7);
        await watcher.UntilAsync(() => watcher.Of(0) is [.., { Status.IsGood: true } last] && BodyOf(last)[0] == 7, token);
    }

    private static Task<ServedPlant> StartAsync(CancellationToken token, Func<PlcDefinition, PlcDefinition>? change = null) =>
        ServedPlant.StartAsync(Motors.Tags, token, change, prepare: Motors.Fill);

    private static Variant Of(byte[] body) => Variant.From(new ExtensionObject(MotorEncoding, body));

    private static byte[] BodyOf(in DataValue value) => (byte[])((ExtensionObject)value.Value.Reference!).Body!;
}
