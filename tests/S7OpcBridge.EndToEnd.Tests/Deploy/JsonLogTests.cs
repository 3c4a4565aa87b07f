using System.Text.Json;
using S7OpcBridge.Testing;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>What the built program prints where programs read it, and with which code it ends under a supervisor.</summary>
[TestFixture, CancelAfter(120_000), Platform("Linux"), Parallelizable]
public sealed class JsonLogTests
{
    private const string Format = "S7OPCBRIDGE_Logging__Console__FormatterName";

    [Test]
    public async Task Every_line_is_JSON_with_time_level_event_and_fields(CancellationToken cancellationToken)
    {
        await using var bridge = await Bridge.StartAsync(
            """
            server: { endpoint: "{endpoint}", security: [None], anonymous: read }
            plcs: [{ name: Line1, simulate: true, tags: [{ name: A, address: MW0, type: Int }, { name: At, address: DB1.DBB0, type: DTL }] }]
            """,
            cancellationToken,
            [(Format, "json")]
        );
        await bridge.Program.TerminateAsync();
        Assert.That(await bridge.Program.ExitAsync(TimeSpan.FromSeconds(30), cancellationToken), Is.Zero, bridge.Program.Output);

        var lines = LinesOf(bridge.Program.Output);
        Assert.That(
            lines.Select(line => line.GetProperty("EventId").GetInt32()),
            Does.Contain(100).And.Contain(111),
            "the start, and a finding of the map"
        );
        foreach (var line in lines)
        {
            Assert.That(line.GetProperty("Timestamp").GetString(), Does.Match(@"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$"));
            Assert.That(line.GetProperty("LogLevel").GetString(), Is.Not.Empty);
        }
        Assert.That(
            lines.First(line => line.GetProperty("EventId").GetInt32() == 100).GetProperty("State").GetProperty("Plcs").GetInt32(),
            Is.EqualTo(1)
        );
    }

    [TestCase("json", "notify", 78)]
    [TestCase("json", "", 1)]
    [TestCase("simple", "notify", 78)]
    [TestCase("simple", "", 1)]
    public async Task A_wrong_map_ends_a_service_with_the_code_that_stops_the_supervisor(
        string format,
        string supervisor,
        int expected,
        CancellationToken cancellationToken
    )
    {
        var folder = Directory.CreateTempSubdirectory("s7opcbridge-").FullName;
        try
        {
            await File.WriteAllTextAsync(
                Path.Combine(folder, "map.yaml"),
                "plcs: [{ name: Line1, host: h, tags: [{ name: A, address: XX0 }] }]\n",
                cancellationToken
            );
            using var socket = new NotifySocket(Path.Combine(folder, "notify"));
            await using var program = ChildProgram.Start(
                "env",
                folder,
                [
                    $"{Format}={format}",
                    $"NOTIFY_SOCKET={(supervisor.Length > 0 ? socket.Address : "")}",
                    .. TestedProgram.Command,
                    "run",
                    "map.yaml",
                ]
            );
            Assert.That(await program.ExitAsync(TimeSpan.FromSeconds(60), cancellationToken), Is.EqualTo(expected), program.Output);
            if (format != "json")
                return;
            var found = LinesOf(program.Output).Single(line => line.GetProperty("EventId").GetInt32() == 110).GetProperty("State");
            Assert.That((found.GetProperty("File").GetString(), found.GetProperty("Line").GetInt32()), Is.EqualTo(("map.yaml", 1)));
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    [Test]
    public async Task A_port_in_use_names_the_key_and_is_tried_again(CancellationToken cancellationToken)
    {
        using var other = new System.Net.Sockets.TcpListener(System.Net.IPAddress.Loopback, 0);
        other.Start();
        var folder = Directory.CreateTempSubdirectory("s7opcbridge-").FullName;
        try
        {
            var endpoint = $"opc.tcp://127.0.0.1:{((System.Net.IPEndPoint)other.LocalEndpoint).Port}";
            await File.WriteAllTextAsync(
                Path.Combine(folder, "map.yaml"),
                $"server: {{ endpoint: \"{endpoint}\", security: [None], anonymous: read }}\nweb: false\nplcs: [{{ name: Line1, simulate: true, tags: [] }}]\n",
                cancellationToken
            );
            await using var program = ChildProgram.Start(
                "env",
                folder,
                [$"{Format}=json", $"NOTIFY_SOCKET={folder}/none", .. TestedProgram.Command, "run", "map.yaml"]
            );
            Assert.That(await program.ExitAsync(TimeSpan.FromSeconds(60), cancellationToken), Is.EqualTo(1), "systemd tries again");
            Assert.That(
                LinesOf(program.Output)[^1].GetProperty("Message").GetString(),
                Does.Contain("the port is in use by another program").And.Contain("'endpoint' under 'server' in map.yaml")
            );
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    [Test]
    public async Task No_line_of_the_log_steers_a_terminal(CancellationToken cancellationToken)
    {
        await using var bridge = await Bridge.StartAsync(
            """
            server: { endpoint: "{endpoint}", anonymous: read, certificates: pki }
            plcs: [{ name: Line1, simulate: true, tags: [{ name: A, address: MW0, type: Int }] }]
            """,
            cancellationToken,
            folder =>
            {
                var trusted = Directory.CreateDirectory(Path.Combine(folder, "pki", "trusted", "certs")).FullName;
                File.WriteAllText(Path.Combine(trusted, "x\u001b[2J\nforged\u202e.pem"), "no certificate");
            }
        );
        // It may have come before the endpoint, or come yet.
        var line = bridge.Program.Output.Split('\n').FirstOrDefault(IsIt) ?? await bridge.Program.LineAsync(IsIt, cancellationToken);
        Assert.That(line, Does.Contain("x?[2J?forged?.pem").And.Match("^[0-9]{4}-"));

        static bool IsIt(string line) => line.Contains("forged", StringComparison.Ordinal);
    }

    private static JsonElement[] LinesOf(string output) =>
        [.. output.Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(line => JsonDocument.Parse(line).RootElement)];
}
