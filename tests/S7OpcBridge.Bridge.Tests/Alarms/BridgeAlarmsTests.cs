using Microsoft.Extensions.Logging.Abstractions;
using S7OpcBridge.Bridge.Events;
using S7OpcBridge.Core;
using S7OpcBridge.OpcUa.Server.Conditions;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Bridge.Tests.Alarms;

/// <summary>The alarms of a map with those of its PLCs, while the map changes.</summary>
public sealed class BridgeAlarmsTests
{
    private static readonly TagMap One = Maps.Of(("Line1", "A", "Bool", With(Detector.Bit())), ("Line2", "X", "Bool", null));
    private static readonly TagMap Two = Maps.Of(
        ("Line1", "New", "Bool", With(Detector.Bit())),
        ("Line1", "A", "Bool", With(Detector.Bit()))
    );
    private static readonly PlcStatus Connected = new() { Connected = true, State = PlcState.Running };

    [Test]
    public async Task Every_PLC_has_an_alarm_where_the_map_wants_it()
    {
        await using var acquisition = new Acquisition(One, TimeProvider.System, NullLoggerFactory.Instance);
        using var alarms = new BridgeAlarms(acquisition, "urn:test", hasSystem: false, new ManualClock(), NullLoggerFactory.Instance);
        alarms.Adopt(One);
        Assert.That(alarms.Count, Is.EqualTo(1));
        alarms.HasSystem = true;
        Assert.That(
            alarms.List(static _ => true, 10).Select(alarm => alarm.Id),
            Is.EqualTo(new[] { "Line1/A/_Alarm", "Line1/_Status/_Alarm", "Line2/_Status/_Alarm" })
        );
    }

    [Test]
    public async Task A_PLC_that_is_away_or_in_STOP_or_has_another_layout_is_an_alarm_until_it_is_in_order()
    {
        await using var acquisition = new Acquisition(One, TimeProvider.System, NullLoggerFactory.Instance);
        using var alarms = new BridgeAlarms(acquisition, "urn:test", hasSystem: true, new ManualClock(), NullLoggerFactory.Instance);
        alarms.Adopt(One);
        var plc = One.Plcs[0];
        alarms.Look(plc, PlcHealthState.None, new PlcStatus { State = PlcState.Connecting });
        Assert.That(StateOf(), Is.EqualTo("Inactive: Line1 is not in order."), "nothing is known yet");
        alarms.Look(plc, PlcHealthState.Away, new PlcStatus { State = PlcState.Waiting, LastError = "No cable." });
        Assert.That(StateOf(), Is.EqualTo("Active: Line1 is not connected. No cable."));
        alarms.Look(plc, PlcHealthState.InStop, Connected);
        Assert.That(StateOf(), Is.EqualTo("Active: The CPU of Line1 is in STOP."));
        alarms.Look(plc, PlcHealthState.None, Connected with { ChangedLayouts = 2, LastError = "DB1." });
        Assert.That(StateOf(), Is.EqualTo("Active: Line1 has 2 data blocks with another layout. DB1."));
        alarms.Look(plc, PlcHealthState.Slowed, Connected);
        Assert.That(StateOf(), Is.EqualTo("Inactive: Line1 is connected and answers normally."));

        string StateOf() =>
            alarms.List(static alarm => alarm.Id == "Line1/_Status/_Alarm", 1)[0] is var view
                ? $"{view.Record.States}: {view.Message}"
                : "";
    }

    [Test]
    public async Task States_follow_their_alarms_into_another_map_and_counts_are_by_class()
    {
        await using var acquisition = new Acquisition(One, TimeProvider.System, NullLoggerFactory.Instance);
        using var alarms = new BridgeAlarms(acquisition, "urn:test", hasSystem: true, new ManualClock(), NullLoggerFactory.Instance);
        alarms.Adopt(One);
        Send(alarms, tag: 0, value: true);
        alarms.Conditions.Acknowledge(0, "anna", default, 0);
        alarms.Adopt(Two);
        var kept = alarms.List(static alarm => alarm.Id == "Line1/A/_Alarm", 1)[0];
        Assert.That(
            (kept.Record.States, kept.Record.IsAcked, kept.Record.User, kept.Source),
            Is.EqualTo((ConditionStates.Active, true, "anna", "A"))
        );
        Send(alarms, tag: 0, value: true);
        Assert.That(
            alarms.Counts(),
            Is.EqualTo(new[] { new AlarmCounts("Errors", 2, 2, 1, 0, 0, 0), new AlarmCounts("", 1, 0, 0, 0, 0, 0) })
        );
        Assert.That(alarms.Save().Keys, Is.EquivalentTo(new[] { "Line1/New/_Alarm", "Line1/A/_Alarm" }));
    }

    private static void Send(BridgeAlarms alarms, int tag, bool value)
    {
        var batch = new TagBatch();
        batch.Add(new TagSample(tag, new TagValue(TagValueKind.Boolean, value ? 1 : 0), TagQuality.Good, 1));
        alarms.Evaluate(batch);
    }

    private static TagDetails With(TagAlarm alarm) => new() { Alarms = new TagAlarms([alarm]) };
}
