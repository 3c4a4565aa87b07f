using S7OpcBridge.Core;
using S7OpcBridge.OpcUa;
using S7OpcBridge.Simulator;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Bridge.Tests;

[CancelAfter(60_000)]
public sealed class StatusMethodTests
{
    private static void Tags(TagList tags) =>
        tags.Class("fast", 20).Tag("A", "DB1.DBW0", "Int").Class("asked", 20, ScanMode.OnCommand).Tag("B", "DB1.DBW2", "Int");

    [Test]
    public async Task Release_gives_the_slot_to_the_engineer_until_the_time_is_over_or_taken_back(CancellationToken token)
    {
        await using var plant = await ServedPlant.StartAsync(Tags, token);
        await plant.UntilAsync("A", StatusCodes.Good, token);

        Assert.That(await plant.CallAsync(token, "_Status", "Release", Variant.From(3_600_000.0)), Is.EqualTo("Good"));
        await plant.Plc.Counters.WhenAsync(plc => plc.ConnectionsOpen == 0, token);
        await plant.UntilAsync("_Status/Connected", value => value.Value.Bits == 0, token);
        await plant.UntilAsync("A", StatusCodes.UncertainNoCommunicationLastUsableValue, token);
        Assert.That(plant.Plc.Counters.ConnectionsAccepted, Is.EqualTo(1));

        Assert.That(await plant.CallAsync(token, "_Status", "Release", Variant.From(0.0)), Is.EqualTo("Good"));
        await plant.UntilAsync("A", StatusCodes.Good, token);

        Assert.That(await plant.CallAsync(token, "_Status", "Release", Variant.From(50.0)), Is.EqualTo("Good"));
        await plant.Plc.Counters.WhenAsync(plc => plc.ConnectionsAccepted == 3, token);
        await plant.UntilAsync("A", StatusCodes.Good, token);
        Assert.That(plant.Plc.Counters.ConnectionsMax, Is.EqualTo(1));
    }

    [Test]
    public async Task A_PLC_that_breaks_under_the_load_shows_by_how_much_it_is_slowed_and_Restore_ends_that(CancellationToken token)
    {
        await using var plant = await ServedPlant.StartAsync(
            tags =>
            {
                tags.Class("fast", 10);
                for (var i = 0; i < 4; i++)
                    tags.Tag($"T{i}", $"DB1.DBB{i * 230}", "Byte(0..199)");
            },
            token,
            plc =>
                plc with
                {
                    Connection = plc.Connection with { Timeout = TimeSpan.FromMilliseconds(350) },
                    CpuStateEvery = TimeSpan.Zero,
                    LayoutEvery = TimeSpan.Zero,
                },
            CpuBehaviors.S7_300 with
            {
                MaxJobs = 4,
                Tsaps = [],
            },
            new PlcSpeed { PerJob = TimeSpan.FromMilliseconds(150) }
        );

        await plant.UntilAsync("_Status/SlowedBy", value => value.Value.Bits == 2, token);
        await plant.UntilAsync("T3", StatusCodes.Good, token);
        Assert.That(await plant.CallAsync(token, "_Status", "Restore"), Is.EqualTo("Good"));
        await plant.UntilAsync("_Status/SlowedBy", value => value.Value.Bits == 1, token);
    }

    [Test]
    public async Task Taking_back_what_was_not_released_leaves_the_link_alone(CancellationToken token)
    {
        await using var plant = await ServedPlant.StartAsync(Tags, token);
        await plant.UntilAsync("A", StatusCodes.Good, token);

        Assert.That(await plant.CallAsync(token, "_Status", "Release", Variant.From(0.0)), Is.EqualTo("Good"));
        Assert.That(await plant.CallAsync(token, "_Status/Scans/fast", "Poll"), Is.EqualTo("Good"));

        Assert.That(plant.Plc.Counters.ConnectionsAccepted, Is.EqualTo(1));
    }

    [Test]
    public async Task Poll_reads_a_class_once_and_ends_when_its_values_are_there(CancellationToken token)
    {
        await using var plant = await ServedPlant.StartAsync(Tags, token);
        await plant.UntilAsync("B", StatusCodes.Good, token);
        for (byte i = 1; i <= 10; i++)
        {
            plant.Poke(2, 0, i);
            Assert.That(await plant.CallAsync(token, "_Status/Scans/asked", "Poll"), Is.EqualTo("Good"));
            Assert.That(
                (await plant.Client.ReadAsync(token, ServedPlant.Node("B")))[0].Value.Bits,
                Is.EqualTo(i),
                "the answer comes after the values"
            );
        }
    }

