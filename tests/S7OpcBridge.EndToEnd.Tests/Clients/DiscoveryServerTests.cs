using System.Text.Json;
using System.Text.RegularExpressions;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>The bridge and a discovery server that nobody here wrote: neither trusts the other, until an administrator says so on both sides.</summary>
[TestFixture, CancelAfter(180_000), Parallelizable]
public sealed partial class DiscoveryServerTests
{
    [Test]
    public async Task Clients_find_the_bridge_by_asking_the_discovery_server_until_it_stops(CancellationToken cancellationToken)
    {
        await Interop.RequireAsync("node-opcua-server-discovery");
        var folder = Directory.CreateTempSubdirectory("s7opcbridge-lds-").FullName;
        var port = Testing.FreePort.Next();
        await using var lds = Interop.Start("ua-lds.js", $"{port}", folder);
        await lds.LineAsync(line => line == "LDS ready", cancellationToken);
        await using var bridge = await Bridge.StartAsync(
            $$"""
            server: { name: findable, endpoint: "{endpoint}", anonymous: read, certificates: pki, discovery: "opc.tcp://127.0.0.1:{{port}}" }
            plcs:
              - name: Line1
                simulate: true
                tags:
                  - { name: Speed, address: DB1.DBD0, type: Real }
            """,
            cancellationToken
        );

        var trouble = await bridge.Program.LineAsync(
            line => line.Contains("Registration with the discovery", StringComparison.Ordinal),
            cancellationToken
        );
        Assert.That(trouble, Does.Contain("BadCertificateUntrusted"));
        await using (var trust = Bridge.Start(bridge.Folder, Command().Match(trouble).Groups[1].Value.Split(' ')))
            Assert.That(await trust.ExitAsync(TimeSpan.FromSeconds(60), cancellationToken), Is.Zero, trust.Output);
        await using (
            var export = Bridge.Start(bridge.Folder, "certs", "export", "--map", "map.yaml", "--out", Path.Combine(folder, "trusted.der"))
        )
            Assert.That(await export.ExitAsync(TimeSpan.FromSeconds(60), cancellationToken), Is.Zero, export.Output);
        await lds.SendLineAsync("trust");

        await lds.LineAsync(line => line == $"REGISTERED urn:s7opcbridge:findable {bridge.Endpoint}", cancellationToken);
        await lds.SendLineAsync("find");
        var found = JsonDocument
            .Parse((await lds.LineAsync(line => line.StartsWith("RESULT ", StringComparison.Ordinal), cancellationToken))[7..])
            .RootElement;
        Assert.That(
            found.EnumerateArray().Select(server => server.GetProperty("uri").GetString()),
            Is.EqualTo((string[])["urn:interop:lds", "urn:s7opcbridge:findable"])
        );
        await bridge.Program.LineAsync(
            line => line.Contains("This server is registered with the discovery server", StringComparison.Ordinal),
            cancellationToken
        );

        await bridge.Program.TerminateAsync();
        await lds.LineAsync(line => line == "UNREGISTERED urn:s7opcbridge:findable", cancellationToken);
        Assert.That(await bridge.Program.ExitAsync(TimeSpan.FromSeconds(30), cancellationToken), Is.Zero);
        Assert.That(bridge.Program.Output, Does.Not.Contain("   at "));
        Directory.Delete(folder, recursive: true);
    }

    [GeneratedRegex("run: .*s7opcbridge(?:\\.dll)? (certs [^.]+\\.yaml)")]
    private static partial Regex Command();
}
