using System.Collections.Immutable;
using Microsoft.Extensions.Logging.Abstractions;
using S7OpcBridge.Core;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server.Conditions;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Bridge.Tests.Alarms;

/// <summary>What a CPU says of its alarms, and what becomes of their conditions.</summary>
public sealed class CpuAlarmsTests
{
    private static readonly DateTimeOffset Came = new(2026, 11, 28, 2, 0, 0, TimeSpan.Zero);

    private static readonly CpuAlarm Overload = new()
    {
        Id = 0x8A0E_0042_0001_0000,
        Name = "Motor_DB/1",
        Source = "Motor_DB",
        Severity = 559,
        IsActive = true,
        NeedsAck = true,
        Time = Came,
        Texts = [new("de-DE", "Motor überlastet", "", []), new("en-US", "Motor overload", "", [])],
    };

    [Test]
    public async Task An_alarm_that_a_CPU_names_becomes_a_condition()
    {
        await using var plant = new Plant();
        plant.Tell(Overload);
        var view = plant.Find("Line1/_Alarms/Motor_DB/1");
        Assert.That(
            (view.Plc, view.Source, view.Class, view.Record.Severity, view.IsRetained, view.CanShelve),
            Is.EqualTo(("Line1", "Motor_DB", "CPU process", (ushort)559, true, false))
        );
        Assert.That((view.Record.States, view.Record.IsAcked), Is.EqualTo((ConditionStates.Active, false)));
        Assert.That(view.Record.ActiveTime, Is.EqualTo(UaTime.FromTicks(Came.UtcTicks)));
        Assert.That(view.Message!.In(["en"]).Text, Is.EqualTo("Motor overload"));
        Assert.That(view.Message.In(["de"]).Text, Is.EqualTo("Motor überlastet"));
        Assert.That(plant.Alarms.Counts().Single(counts => counts.Class == "CPU process").Unacknowledged, Is.EqualTo(1));
    }

    [Test]
    public async Task One_without_a_text_has_its_name_and_values()
    {
        await using var plant = new Plant();
        plant.Tell(Overload with { Texts = [], Values = ["42", "7"] });
        Assert.That(plant.Find("Line1/_Alarms/Motor_DB/1").Message!.ToString(), Is.EqualTo("Alarm Motor_DB/1 (42, 7)"));
    }

    [Test]
    public async Task Its_other_texts_values_number_and_time_are_fields_of_its_condition()
    {
        await using var plant = new Plant();
        plant.Tell(
            Overload with
            {
                Texts =
                [
                    new("de-DE", "Motor überlastet", "Sicherung prüfen", ["Halle 3", "", "Reihe 7"]),
                    new("en-US", "Motor overload", "Check the fuse", ["Hall 3"]),
                ],
                Values = ["42", "", "true"],
            }
        );
        var details = plant.DetailsOf("Line1/_Alarms/Motor_DB/1");
        // By classic S7 the message number, without the signal.
        Assert.That((details.AlarmId, details.Time), Is.EqualTo((Overload.Id >> 8, UaTime.FromTicks(Came.UtcTicks))));
        Assert.That(details.Info!.In(["en"]).Text, Is.EqualTo("Check the fuse"));
        Assert.That(details.Additional.Select(static text => text?.In(["en"]).Text), Is.EqualTo(new[] { "Hall 3", null, "Reihe 7" }));
        Assert.That(details.Values, Is.EqualTo(new[] { "42", "", "true" }));

        // A list says that it is over, but not when it went.
        plant.Tell(CpuAlarmNews.List);
        details = plant.DetailsOf("Line1/_Alarms/Motor_DB/1");
        Assert.That((details.Info!.In(["de"]).Text, details.Time), Is.EqualTo(("Sicherung prüfen", 0L)));
    }

    [Test]
    public async Task What_is_missing_from_the_list_is_gone_and_acknowledged_at_the_time_of_the_list()
    {
        await using var plant = new Plant();
        plant.Tell(Overload, Overload with { Id = 2, Name = "Motor_DB/2" });
        plant.Clock.Advance(TimeSpan.FromMinutes(1));
        plant.Tell(CpuAlarmNews.List, Overload with { Id = 2, Name = "Motor_DB/2", IsAcked = true });
        var (gone, stays) = (plant.Find("Line1/_Alarms/Motor_DB/1"), plant.Find("Line1/_Alarms/Motor_DB/2"));
        Assert.That((gone.Record.States, gone.Record.IsAcked, gone.IsRetained), Is.EqualTo((ConditionStates.Inactive, true, false)));
        Assert.That(gone.Record.ActiveTime, Is.EqualTo(UaTime.FromTicks(plant.Clock.GetUtcNow().UtcTicks)));
        Assert.That((stays.Record.States, stays.Record.IsAcked), Is.EqualTo((ConditionStates.Active, true)));
    }

