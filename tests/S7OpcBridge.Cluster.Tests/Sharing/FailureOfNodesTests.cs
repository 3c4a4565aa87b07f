using System.Text;
using S7OpcBridge.Cluster.Tests.Plants;
using S7OpcBridge.Core;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Cluster.Tests.Sharing;

[CancelAfter(60_000), Parallelizable]
internal sealed class FailureOfNodesTests
{
    [Test]
    public async Task A_node_that_takes_nothing_costs_one_entry_per_tag_and_nobody_else_waits_and_a_cut_off_node_does_no_PLC_io(
        CancellationToken token
    )
    {
        await using var plant = new SharedPlant("Line1");
        plant.Pins["Line1"] = "a";
        var nodes = await Task.WhenAll(plant.StartAsync("a", token), plant.StartAsync("b", token), plant.StartAsync("c", token));
        var (a, b, c) = (nodes[0], nodes[1], nodes[2]);
        await plant.UntilSharedAsync(token, a, b, c);
        await b.UntilAsync("Line1/A", 0, token);

        b.Freeze();
        for (short value = 1; value <= 40; value++)
        {
            plant.Poke("Line1", 0, value);
            await a.UntilAsync("Line1/A", value, token);
        }
        await c.UntilAsync("Line1/A", 40, token);
        var link = a.Shared.Links.Single(static link => link.Node == "b");
        Assert.That(link.Waiting, Is.LessThanOrEqualTo(a.Acquisition.Map.Tags.Length));
        Assert.That(link.Joined, Is.GreaterThan(0), "later changes replaced earlier ones");
        b.Thaw();
        await b.UntilAsync("Line1/A", 40, token);
        // What was on its way when it stood still must not come through later.
        plant.Poke("Line1", 0, 41);
        await b.UntilAsync("Line1/A", 41, token);

        plant.Pins.Remove("Line1");
        await a.CutOffAsync();
        await Poll.UntilAsync(() => !a.Owns("Line1") && (b.Owns("Line1") || c.Owns("Line1")), token);
        Assert.That(await a.WriteAsync("Line1/B", 5, token), Is.EqualTo(TagWriteResult.NoCommunication), "it has no say any more");
        plant.Poke("Line1", 0, 42);
        await b.UntilAsync("Line1/A", 42, token);
        await c.UntilAsync("Line1/A", 42, token);
        Assert.That(plant.Peek("Line1", 2), Is.Zero);
        await Poll.UntilAsync(() => a.Read("Line1/A").Quality == TagQuality.NotConfirmed, token);
        Assert.That(a.Read("Line1/A").Value.Bits, Is.EqualTo(41), "the last value, marked as uncertain");
        await Poll.UntilAsync(() => a.Read("Line1/A").Quality == TagQuality.LinkDown, token);
        Assert.That(a.Shared.Unreachable, Is.EqualTo(1));
        Assert.That(plant.Plc("Line1").Counters.ConnectionsMax, Is.EqualTo(1), "never two connections");
    }

