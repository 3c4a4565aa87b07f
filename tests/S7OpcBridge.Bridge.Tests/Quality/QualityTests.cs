using S7OpcBridge.Core;
using S7OpcBridge.OpcUa;
using S7OpcBridge.S7;
using S7OpcBridge.Simulator;

namespace S7OpcBridge.Bridge.Tests;

/// <summary>The quality table of docs/quality.md, row by row, as a subscriber and a reader see it.</summary>
[CancelAfter(60_000)]
public sealed class QualityTests
{
    private static void TwoTags(TagList tags) => tags.Class("fast", 20).Tag("A", "DB1.DBW0", "Int").Tag("B", "DB1.DBW2", "Int");

    [Test]
    public async Task A_lost_link_leaves_the_last_value_uncertain_and_takes_it_away_when_it_is_stale(CancellationToken token)
    {
        await using var plant = await ServedPlant.StartAsync(
            TwoTags,
            token,
            plc =>
                plc with
                {
                    Stale = TimeSpan.FromMilliseconds(500),
                    Connection = plc.Connection with { Timeout = TimeSpan.FromMilliseconds(500) },
                }
        );
        plant.Poke(0, 0, 7);
        var watcher = await Watcher.SubscribeAsync(plant.Client, 20, token, ServedPlant.Node("A"));
        await watcher.UntilAsync(() => watcher.Of(0) is [.., { Status.Value: StatusCodes.Good, Value.Bits: 7 }], token);

        plant.Plc.Faults.CutCable();
        await watcher.UntilAsync(0, StatusCodes.UncertainNoCommunicationLastUsableValue, token);
        var (good, uncertain) = (watcher.Of(0)[^2], watcher.Of(0)[^1]);
        await watcher.UntilAsync(0, StatusCodes.BadNoCommunication, token);
        var read = await plant.UntilAsync("A", StatusCodes.BadNoCommunication, token);
        plant.Plc.Faults.MendCable();
        await watcher.UntilAsync(0, StatusCodes.Good, token);

        Assert.That(uncertain.Value.Bits, Is.EqualTo(7), "the last value is still shown");
        Assert.That(uncertain.SourceTime, Is.GreaterThan(good.SourceTime), "when the status was recognised");
        Assert.That(read.Value.IsNull, Is.True, "and gone once it is stale");
        Assert.That(watcher.Of(0)[^1].Value.Bits, Is.EqualTo(7));
    }

    [Test]
    public async Task A_PLC_that_was_never_there_is_no_communication(CancellationToken token)
    {
        await using var plant = await ServedPlant.StartAsync(TwoTags, token, prepare: plc => plc.Faults.CutPower());

        await plant.UntilAsync("A", StatusCodes.BadNoCommunication, token);

        Assert.That((await plant.Client.ReadAsync(token, ServedPlant.Node("_Status/Connected")))[0].Value.Bits, Is.Zero);
        plant.Plc.Faults.GivePower();
        await plant.UntilAsync("A", StatusCodes.Good, token);
    }

    [Test]
    public async Task What_nobody_has_read_waits_for_initial_data(CancellationToken token)
    {
        await using var plant = await ServedPlant.StartAsync(
            tags => tags.Class("fast", 20).Tag("A", "DB1.DBW0", "Int").Class("asked", 20, ScanMode.Demand).Tag("B", "DB1.DBW2", "Int"),
            token
        );
        await plant.UntilAsync("A", StatusCodes.Good, token);

        Assert.That(
            (await plant.Client.ReadAsync(token, ServedPlant.Node("B")))[0].Status.Value,
            Is.EqualTo(StatusCodes.BadWaitingForInitialData)
        );
    }

    [Test]
    public async Task A_CPU_in_STOP_makes_values_uncertain_and_says_so(CancellationToken token)
    {
        await using var plant = await ServedPlant.StartAsync(
            TwoTags,
            token,
            plc => plc with { CpuStateEvery = TimeSpan.FromMilliseconds(50) }
        );
        var watcher = await Watcher.SubscribeAsync(plant.Client, 20, token, ServedPlant.Node("A"), ServedPlant.Node("_Status/CpuState"));
        await watcher.UntilAsync(
            () => watcher.Of(0) is [.., { Status.Value: StatusCodes.Good }] && watcher.Of(1) is [.., { Value.Reference: "RUN" }],
            token
        );

        plant.Plc.Cpu.IsRunning = false;
        await watcher.UntilAsync(
            () => watcher.Of(0)[^1].Status.Value == StatusCodes.UncertainLastUsableValue && watcher.Of(1)[^1].Value.Reference is "STOP",
            token
        );
        plant.Plc.Cpu.IsRunning = true;
        await watcher.UntilAsync(0, StatusCodes.Good, token);
    }

    [Test]
    public async Task A_link_that_confirms_nothing_makes_values_uncertain(CancellationToken token)
    {
        await using var plant = await ServedPlant.StartAsync(
            TwoTags,
            token,
            plc => plc with { Connection = plc.Connection with { Timeout = TimeSpan.FromMilliseconds(500) } }
        );
        await plant.UntilAsync("A", StatusCodes.Good, token);

        // 8304: the PLC is short of resources, which says nothing about the tags.
        plant.Plc.Faults.Arm(Fault.Refuse(0x8304), FaultPoint.Read, times: 0);
        await plant.UntilAsync("A", StatusCodes.UncertainLastUsableValue, token);
        plant.Plc.Faults.Clear();
        await plant.UntilAsync("A", StatusCodes.Good, token);
    }

