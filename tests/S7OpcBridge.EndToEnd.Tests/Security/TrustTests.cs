using System.Text.Json;
using System.Text.RegularExpressions;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>The way of a client that nobody knows: refused, trusted by the command in the log, connected, renewed under load, reconnected, shut out again.</summary>
[TestFixture, CancelAfter(240_000)]
public sealed partial class TrustTests
{
    // 'certificates' says a folder of the test's own; security is the default: three policies, two modes each.
    private const string Map = """
        server: { name: secure, endpoint: "{endpoint}", anonymous: read, certificates: pki }
        plcs:
          - name: Line1
            simulate: true
            scan: { normal: 100ms }
            tags:
              - { name: Speed, address: DB1.DBD0, type: Real, range: [0, 3000] }
        """;

    [Test]
    public async Task A_client_is_refused_trusted_renewed_and_reconnected_over_every_policy_and_mode(CancellationToken cancellationToken)
    {
        await Interop.RequireAsync("node-opcua-client");
        await using var bridge = await Bridge.StartAsync(Map, cancellationToken);
        var client = Directory.CreateTempSubdirectory("s7opcbridge-client-").FullName;
        Task<JsonElement> RunAsync(params string[] command) => Interop.RunAsync("ua-secure.js", cancellationToken, [bridge.Endpoint, client, .. command]);

        var refused = await RunAsync("try");
        Assert.That(ResultsOf(refused), Has.Count.EqualTo(6).And.All.Contains("rejected by server"));
        var line = await bridge.Program.LineAsync(text => text.Contains("To let it in, run: ", StringComparison.Ordinal), cancellationToken);
        Assert.That(line, Does.Contain("BadCertificateUntrusted"));

        // The command exactly as the log has it.
        var command = Command().Match(line).Groups[1].Value.Split(' ');
        await using var trust = Bridge.Start(bridge.Folder, command);
        Assert.That(await trust.ExitAsync(TimeSpan.FromSeconds(60), cancellationToken), Is.Zero, trust.Output);

        var endured = await RunAsync("endure", "ns=2;s=Line1/Speed");
        Assert.That(endured.GetArrayLength(), Is.EqualTo(6));
        foreach (var way in endured.EnumerateArray())
        {
            Assert.Multiple(() =>
            {
                Assert.That(way.GetProperty("renewals").GetInt32(), Is.GreaterThan(0), way.ToString());
                Assert.That(way.GetProperty("bad").GetInt32(), Is.Zero, way.ToString());
                Assert.That(way.GetProperty("changes").GetInt32(), Is.GreaterThan(0), way.ToString());
                Assert.That(way.GetProperty("changesAfterCut").GetInt32(), Is.GreaterThan(0), way.ToString());
            });
        }

        await using var untrust = Bridge.Start(bridge.Folder, [command[0], "untrust", .. command[2..]]);
        Assert.That(await untrust.ExitAsync(TimeSpan.FromSeconds(60), cancellationToken), Is.Zero, untrust.Output);
        Assert.That(ResultsOf(await RunAsync("try")), Has.All.Contains("rejected by server"));
        Assert.That(bridge.Program.Output, Does.Not.Contain("   at "));
        Directory.Delete(client, recursive: true);
    }

    private static List<string> ResultsOf(JsonElement ways) => [.. ways.EnumerateArray().Select(way => way.GetProperty("result").GetString()!)];

    [GeneratedRegex("run: s7opcbridge (.+)$")]
    private static partial Regex Command();
}
