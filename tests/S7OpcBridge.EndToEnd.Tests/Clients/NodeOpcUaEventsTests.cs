using System.Text.Json;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>A client that nobody here wrote listens to events while a PLC goes away and returns, reads the diagnostics, and sees the bridge go down.</summary>
[TestFixture, CancelAfter(180_000), Parallelizable]
public sealed class NodeOpcUaEventsTests
{
    private const string Password = "Zwölf-Boxkämpfer",
        DeviceFailure = "ns=0;i=2131",
        WriteUpdate = "ns=0;i=2100",
        SystemStatusChange = "ns=0;i=11446";

    [Test]
    public async Task Failures_audit_diagnostics_and_shutdown_reach_whom_they_should(CancellationToken cancellationToken)
    {
        await Interop.RequireAsync("node-opcua-client");
        var folder = Directory.CreateTempSubdirectory("s7opcbridge-events-").FullName;
        var users = Path.Combine(folder, "users.yaml");
        await using (
            var add = Bridge.Start(
                folder,
                "users",
                "add",
                "root",
                "--role",
                "SecurityAdmin",
                "--role",
                "Operator",
                "--file",
                users,
                "--password-stdin"
            )
        )
        {
            await add.SendLineAsync(Password);
            Assert.That(await add.ExitAsync(TimeSpan.FromSeconds(60), cancellationToken), Is.Zero, add.Output);
        }

        var port = Testing.FreePort.Next();
        var map = $$"""
            server: { name: events, endpoint: "{endpoint}", users: {{users}}, security: [Aes256_Sha256_RsaPss, None], certificates: {{folder}}/pki, trust: first-use }
            plcs:
              - name: Line1
                host: 127.0.0.1
                port: {{port}}
                timeout: 1s
                reconnect: { first: 200ms, max: 500ms }
                scan: { normal: 100ms }
                tags:
                  - { name: Count, address: DB1.DBW0, type: Int, access: readwrite }
            """;
        await File.WriteAllTextAsync(
            Path.Combine(folder, "plant.yaml"),
            map.Replace("{endpoint}", "opc.tcp://localhost:4840", StringComparison.Ordinal),
            cancellationToken
        );
        var plant = await PowerOnAsync(folder, port, cancellationToken);
        try
        {
            await using var bridge = await Bridge.StartAsync(map, cancellationToken);
            await using var client = Interop.Start(
                "ua-events.js",
                bridge.Endpoint,
                Path.Combine(folder, "client"),
                "ns=2;s=Line1",
                "ns=2;s=Line1/Count",
                "root",
                Password
            );
            var ready = await client.LineAsync(line => line.StartsWith("READY ", StringComparison.Ordinal), cancellationToken);
            Assert.That(ready, Is.EqualTo("READY Good Good Good Good Good"), client.Output);

            // An event of the audit on the encrypted channel, and not on the other one.
            var write =
                await WrittenAsync(client, cancellationToken)
                ?? await EventAsync(client, "secret", told => told["EventType"] == WriteUpdate, cancellationToken);
            Assert.Multiple(() =>
            {
                Assert.That(write["ClientUserId"], Is.EqualTo("root"));
                Assert.That(write["NewValue"], Is.EqualTo("4711"));
                Assert.That(write["Status"], Is.EqualTo("true"));
                Assert.That(write["SourceNode"], Is.EqualTo("ns=2;s=Line1/Count"));
                Assert.That(write["EventId"], Is.EqualTo("16"));
            });

            await plant.DisposeAsync();
            var away = await EventAsync(client, "failures", _ => true, cancellationToken);
            Assert.Multiple(() =>
            {
                Assert.That(
                    (away["EventType"], away["SourceNode"], away["SourceName"], away["Severity"]),
                    Is.EqualTo((DeviceFailure, "ns=2;s=Line1", "Line1", "800"))
                );
                Assert.That(away["Message"], Does.StartWith("Line1 is not connected"));
            });
            plant = await PowerOnAsync(folder, port, cancellationToken);
            var back = await EventAsync(client, "failures", _ => true, cancellationToken);
            Assert.That((back["Severity"], back["Message"]), Is.EqualTo(("100", "Line1 is connected and answers normally again.")));

            await client.SendLineAsync("diagnostics");
            var diagnostics = await client.LineAsync(line => line.StartsWith("DIAGNOSTICS ", StringComparison.Ordinal), cancellationToken);
            AssertDiagnostics(JsonDocument.Parse(diagnostics[12..]).RootElement);

            await bridge.Program.TerminateAsync();
            await EventAsync(
                client,
                "clear",
                told => told["EventType"] == SystemStatusChange && told["Severity"] == "800",
                cancellationToken
            );
            Assert.That(await bridge.Program.ExitAsync(TimeSpan.FromSeconds(30), cancellationToken), Is.Zero);

            var output = client.Output.Split('\n');
            Assert.Multiple(() =>
            {
                Assert.That(
                    output.Count(line => line.StartsWith("EVENT plc ", StringComparison.Ordinal)),
                    Is.EqualTo(2),
                    "the PLC's own node tells the same two"
                );
                Assert.That(
                    output
                        .Where(line => line.StartsWith("EVENT high ", StringComparison.Ordinal))
                        .Select(line => line.Contains("not connected", StringComparison.Ordinal)),
                    Is.EqualTo(new[] { true, false }),
                    "the failure and the shutdown, by the where clause"
                );
                Assert.That(
                    output.Where(line => line.StartsWith("EVENT clear ", StringComparison.Ordinal)),
                    Has.None.Contains(WriteUpdate),
                    "no audit on a channel that is not encrypted"
                );
                Assert.That(output, Does.Contain("STATE clear 0").And.Contain("STATE clear 4"), "Running, then Shutdown");
                Assert.That(bridge.Program.Output, Does.Not.Contain("   at "));
            });
        }
        finally
        {
            await plant.DisposeAsync();
        }

        Directory.Delete(folder, recursive: true);
    }

