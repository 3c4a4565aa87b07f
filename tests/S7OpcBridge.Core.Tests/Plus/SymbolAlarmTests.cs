using S7OpcBridge.Simulator;

namespace S7OpcBridge.Core.Tests.Plus;

/// <summary>The alarms of a CPU that is asked by symbol, as they leave Core.</summary>
[CancelAfter(60_000)]
public sealed class SymbolAlarmTests
{
    private static readonly SoftAlarm Motor = new(
        "DB_Pack",
        1,
        [new(1033, "Motor stopped at @1%d@", "Check the belt."), new(1031, "Motor steht bei @1%d@")]
    )
    {
        Priority = 12,
        DisplayClass = 3,
        Values = ["DB_Pack.Count"],
    };

    private static readonly SoftAlarm Door = new("DB_Pack", 2, [new(1033, "Door open")]) { NeedsAcknowledgement = false };

    private static readonly SoftPlusOptions Options = new() { Blocks = [SymbolPlant.Pack], Alarms = [Motor, Door] };

    [Test]
    public async Task The_list_comes_first_and_then_what_changes(CancellationToken cancellationToken)
    {
        await using var plant = Plant();
        plant.Plus.Alarms.Set("DB_Pack/2", true);
        plant.Run();
        var told = new Told(plant.Acquisition);
        var list = await told.NextAsync(cancellationToken);
        Assert.That((list.News, list.Alarms.Single().Name), Is.EqualTo((CpuAlarmNews.List, "DB_Pack/2")));
        Assert.That((list.Alarms[0].NeedsAck, list.Alarms[0].IsAcked), Is.EqualTo((false, true)));

        plant.Plus.Set("DB_Pack.Count", [0, 0, 0, 7]);
        plant.Plus.Alarms.Set("DB_Pack/1", true);
        var came = (await told.NextAsync(cancellationToken)).Alarms.Single();
        Assert.Multiple(() =>
        {
            Assert.That((came.Id, came.Name, came.Source), Is.EqualTo((0x8A0E_000A_0001_0000UL, "DB_Pack/1", "DB_Pack")));
            Assert.That((came.Class, came.Severity), Is.EqualTo((CpuAlarmClass.Process, 745)));
            Assert.That((came.IsActive, came.IsAcked, came.NeedsAck), Is.EqualTo((true, false, true)));
            Assert.That(
                came.Texts.Select(static text => $"{text.Locale}: {text.Text}"),
                Is.EquivalentTo(new[] { "en-US: Motor stopped at 7", "de-DE: Motor steht bei 7" })
            );
            Assert.That(came.Values, Is.EqualTo(new[] { "7" }));
            Assert.That(came.Time, Is.EqualTo(TimeProvider.System.GetUtcNow()).Within(TimeSpan.FromMinutes(1)));
        });
        var status = plant.Acquisition.StatusOf(0).Alarms!;
        Assert.That((status.IsSending, status.Received, status.Lost), Is.EqualTo((true, 1L, 0L)));
    }

    [Test]
    public async Task An_acknowledgement_is_accepted_by_the_CPU_and_told_by_a_batch(CancellationToken cancellationToken)
    {
        await using var plant = Plant();
        plant.Run();
        var told = new Told(plant.Acquisition);
        await told.NextAsync(cancellationToken);
        plant.Plus.Alarms.Set("DB_Pack/1", true);
        var came = (await told.NextAsync(cancellationToken)).Alarms.Single();
        Assert.That(
            await plant.Acquisition.AcknowledgeAsync(0, came.Id, cancellationToken),
            Is.EqualTo(new CpuAckAnswer(CpuAckResult.Accepted))
        );
        var acked = (await told.NextAsync(cancellationToken)).Alarms.Single();
        Assert.That((acked.Name, acked.IsActive, acked.IsAcked, acked.Time), Is.EqualTo(("DB_Pack/1", true, true, came.Time)));
        Assert.That(acked.Texts, Is.EqualTo(came.Texts), "what an acknowledgement does not say is as before");
        plant.Plus.Alarms.Set("DB_Pack/1", false);
        Assert.That((await told.NextAsync(cancellationToken)).Alarms.Single().IsActive, Is.False);
    }

