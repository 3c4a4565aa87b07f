using System.Text.Json;
using S7OpcBridge.Simulator;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>The list of alarms of a client that nobody here wrote, through what happens to a plant in its life.</summary>
[TestFixture, CancelAfter(180_000), Parallelizable]
public sealed class NodeOpcUaAlarmTests
{
    private const string Overload = "Line1/Motor/Overload/_Alarm",
        Level = "Line1/Tank/Level/_Alarm",
        Bit9 = "Line1/Faults/_Alarm/9";
    private const string Plc = "Line1/_Status/_Alarm";

    [Test]
    public async Task Alarms_come_are_acknowledged_survive_a_restart_a_lost_link_and_a_reload(CancellationToken cancellationToken)
    {
        await Interop.RequireAsync("node-opcua-client");
        var port = Testing.FreePort.Next();
        var state = Path.Combine(Directory.CreateTempSubdirectory("s7opcbridge-alarms-").FullName, "state.json");
        var plc = PowerOn(port);
        var map = MapOf(port, state);
        string acknowledged;
        await using (var bridge = await Bridge.StartAsync(map, cancellationToken, WriteList))
        {
            await using var client = await ConnectAsync(bridge, "de-AT", cancellationToken);

            // A bit comes; the text is that of the client's language.
            Poke(plc, 0, 0x01);
            var overload = await AlarmAsync(client, Overload, alarm => alarm.Active, cancellationToken);
            Assert.That(
                (overload.Message, overload.Severity, overload.Acked, overload.Retain),
                Is.EqualTo(("Motor überlastet", 800, false, true))
            );
            Assert.That((overload.Source, overload.Name), Is.EqualTo(("Line1/Motor/Overload", "Overload")));

            // Bit 9 of a word is in its first byte; a value stands in the text of a limit.
            Poke(plc, 2, 0x02, 0x00);
            var bit = await AlarmAsync(client, Bit9, alarm => alarm.Active, cancellationToken);
            Assert.That((bit.Message, bit.Severity), Is.EqualTo(("Tür 9 offen", 300)));
            Poke(plc, 4, 0x00, 0x60);
            var level = await AlarmAsync(client, Level, alarm => alarm.Active, cancellationToken);
            Assert.That(level.Message, Is.EqualTo("Stand 96, Motor 1"));

            // An acknowledgement is written to the PLC and takes effect when the PLC has answered.
            await client.SendLineAsync($"ack {Overload} gesehen");
            Assert.That(
                await client.LineAsync(line => line.StartsWith("CALLED ", StringComparison.Ordinal), cancellationToken),
                Is.EqualTo("CALLED Good")
            );
            await UntilAsync(plc, memory => (memory[10] & 1) == 1, cancellationToken);
            Assert.That(await ListedAsync(client, Overload, cancellationToken), Has.Property("Acked").False);
            Poke(plc, 11, 0x01);
            var acked = await AlarmAsync(client, Overload, alarm => alarm.Acked, cancellationToken);
            Assert.That((acked.Comment, acked.Retain, acked.Active), Is.EqualTo(("gesehen", true, true)));

            // The PLC acknowledges by itself; with its end the alarm is gone.
            Poke(plc, 12, 0x01);
            await AlarmAsync(client, Level, alarm => alarm.Acked, cancellationToken);
            Poke(plc, 4, 0x00, 0x10);
            await AlarmAsync(client, Level, alarm => !alarm.Active && !alarm.Retain, cancellationToken);

            // A lost link clears nothing and is an alarm itself.
            await plc.DisposeAsync();
            var away = await AlarmAsync(client, Plc, alarm => alarm.Active, cancellationToken);
            Assert.That(away.Message, Does.StartWith("Line1 is not connected."));
            Assert.That(
                await ListedAsync(client, Overload, cancellationToken),
                Has.Property("Active").True.And.Property("Quality").EqualTo("UncertainNoCommunicationLastUsableValue")
            );
            plc = PowerOn(port);
            Poke(plc, 0, 0x01);
            await Testing.Poll.UntilAsync(() => ListedAsync(client, Plc, cancellationToken), alarm => alarm is null, cancellationToken);
            await Testing.Poll.UntilAsync(
                () => ListedAsync(client, Overload, cancellationToken),
                alarm => alarm?.Quality == "Good",
                cancellationToken
            );

            // A reload in the middle keeps what was acknowledged, and shows the new alarm.
            await bridge.WriteMapAsync(
                map
                    + """
                          - { name: New, address: DB1.DBX0.7, scan: fast, alarm: { text: { en: New, de: Neu } } }
                    """,
                cancellationToken
            );
            await bridge.Program.LineAsync(line => line.Contains("The map was loaded again", StringComparison.Ordinal), cancellationToken);
            Poke(plc, 0, 0x81);
            await AlarmAsync(client, "Line1/New/_Alarm", alarm => alarm is { Active: true, Message: "Neu" }, cancellationToken);
            Assert.That(await ListedAsync(client, Overload, cancellationToken), Has.Property("Active").True.And.Property("Acked").True);
            acknowledged = (await ListedAsync(client, Overload, cancellationToken))!.Time;
            await bridge.Program.TerminateAsync();
            Assert.That(await bridge.Program.ExitAsync(TimeSpan.FromSeconds(30), cancellationToken), Is.Zero, bridge.Program.Output);
        }

        // Another start: what was acknowledged is not raised again.
        await using (var bridge = await Bridge.StartAsync(map, cancellationToken, WriteList))
        {
            Assert.That(bridge.Program.Output, Does.Contain("alarms were taken from"));
            await using var client = await ConnectAsync(bridge, "en", cancellationToken);
            var overload = await AlarmAsync(client, Overload, alarm => alarm.Quality == "Good", cancellationToken);
            Assert.That(
                (overload.Active, overload.Acked, overload.Comment, overload.Message),
                Is.EqualTo((true, true, "gesehen", "Motor overload"))
            );
            Assert.That(overload.Time, Is.GreaterThanOrEqualTo(acknowledged));
            await using var watch = Bridge.Start(bridge.Folder, "watch", "map.yaml", "--alarms");
            var line = await watch.LineAsync(line => line.Contains("Line1/Motor/Overload", StringComparison.Ordinal), cancellationToken);
            Assert.That(line.Split('\t')[1..], Is.EqualTo(new[] { "800", "active", "Line1/Motor/Overload", "Motor overload (gesehen)" }));
            Poke(plc, 2, 0x00, 0x02);
            await watch.LineAsync(
                line => line.EndsWith("\t300\tactive\tLine1/Faults\tDoor 1 open", StringComparison.Ordinal),
                cancellationToken
            );
            Assert.That(bridge.Program.Output, Does.Not.Contain("   at "));
        }
        await plc.DisposeAsync();
        Directory.Delete(Path.GetDirectoryName(state)!, recursive: true);
    }

