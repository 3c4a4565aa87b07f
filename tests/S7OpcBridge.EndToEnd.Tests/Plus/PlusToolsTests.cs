namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>The tools around PLCs that are asked by symbol, with the real program.</summary>
[TestFixture, CancelAfter(240_000), Parallelizable]
internal sealed class PlusToolsTests
{
    [Test]
    public async Task A_simulated_PLC_has_the_symbols_of_the_map_and_moves_them_and_the_wire_log_shows_it(
        CancellationToken cancellationToken
    )
    {
        var log = Path.Combine(Directory.CreateTempSubdirectory("s7opcbridge-").FullName, "wire.log");
        await using (
            var bridge = await Bridge.StartAsync(
                PackPlc.Map(
                    102,
                    """
                    - { name: Speed, symbol: '"DB_Pack".State.Speed', type: Real, range: [10, 20], simulate: ramp }
                    - { name: Running, symbol: '"DB_Pack".State.Running', type: Bool }
                    - { name: Third, symbol: '"DB_Pack".Axis[3].Position' }
                    - { name: Setpoint, symbol: '"DB_Pack".Setpoint', type: Int, access: readwrite }
                    - browse: '"DB_Recipes"'
                    """,
                    settings: "simulate: true"
                ),
                cancellationToken,
                "--wire-log",
                log
            )
        )
        {
            await using var client = await PlusClient.ConnectAsync(bridge, cancellationToken);
            var first = await client.GoodAsync("Packer/Speed", cancellationToken);
            await client.UntilAsync("Packer/Speed", value => value.Status.IsGood && !value.Value.Equals(first.Value), cancellationToken);
            await client.GoodAsync("Packer/Running", cancellationToken);
            await client.GoodAsync("Packer/Third", cancellationToken);
            await client.GoodAsync("Packer/DB_Recipes/Count", cancellationToken);
            await client.GoodAsync("Packer/Setpoint", cancellationToken);
            Assert.That(await client.WriteAsync("Packer/Setpoint", OpcUa.Variant.From((short)1234), cancellationToken), Is.Zero);
            await client.UntilAsync("Packer/Setpoint", value => value.Value.Equals(OpcUa.Variant.From((short)1234)), cancellationToken);
        }
        var lines = await File.ReadAllLinesAsync(log, cancellationToken);
        Assert.That(lines, Has.Length.GreaterThan(10).And.All.StartWith("Packer "));
        Directory.Delete(Path.GetDirectoryName(log)!, recursive: true);
    }
}
