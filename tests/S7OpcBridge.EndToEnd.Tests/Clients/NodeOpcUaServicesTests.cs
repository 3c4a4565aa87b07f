using System.Diagnostics;
using System.Text.Json;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>
/// node-opcua's client through every service against the built program, with a tap on the line: what it found is asserted check by check, and what went over
/// the line is read by tshark, whose OPC UA dissector nobody here wrote either.
/// </summary>
[TestFixture, CancelAfter(180_000), Parallelizable]
public sealed class NodeOpcUaServicesTests
{
    private const string Password = "Zwölf-Boxkämpfer";
    private const string Malformed = "_ws.malformed || _ws.expert.severity == error";
    private string _folder = null!,
        _capture = null!;
    private int _port;
    private JsonElement _checks;

    [OneTimeSetUp]
    public async Task RunAllOnce()
    {
        await Interop.RequireAsync("node-opcua-client");
        _folder = Directory.CreateTempSubdirectory("s7opcbridge-services-").FullName;
        _capture = Path.Combine(_folder, "services.pcap");
        var users = Path.Combine(_folder, "users.yaml");
        await using (var add = Bridge.Start(_folder, "users", "add", "mes", "--role", "Engineer", "--file", users, "--password-stdin"))
        {
            await add.SendLineAsync(Password);
            Assert.That(await add.ExitAsync(TimeSpan.FromSeconds(60), CancellationToken.None), Is.Zero, add.Output);
        }

        await using var bridge = await Bridge.StartAsync(
            $$"""
            server: { name: services, endpoint: "{endpoint}", users: {{users}}, certificates: {{_folder}}/pki, security: [None], anonymous: read }
            plcs:
              - name: Line1
                simulate: true
                profile: s7-1500
                scan: { fast: 100ms, normal: 500ms }
                tags:
                  - { name: Speed, address: DB1.DBD0, type: Real, scan: fast, unit: rpm, range: [0, 3000] }
                  - { name: Setpoint, address: DB1.DBD4, type: Real, scan: fast, access: readwrite, limits: [0, 3000] }
                  - { name: Order, address: DB1.DBD8, type: DInt, scan: fast, access: readwrite }
                  - { name: Name, address: DB1.DBB12, type: "String[20]", scan: fast, access: readwrite }
                  - { name: Temps, address: DB1.DBW40, type: Int(0..9), access: readwrite }
            """,
            CancellationToken.None
        );
        await using var tap = new WireTap(new Uri(bridge.Endpoint).Port);
        using var patience = new CancellationTokenSource(TimeSpan.FromSeconds(120));
        _port = tap.Port;
        _checks = await Interop.RunAsync("ua-services.js", patience.Token, $"opc.tcp://localhost:{tap.Port}", "mes", Password);
        tap.WriteCapture(_capture);
    }

    [OneTimeTearDown]
    public void Forget()
    {
        if (_folder is not null)
            Directory.Delete(_folder, recursive: true);
    }

    [Test]
    public void Every_service_does_what_a_client_nobody_here_wrote_expects()
    {
        var checks = _checks.EnumerateObject().ToArray();
        Assert.That(checks, Has.Length.EqualTo(43));
        Assert.Multiple(() =>
        {
            foreach (var check in checks)
                Assert.That(check.Value.GetString(), Is.EqualTo("ok"), check.Name);
        });
    }

    [Test]
    public async Task Tshark_finds_no_malformed_packet_in_all_of_it(CancellationToken cancellationToken)
    {
        var messages = await TsharkAsync("opcua", "opcua.servicenodeid.numeric", cancellationToken);
        var services = messages.SelectMany(line => line.Split(',')).Where(id => id.Length > 0).ToHashSet();
        Assert.That(messages, Has.Length.GreaterThan(500), "the capture is read as OPC UA");
        Assert.That(services, Has.Count.GreaterThan(50), "with all requests and responses of the services");
        Assert.That(await TsharkAsync(Malformed, "_ws.col.Info", cancellationToken), Is.Empty);
    }

    [Test]
    public async Task Tshark_would_find_a_malformed_packet_if_there_were_one(CancellationToken cancellationToken)
    {
        var broken = Path.Combine(_folder, "broken.pcap");
        using (var capture = new PacketCapture(broken, _port))
        {
            // A ReadRequest (i=631) that ends within its header.
            byte[] message = [.. "MSGF"u8, 32, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0x77, 2, 0, 0, 1, 2];
            capture.Write(0, true, message);
        }

        Assert.That(await TsharkAsync(Malformed, "_ws.col.Info", cancellationToken, broken), Is.Not.Empty);
    }

    private async Task<string[]> TsharkAsync(string filter, string field, CancellationToken cancellationToken, string? capture = null)
    {
        var start = new ProcessStartInfo(
            "tshark",
            [
                "-n",
                "-r",
                capture ?? _capture,
                "-d",
                $"tcp.port=={_port},opcua",
                "-Y",
                filter,
                "-T",
                "fields",
                "-e",
                "frame.number",
                "-e",
                field,
            ]
        )
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        try
        {
            using var tshark = Process.Start(start)!;
            var output = tshark.StandardOutput.ReadToEndAsync(cancellationToken);
            var errors = tshark.StandardError.ReadToEndAsync(cancellationToken);
            await tshark.WaitForExitAsync(cancellationToken);
            Assert.That(tshark.ExitCode, Is.Zero, await errors);
            return
            [
                .. (await output)
                    .Split('\n', StringSplitOptions.RemoveEmptyEntries)
                    .Select(line => line[(line.IndexOf('\t', StringComparison.Ordinal) + 1)..]),
            ];
        }
        catch (System.ComponentModel.Win32Exception)
        {
            Assert.Ignore("tshark is not on the PATH: install Debian's package tshark to have the wire judged by Wireshark's dissector");
            return [];
        }
    }
}
