using System.Net;
using System.Net.Sockets;
using S7OpcBridge.Testing;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>What the program does with what users and networks get wrong.</summary>
[TestFixture, CancelAfter(120_000), Parallelizable]
public sealed class BadInputTests
{
    private const string OneSimulatedPlc = """
        server: { name: bad, endpoint: "{endpoint}", security: [None], anonymous: read }
        plcs:
          - name: Line1
            host: 127.0.0.1
            simulate: true
            tags:
              - { name: Speed, address: DB1.DBD0, type: Real }
        """;

    [Test]
    public async Task A_map_that_is_not_there_is_one_sentence_and_exit_code_1(CancellationToken cancellationToken)
    {
        // Beside another map the path is mistyped; where there is none, it is a first start.
        var folder = Directory.CreateTempSubdirectory("s7opcbridge-").FullName;
        await File.WriteAllTextAsync(Path.Combine(folder, "such-map.yaml"), "plcs: []", cancellationToken);
        await using var program = Bridge.Start(folder, "run", "no-such-map.yaml");
        Assert.That(await program.ExitAsync(TimeSpan.FromSeconds(60), cancellationToken), Is.EqualTo(1));
        Assert.That(program.Output, Does.Contain("no-such-map.yaml").And.Not.Contain("   at "));
        Directory.Delete(folder, recursive: true);
    }

    [Test]
    public async Task A_port_in_use_is_one_sentence_and_exit_code_1(CancellationToken cancellationToken)
    {
        using var squatter = new TcpListener(IPAddress.Loopback, 0);
        squatter.Start();
        var port = ((IPEndPoint)squatter.LocalEndpoint).Port;
        var folder = Directory.CreateTempSubdirectory("s7opcbridge-").FullName;
        await File.WriteAllTextAsync(
            Path.Combine(folder, "map.yaml"),
            OneSimulatedPlc.Replace("{endpoint}", $"opc.tcp://localhost:{port}"),
            cancellationToken
        );
        await using var program = Bridge.Start(folder, "run", "map.yaml");
        Assert.That(await program.ExitAsync(TimeSpan.FromSeconds(60), cancellationToken), Is.EqualTo(1));
        Assert.That(program.Output, Does.Contain($"{port}").And.Contain("in use").And.Not.Contain("   at "));
        Directory.Delete(folder, recursive: true);
    }

    [Test]
    public async Task A_PLC_that_is_not_there_is_told_and_the_bridge_keeps_serving(CancellationToken cancellationToken)
    {
        await Interop.RequireAsync("node-opcua-client");
        await using var bridge = await Bridge.StartAsync(
            OneSimulatedPlc.Replace("simulate: true", $"port: {FreePort.Next()}"),
            cancellationToken
        );
        System.Text.Json.JsonElement read;
        do read = await Interop.RunAsync(
            "ua-client.js",
            cancellationToken,
            bridge.Endpoint,
            "read",
            "ns=2;s=Line1/Speed",
            "ns=2;s=Line1/_Status/Connected",
            "ns=2;s=Line1/_Status/LastError"
        );
        while (read[0].GetProperty("status").GetString() == "BadWaitingForInitialData");
        Assert.That(read[0].GetProperty("status").GetString(), Is.EqualTo("BadNoCommunication"));
        Assert.That(read[1].GetProperty("value").GetBoolean(), Is.False);
        Assert.That(read[2].GetProperty("value").GetString(), Does.Contain("127.0.0.1"));
    }

    [Test]
    public async Task Garbage_on_the_endpoint_disturbs_nobody(CancellationToken cancellationToken)
    {
        await Interop.RequireAsync("node-opcua-client");
        await using var bridge = await Bridge.StartAsync(OneSimulatedPlc, cancellationToken);
        var port = new Uri(bridge.Endpoint).Port;
        foreach (
            var garbage in new[]
            {
                "GET / HTTP/1.1\r\n\r\n"u8.ToArray(),
                new byte[4096],
                [.. "HELF"u8, 255, 255, 255, 127],
                [.. "OPNF"u8, 8, 0, 0, 0],
            }
        )
        {
            using var client = new TcpClient();
            await client.ConnectAsync(IPAddress.Loopback, port, cancellationToken);
            var stream = client.GetStream();
            await stream.WriteAsync(garbage, cancellationToken);
            var answer = new byte[1024];
            var length = await stream.ReadAsync(answer, cancellationToken);
            Assert.That(length == 0 || answer.AsSpan(0, 3).SequenceEqual("ERR"u8), "the peer is told or cut off");
        }
        System.Text.Json.JsonElement read;
        do read = await Interop.RunAsync("ua-client.js", cancellationToken, bridge.Endpoint, "read", "ns=2;s=Line1/Speed");
        while (read[0].GetProperty("status").GetString() == "BadWaitingForInitialData");
        Assert.That(read[0].GetProperty("status").GetString(), Is.EqualTo("Good"));
        Assert.That(bridge.Program.Output, Does.Not.Contain("   at "));
    }
}
