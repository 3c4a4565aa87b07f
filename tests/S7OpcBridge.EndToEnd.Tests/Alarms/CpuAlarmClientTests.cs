using System.Globalization;
using System.Text.Json;
using S7OpcBridge.Simulator;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>The alarms that CPUs raise themselves, by both protocols, in the list of a client that nobody here wrote.</summary>
[TestFixture, CancelAfter(180_000), Parallelizable]
public sealed class CpuAlarmClientTests
{
    private const string Motor = "New/_Alarms/DB_Pack/1",
        Door = "New/_Alarms/DB_Pack/2",
        Pump = "Old/_Alarms/60000123/3";

    private static readonly SoftPlusOptions Pack = new()
    {
        Blocks = [new SoftBlock("DB_Pack", 10, [new("Count", "DInt")])],
        Alarms =
        [
            new("DB_Pack", 1, [new(1033, "Motor stopped at @1%d@"), new(1031, "Motor steht bei @1%d@", "Zähler @1%d@ prüfen", "Halle 3")])
            {
                Priority = 12,
                DisplayClass = 3,
                Values = ["DB_Pack.Count"],
            },
            new("DB_Pack", 2, [new(1033, "Door open")]) { NeedsAcknowledgement = false },
        ],
    };

    [Test]
    public async Task They_come_are_acknowledged_in_the_CPU_and_survive_a_lost_link_and_a_restart(CancellationToken cancellationToken)
    {
        await Interop.RequireAsync("node-opcua-client");
        await using var modern = new SoftPlc(new SoftPlcOptions { Behavior = CpuBehaviors.S7_1500, Plus = Pack }, TimeProvider.System);
        modern.Start();
        await using var old = new SoftPlc(new SoftPlcOptions { Behavior = CpuBehaviors.S7_400 }, TimeProvider.System);
        old.Memory.AddBlock(1, 100);
        old.Start();
        var state = Path.Combine(Directory.CreateTempSubdirectory("s7opcbridge-cpu-alarms-").FullName, "state.json");
        // It is there before the bridge is, and only the list of the CPU tells of it.
        modern.Plus!.Alarms.Set("DB_Pack/2", true);
        var map = MapOf(modern.Port, old.Port, state);
        await using (var bridge = await Bridge.StartAsync(map, cancellationToken, WriteTexts))
        {
            await using var client = await ConnectAsync(bridge, "de-AT", cancellationToken);
            var door = await AlarmAsync(client, Door, static alarm => alarm.Active, cancellationToken);
            Assert.That((door.Message, door.Acked, door.Type), Is.EqualTo(("Door open", true, "ns=2;i=1001")));

            await client.SendLineAsync("details");
            await client.LineAsync(static line => line == "READY", cancellationToken);
            modern.Plus.Set("DB_Pack.Count", [0, 0, 0, 7]);
            modern.Plus.Alarms.Set("DB_Pack/1", true);
            // A filter of the client selects what the CPU says beside the message.
            var details = await client.LineAsync(
                static line => line.StartsWith("DETAILS ", StringComparison.Ordinal) && line.Contains(Motor, StringComparison.Ordinal),
                cancellationToken
            );
            var told = JsonSerializer.Deserialize<Details>(details[8..], JsonSerializerOptions.Web)!;
            Assert.That((told.Info, told.First, told.Last), Is.EqualTo(("Zähler 7 prüfen", "Halle 3", (string?)null)));
            Assert.That(told.Values, Is.EqualTo(new[] { "7" }));
            Assert.That(told.Time, Is.GreaterThan(DateTime.UnixEpoch));
            Assert.That(
                ulong.Parse(told.Number, CultureInfo.InvariantCulture) >> 16 & 0xFFFF,
                Is.EqualTo(1),
                "the alarm's number in its block"
            );
            var motor = await AlarmAsync(client, Motor, static alarm => alarm.Active, cancellationToken);
            Assert.That((motor.Message, motor.Severity, motor.Acked, motor.Retain), Is.EqualTo(("Motor steht bei 7", 745, false, true)));
            Assert.That((motor.Source, motor.Name), Is.EqualTo(("DB_Pack", "DB_Pack/1")));
            old.Messages.Set(0x60000123, PlcAlarmKind.Alarm8, 3, true);
            var pump = await AlarmAsync(client, Pump, static alarm => alarm.Active, cancellationToken);
            Assert.That((pump.Message, pump.Severity, pump.Acked, pump.Source), Is.EqualTo(("Pumpe steht", 800, false, "Old")));

            // Good after the CPU took it, acknowledged when the CPU says so; the comment is ours.
            foreach (var id in (string[])[Motor, Pump])
            {
                Assert.That(await CallAsync(client, $"ack {id} gesehen", cancellationToken), Is.EqualTo("CALLED Good"));
                var acked = await ListedAsync(client, id, static alarm => alarm is { Acked: true }, cancellationToken);
                Assert.That((acked!.Active, acked.Comment), Is.EqualTo((true, "gesehen")));
            }
            Assert.That(modern.Plus.Alarms.Pending, Is.EquivalentTo(new[] { "DB_Pack/1", "DB_Pack/2" }));
            Assert.That(
                await CallAsync(client, $"oneshot {Motor}", cancellationToken),
                Is.Not.EqualTo("CALLED Good"),
                "it cannot be shelved"
            );

            // Another panel acknowledges, and the alarm is over.
            modern.Plus.Alarms.Set("DB_Pack/1", false);
            await ListedAsync(client, Motor, static alarm => alarm is null, cancellationToken);
            modern.Plus.Alarms.Set("DB_Pack/1", true);
            await ListedAsync(client, Motor, static alarm => alarm is { Acked: false }, cancellationToken);
            modern.Plus.Alarms.Acknowledge("DB_Pack/1");
            await ListedAsync(client, Motor, static alarm => alarm is { Acked: true }, cancellationToken);

            // A lost link clears nothing; what went meanwhile is missing from the list afterwards.
            old.Faults.CutPower();
            await ListedAsync(client, Pump, static alarm => alarm is { Active: true, Quality: "BadNoCommunication" }, cancellationToken);
            old.Messages.Set(0x60000123, PlcAlarmKind.Alarm8, 3, false);
            old.Messages.Acknowledge(0x60000123, 4);
            old.Faults.GivePower();
            await ListedAsync(client, Pump, static alarm => alarm is null, cancellationToken);

            await using var watch = Bridge.Start(bridge.Folder, "watch", "map.yaml", "--alarms");
            await watch.LineAsync(static line => line.Contains("New/DB_Pack\tMotor", StringComparison.Ordinal), cancellationToken);
            await bridge.Program.TerminateAsync();
            Assert.That(await bridge.Program.ExitAsync(TimeSpan.FromSeconds(30), cancellationToken), Is.Zero, bridge.Program.Output);
            Assert.That(bridge.Program.Output, Does.Not.Contain("   at "));
        }

        await using (var bridge = await Bridge.StartAsync(map, cancellationToken, WriteTexts))
        {
            await using var client = await ConnectAsync(bridge, "en", cancellationToken);
            var motor = await ListedAsync(client, Motor, static alarm => alarm is { Quality: "Good" }, cancellationToken);
            Assert.That((motor!.Active, motor.Acked, motor.Message), Is.EqualTo((true, true, "Motor stopped at 7")));
            Assert.That(bridge.Program.Output, Does.Contain("New: the CPU sends its alarms."));
        }
        Directory.Delete(Path.GetDirectoryName(state)!, recursive: true);
    }