    [Test]
    public async Task Listeners_fresh_reads_and_other_questions_reach_the_owner(CancellationToken token)
    {
        await using var plant = new SharedPlant("Line1");
        plant.Pins["Line1"] = "a";
        var nodes = await Task.WhenAll(plant.StartAsync("a", token), plant.StartAsync("b", token));
        var (a, b) = (nodes[0], nodes[1]);
        await plant.UntilSharedAsync(token, a, b);
        var asked = b.Acquisition.Map.Tags[b.Id("Line1/D")].ScanGroup;
        plant.Poke("Line1", 4, 6);
        Assert.That(b.Read("Line1/D").Quality, Is.EqualTo(TagQuality.WaitingForInitialData), "nobody listens");

        b.Acquisition.Listen(asked, TimeSpan.FromMilliseconds(50));
        await b.UntilAsync("Line1/D", 6, token);
        b.Acquisition.Unlisten(asked, TimeSpan.FromMilliseconds(50));
        // The owner stops polling the class; a fresh read polls it once.
        await Poll.UntilAsync(async () => await CyclesAsync(a, token), static cycles => cycles == 0, token);
        plant.Poke("Line1", 4, 7);
        // An owner that is too busy to answer within 3 s has not read; that is no answer, and asked again.
        long asking;
        do
        {
            asking = TimeProvider.System.GetTimestamp();
            await b.Acquisition.NextCycleAsync(asked, token);
        } while (b.Read("Line1/D").Value.Bits != 7 && TimeProvider.System.GetElapsedTime(asking) > TimeSpan.FromSeconds(2));
        Assert.That(b.Read("Line1/D").Value.Bits, Is.EqualTo(7), "when the read is over, its value has arrived");

        a.Shared.Handle(
            64,
            (from, _, body, _) => new ValueTask<byte[]>(Encoding.UTF8.GetBytes($"{from} asks {Encoding.UTF8.GetString(body.Span)}"))
        );
        Assert.That(
            Encoding.UTF8.GetString(await b.Shared.AskOwnerAsync("Line1", 64, "this"u8.ToArray(), token)),
            Is.EqualTo("b asks this")
        );
        Assert.That(
            Encoding.UTF8.GetString(await a.Shared.AskOwnerAsync("Line1", 64, "that"u8.ToArray(), token)),
            Is.EqualTo("a asks that")
        );
        await Assert.ThatAsync(
            async () => await b.Shared.AskOwnerAsync("Line1", 65, default, token),
            Throws.InstanceOf<ClusterCallException>()
        );

        b.Acquisition.Release(0, TimeSpan.FromMinutes(1));
        await Poll.UntilAsync(() => !a.Acquisition.StatusOf(0).Connected && !b.Acquisition.StatusOf(0).Connected, token);
        await Poll.UntilAsync(() => b.Read("Line1/A").Quality == TagQuality.LinkDownLastValue, token);
    }

    [Test]
    public async Task Nodes_with_different_maps_say_so_and_assign_values_by_path(CancellationToken token)
    {
        await using var plant = new SharedPlant("Line1", "Line2");
        (plant.Pins["Line1"], plant.Pins["Line2"]) = ("a", "a");
        var a = await plant.StartAsync("a", token);
        var b = await plant.StartAsync("b", token, plant.Map(["Line1"], "T", "A"));
        await Poll.UntilAsync(() => a.Owns("Line1") && a.Owns("Line2") && b.View.Members.Length == 2, token);
        plant.Poke("Line1", 0, 3);
        await b.UntilAsync("Line1/A", 3, token);
        await Poll.UntilAsync(() => b.Read("Line1/T") is { Quality: TagQuality.Good } text && Equals(text.Value.Reference, ""), token);
        await Poll.UntilAsync(() => b.Shared.MapDifferences is { Different: ["Line1"], Unknown: ["Line2"] }, token);
        await Poll.UntilAsync(() => a.Shared.MapDifferences is { Different: ["Line1"], Unknown: ["Line2"] }, token);
        Assert.That(a.Shared.MapHash, Is.Not.EqualTo(b.Shared.MapHash));

        // Loading the same map on the other node ends it, and what did not change goes on.
        await b.Server.AdoptAsync(b.Server.Follow(plant.Map()), ["changed"], token);
        await b.UntilAsync("Line2/A", 0, token);
        await b.UntilAsync("Line1/B", 0, token);
        plant.Poke("Line1", 0, 4);
        await b.UntilAsync("Line1/A", 4, token);
        await Poll.UntilAsync(
            () => a.Shared.MapHash == b.Shared.MapHash && b.Shared.MapDifferences is { Different.Count: 0, Unknown.Count: 0 },
            token
        );
    }

    private static async Task<long> CyclesAsync(SharingNode node, CancellationToken token)
    {
        var before = node.Acquisition.StatusOf(0).Scans.Single(static scan => scan.Scan == "asked").Cycles;
        await Task.Delay(TimeSpan.FromMilliseconds(200), TimeProvider.System, token);
        return node.Acquisition.StatusOf(0).Scans.Single(static scan => scan.Scan == "asked").Cycles - before;
    }
}
