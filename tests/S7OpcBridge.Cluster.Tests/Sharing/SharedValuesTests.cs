using S7OpcBridge.Cluster.Tests.Plants;
using S7OpcBridge.Core;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Cluster.Tests.Sharing;

/// <summary>Two nodes in one process: real sockets between them and to the soft PLCs.</summary>
[CancelAfter(60_000), Parallelizable]
internal sealed class SharedValuesTests
{
    [Test]
    public async Task Values_and_writes_reach_the_other_node_and_a_planned_stop_hands_the_PLCs_over(CancellationToken token)
    {
        await using var plant = new SharedPlant("Line1", "Line2");
        (plant.Pins["Line1"], plant.Pins["Line2"]) = ("a", "b");
        var nodes = await Task.WhenAll(plant.StartAsync("a", token), plant.StartAsync("b", token));
        var (a, b) = (nodes[0], nodes[1]);
        await plant.UntilSharedAsync(token, a, b);
        Assert.That((a.Owns("Line1"), a.Owns("Line2"), b.Owns("Line1"), b.Owns("Line2")), Is.EqualTo((true, false, false, true)));

        plant.Poke("Line1", 0, 7);
        plant.Poke("Line2", 0, 8);
        await a.UntilAsync("Line1/A", 7, token);
        await b.UntilAsync("Line1/A", 7, token);
        await a.UntilAsync("Line2/A", 8, token);
        Assert.That(b.Read("Line1/A").SourceTicks, Is.EqualTo(a.Read("Line1/A").SourceTicks), "the time is the owner's");
        await Poll.UntilAsync(() => b.Acquisition.StatusOf(0) is { Connected: true, State: PlcState.Running }, token);

        Assert.That(await b.WriteAsync("Line1/B", 41, token), Is.EqualTo(TagWriteResult.Ok));
        Assert.That(plant.Peek("Line1", 2), Is.EqualTo(41));
        await b.Acquisition.ReadBackAsync(b.Id("Line1/B"), token);
        Assert.That(b.Read("Line1/B").Value.Bits, Is.EqualTo(41), "a read after the write shows it");
        Assert.That(
            await b.WriteAsync("Line1/B", 100_000, token),
            Is.EqualTo(TagWriteResult.OutOfRange),
            "the owner's refusal is the client's"
        );

        await a.StopAsync(token);
        Assert.That(b.Owns("Line1"), "it was handed over before the node left");
        plant.Poke("Line1", 0, 9);
        await b.UntilAsync("Line1/A", 9, token);
        Assert.That(await b.WriteAsync("Line1/B", 42, token), Is.EqualTo(TagWriteResult.Ok));

        a = await plant.StartAsync("a", token);
        await plant.UntilSharedAsync(token, a, b);
        plant.Poke("Line1", 0, 10);
        await b.UntilAsync("Line1/A", 10, token);
        Assert.That(
            plant.Plc("Line1").Counters.ConnectionsMax,
            Is.EqualTo(1),
            "an owner connected after the one before had closed its connection"
        );
        // On a busy machine a node may be fenced for a moment, and connects again.
        Assert.That(plant.Plc("Line1").Counters.ConnectionsAccepted, Is.AtLeast(3));
    }
}
