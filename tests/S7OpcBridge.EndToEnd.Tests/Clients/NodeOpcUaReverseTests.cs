using System.Text.Json;
using S7OpcBridge.Testing;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>node-opcua listens, the built program dials: discovery over the first connection, an encrypted session over the next.</summary>
[TestFixture, CancelAfter(120_000), Parallelizable]
public sealed class NodeOpcUaReverseTests
{
    [Test]
    [ConformanceUnit("Protocol Reverse Connect Server")]
    public async Task A_client_that_listens_discovers_and_reads_over_connections_of_the_bridge(CancellationToken cancellationToken)
    {
        await Interop.RequireAsync("node-opcua-client");
        var pki = Directory.CreateTempSubdirectory("s7opcbridge-client-").FullName;
        await using var client = Interop.Start("ua-reverse.js", "urn:s7opcbridge:reverse", "ns=2;s=Line1/Speed", pki);
        var listening = await client.LineAsync(static line => line.StartsWith("LISTENING ", StringComparison.Ordinal), cancellationToken);
        var mes = $"opc.tcp://127.0.0.1:{listening["LISTENING ".Length..].Trim()}";
        var page = $"http://127.0.0.1:{FreePort.Next()}";
        await using var bridge = await Bridge.StartAsync(
            $$"""
            server:
              name: reverse
              endpoint: "{endpoint}"
              anonymous: read
              certificates: pki
              trust: first-use
              reverseConnect: [ { client: "{{mes}}", retry: 1s } ]
            web: { listen: "{{page}}" }
            plcs:
              - name: Line1
                simulate: true
                scan: { normal: 100ms }
                tags:
                  - { name: Speed, address: DB1.DBD0, type: Real, range: [0, 3000] }
            """,
            cancellationToken
        );
        var line = await client.LineAsync(static line => line.StartsWith("RESULT ", StringComparison.Ordinal), cancellationToken);
        var seen = JsonDocument.Parse(line["RESULT ".Length..]).RootElement;
        Assert.That(seen.GetProperty("toldUrl").GetString(), Is.EqualTo(bridge.Endpoint));
        Assert.That(
            seen.GetProperty("endpointUrls").EnumerateArray().Select(url => url.GetString()),
            Is.EqualTo(new[] { bridge.Endpoint })
        );
        Assert.That(seen.GetProperty("status").GetString(), Is.EqualTo("Good"));

        using var browser = new HttpClient();
        var shown = JsonDocument.Parse(await browser.GetStringAsync($"{page}/api/clients", cancellationToken)).RootElement;
        var dialled = shown.GetProperty("dialled").EnumerateArray().Single();
        Assert.That(dialled.GetProperty("client").GetString(), Is.EqualTo(mes));
        Assert.That(dialled.GetProperty("endpoint").GetString(), Is.EqualTo(bridge.Endpoint));
        Assert.That(dialled.GetProperty("state").GetString(), Is.EqualTo("connected"));
        Assert.That(dialled.GetProperty("channels").GetInt32(), Is.EqualTo(1));
        var metrics = await browser.GetStringAsync($"{page}/metrics", cancellationToken);
        Assert.That(metrics, Does.Contain($"s7opcbridge_opcua_reverse_channels{{client=\"{mes}\"}} 1"));

        await client.SendLineAsync("enough");
        Assert.That(await client.ExitAsync(TimeSpan.FromSeconds(60), cancellationToken), Is.Zero, client.Output);
        await bridge.Program.LineAsync(
            line => line.Contains($"Reverse connect to {mes} failed: nothing listens", StringComparison.Ordinal),
            cancellationToken
        );

        // doctor asks the running bridge.
        await using var doctor = Bridge.Start(bridge.Folder, "doctor", "map.yaml");
        Assert.That(await doctor.ExitAsync(TimeSpan.FromSeconds(60), cancellationToken), Is.EqualTo(1), doctor.Output);
        Assert.That(doctor.Output.ReplaceLineEndings(" "), Does.Contain("Reverse connect").And.Contain("Nothing listens"));
    }
}
