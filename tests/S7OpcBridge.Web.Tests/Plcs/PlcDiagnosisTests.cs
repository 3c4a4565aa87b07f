using System.Text.Json;
using S7OpcBridge.Web.Page;
using S7OpcBridge.Web.Plcs;

namespace S7OpcBridge.Web.Tests;

/// <summary>What the card of a PLC tells of a CPU whose alarms the map wants.</summary>
[CancelAfter(60_000)]
public sealed class PlcDiagnosisTests
{
    [Test]
    public async Task LEDs_faulty_stations_and_the_last_STOP_are_on_the_card(CancellationToken cancellationToken)
    {
        await using var plant = await StartAsync("s7-400", ", alarms: { plc: true }", cancellationToken);
        plant.SoftPlc.Cpu.IsRunning = false;
        plant.SoftPlc.Cpu.IsRunning = true;
        plant.SoftPlc.Messages.SetStation(7, isThere: false);
        var card = await ShownPlant.UntilAsync(
            () => CardOf(plant),
            static card => card.Diagnosis is { FaultyStations: ["station 7 of DP master system 1"] },
            cancellationToken
        );
        Assert.That(card.Diagnosis!.Leds, Is.EqualTo(new[] { "SF on", "RUN on", "BUS1F flashes" }));
        Assert.That(card.Diagnosis.LastStop, Does.Contain("STOP by a programming device"));
        Assert.That(card.AlarmsRefused, Is.Null);
        Assert.That(
            JsonSerializer.Serialize(Overview.From(plant.View), StatusJson.Default.Overview),
            Does.Contain("\"diagnosis\":{\"leds\":[\"SF on\"").And.Not.Contain("alarmsRefused")
        );
    }

    [Test]
    public async Task A_CPU_that_refuses_its_alarms_says_why_and_has_no_trouble(CancellationToken cancellationToken)
    {
        await using var plant = await StartAsync("s7-300", ", alarms: { plc: true }", cancellationToken);
        var card = await ShownPlant.UntilAsync(() => CardOf(plant), static card => card.AlarmsRefused is not null, cancellationToken);
        Assert.That(card.AlarmsRefused, Does.Contain("ALARM_S only").And.Contain("experimental: true"));
        Assert.That((card.Diagnosis, card.Trouble), Is.EqualTo(((PlcDiagnosis?)null, (PlcProblem?)null)));
        Assert.That(JsonSerializer.Serialize(Overview.From(plant.View), StatusJson.Default.Overview), Does.Contain("\"alarmsRefused\":\""));
    }

    [Test]
    public async Task Without_the_key_nothing_is_asked_and_nothing_shown(CancellationToken cancellationToken)
    {
        await using var plant = await StartAsync("s7-400", "", cancellationToken);
        plant.SoftPlc.Messages.SetStation(7, isThere: false);
        var card = await ShownPlant.UntilAsync(() => CardOf(plant), static card => card.State == "Running", cancellationToken);
        Assert.That((card.AlarmsRefused, card.Diagnosis), Is.EqualTo(((string?)null, (PlcDiagnosis?)null)));
    }

    private static Task<ShownPlant> StartAsync(string profile, string keys, CancellationToken cancellationToken) =>
        ShownPlant.StartAsync(
            $"  - {{ name: Line1, simulate: true, profile: {profile}{keys}, tags: [{{ name: A, address: DB1.DBW0, type: Int }}] }}",
            cancellationToken
        );

    private static PlcCard CardOf(ShownPlant plant) => Overview.From(plant.View).Plcs[0];
}
