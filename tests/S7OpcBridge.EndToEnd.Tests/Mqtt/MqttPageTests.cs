using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using System.Text.Json;
using System.Text.RegularExpressions;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>What the pages about MQTT tell people to write: the program takes each map, and the flow for Node-RED is whole.</summary>
[TestFixture, CancelAfter(300_000), Platform("Linux"), Parallelizable]
public sealed partial class MqttPageTests
{
    private const string Plant = """
        server: { name: edge01, security: [None], anonymous: read }
        plcs:
          - name: Line1
            simulate: true
            tags:
              - { name: Motor/Speed, address: DB1.DBD0, type: Real }
              - { name: Motor/Debug/Count, address: DB1.DBD4, type: DInt }
              - { name: Recipe/Number, address: DB2.DBW0, type: Int, access: readwrite }

        """;

    [Test]
    public async Task Each_map_on_the_pages_is_one_that_the_program_takes(CancellationToken cancellationToken)
    {
        var maps = new[] { "docs/mqtt.md", "docs/clients/mqtt.md" }
            .SelectMany(static page => Block().Matches(Shipped.Read(page)))
            .Select(static match => match.Groups["text"].Value)
            .Where(static text => text.StartsWith("mqtt:", StringComparison.Ordinal))
            .ToArray();
        Assert.That(maps, Has.Length.GreaterThan(3));
        var folder = Directory.CreateTempSubdirectory("s7opcbridge-page-").FullName;
        var password = Path.Combine(folder, "mqtt.txt");
        await File.WriteAllTextAsync(password, "secret\n", cancellationToken);
        if (!OperatingSystem.IsWindows())
            File.SetUnixFileMode(password, UnixFileMode.UserRead | UnixFileMode.UserWrite);
        await File.WriteAllTextAsync(Path.Combine(folder, "ca.pem"), Certificate(), cancellationToken);
        foreach (var map in maps)
        {
            await File.WriteAllTextAsync(Path.Combine(folder, "map.yaml"), Plant + map, cancellationToken);
            await using var validate = Bridge.Start(folder, "validate", "map.yaml");
            Assert.That(await validate.ExitAsync(TimeSpan.FromSeconds(60), cancellationToken), Is.Zero, $"{map}\n{validate.Output}");
        }
        Directory.Delete(folder, recursive: true);
    }

    [Test]
    public void Each_example_in_JSON_is_valid_and_every_wire_of_the_flow_leads_to_a_node()
    {
        var flows = 0;
        foreach (var page in new[] { "docs/mqtt.md", "docs/clients/mqtt.md" })
        {
            foreach (Match block in Block().Matches(Shipped.Read(page)))
            {
                if (block.Groups["kind"].Value != "json")
                    continue;
                using var document = JsonDocument.Parse(block.Groups["text"].Value);
                if (document.RootElement.ValueKind != JsonValueKind.Array)
                    continue;
                flows++;
                var nodes = document.RootElement.EnumerateArray().ToDictionary(static node => node.GetProperty("id").GetString()!);
                foreach (var node in nodes.Values)
                {
                    if (node.TryGetProperty("broker", out var broker) && node.GetProperty("type").GetString() != "mqtt-broker")
                        Assert.That(nodes, Contains.Key(broker.GetString()!));
                    if (node.TryGetProperty("wires", out var wires))
                    {
                        foreach (var wire in wires.EnumerateArray().SelectMany(static output => output.EnumerateArray()))
                            Assert.That(nodes, Contains.Key(wire.GetString()!));
                    }
                }
            }
        }
        Assert.That(flows, Is.EqualTo(1));
    }

    private static string Certificate()
    {
        using var key = ECDsa.Create();
        var request = new CertificateRequest("CN=Plant CA", key, HashAlgorithmName.SHA256);
        request.CertificateExtensions.Add(new X509BasicConstraintsExtension(true, false, 0, true));
        var now = TimeProvider.System.GetUtcNow();
        using var certificate = request.CreateSelfSigned(now.AddDays(-1), now.AddDays(30));
        return certificate.ExportCertificatePem();
    }

    [GeneratedRegex(@"^```(?<kind>\w+)\n(?<text>.*?)^```", RegexOptions.Multiline | RegexOptions.Singleline | RegexOptions.ExplicitCapture)]
    private static partial Regex Block();
}