    [Test]
    public async Task A_CPU_that_refuses_an_acknowledgement_leaves_the_alarm_as_it_is(CancellationToken cancellationToken)
    {
        await Interop.RequireAsync("node-opcua-client");
        await using var modern = new SoftPlc(new SoftPlcOptions { Behavior = CpuBehaviors.S7_1500, Plus = Pack }, TimeProvider.System);
        modern.Start();
        modern.Plus!.Alarms.Set("DB_Pack/1", true);
        var map = MapOf(modern.Port, 1, "state.json").Replace(", experimental: true", "", StringComparison.Ordinal);
        await using var bridge = await Bridge.StartAsync(map, cancellationToken, WriteTexts);
        await using var client = await ConnectAsync(bridge, "en", cancellationToken);
        await AlarmAsync(client, Motor, static alarm => alarm.Active, cancellationToken);
        Assert.That(await CallAsync(client, $"ack {Motor} seen", cancellationToken), Is.EqualTo("CALLED BadNotSupported"));
        await bridge.Program.LineAsync(
            static line => line.Contains("allow it with 'alarms: { plc: true, experimental: true }'", StringComparison.Ordinal),
            cancellationToken
        );
        Assert.That(modern.Plus.Alarms.Pending, Is.EqualTo(new[] { "DB_Pack/1" }));
        Assert.That((await ListedAsync(client, Motor, static alarm => alarm is not null, cancellationToken))!.Acked, Is.False);
    }

