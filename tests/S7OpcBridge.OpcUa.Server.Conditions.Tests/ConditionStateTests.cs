using S7OpcBridge.OpcUa.Server.Events;
using S7OpcBridge.OpcUa.Server.Subscriptions.Delivery;
using S7OpcBridge.Testing;
using static S7OpcBridge.OpcUa.Server.Conditions.Tests.ConditionRig;

namespace S7OpcBridge.OpcUa.Server.Conditions.Tests;

/// <summary>The states of conditions and the events that tell of them (OPC 10000-9, 5.5 to 5.8).</summary>
internal sealed class ConditionStateTests
{
    [ConformanceUnit("A & C Basic")]
    [ConformanceUnit("A & C Alarm")]
    [ConformanceUnit("A & C Acknowledge")]
    [ConformanceUnit("A & C Confirm")]
    [Test]
    public void An_alarm_goes_through_the_states_of_the_standards_example()
    {
        using var rig = new ConditionRig(Define("Overload", confirm: true));
        rig.Listen();
        rig.Report(0, ConditionStates.Inactive);
        Assert.That(rig.Next(), Is.Empty, "the initial state");
        var seen = new List<string>();
        byte[] last = [];
        foreach (
            var step in new Action[]
            {
                () => rig.Report(0, ConditionStates.Active),
                () => rig.Call("Overload", Acknowledge, With(last)),
                () => rig.Report(0, ConditionStates.Inactive),
                () => rig.Call("Overload", Confirm, With(last)),
                () => rig.Report(0, ConditionStates.Active),
                () => rig.Report(0, ConditionStates.Inactive),
                () => rig.Call("Overload", Acknowledge, With(last)),
                () => rig.Call("Overload", Confirm, With(last)),
            }
        )
        {
            step();
            var note = rig.NextOnly();
            last = note.EventId;
            seen.Add(note.States);
        }

        Assert.That(seen, Is.EqualTo(new[] { "TFTT", "TTFT", "FTFT", "FTTF", "TFTT", "FFTT", "FTFT", "FTTF" }));
    }

    [ConformanceUnit("A & C Basic")]
    [Test]
    public void An_event_has_the_fields_of_its_condition()
    {
        using var rig = new ConditionRig(Define("Overload"));
        rig.Listen();
        rig.Report(0, ConditionStates.Active, severity: 800, time: 4711);
        var note = rig.NextOnly();
        Assert.Multiple(() =>
        {
            Assert.That(note.ConditionId, Is.EqualTo(IdOf("Overload")));
            Assert.That(note.Type, Is.EqualTo(10637));
            Assert.That(note.EventId, Has.Length.EqualTo(16));
            Assert.That(note["ConditionName"].Reference, Is.EqualTo("Overload"));
            Assert.That(note["SourceNode"].Reference, Is.EqualTo(PlantNodes.Id("Motor")));
            Assert.That(note["BranchId"].Reference, Is.EqualTo(default(NodeId)));
            Assert.That(note["Severity"].Bits, Is.EqualTo(800));
            Assert.That(note["LastSeverity"].Bits, Is.EqualTo(500));
            Assert.That(note["Time"].Bits, Is.EqualTo(4711));
            Assert.That(note["Quality"].Bits, Is.Zero);
            Assert.That(note["ConfirmedState/Id"].IsNull, "nobody has to confirm it");
            Assert.That(EventRig.TextOf(note["Message"]), Is.EqualTo("Overload is not normal"));
        });
    }

    [Test]
    public void An_alarm_that_nobody_has_to_acknowledge_is_gone_when_it_ends()
    {
        using var rig = new ConditionRig(Define("Warning", ack: false));
        rig.Listen();
        rig.Report(0, ConditionStates.Active);
        Assert.That(rig.NextOnly().States, Is.EqualTo("TT-T"));
        rig.Report(0, ConditionStates.Inactive);
        Assert.That(rig.NextOnly().States, Is.EqualTo("FT-F"));
    }

