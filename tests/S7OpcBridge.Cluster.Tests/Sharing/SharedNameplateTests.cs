using S7OpcBridge.Bridge;
using S7OpcBridge.Cluster.Tests.Plants;
using S7OpcBridge.OpcUa;
using S7OpcBridge.Simulator;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Cluster.Tests.Sharing;

/// <summary>What a CPU tells of itself, at the node that asked it and at the other one.</summary>
[CancelAfter(60_000), Parallelizable]
internal sealed class SharedNameplateTests
{
    [Test]
    public async Task Both_nodes_show_the_nameplate_of_a_PLC(CancellationToken token)
    {
        await using var plant = new SharedPlant("Line1") { CpuStateEvery = TimeSpan.FromSeconds(1) };
        plant.Pins["Line1"] = "a";
        var a = await plant.StartAsync("a", token);
        var b = await plant.StartAsync("b", token);
        await plant.UntilSharedAsync(token, a, b);
        await Poll.UntilAsync(() => b.Acquisition.StatusOf(0).Nameplate is not null, token);
        Assert.That((a.Owns("Line1"), b.Acquisition.StatusOf(0).Nameplate), Is.EqualTo((true, a.Acquisition.StatusOf(0).Nameplate)));

        await using var client = await UaTestClient.ConnectAsync(b.Server.Port, token);
        NodeId Node(string name) => new(TagAddressSpace.NamespaceIndex, $"Line1/_Device/{name}");
        var values = await client.ReadAsync(token, Node("SerialNumber"), Node("OrderNumber"), Node("DeviceHealth"));
        var identity = CpuBehaviors.Generic.Identity;
        Assert.That(
            values.Select(static value => (value.Status.IsGood, value.Value.Reference)),
            Is.EqualTo(new[] { (true, (object?)identity.SerialNumber), (true, identity.OrderNumber.Trim()), (true, null) })
        );

        // The node that asked it is gone; the other one asks again.
        await a.DisposeAsync();
        await Poll.UntilAsync(() => b.Owns("Line1") && b.Acquisition.StatusOf(0) is { Connected: true, Nameplate: not null }, token);
    }
}