    private static void AssertDiagnostics(JsonElement seen)
    {
        string Of(string name) => seen.GetProperty(name).ToString();
        Assert.Multiple(() =>
        {
            Assert.That(Of("sessions"), Is.EqualTo("2"));
            Assert.That(Of("parts"), Is.EqualTo("""["SessionDiagnostics","SessionSecurityDiagnostics","SubscriptionDiagnosticsArray"]"""));
            Assert.That((Of("members"), Of("items")), Is.EqualTo(("43", "5")));
            Assert.That(seen.GetProperty("reads").GetInt32(), Is.Positive);
            Assert.That((Of("summary"), Of("events")), Is.EqualTo(("[2,2]", "[true,true]")));
            Assert.That(Of("securityInClear"), Is.AnyOf("BadUserAccessDenied", "BadSecurityModeInsufficient"));
            Assert.That(Of("security"), Is.EqualTo("""["root None","root SignAndEncrypt"]"""));
            Assert.That(Of("auditing"), Is.EqualTo("True"));
            Assert.That((Of("disable"), Of("whileDisabled"), Of("enable")), Is.EqualTo(("Good", "BadNotReadable", "Good")));
        });
    }

    /// <returns>The event of it, if that came before the answer; null: it is still to come.</returns>
    private static async Task<Dictionary<string, string?>?> WrittenAsync(ChildProgram client, CancellationToken cancellationToken)
    {
        Dictionary<string, string?>? told;
        string line;
        do
        {
            told = null;
            await client.SendLineAsync("write");
            line = await client.LineAsync(IsAnswer, cancellationToken);
        } while (line != "WRITTEN Good"); // the link to the PLC may not be up yet
        return told;

        bool IsAnswer(string line)
        {
            if (Told(line, "secret") is { } happened && happened["EventType"] == WriteUpdate)
                told = happened;
            return line.StartsWith("WRITTEN ", StringComparison.Ordinal);
        }
    }

    private static async Task<Dictionary<string, string?>> EventAsync(
        ChildProgram client,
        string who,
        Func<Dictionary<string, string?>, bool> wanted,
        CancellationToken cancellationToken
    )
    {
        var line = await client.LineAsync(line => Told(line, who) is { } told && wanted(told), cancellationToken);
        return Told(line, who)!;
    }

    private static Dictionary<string, string?>? Told(string line, string who)
    {
        var mark = $"EVENT {who} ";
        return line.StartsWith(mark, StringComparison.Ordinal)
            ? JsonSerializer.Deserialize<Dictionary<string, string?>>(line[mark.Length..], Lenient)
            : null;
    }

    private static async Task<ChildProgram> PowerOnAsync(string folder, int port, CancellationToken cancellationToken)
    {
        var plant = Bridge.Start(folder, "simulate", "plant.yaml", "--port", $"{port}");
        await plant.LineAsync(line => line.Contains($"{port}", StringComparison.Ordinal), cancellationToken);
        return plant;
    }

    private static readonly JsonSerializerOptions Lenient = new() { Converters = { new AnyText() } };

    /// <summary>Numbers and flags as their text.</summary>
    private sealed class AnyText : System.Text.Json.Serialization.JsonConverter<string?>
    {
        public override string? Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
            reader.TokenType == JsonTokenType.String ? reader.GetString() : JsonDocument.ParseValue(ref reader).RootElement.ToString();

        public override void Write(Utf8JsonWriter writer, string? value, JsonSerializerOptions options) => writer.WriteStringValue(value);
    }
}
