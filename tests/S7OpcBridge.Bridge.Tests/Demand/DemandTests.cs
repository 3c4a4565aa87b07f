using S7OpcBridge.Core;
using S7OpcBridge.OpcUa;

namespace S7OpcBridge.Bridge.Tests;

[CancelAfter(60_000)]
public sealed class DemandTests
{
    [Test]
    public async Task A_demand_class_is_polled_at_the_slowest_rate_that_satisfies_its_listeners(CancellationToken token)
    {
        await using var plant = await ServedPlant.StartAsync(
            tags => tags.Class("fast", 20).Tag("A", "DB1.DBW0", "Int").Class("asked", 20, ScanMode.Demand).Tag("B", "DB1.DBW2", "Int"),
            token
        );
        var watcher = await Watcher.SubscribeAsync(plant.Client, 3_600_000, token, ServedPlant.Node("B"));
        await watcher.UntilAsync(0, StatusCodes.Good, token);
        plant.Poke(2, 0, 7);
        await CyclesAsync(plant, 30, token);
        Assert.That(
            (await plant.Client.ReadAsync(token, ServedPlant.Node("B")))[0].Value.Bits,
            Is.Zero,
            "once an hour is enough for the only listener"
        );

        var eager = await Watcher.SubscribeAsync(plant.Client, 20, token, ServedPlant.Node("B"));
        await plant.UntilAsync("B", value => value.Value.Bits == 7, token);
        await eager.SampleEveryAsync(0, 3_600_000, token);
        // What was due when the interval changed may still come.
        await CyclesAsync(plant, 5, token);
        plant.Poke(2, 0, 8);
        await CyclesAsync(plant, 30, token);
        Assert.That((await plant.Client.ReadAsync(token, ServedPlant.Node("B")))[0].Value.Bits, Is.EqualTo(7), "nobody is eager any more");

        await eager.SampleEveryAsync(0, 20, token);
        await plant.UntilAsync("B", value => value.Value.Bits == 8, token);
    }

    [Test]
    public async Task A_read_that_wants_a_fresh_value_polls_a_class_that_nobody_listens_to(CancellationToken token)
    {
        await using var plant = await ServedPlant.StartAsync(
            tags => tags.Class("fast", 20).Tag("A", "DB1.DBW0", "Int").Class("asked", 20, ScanMode.Demand).Tag("B", "DB1.DBW2", "Int"),
            token
        );
        await plant.UntilAsync("A", StatusCodes.Good, token);
        for (byte i = 1; i <= 5; i++)
        {
            plant.Poke(2, 0, i);
            var read = await plant.Client.CallAsync<ReadResponse>(
                new ReadRequest
                {
                    MaxAge = 0,
                    TimestampsToReturn = TimestampsToReturn.Both,
                    NodesToRead = [new ReadValueId { NodeId = ServedPlant.Node("B"), AttributeId = (uint)AttributeId.Value }],
                },
                token
            );
            Assert.That((read.Results[0].Status.Value, read.Results[0].Value.Bits), Is.EqualTo((StatusCodes.Good, (long)i)));
            // Within the class's interval the value counts as fresh.
            await CyclesAsync(plant, 3, token);
        }
    }

    // The other class tells how much time has passed for the PLC.
    private static async Task CyclesAsync(ServedPlant plant, int cycles, CancellationToken token)
    {
        for (var i = 0; i < cycles; i++)
            await plant.Acquisition.NextCycleAsync(0, token);
    }
}
