using System.Collections.Immutable;
using S7OpcBridge.Simulator;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Core.Tests.Alarms;

/// <summary>The alarms of an S7-300 or S7-400, as they leave Core.</summary>
[CancelAfter(60_000)]
public sealed class ClassicAlarmTests
{
    private static readonly CpuAlarmSettings Settings = new()
    {
        IsExperimental = true,
        Texts = new Dictionary<string, CpuAlarmEntry>
        {
            ["60000123/3"] = new([new("de-DE", "Motor @1%d@ überlastet"), new("en-US", "Motor overload")], 800),
            ["60000200"] = new([new("", "Door open")], 300),
        }.ToImmutableDictionary(),
    };

    [Test]
    public async Task A_signal_of_ALARM_8_is_an_alarm_of_its_own_with_the_text_of_the_map(CancellationToken cancellationToken)
    {
        await using var plant = Start(CpuBehaviors.S7_400);
        await ListAsync(plant, cancellationToken);
        plant.Plc.Messages.Set(0x60000123, PlcAlarmKind.Alarm8, 3, true, [0, 5]);
        var came = (await NextAsync(plant, cancellationToken)).Alarms.Single();
        Assert.Multiple(() =>
        {
            Assert.That((came.Id, came.Name, came.Source), Is.EqualTo(((0x60000123UL << 8) | 3, "60000123/3", "")));
            Assert.That((came.IsActive, came.IsAcked, came.NeedsAck, came.Severity), Is.EqualTo((true, false, true, 800)));
            Assert.That(came.Texts.Select(static text => text.Locale), Is.EqualTo(new[] { "de-DE", "en-US" }));
            Assert.That(came.Texts[0].Text, Does.Match("^Motor (5|16#0005) überlastet$"));
            Assert.That(came.Time, Is.EqualTo(TimeProvider.System.GetUtcNow()).Within(TimeSpan.FromMinutes(1)));
        });
        plant.Plc.Messages.Set(0x60000123, PlcAlarmKind.Alarm8, 4, true);
        Assert.That(
            (await NextAsync(plant, cancellationToken)).Alarms.Single().Name,
            Is.EqualTo("60000123/4"),
            "the other signal did not change"
        );
    }

    [Test]
    public async Task The_list_has_the_signals_that_are_pending(CancellationToken cancellationToken)
    {
        await using var plant = Make(CpuBehaviors.S7_400);
        plant.Plc.Messages.Set(0x60000123, PlcAlarmKind.Alarm8, 3, true);
        plant.Plc.Messages.Set(0x60000300, PlcAlarmKind.AlarmSq, 1, true);
        plant.Run();
        var list = await ListAsync(plant, cancellationToken);
        Assert.That(list.Alarms.Select(static alarm => alarm.Name), Is.EquivalentTo(new[] { "60000123/3", "60000300" }));
        Assert.That(list.Alarms.Select(static alarm => (alarm.IsActive, alarm.NeedsAck)), Has.All.EqualTo((true, true)));
    }

    [Test]
    public async Task An_acknowledgement_reaches_the_CPU_and_comes_back_from_it(CancellationToken cancellationToken)
    {
        await using var plant = Start(CpuBehaviors.S7_400);
        await ListAsync(plant, cancellationToken);
        plant.Plc.Messages.Set(0x60000123, PlcAlarmKind.Alarm8, 3, true);
        var came = (await NextAsync(plant, cancellationToken)).Alarms.Single();
        Assert.That((await plant.Acquisition.AcknowledgeAsync(0, came.Id, cancellationToken)).Result, Is.EqualTo(CpuAckResult.Accepted));
        var acked = (await NextAsync(plant, cancellationToken)).Alarms.Single();
        Assert.That((acked.Id, acked.IsActive, acked.IsAcked, acked.Time), Is.EqualTo((came.Id, true, true, came.Time)));
        plant.Plc.Messages.Set(0x60000300, PlcAlarmKind.AlarmSq, 1, true);
        var other = (await NextAsync(plant, cancellationToken)).Alarms.Single();
        plant.Plc.Messages.Acknowledge(0x60000300, 1);
        var byPanel = (await NextAsync(plant, cancellationToken)).Alarms.Single();
        Assert.That((byPanel.Id, byPanel.IsAcked), Is.EqualTo((other.Id, true)), "another panel's acknowledgement comes the same way");
    }

    [Test]
    public async Task A_NOTIFY_needs_nobody(CancellationToken cancellationToken)
    {
        await using var plant = Start(CpuBehaviors.S7_400);
        await ListAsync(plant, cancellationToken);
        plant.Plc.Messages.Set(0x60000200, PlcAlarmKind.Notify, 1, true);
        var came = (await NextAsync(plant, cancellationToken)).Alarms.Single();
        Assert.That((came.Name, came.NeedsAck, came.IsAcked, came.Texts.Single().Text), Is.EqualTo(("60000200", false, true, "Door open")));
        plant.Plc.Messages.Set(0x60000200, PlcAlarmKind.Notify, 1, false);
        Assert.That((await NextAsync(plant, cancellationToken)).Alarms.Single().IsActive, Is.False);
    }

