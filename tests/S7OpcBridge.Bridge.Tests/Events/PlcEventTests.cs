using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Bridge.Tests;

/// <summary>What clients are told when something is wrong with a PLC.</summary>
[CancelAfter(60_000)]
public sealed class PlcEventTests
{
    private static readonly string[] Fields = ["EventType", "SourceNode", "SourceName", "Severity", "Message"];

    [ConformanceUnit("Base Info Device Failure")]
    [Test]
    public async Task A_PLC_that_goes_away_and_returns_is_told_at_the_server_and_at_the_PLC(CancellationToken token)
    {
        await using var plant = await ServedPlant.StartAsync(tags => tags.Class("fast", 20).Tag("A", "DB1.DBW0", "Int"), token);
        await plant.UntilAsync("_Status/Connected", value => value.Value.Bits == 1, token);
        await using var other = await Testing.UaTestClient.ConnectAsync(plant.Port, token);
        var atServer = await UaTestEvents.ListenAsync(plant.Client, Ids.Server, token, Fields);
        var atPlc = await UaTestEvents.ListenAsync(other, new NodeId(2, "Line1"), token, Fields);

        plant.Plc.Faults.CutPower();
        foreach (var watcher in new[] { atServer, atPlc })
        {
            var away = await watcher.NextAsync(token);
            Assert.That(away["EventType"].Reference, Is.EqualTo((NodeId)Ids.DeviceFailureEventType));
            Assert.That(away["SourceNode"].Reference, Is.EqualTo(new NodeId(2, "Line1")));
            Assert.That(away["SourceName"].Reference, Is.EqualTo("Line1"));
            Assert.That(away["Severity"].Bits, Is.EqualTo(EventSeverity.Failure));
            Assert.That(away["Message"].Reference?.ToString(), Does.Contain("Line1 is not connected"));
        }

        plant.Plc.Faults.GivePower();
        foreach (var watcher in new[] { atServer, atPlc })
        {
            var back = await watcher.NextAsync(token);
            Assert.That(back["Severity"].Bits, Is.EqualTo(EventSeverity.Information));
            Assert.That(back["Message"].Reference?.ToString(), Does.Contain("answers normally again"));
        }
    }

    [Test]
    public async Task A_CPU_in_STOP_is_told(CancellationToken token)
    {
        await using var plant = await ServedPlant.StartAsync(
            tags => tags.Class("fast", 20).Tag("A", "DB1.DBW0", "Int"),
            token,
            plc => plc with { CpuStateEvery = TimeSpan.FromMilliseconds(50) }
        );
        await plant.UntilAsync("_Status/CpuState", value => value.Value.Reference is "RUN", token);
        var watcher = await UaTestEvents.ListenAsync(plant.Client, Ids.Server, token, Fields);
        plant.Plc.Cpu.IsRunning = false;
        var stopped = await watcher.NextAsync(token);
        Assert.That(
            (stopped["Severity"].Bits, stopped["Message"].Reference?.ToString()),
            Is.EqualTo(
                (
                    (long)EventSeverity.Trouble,
                    "The CPU of Line1 is in STOP: its values no longer follow the plant. Start it; its diagnostic buffer shows why it stopped."
                )
            )
        );
    }
}