    [Test]
    public async Task A_disabled_PLC_is_out_of_service(CancellationToken token)
    {
        await using var plant = await ServedPlant.StartAsync(TwoTags, token, plc => plc with { Enabled = false });

        await plant.UntilAsync("A", StatusCodes.BadOutOfService, token);

        Assert.That(await plant.WriteAsync(token, ("A", Variant.From((short)1))), Is.EqualTo(new[] { "BadOutOfService" }));
        Assert.That(plant.Plc.Counters.ConnectionsAccepted, Is.Zero);
    }

    [Test]
    public async Task What_the_map_and_the_PLC_disagree_about_is_told_tag_by_tag_with_the_reason(CancellationToken token)
    {
        await using var plant = await ServedPlant.StartAsync(
            tags =>
                tags.Class("fast", 20)
                    .Tag("Good", "DB1.DBW0", "Int")
                    .Tag("Missing", "DB9.DBW0", "Int")
                    .Tag("Beyond", "DB1.DBW1000", "Int")
                    .Tag("Optimised", "DB2.DBW0", "Int")
                    .Tag("Locked", "DB3.DBW0", "Int")
                    .Tag("Broken", "DB1.DBB10", "Date_And_Time"),
            token,
            prepare: plc =>
            {
                plc.Memory.AddBlock(2, 10, BlockAccess.Optimised);
                plc.Memory.AddBlock(3, 10, BlockAccess.Denied);
                using var memory = plc.Memory.Hold();
                memory.Block(1).Slice(10, 8).Fill(0xFF);
            }
        );
        string[] names = ["Good", "Missing", "Beyond", "Optimised", "Locked", "Broken"];
        var watcher = await Watcher.SubscribeAsync(plant.Client, 20, token, [.. names.Select(ServedPlant.Node)]);
        uint[] expected =
        [
            StatusCodes.Good,
            StatusCodes.BadConfigurationError,
            StatusCodes.BadConfigurationError,
            StatusCodes.BadConfigurationError,
            StatusCodes.BadNotReadable,
            StatusCodes.BadDecodingError,
        ];

        await watcher.UntilAsync(
            () => Enumerable.Range(0, names.Length).All(i => watcher.Of(i) is [.., var last] && last.Status.Value == expected[i]),
            token
        );

        var bad = (string[])
            (await plant.UntilAsync("_Status/BadTags", value => value.Value.Reference is string[] { Length: >= 4 }, token))
                .Value
                .Reference!;
        Assert.That(bad, Has.Some.StartsWith("Line1/Missing (DB9.DBW0): DB9 does not exist"));
        Assert.That(bad, Has.Some.StartsWith("Line1/Beyond (DB1.DBW1000)"));
        Assert.That(bad, Has.Some.Contains("Optimi"));
        Assert.That(bad, Has.Some.StartsWith("Line1/Locked (DB3.DBW0)"));
        Assert.That(watcher.StatusesOf(0), Has.None.StartsWith("BadConfig"), "one bad tag never harms its neighbours");
        Assert.That(plant.Plc.Counters.ConnectionsAccepted, Is.EqualTo(1), "the link is not to blame");
        Assert.That(
            await plant.WriteAsync(token, ("Locked", Variant.From((short)1)), ("Missing", Variant.From((short)1))),
            Is.EqualTo(new[] { "BadNotWritable", "BadConfigurationError" })
        );
    }

    [Test]
    public async Task A_hardware_fault_is_a_device_failure(CancellationToken token)
    {
        await using var plant = await ServedPlant.StartAsync(
            TwoTags,
            token,
            prepare: plc => plc.Faults.Arm(Fault.FailItem(0, S7ItemStatus.HardwareFault), FaultPoint.Read, times: 0)
        );

        await plant.UntilAsync("A", StatusCodes.BadDeviceFailure, token);
    }

    [Test]
    public async Task PUT_GET_switched_off_is_explained_and_lifted(CancellationToken token)
    {
        await using var plant = await ServedPlant.StartAsync(TwoTags, token, prepare: plc => plc.Cpu.PutGet = false);

        await plant.UntilAsync("A", StatusCodes.BadConfigurationError, token);
        await plant.UntilAsync("B", StatusCodes.BadConfigurationError, token);
        var reason = (await plant.UntilAsync("_Status/LastError", value => value.Value.Reference is string { Length: > 0 }, token))
            .Value
            .Reference;

        Assert.That(reason, Does.Contain("8104").And.Contain("PUT/GET"));
        // Nobody waits for a cycle that will not come: the PLC is probed every ten seconds, and this would take a hundred.
        for (var i = 0; i < 10; i++)
        {
            var read = await plant.Client.CallAsync<ReadResponse>(
                new ReadRequest
                {
                    MaxAge = 0,
                    NodesToRead = [new ReadValueId { NodeId = ServedPlant.Node("A"), AttributeId = (uint)AttributeId.Value }],
                },
                token
            );
            Assert.That(read.Results[0].Status.Value, Is.EqualTo(StatusCodes.BadConfigurationError));
        }
        Assert.That(await plant.CallAsync(token, "_Status/Scans/fast", "Poll"), Is.EqualTo("BadConfigurationError"));
        Assert.That(plant.Plc.Counters.ConnectionsAccepted, Is.EqualTo(1), "no reconnect storm");
    }
}