    [Test]
    public async Task A_lost_link_is_silence_and_then_the_list(CancellationToken cancellationToken)
    {
        await using var plant = Start(CpuBehaviors.S7_400);
        await ListAsync(plant, cancellationToken);
        plant.Plc.Messages.Set(0x60000123, PlcAlarmKind.Alarm8, 3, true);
        await NextAsync(plant, cancellationToken);
        plant.Plc.Faults.CloseConnections();
        Assert.That((await NextAsync(plant, cancellationToken)).News, Is.EqualTo(CpuAlarmNews.Silence));
        plant.Plc.Messages.Set(0x60000123, PlcAlarmKind.Alarm8, 3, false);
        plant.Plc.Messages.Acknowledge(0x60000123, 4);
        // Silence comes once; the list of a quicker connection may have had it still, and then the change says so.
        var last = await NextAsync(plant, cancellationToken);
        while (last.Alarms.Any(static alarm => alarm is { IsActive: true } or { IsAcked: false }))
            last = await NextAsync(plant, cancellationToken);
        Assert.That(last.News, Is.EqualTo(CpuAlarmNews.List).Or.EqualTo(CpuAlarmNews.Changes));
    }

    [Test]
    public async Task An_S7_300_without_experimental_and_an_S7_1500_refuse_and_keep_their_tags(CancellationToken cancellationToken)
    {
        await using var small = Start(CpuBehaviors.S7_300, Settings with { IsExperimental = false });
        await small.UntilAsync(() => small.Status.Alarms is { Refusals: > 0 }, cancellationToken);
        Assert.That(small.Status.Alarms!.Refusal, Does.Contain("ALARM_S only").And.Contain("experimental: true"));
        await small.UntilGoodAsync(0, cancellationToken);
        await using var large = Start(CpuBehaviors.S7_1500);
        await large.UntilAsync(() => large.Status.Alarms is { Refusals: > 0 }, cancellationToken);
        Assert.That(large.Status.Alarms!.Refusal, Does.Contain("s7plus"));
        await large.UntilGoodAsync(0, cancellationToken);
    }

    [Test]
    public async Task Mode_and_diagnostics_buffer_come_by_themselves(CancellationToken cancellationToken)
    {
        await using var plant = Start(CpuBehaviors.S7_400, change: static plc => plc with { CpuStateEvery = TimeSpan.FromMinutes(5) });
        await ListAsync(plant, cancellationToken);
        await plant.UntilAsync(() => plant.Status.CpuState == "RUN", cancellationToken);
        plant.Plc.Messages.Enter(0x39C4);
        var batch = await NextAsync(plant, cancellationToken);
        Assert.That(batch.Events.Single().Words, Is.Not.Empty);
        Assert.That(batch.Events.Single().IsFault, Is.True);
        await plant.UntilAsync(
            () =>
                plant.Status.Alarms!.DiagnosticBuffer is [var newest, ..]
                && newest.Contains(batch.Events[0].Words, StringComparison.Ordinal),
            cancellationToken
        );
        plant.Plc.Cpu.IsRunning = false;
        await plant.UntilAsync(() => plant.Status.CpuState == "STOP", cancellationToken);
    }

    [Test]
    public async Task LEDs_faulty_stations_and_the_last_STOP_are_read_at_first_and_when_the_CPU_tells_something_new(
        CancellationToken cancellationToken
    )
    {
        await using var plant = Make(CpuBehaviors.S7_300, time: new ManualClock());
        plant.Plc.Cpu.IsRunning = false;
        plant.Plc.Cpu.IsRunning = true;
        plant.Run();
        await plant.UntilAsync(
            () => plant.Status.Alarms is { Leds: ["RUN on"], FaultyStations.IsEmpty: true, LastStop.Length: > 0 },
            cancellationToken
        );
        Assert.That(plant.Status.Alarms!.LastStop, Does.Match("^2[0-9]{3}-.* STOP by a programming device"));

        plant.Plc.Messages.SetStation(7, isThere: false);
        await plant.UntilAsync(
            () =>
                plant.Status.Alarms is { Leds: ["SF on", "RUN on", "BUS1F flashes"], FaultyStations: ["station 7 of DP master system 1"] },
            cancellationToken
        );

        // What it shows is not known while it is not connected; what has happened stays.
        plant.Plc.Faults.CutPower();
        await plant.UntilAsync(
            () => plant.Status is { Connected: false, Alarms: { Leds.IsEmpty: true, FaultyStations.IsEmpty: true, LastStop.Length: > 0 } },
            cancellationToken
        );
    }

    private static Plant Make(
        CpuBehavior behavior,
        CpuAlarmSettings? settings = null,
        Func<PlcDefinition, PlcDefinition>? change = null,
        TimeProvider? time = null
    ) =>
        Plant.Make(
            static draft => draft.Class("normal", 100).Tag("A", "DB1.DBW0", "Int"),
            plc => (change?.Invoke(plc) ?? plc) with { Alarms = settings ?? Settings },
            behavior,
            time
        );

    private static Plant Start(CpuBehavior behavior, CpuAlarmSettings? settings = null, Func<PlcDefinition, PlcDefinition>? change = null)
    {
        var plant = Make(behavior, settings, change);
        plant.Run();
        return plant;
    }

    private static async Task<CpuAlarmBatch> ListAsync(Plant plant, CancellationToken cancellationToken)
    {
        var list = await NextAsync(plant, cancellationToken);
        Assert.That(list.News, Is.EqualTo(CpuAlarmNews.List));
        return list;
    }

    private static async Task<CpuAlarmBatch> NextAsync(Plant plant, CancellationToken cancellationToken) =>
        await plant.Acquisition.AlarmBatches.ReadAsync(cancellationToken);
}
