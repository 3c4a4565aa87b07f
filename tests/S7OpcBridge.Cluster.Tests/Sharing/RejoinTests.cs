using S7OpcBridge.Cluster.Tests.Plants;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Cluster.Tests.Sharing;

/// <summary>Nodes that are declared dead and join again in the same process.</summary>
[CancelAfter(60_000), Parallelizable]
internal sealed class RejoinTests
{
    [Test]
    public async Task Values_go_on_both_ways_when_each_node_in_turn_was_out_of_the_cluster(CancellationToken token)
    {
        await using var plant = new SharedPlant("Line1", "Line2");
        var (a, b) = await StartAsync(plant, token);
        await Task.WhenAll(SendManyAsync(a, b, "Line1/A", token), SendManyAsync(b, a, "Line2/A", token));

        short value = 0;
        foreach (var (evicted, other) in new[] { (b, a), (a, b) })
        {
            var before = other.Shared.Links.Single().Batches;
            await plant.EvictAsync(evicted, token);
            await Poll.UntilAsync(() => other.Shared.Links is [var link] && link.Batches > 0 && link.Batches < before, token);
            var (taken, confirmed) = (evicted.Shared.Sources.Single().Batches, other.Shared.Links.Single().Batches);
            await Poll.UntilAsync(() => other.Shared.Links.Single().Batches >= confirmed + 3, token);
            Assert.That(evicted.Shared.Sources.Single().Batches, Is.GreaterThan(taken), "what is confirmed over the new link is taken");

            await plant.UntilSharedAsync(token, a, b);
            plant.Poke("Line1", 0, ++value);
            plant.Poke("Line2", 0, value);
            await b.UntilAsync("Line1/A", value, token);
            await a.UntilAsync("Line2/A", value, token);
        }
    }

    [Test]
    public async Task Classes_that_are_read_on_demand_go_on_for_listeners_of_a_node_that_was_out_of_the_cluster(CancellationToken token)
    {
        await using var plant = new SharedPlant("Line1", "Line2");
        var (a, b) = await StartAsync(plant, token);
        b.Acquisition.Listen(b.Acquisition.Map.Tags[b.Id("Line1/D")].ScanGroup, TimeSpan.FromMilliseconds(50));
        plant.Poke("Line1", 4, 1);
        await b.UntilAsync("Line1/D", 1, token);

        await plant.EvictAsync(b, token);
        await plant.UntilSharedAsync(token, a, b);
        plant.Poke("Line1", 4, 2);
        await b.UntilAsync("Line1/D", 2, token);
    }

    private static async Task<(SharingNode A, SharingNode B)> StartAsync(SharedPlant plant, CancellationToken token)
    {
        (plant.Pins["Line1"], plant.Pins["Line2"]) = ("a", "b");
        var nodes = await Task.WhenAll(plant.StartAsync("a", token), plant.StartAsync("b", token));
        await plant.UntilSharedAsync(token, nodes);
        return (nodes[0], nodes[1]);
    }

    private static async Task SendManyAsync(SharingNode from, SharingNode to, string tag, CancellationToken token)
    {
        while (from.Shared.Links.Single().Batches < 100)
            await to.Acquisition.ReadBackAsync(to.Id(tag), token);
    }
}