    [Test]
    public void What_is_reported_again_sends_nothing_and_allocates_nothing()
    {
        using var rig = new ConditionRig(Define("Overload"));
        rig.Listen();
        rig.Report(0, ConditionStates.Active);
        rig.Next();
        var update = new ConditionUpdate(ConditionStates.Active, 500, null, 0);
        rig.Set.Update(0, update);
        var before = GC.GetAllocatedBytesForCurrentThread();
        for (var i = 0; i < 1000; i++)
            rig.Set.Update(0, update);
        Assert.That(GC.GetAllocatedBytesForCurrentThread() - before, Is.Zero);
        Assert.That(rig.Next(), Is.Empty);
    }

    [Test]
    public void A_lost_link_changes_the_quality_of_what_clients_know_of_and_clears_nothing()
    {
        using var rig = new ConditionRig(Define("Known"), Define("Quiet"));
        rig.Listen();
        rig.Report(0, ConditionStates.Active);
        rig.Report(1, ConditionStates.Inactive);
        rig.Next();
        rig.Set.SetQuality([0, 1], StatusCodes.BadCommunicationError, 0);
        var lost = rig.NextOnly();
        Assert.That((lost.ConditionId, lost.States), Is.EqualTo((IdOf("Known"), "TF-T")));
        Assert.That(lost["Quality"].Bits, Is.EqualTo(StatusCodes.BadCommunicationError));
        Assert.That(rig.Read("Quiet", "Quality").Value.Bits, Is.EqualTo(StatusCodes.BadCommunicationError));
        rig.Report(0, ConditionStates.Active);
        Assert.That(rig.NextOnly()["Quality"].Bits, Is.Zero);
    }

    [ConformanceUnit("A & C Exclusive Level")]
    [ConformanceUnit("A & C Exclusive Limit")]
    [Test]
    public void An_exclusive_level_has_one_state_and_only_the_way_out_must_be_acknowledged()
    {
        using var rig = new ConditionRig(Define("Level", ConditionKind.ExclusiveLevel));
        rig.Listen();
        rig.Report(0, ConditionStates.High | ConditionStates.Active, 400);
        var high = rig.NextOnly();
        Assert.That(high.Type, Is.EqualTo(9482));
        Assert.That(rig.Read("Level", "LimitState/CurrentState/Id").Value.Reference, Is.EqualTo((NodeId)9331));
        Assert.That(rig.Call("Level", Acknowledge, With(high.EventId)), Is.EqualTo("Good"));
        rig.Report(0, ConditionStates.HighHigh | ConditionStates.Active, 800);
        Assert.That(rig.Next().Select(note => note.States), Is.EqualTo(new[] { "TT-T", "TF-T" }));
        Assert.That(rig.Read("Level", "LimitState/CurrentState/Id").Value.Reference, Is.EqualTo((NodeId)9329));
        Assert.That(rig.Call("Level", Acknowledge, With(high.EventId)), Is.EqualTo("BadEventIdUnknown"), "that was another activation");
        rig.Set.Acknowledge(0, null, default, 0);
        rig.Report(0, ConditionStates.High | ConditionStates.Active, 400);
        Assert.That(rig.Next()[^1].States, Is.EqualTo("TT-T"), "the way back");
        rig.Report(0, ConditionStates.Inactive);
        Assert.That(rig.NextOnly().States, Is.EqualTo("FT-F"));
        Assert.That(rig.Read("Level", "LimitState/CurrentState").Status.IsBad, "no state");
    }