    [Test]
    public async Task Poll_of_a_PLC_that_is_not_connected_says_so(CancellationToken token)
    {
        await using var plant = await ServedPlant.StartAsync(Tags, token, prepare: plc => plc.Faults.CutPower());

        Assert.That(await plant.CallAsync(token, "_Status/Scans/asked", "Poll"), Is.EqualTo("BadNoCommunication"));
    }

    [Test]
    [ConformanceUnit("Method Call")]
    public async Task Wrong_calls_get_the_status_that_says_what_is_wrong(CancellationToken token)
    {
        await using var plant = await ServedPlant.StartAsync(Tags, token, plc => plc with { Enabled = false });
        await plant.UntilAsync("A", StatusCodes.BadOutOfService, token);

        Assert.That(await plant.CallAsync(token, "_Status", "Release"), Is.EqualTo("BadArgumentsMissing"));
        Assert.That(
            await plant.CallAsync(token, "_Status", "Release", Variant.From(1.0), Variant.From(1.0)),
            Is.EqualTo("BadTooManyArguments")
        );
        Assert.That(await plant.CallAsync(token, "_Status", "Release", Variant.From("long")), Is.EqualTo("BadInvalidArgument"));
        Assert.That(await plant.CallAsync(token, "_Status", "Release", Variant.From(-1.0)), Is.EqualTo("BadInvalidArgument"));
        Assert.That(await plant.CallAsync(token, "_Status", "Release", Variant.From(double.NaN)), Is.EqualTo("BadInvalidArgument"));
        Assert.That(await plant.CallAsync(token, "_Status", "Release", Variant.From(86_400_001.0)), Is.EqualTo("BadInvalidArgument"));
        Assert.That(
            await plant.CallAsync(token, "_Status", "Release", Variant.From(1000.0)),
            Is.EqualTo("BadInvalidState"),
            "a disabled PLC has nothing to release"
        );
        Assert.That(await plant.CallAsync(token, "_Status", "Nothing"), Is.EqualTo("BadMethodInvalid"));
    }

    [Test]
    public async Task Reload_asks_for_the_map_to_be_read_again_and_tells_who_wants_it(CancellationToken token)
    {
        await using var plant = await ServedPlant.StartAsync(Tags, token);
        Assert.That(await ReloadAsync(), Is.EqualTo("BadNotSupported"), "this server has no files");
        var asked = new List<string>();
        plant.Server.AskReload = asked.Add;
        Assert.That(await ReloadAsync(), Is.EqualTo("Good"));
        Assert.That(asked, Is.EqualTo(new[] { "anonymous called Reload" }));
        Assert.That(await ReloadAsync(Variant.From(1)), Is.EqualTo("BadTooManyArguments"));

        async Task<string> ReloadAsync(params Variant[] arguments)
        {
            NodeId owner = new(TagAddressSpace.NamespaceIndex, "_Status"),
                method = new(TagAddressSpace.NamespaceIndex, "_Status/Reload");
            var call = new CallMethodRequest
            {
                ObjectId = owner,
                MethodId = method,
                InputArguments = arguments,
            };
            return StatusCodes.NameOf(
                (await plant.Client.CallAsync<CallResponse>(new CallRequest { MethodsToCall = [call] }, token)).Results[0].StatusCode
            );
        }
    }

    [Test]
    [ConformanceUnit("Address Space Method")]
    public async Task Methods_describe_themselves(CancellationToken token)
    {
        await using var plant = await ServedPlant.StartAsync(Tags, token);
        var arguments = (await plant.Client.ReadAsync(token, ServedPlant.Node("_Status/Release/InputArguments")))[0].Value;
        var executable = await plant.Client.CallAsync<ReadResponse>(
            new ReadRequest
            {
                TimestampsToReturn = TimestampsToReturn.Neither,
                NodesToRead =
                [
                    .. new[]
                    {
                        AttributeId.NodeClass,
                        AttributeId.Executable,
                        AttributeId.UserExecutable,
                        AttributeId.EventNotifier,
                    }.Select(attribute => new ReadValueId
                    {
                        NodeId = ServedPlant.Node("_Status/Scans/asked/Poll"),
                        AttributeId = (uint)attribute,
                    }),
                ],
            },
            token
        );

        Assert.That(arguments.Reference, Has.Length.EqualTo(1));
        var argument = (Argument)((ExtensionObject[])arguments.Reference!)[0].Body!;
        Assert.That((argument.Name, argument.DataType, argument.ValueRank), Is.EqualTo(("duration", (NodeId)Ids.Duration, -1)));
        Assert.That(executable.Results[..3].Select(result => result.Value.Bits), Is.EqualTo(new long[] { (int)NodeClass.Method, 1, 1 }));
        Assert.That(executable.Results[3].Status.Value, Is.EqualTo(StatusCodes.BadAttributeIdInvalid));
    }
}
