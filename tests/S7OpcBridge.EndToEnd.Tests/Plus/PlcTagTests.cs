using S7OpcBridge.OpcUa;
using S7OpcBridge.Simulator;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>PLC tags of I, Q, M, timers and counters by name, through the real program.</summary>
[TestFixture, CancelAfter(240_000), Parallelizable]
internal sealed class PlcTagTests
{
    private static readonly SoftTag[] Tags =
    [
        new("Motor_On", "Bool", "%M0.3"),
        new("Level", "Real", "%MD4"),
        new("Start", "Bool", "%I1.0"),
        new("Parts", "Counter", "%C7"),
    ];

    [Test]
    public async Task Tags_of_all_areas_are_read_written_and_followed_when_they_are_moved_or_renamed(CancellationToken cancellationToken)
    {
        await using var plc = PackPlc.Start(plus => plus with { Tags = Tags });
        plc.Plus!.Set("Level", [0x40, 0x20, 0, 0]);
        plc.Plus.Set("Start", [1]);
        plc.Plus.Set("Parts", [0, 42]);
        await using var bridge = await Bridge.StartAsync(
            PackPlc.Map(
                plc.Port,
                """
                - { name: Motor, symbol: '"Motor_On"', access: readwrite }
                - { name: Level, symbol: '"level"', type: Real }
                - { name: Start, symbol: '"Start"' }
                - { name: Parts, symbol: '"Parts"' }
                - { name: None, symbol: '"Nothing"', type: Int }
                """
            ),
            cancellationToken
        );
        await using var client = await PlusClient.ConnectAsync(bridge, cancellationToken);
        await client.UntilAsync("Packer/Level", static value => Equals(value.Value, Variant.From(2.5f)), cancellationToken);
        await client.UntilAsync("Packer/Start", static value => Equals(value.Value, Variant.From(true)), cancellationToken);
        await client.UntilAsync("Packer/Parts", static value => Equals(value.Value, Variant.From((ushort)42)), cancellationToken);
        Assert.That(await client.WriteAsync("Packer/Motor", Variant.From(true), cancellationToken), Is.Zero);
        await client.UntilAsync("Packer/Motor", static value => Equals(value.Value, Variant.From(true)), cancellationToken);
        Assert.That(plc.Plus.Get("Motor_On"), Is.EqualTo(new byte[] { 1 }));
        Assert.That((await client.ReadAsync("Packer/None", cancellationToken)).Status.IsBad);

        // Level is moved, Motor_On has another name: the CPU answers -255 and -17.
        SoftTag[] changed = [new("Motor_1", "Bool", "%M0.3"), new("Level", "Real", "%MD40"), .. Tags.Skip(2)];
        plc.Plus.Download([PackPlc.Pack, PackPlc.Recipes, PackPlc.Raw], changed);
        plc.Plus.Set("Level", [0x40, 0x60, 0, 0]);
        await client.UntilAsync("Packer/Level", static value => Equals(value.Value, Variant.From(3.5f)), cancellationToken);
        await client.UntilAsync("Packer/Motor", static value => value.Status.IsBad, cancellationToken);
        Assert.That((await client.ReadAsync("Packer/Start", cancellationToken)).Status.IsGood);
    }

    [Test]
    public async Task A_simulated_PLC_has_the_PLC_tags_of_the_map(CancellationToken cancellationToken)
    {
        await using var bridge = await Bridge.StartAsync(
            PackPlc.Map(
                102,
                """
                - { name: Level, symbol: '"Level"', type: Real, range: [10, 20], simulate: ramp }
                - { name: Motor, symbol: '"Motor.On"', type: Bool, access: readwrite }
                - { name: Wait, symbol: '"Wait"', type: DInt, access: readwrite }
                """,
                settings: "simulate: true"
            ),
            cancellationToken
        );
        await using var client = await PlusClient.ConnectAsync(bridge, cancellationToken);
        var first = await client.GoodAsync("Packer/Level", cancellationToken);
        await client.UntilAsync("Packer/Level", value => value.Status.IsGood && !value.Value.Equals(first.Value), cancellationToken);
        Assert.That(await client.WriteAsync("Packer/Motor", Variant.From(true), cancellationToken), Is.Zero);
        Assert.That(await client.WriteAsync("Packer/Wait", Variant.From(-7), cancellationToken), Is.Zero);
        await client.UntilAsync("Packer/Motor", static value => Equals(value.Value, Variant.From(true)), cancellationToken);
        await client.UntilAsync("Packer/Wait", static value => Equals(value.Value, Variant.From(-7)), cancellationToken);
    }
}