    [ConformanceUnit("A & C Non-Exclusive Level")]
    [ConformanceUnit("A & C Non-Exclusive Limit")]
    [Test]
    public void A_non_exclusive_level_has_a_state_per_limit()
    {
        using var rig = new ConditionRig(Define("Level", ConditionKind.NonExclusiveLevel));
        var filter = Filter();
        SimpleAttributeOperand[] limits =
        [
            EventRig.Field("HighState/Id"),
            EventRig.Field("HighHighState/Id"),
            EventRig.Field("LowState/Id", 9906),
        ];
        filter.SelectClauses = [.. filter.SelectClauses, .. limits];
        rig.Listen(filter: filter);
        rig.Report(0, ConditionStates.Active | ConditionStates.High);
        rig.Report(0, ConditionStates.Active | ConditionStates.High | ConditionStates.HighHigh);
        rig.Report(0, ConditionStates.Active | ConditionStates.High);
        var notes = rig.Next();
        Assert.That(
            notes.Select(note => string.Concat(note.All[^3..].Select(field => field.Bits))),
            Is.EqualTo(new[] { "100", "110", "100" })
        );
        Assert.That(notes[0].Type, Is.EqualTo(10060));
        Assert.That(rig.Read("Level", "HighState/TransitionTime").Value.Bits, Is.Positive);
    }

    [Test]
    public void Texts_come_in_the_language_of_the_session()
    {
        using var rig = new ConditionRig(Define("Overload"));
        var filter = Filter();
        filter.SelectClauses = [.. filter.SelectClauses, EventRig.Field("ActiveState")];
        rig.Events.Owner.Viewer.Locales = ["fr-FR", "de-AT", "en"];
        rig.Listen(filter: filter);
        rig.Report(0, ConditionStates.Active);
        var note = rig.NextOnly();
        Assert.That(note["Message"].Reference, Is.EqualTo(new LocalizedText("Overload ist nicht normal", "de")));
        Assert.That(note.All[^1].Reference, Is.EqualTo(new LocalizedText("Aktiv", "de")));
    }

    [ConformanceUnit("A & C Enable")]
    [Test]
    public void A_disabled_condition_is_silent_and_enabling_it_tells_its_state()
    {
        using var rig = new ConditionRig(Define("Overload"));
        rig.Listen();
        rig.Report(0, ConditionStates.Active);
        rig.Next();
        Assert.That(rig.Call("Overload", Disable), Is.EqualTo("Good"));
        var disabled = rig.NextOnly();
        Assert.That((disabled.Retain, disabled["EnabledState/Id"].Bits), Is.EqualTo((false, 0L)));
        Assert.That(disabled["ActiveState/Id"], Is.EqualTo(Variant.FromStatusCode(StatusCodes.BadConditionDisabled)));
        Assert.That(StatusCodes.NameOf(rig.Read("Overload", "ActiveState").Status), Is.EqualTo("BadConditionDisabled"));
        Assert.That(rig.Call("Overload", Disable), Is.EqualTo("BadConditionAlreadyDisabled"));
        Assert.That(rig.Call("Overload", Acknowledge, With(disabled.EventId)), Is.EqualTo("BadConditionDisabled"));
        rig.Report(0, ConditionStates.Inactive);
        rig.Report(0, ConditionStates.Active);
        Assert.That(rig.Next(), Is.Empty);
        Assert.That(rig.Call("Overload", Enable), Is.EqualTo("Good"));
        Assert.That(rig.NextOnly().States, Is.EqualTo("TF-T"));
        Assert.That(rig.Call("Overload", Enable), Is.EqualTo("BadConditionAlreadyEnabled"));
    }

    [Test]
    public void State_is_stored_and_restored_with_its_EventId()
    {
        using var rig = new ConditionRig(Define("Overload"), Define("Quiet"));
        rig.Listen();
        var stored = new HashSet<int>();
        rig.Set.Changed += i => stored.Add(i);
        rig.Report(0, ConditionStates.Active);
        rig.Report(1, ConditionStates.Inactive);
        var active = rig.NextOnly();
        Assert.That(stored, Is.EqualTo(new[] { 0 }));
        Assert.That(rig.Set.Save(1), Is.Null);
        using var after = new ConditionRig(Define("Quiet"), Define("Overload"));
        after.Set.Restore(1, rig.Set.Save(0)!);
        var id = after.Listen();
        after.Report(1, ConditionStates.Active);
        Assert.That(after.NextOnly().States, Is.EqualTo("TF-T"), "the quality has changed");
        Assert.That(after.Call("Overload", Acknowledge, With(active.EventId, "seen")), Is.EqualTo("Good"), "by the EventId of before");
        Assert.That(after.NextOnly().States, Is.EqualTo("TT-T"));
        Assert.That(after.Refresh(id), Is.EqualTo("Good"));
        Assert.That(after.Next().Single(note => note.Type == 10637).States, Is.EqualTo("TT-T"));
    }