    [Test]
    public async Task Silence_clears_nothing_and_the_next_list_brings_the_quality_back_also_of_those_that_are_over()
    {
        await using var plant = new Plant();
        plant.Tell(Overload, Overload with { Id = 2, Name = "Motor_DB/2" });
        plant.Tell(Overload with { Id = 2, Name = "Motor_DB/2", IsActive = false, IsAcked = true, Time = Came.AddSeconds(1) });
        plant.Tell(CpuAlarmNews.Silence);
        var view = plant.Find("Line1/_Alarms/Motor_DB/1");
        Assert.That((view.Record.States, view.Quality.Value), Is.EqualTo((ConditionStates.Active, StatusCodes.BadNoCommunication)));
        plant.Tell(CpuAlarmNews.List, Overload);
        Assert.That(plant.Find("Line1/_Alarms/Motor_DB/1").Quality.Value, Is.EqualTo(StatusCodes.Good));
        Assert.That(plant.Find("Line1/_Alarms/Motor_DB/2").Quality.Value, Is.EqualTo(StatusCodes.Good));
    }

    [Test]
    public async Task One_that_needs_no_acknowledgement_leaves_no_trace_and_one_that_is_over_becomes_no_condition()
    {
        await using var plant = new Plant();
        plant.Tell(Overload with { IsActive = false, IsAcked = true });
        Assert.That(plant.Alarms.Count, Is.Zero);
        var note = Overload with { NeedsAck = false, IsAcked = true, Class = CpuAlarmClass.System, Source = "" };
        plant.Tell(note);
        var view = plant.Find("Line1/_Alarms/Motor_DB/1");
        Assert.That((view.Class, view.Record.IsAcked, view.IsRetained), Is.EqualTo(("CPU system", true, true)));
        plant.Tell(note with { IsActive = false, Time = Came.AddSeconds(1) });
        Assert.That(plant.Find("Line1/_Alarms/Motor_DB/1").IsRetained, Is.False);
    }

    [Test]
    public async Task A_class_that_changes_with_a_download_changes_what_is_wanted_of_people()
    {
        await using var plant = new Plant();
        plant.Tell(Overload);
        plant.Tell(Overload with { NeedsAck = false, IsAcked = true });
        Assert.That(plant.Find("Line1/_Alarms/Motor_DB/1").Record.IsAcked, Is.True);
        plant.Tell(Overload with { IsActive = false, NeedsAck = false, IsAcked = true, Time = Came.AddSeconds(1) });
        plant.Tell(Overload with { Time = Came.AddSeconds(2) });
        Assert.That(plant.Find("Line1/_Alarms/Motor_DB/1").Record.IsAcked, Is.False);
    }

    [Test]
    public async Task Alarms_stay_over_a_reload_that_leaves_the_PLC_and_go_with_its_key()
    {
        await using var plant = new Plant();
        plant.Tell(Overload);
        plant.Alarms.Adopt(Map(wantsAlarms: true, "Other"));
        var view = plant.Find("Line1/_Alarms/Motor_DB/1");
        Assert.That((view.Record.States, view.Message!.In(["en"]).Text), Is.EqualTo((ConditionStates.Active, "Motor overload")));
        plant.Tell(Overload with { IsAcked = true, AckTime = Came.AddSeconds(5) });
        Assert.That(plant.Find("Line1/_Alarms/Motor_DB/1").Record.IsAcked, Is.True);
        plant.Alarms.Adopt(Map(wantsAlarms: false));
        Assert.That(plant.Alarms.Find("Line1/_Alarms/Motor_DB/1"), Is.Null);
        plant.Tell(Overload);
        Assert.That(plant.Alarms.Count, Is.Zero, "what is still on its way is nobody's");
    }

    [Test]
    public async Task A_stored_state_waits_until_the_CPU_names_its_alarm()
    {
        await using var plant = new Plant();
        var record = new ConditionRecord
        {
            States = ConditionStates.Active,
            IsAcked = true,
            ActiveTime = UaTime.FromTicks(Came.UtcTicks),
            EventNumber = 7,
            FirstEventNumber = 7,
            Severity = 559,
            Comment = new LocalizedText("seen", "en"),
            User = "anna",
        };
        plant.Alarms.Added = ids =>
        {
            foreach (var id in ids)
                plant.Alarms.Conditions.Restore(plant.Alarms.Conditions.Find(new NodeId(2, id)), record);
        };
        Assert.That(
            (plant.Alarms.MayCome("Line1/_Alarms/Motor_DB/1"), plant.Alarms.MayCome("Line2/_Alarms/Motor_DB/1")),
            Is.EqualTo((true, false))
        );
        plant.Tell(CpuAlarmNews.List, Overload with { IsAcked = true });
        var view = plant.Find("Line1/_Alarms/Motor_DB/1");
        Assert.That((view.Record.IsAcked, view.Record.User, view.Record.Comment.Text), Is.EqualTo((true, "anna", "seen")));
    }