    [Test]
    public async Task Without_experimental_and_without_writes_nothing_is_acknowledged(CancellationToken cancellationToken)
    {
        await using var plant = Plant(static settings => settings with { IsExperimental = false });
        plant.Run();
        var told = new Told(plant.Acquisition);
        await told.NextAsync(cancellationToken);
        plant.Plus.Alarms.Set("DB_Pack/1", true);
        var came = (await told.NextAsync(cancellationToken)).Alarms.Single();
        var answer = await plant.Acquisition.AcknowledgeAsync(0, came.Id, cancellationToken);
        Assert.That(answer.Result, Is.EqualTo(CpuAckResult.NotSupported));
        Assert.That(answer.Sentence, Does.Contain("experimental: true"));
        Assert.That(plant.Plus.Alarms.Pending, Is.EqualTo(new[] { "DB_Pack/1" }));
    }

    [Test]
    public async Task A_lost_link_is_silence_and_then_the_list(CancellationToken cancellationToken)
    {
        await using var plant = Plant();
        plant.Run();
        var told = new Told(plant.Acquisition);
        await told.NextAsync(cancellationToken);
        plant.Plus.Alarms.Set("DB_Pack/1", true);
        await told.NextAsync(cancellationToken);
        plant.Plc.Faults.CloseConnections();
        Assert.That((await told.NextAsync(cancellationToken)).News, Is.EqualTo(CpuAlarmNews.Silence));
        var list = await told.NextAsync(cancellationToken);
        Assert.That((list.News, list.Alarms.Single().Name), Is.EqualTo((CpuAlarmNews.List, "DB_Pack/1")));
    }

    [Test]
    public async Task A_CPU_that_refuses_keeps_its_tags_and_the_status_says_why(CancellationToken cancellationToken)
    {
        await using var plant = Plant(static settings => settings, Options with { SendsAlarms = false });
        plant.Plus.Set("DB_Pack.Count", [0, 0, 0, 9]);
        plant.Run();
        Assert.That((await plant.GoodAsync("Count", cancellationToken)).Bits, Is.EqualTo(9));
        await plant.UntilAsync(() => plant.Acquisition.StatusOf(0).Alarms is { Refusals: > 0 }, cancellationToken);
        var status = plant.Acquisition.StatusOf(0);
        Assert.That((status.Connected, status.Alarms!.IsSending), Is.EqualTo((true, false)));
        Assert.That(status.Alarms.Refusal, Is.Not.Empty);
        Assert.That((await plant.Acquisition.AcknowledgeAsync(0, 1, cancellationToken)).Result, Is.EqualTo(CpuAckResult.NoCommunication));
    }

    [Test]
    public async Task A_PLC_without_the_key_is_not_asked_for_alarms(CancellationToken cancellationToken)
    {
        await using var plant = new SymbolPlant(Options, static plc => plc, ("Count", "DB_Pack.Count", null));
        plant.Plus.Alarms.Set("DB_Pack/1", true);
        plant.Run();
        await plant.GoodAsync("Count", cancellationToken);
        Assert.That(plant.Acquisition.StatusOf(0).Alarms, Is.Null);
        Assert.That(plant.Plus.Subscriptions, Is.Zero);
        Assert.That(plant.Acquisition.AlarmBatches.Count, Is.Zero);
    }

    private static SymbolPlant Plant() => Plant(static settings => settings);

    private static SymbolPlant Plant(Func<CpuAlarmSettings, CpuAlarmSettings> change, SoftPlusOptions? options = null) =>
        new(
            options ?? Options,
            plc => plc with { Alarms = change(new CpuAlarmSettings { IsExperimental = true }) },
            ("Count", "DB_Pack.Count", null)
        );

    /// <summary>The batches of alarms, one after the other.</summary>
    private sealed class Told(Acquisition acquisition)
    {
        public async Task<CpuAlarmBatch> NextAsync(CancellationToken cancellationToken) =>
            await acquisition.AlarmBatches.ReadAsync(cancellationToken);
    }
}