    private static string MapOf(int modern, int old, string state) =>
        $$"""
            server: { endpoint: "{endpoint}", security: [None], anonymous: write }
            alarms: { state: {{state}}, classes: { Errors: { severity: 800 } } }
            plcs:
              - name: New
                host: 127.0.0.1
                port: {{modern}}
                profile: s7-1500
                protocol: s7plus
                reconnect: { first: 200ms, max: 500ms }
                alarms: { plc: true, experimental: true }
                tags:
                  - { name: Count, symbol: '"DB_Pack".Count', type: DInt }
              - name: Old
                host: 127.0.0.1
                port: {{old}}
                profile: s7-400
                timeout: 1s
                reconnect: { first: 200ms, max: 500ms }
                alarms: { plc: true, experimental: true, texts: texts.csv }
                tags:
                  - { name: A, address: DB1.DBW0, type: Int }

            """;

    private static void WriteTexts(string folder) =>
        File.WriteAllText(Path.Combine(folder, "texts.csv"), "id;class;text [de];text [en]\n60000123/3;Errors;Pumpe steht;Pump stopped\n");

    private static async Task<ChildProgram> ConnectAsync(Bridge bridge, string locale, CancellationToken cancellationToken)
    {
        var client = Interop.Start("ua-alarm-list.js", bridge.Endpoint, locale);
        await client.LineAsync(static line => line == "READY", cancellationToken);
        return client;
    }

    private static async Task<string> CallAsync(ChildProgram client, string call, CancellationToken cancellationToken)
    {
        await client.SendLineAsync(call);
        return await client.LineAsync(static line => line.StartsWith("CALLED ", StringComparison.Ordinal), cancellationToken);
    }

    private static async Task<Alarm> AlarmAsync(
        ChildProgram client,
        string id,
        Func<Alarm, bool> wanted,
        CancellationToken cancellationToken
    ) => (await ListedAsync(client, id, alarm => alarm is not null && wanted(alarm), cancellationToken))!;

    /// <summary>What the client's own list says, as soon as it is what is wanted; null: the alarm is not in it.</summary>
    private static async Task<Alarm?> ListedAsync(
        ChildProgram client,
        string id,
        Func<Alarm?, bool> wanted,
        CancellationToken cancellationToken
    )
    {
        while (true)
        {
            await client.SendLineAsync("list");
            var line = await client.LineAsync(static line => line.StartsWith("LIST ", StringComparison.Ordinal), cancellationToken);
            var found = Array.Find(
                JsonSerializer.Deserialize<Alarm[]>(line[5..], JsonSerializerOptions.Web)!,
                alarm => alarm.Id == $"ns=2;s={id}"
            );
            if (wanted(found))
                return found;
            await Testing.Poll.AgainAsync(cancellationToken);
        }
    }

    private sealed record Details(string Id, string Number, DateTime Time, string? Info, string? First, string? Last, string[] Values);

    private sealed record Alarm(
        string Id,
        string Type,
        bool Active,
        bool Acked,
        bool Retain,
        int Severity,
        string Message,
        string? Quality,
        string? Comment,
        string Source,
        string Name
    );
}