    [Test]
    public async Task Two_alarms_of_one_name_are_two_conditions()
    {
        await using var plant = new Plant();
        plant.Tell(Overload, Overload with { Id = 5 });
        Assert.That(plant.Find("Line1/_Alarms/Motor_DB/1#0000000000000005").IsRetained, Is.True);
        Assert.That(plant.Alarms.Count, Is.EqualTo(2));
    }

    [Test]
    public async Task A_CPU_that_names_too_many_fills_its_own_share_only()
    {
        await using var plant = new Plant();
        for (var first = 0; first < 11_000; first += 500)
            plant.Tell([.. Enumerable.Range(first, 500).Select(static i => Overload with { Id = (ulong)i, Name = $"Bad/{i}" })]);
        Assert.That((plant.Alarms.Count, plant.Alarms.Refused), Is.EqualTo((10_000, 1_000)));
    }

    [Test]
    public async Task An_acknowledgement_that_the_CPU_cannot_take_changes_nothing()
    {
        await using var plant = new Plant();
        plant.Tell(Overload);
        var condition = plant.Alarms.Conditions.Find(new NodeId(2, "Line1/_Alarms/Motor_DB/1"));
        var caller = new UaCallerOf("anna");
        var answer = await plant.Alarms.Conditions.Handler!(
            new ConditionRequest(condition, ConditionAction.Acknowledge, caller.Caller, default),
            CancellationToken.None
        );
        Assert.That(answer.Value, Is.EqualTo(StatusCodes.BadNoCommunication));
        Assert.That(plant.Find("Line1/_Alarms/Motor_DB/1").Record.IsAcked, Is.False);
    }

    [Test]
    public async Task The_list_for_another_node_is_what_is_pending()
    {
        await using var plant = new Plant();
        plant.Tell(
            Overload,
            Overload with
            {
                Id = 2,
                Name = "Motor_DB/2",
            },
            Overload with
            {
                Id = 3,
                Name = "Motor_DB/3",
                NeedsAck = false,
                IsAcked = true,
            }
        );
        plant.Tell(
            Overload with
            {
                Id = 3,
                Name = "Motor_DB/3",
                NeedsAck = false,
                IsAcked = true,
                IsActive = false,
                Time = Came.AddSeconds(1),
            }
        );
        Assert.That(plant.Alarms.ListOf(0).Alarms.Select(static alarm => alarm.Name), Is.EqualTo(new[] { "Motor_DB/1", "Motor_DB/2" }));
    }

    private static TagMap Map(bool wantsAlarms, string tag = "A")
    {
        var map = Maps.Of(("Line1", tag, "Bool", null));
        return new TagMap
        {
            Plcs = [.. map.Plcs.Select(plc => plc with { Alarms = wantsAlarms ? new CpuAlarmSettings() : null })],
            ScanGroups = map.ScanGroups,
            Tags = map.Tags,
        };
    }

    private sealed record UaCallerOf(string User)
    {
        public OpcUa.Server.UaCaller Caller { get; } = new(default, "test", User, ["Operator"], "urn:client", null, true);
    }

    private sealed class Plant : IAsyncDisposable
    {
        private readonly Acquisition _acquisition;

        public Plant()
        {
            _acquisition = new Acquisition(Map(wantsAlarms: true), TimeProvider.System, NullLoggerFactory.Instance);
            Alarms = new BridgeAlarms(_acquisition, "urn:test", hasSystem: false, Clock, NullLoggerFactory.Instance);
            Alarms.Adopt(Map(wantsAlarms: true));
        }

        public ManualClock Clock { get; } = new();

        public BridgeAlarms Alarms { get; }

        public void Tell(params CpuAlarm[] alarms) => Tell(CpuAlarmNews.Changes, alarms);

        public void Tell(CpuAlarmNews news, params CpuAlarm[] alarms) =>
            Alarms.Take(new CpuAlarmBatch(0, news, Clock.GetUtcNow(), ImmutableArray.Create(alarms)));

        public AlarmView Find(string id) => Alarms.Find(id) ?? throw new AssertionException($"There is no {id}.");

        public ConditionDetails DetailsOf(string id) => Alarms.Conditions.Show(Alarms.Conditions.Find(new NodeId(2, id))).Details!;

        public async ValueTask DisposeAsync()
        {
            Alarms.Dispose();
            await _acquisition.DisposeAsync();
        }
    }
}