    private static string MapOf(int port, string state) =>
        $$"""
            server: { endpoint: "{endpoint}", security: [None], anonymous: write }
            alarms: { state: {{state}}, default: Errors, classes: { Errors: { severity: 800 }, Warnings: { severity: 300, ack: false } } }
            plcs:
              - name: Line1
                host: 127.0.0.1
                port: {{port}}
                timeout: 1s
                reconnect: { first: 200ms, max: 500ms }
                scan: { fast: 50ms }
                tags:
                  - { name: Motor/Overload, address: DB1.DBX0.0, scan: fast,
                      alarm: { text: { en: Motor overload, de: Motor überlastet }, ack: { write: DB1.DBX10.0, echo: DB1.DBX11.0 } } }
                  - { name: Motor/Number, address: DB1.DBW6, type: Int, scan: fast }
                  - { name: Faults, address: DB1.DBW2, type: Word, scan: fast, alarms: faults.csv }
                  - { name: Tank/Level, address: DB1.DBW4, type: Int, scan: fast,
                      alarm: { high: 90, low: 5, hysteresis: 2, ack: { echo: DB1.DBX12.0 },
                               text: { en: "Level {Level}", de: "Stand {Level}, Motor {Motor/Number}" } } }

            """;

    private static void WriteList(string folder) =>
        File.WriteAllText(
            Path.Combine(folder, "faults.csv"),
            """
            ID;Alarm text [en-US], Alarm text;Alarm text [de-DE], Alarm text;Class;Trigger tag;Trigger bit
            1;Door 9 open;Tür 9 offen;Warnings;Faults;9
            2;Door 1 open;Tür 1 offen;Warnings;Faults;1
            """
        );

    private static SoftPlc PowerOn(int port)
    {
        var plc = new SoftPlc(new SoftPlcOptions { Port = port }, TimeProvider.System);
        plc.Memory.AddBlock(1, 100);
        Poke(plc, 4, 0x00, 0x10, 0x00, 0x01);
        plc.Start();
        return plc;
    }

    private static void Poke(SoftPlc plc, int offset, params byte[] bytes)
    {
        using var memory = plc.Memory.Hold();
        bytes.CopyTo(memory.Block(1)[offset..]);
    }

    private static Task UntilAsync(SoftPlc plc, Func<byte[], bool> holds, CancellationToken cancellationToken) =>
        Testing.Poll.UntilAsync(() => Task.FromResult(Peek(plc)), holds, cancellationToken);

    private static byte[] Peek(SoftPlc plc)
    {
        using var memory = plc.Memory.Hold();
        return memory.Block(1).ToArray();
    }

    private static async Task<ChildProgram> ConnectAsync(Bridge bridge, string locale, CancellationToken cancellationToken)
    {
        var client = Interop.Start("ua-alarm-list.js", bridge.Endpoint, locale);
        await client.LineAsync(line => line == "READY", cancellationToken);
        return client;
    }

    private static async Task<Alarm> AlarmAsync(
        ChildProgram client,
        string id,
        Func<Alarm, bool> wanted,
        CancellationToken cancellationToken
    )
    {
        Alarm? found = null;
        await client.LineAsync(line => line.StartsWith("ALARM ", StringComparison.Ordinal) && Is(line[6..]), cancellationToken);
        return found!;

        bool Is(string json) => (found = Read<Alarm>(json)).Id == $"ns=2;s={id}" && wanted(found);
    }

    /// <summary>What the client's own list says.</summary>
    private static async Task<Alarm?> ListedAsync(ChildProgram client, string id, CancellationToken cancellationToken)
    {
        await client.SendLineAsync("list");
        var line = await client.LineAsync(line => line.StartsWith("LIST ", StringComparison.Ordinal), cancellationToken);
        return Array.Find(Read<Alarm[]>(line[5..]), alarm => alarm.Id == $"ns=2;s={id}");
    }

    private static T Read<T>(string json) => JsonSerializer.Deserialize<T>(json, JsonSerializerOptions.Web)!;

    private sealed record Alarm(
        string Id,
        bool Active,
        bool Acked,
        bool Retain,
        int Severity,
        string Message,
        string? Quality,
        string? Comment,
        string Source,
        string Name,
        string Time
    );
}
