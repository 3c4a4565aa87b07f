using System.Net;
using System.Net.Sockets;
using S7OpcBridge.OpcUa;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>What a user sends us becomes PLCs here: a bridge writes a wire log, <c>simulate</c> plays it, and another bridge reads the same.</summary>
[TestFixture, CancelAfter(240_000), Parallelizable]
internal sealed class WireLogPlaybackTests
{
    private const string PlusTags = """
        - { name: Count, symbol: '"DB_Pack".Count' }
        - { name: Temps, symbol: '"DB_Pack".Temps' }
        - browse: '"DB_Recipes"'
        """;

    [Test]
    public async Task A_bridge_reads_from_a_recording_what_another_had_read_from_the_PLCs(CancellationToken cancellationToken)
    {
        var folder = Directory.CreateTempSubdirectory("s7opcbridge-").FullName;
        var log = Path.Combine(folder, "plant.wirelog");
        await using (var packer = PackPlc.Start())
        await using (var line = FieldPlc.Start(TimeSpan.FromMilliseconds(200)))
        {
            packer.Plus!.Set("\"DB_Pack\".Count", [0, 0, 0x30, 0x39]);
            packer.Plus.Set("\"DB_Recipes\".Active", [0, 7]);
            line.Memory.AddBlock(77, 8);
            using (var memory = line.Memory.Hold())
                memory.Block(77)[3] = 42;
            await using var bridge = await Bridge.StartAsync(Map(packer.Port, line.Port), cancellationToken, "--wire-log", log);
            await CheckAsync(bridge, cancellationToken);
        }

        Assert.That(await File.ReadAllTextAsync(log, cancellationToken), Does.Contain("Packer 2").And.Contain("Line1 2"));
        var port = TwoPorts();
        await using var plant = Bridge.Start(folder, "simulate", log, "--port", $"{port}");
        await plant.LineAsync(static said => said.StartsWith("The recording is played", StringComparison.Ordinal), cancellationToken);
        var isLineFirst = plant.Output.Contains($"Line1: 127.0.0.1:{port}\n", StringComparison.Ordinal);
        await using (
            var bridge = await Bridge.StartAsync(Map(isLineFirst ? port + 1 : port, isLineFirst ? port : port + 1), cancellationToken)
        )
            await CheckAsync(bridge, cancellationToken);
        Assert.That(plant.Output, Does.Not.Contain("not recorded"));

        // A tag that the recording does not have.
        var more = Map(isLineFirst ? port + 1 : port, isLineFirst ? port : port + 1)
            .Replace("DB77.DBD0", "DB78.DBD4", StringComparison.Ordinal);
        await using (var bridge = await Bridge.StartAsync(more, cancellationToken))
        {
            await plant.LineAsync(
                static said => said.Contains("not recorded, and refused: reading DB78.DBB4", StringComparison.Ordinal),
                cancellationToken
            );
            await using var client = await PlusClient.ConnectAsync(bridge, cancellationToken);
            await client.UntilAsync("Line1/Parts", static value => value.Status.IsBad, cancellationToken);
        }

        Directory.Delete(folder, recursive: true);
    }

    private static async Task CheckAsync(Bridge bridge, CancellationToken cancellationToken)
    {
        await using var client = await PlusClient.ConnectAsync(bridge, cancellationToken);
        await client.UntilAsync("Packer/Count", static value => Equals(value.Value, Variant.From(12345)), cancellationToken);
        await client.UntilAsync("Packer/DB_Recipes/Active", static value => Equals(value.Value, Variant.From((short)7)), cancellationToken);
        await client.GoodAsync("Packer/Temps", cancellationToken);
        await client.UntilAsync("Line1/Parts", static value => Equals(value.Value, Variant.From(42)), cancellationToken);
    }

    private static string Map(int plus, int classic) =>
        PackPlc.Map(
            plus,
            PlusTags,
            others: $$"""
              - name: Line1
                host: 127.0.0.1
                port: {{classic}}
                scan: { fast: 50ms }
                tags:
                  - { name: Parts, address: DB77.DBD0, type: DInt, scan: fast }
            """
        );

    private static int TwoPorts()
    {
        while (true)
        {
            var port = Testing.FreePort.Next();
            using var listener = new TcpListener(IPAddress.Loopback, port + 1);
            try
            {
                listener.Start();
                return port;
            }
            catch (SocketException)
            {
                // The one behind it is in use.
            }
        }
    }
}