    [Test]
    public void The_last_change_is_that_of_any_state_also_from_one_limit_to_the_next_and_after_a_restart()
    {
        using var rig = new ConditionRig(Define("Level", ConditionKind.ExclusiveLevel));
        rig.Report(0, ConditionStates.Active | ConditionStates.High, time: 1000);
        Assert.That((rig.Set.Show(0).Record.ActiveTime, rig.Set.Show(0).Record.LastChange()), Is.EqualTo((1000L, 1000L)));
        rig.Report(0, ConditionStates.Active | ConditionStates.HighHigh, time: 2000);
        Assert.That((rig.Set.Show(0).Record.ActiveTime, rig.Set.Show(0).Record.LastChange()), Is.EqualTo((1000L, 2000L)));
        using var after = new ConditionRig(Define("Level", ConditionKind.ExclusiveLevel));
        after.Set.Restore(0, rig.Set.Save(0)!);
        Assert.That(after.Set.Show(0).Record.LastChange(), Is.EqualTo(2000));
        after.Report(0, ConditionStates.Active | ConditionStates.High, time: 3000);
        Assert.That(after.Set.Show(0).Record.LastChange(), Is.EqualTo(3000), "the way back is a change as well");
        Assert.That(after.Call("Level", Disable), Is.EqualTo("Good"));
        Assert.That(after.Set.Show(0).Record.LastChange(), Is.GreaterThan(3000));
    }

    [Test]
    public void Events_go_to_the_history_even_if_nobody_listens()
    {
        var clock = new ManualClock();
        var recorded = new List<RecordedEvent>();
        using var set = new ConditionSet(clock, "urn:test");
        set.Attach(new EventListeners(clock, record: recorded.Add));
        set.Replace([Define("Overload")]);
        set.Update(0, new ConditionUpdate(ConditionStates.Active, 700, null, 4711));
        var stored = new StoredEvent(recorded.Single());
        Assert.Multiple(() =>
        {
            Assert.That((recorded[0].Time, stored.Type, recorded[0].Source), Is.EqualTo((4711L, 10637u, PlantNodes.Id("Motor"))));
            Assert.That(stored.ConditionId, Is.EqualTo(IdOf("Overload")));
            Assert.That(recorded[0].ConditionId, Is.EqualTo(IdOf("Overload")));
            Assert.That(stored.FieldOf("ActiveState/Id", null), Is.EqualTo(Variant.From(true)));
            Assert.That(stored.FieldOf("EventId", null).Reference, Has.Length.EqualTo(16));
        });
    }

    [Test]
    public void A_reload_keeps_the_state_of_conditions_that_stay_and_asks_clients_to_refresh()
    {
        using var rig = new ConditionRig(Define("Gone"), Define("Stays"));
        rig.Listen();
        rig.Report(1, ConditionStates.Active);
        rig.Next();
        rig.Set.Replace([Define("New"), Define("More"), Define("Stays")]);
        Assert.That(rig.NextOnly().Type, Is.EqualTo(2789));
        Assert.That(
            (rig.Set.Show(2).Record.States, rig.Set.Show(0).Record.States),
            Is.EqualTo((ConditionStates.Active, ConditionStates.Inactive))
        );
        Assert.That(rig.Call("Gone", Disable), Is.EqualTo("BadNodeIdUnknown"));
    }
}
