using S7OpcBridge.Testing;
using static S7OpcBridge.OpcUa.Server.Conditions.Tests.ConditionRig;

namespace S7OpcBridge.OpcUa.Server.Conditions.Tests;

/// <summary>Conditions that become known while the server runs, and those whose system says their whole state.</summary>
internal sealed class ConditionAddingTests
{
    [Test]
    public void Added_conditions_leave_indexes_and_states_alone_and_ask_nobody_to_refresh()
    {
        using var rig = new ConditionRig(Define("First"), Define("Second", ConditionKind.ExclusiveLevel));
        rig.Listen();
        rig.Report(1, ConditionStates.Active | ConditionStates.High);
        rig.Next();
        var added = Enumerable.Range(0, 1000).Select(i => Define($"Told {i}", ConditionKind.Alarm)).ToArray();
        Assert.That(rig.Set.Add(added[..1]), Is.EqualTo(2));
        Assert.That(rig.Set.Add(added[1..]), Is.EqualTo(3));
        Assert.That(rig.Next(), Is.Empty);
        Assert.That(rig.Set.Count, Is.EqualTo(1002));
        Assert.That(rig.Set.Show(1).Record.States, Is.EqualTo(ConditionStates.Active | ConditionStates.High));
        for (var i = 0; i < 1000; i++)
        {
            Assert.That(rig.Set.Find(IdOf($"Told {i}")), Is.EqualTo(i + 2));
            Assert.That(rig.Set.Show(i + 2).Name, Is.EqualTo($"Told {i}"));
        }
    }

    [Test]
    public void An_added_condition_is_read_and_called_at_once_and_browsed_soon()
    {
        using var rig = new ConditionRig();
        rig.Listen();
        var condition = rig.Set.Add([Define("Told", ConditionKind.Alarm)]);
        rig.Set.Tell(condition, Active(time: 1000));
        var note = rig.NextOnly();
        Assert.That((note.Type, note.States, note.ConditionId), Is.EqualTo((1001u, "TF-T", IdOf("Told"))));
        Assert.That(rig.Read("Told", "ActiveState/Id").Value, Is.EqualTo(Variant.From(true)));
        Assert.That(rig.Call("Told", Acknowledge, With(note.EventId)), Is.EqualTo("Good"));
        Assert.That(ConditionsOf(rig, "Motor"), Is.EqualTo(new[] { IdOf("Told") }));
        rig.Set.Add([Define("Later", ConditionKind.Alarm)]);
        rig.Clock.Advance(TimeSpan.FromSeconds(1));
        Assert.That(ConditionsOf(rig, "Motor"), Has.Length.EqualTo(1), "not for each one");
        rig.Clock.Advance(TimeSpan.FromSeconds(5));
        Assert.That(ConditionsOf(rig, "Motor"), Has.Length.EqualTo(2));
    }

    [Test]
    public void A_name_twice_adds_nothing()
    {
        using var rig = new ConditionRig(Define("First"));
        Assert.That(() => rig.Set.Add([Define("New"), Define("First")]), Throws.ArgumentException.With.Message.Contains("Motor/First"));
        Assert.That(() => rig.Set.Add([Define("New"), Define("New")]), Throws.ArgumentException);
        Assert.That((rig.Set.Count, rig.Set.Find(IdOf("New"))), Is.EqualTo((1, -1)));
        Assert.That(rig.Set.Add([Define("New")]), Is.EqualTo(1));
    }

    [Test]
    public void A_reload_keeps_added_conditions_by_their_id()
    {
        using var rig = new ConditionRig(Define("First"));
        var condition = rig.Set.Add([Define("Told", ConditionKind.Alarm)]);
        rig.Set.Tell(condition, Active(time: 1000));
        rig.Set.Replace([Define("Other"), Define("First"), Define("Told", ConditionKind.Alarm)]);
        Assert.That(rig.Set.Show(2).Record.States, Is.EqualTo(ConditionStates.Active));
        Assert.That(rig.Set.Add([Define("Another", ConditionKind.Alarm)]), Is.EqualTo(3));
    }

    [Test]
    public void What_the_system_says_is_one_event_also_where_it_comes_acknowledged()
    {
        using var rig = Told();
        rig.Set.Tell(0, Active(time: 1000, isAcked: true));
        Assert.That(rig.NextOnly().States, Is.EqualTo("TT-T"));
        Assert.That(rig.Set.Tell(0, Active(time: 1000, isAcked: true)), Is.False, "the same again");
        rig.Set.Tell(0, new ConditionToldState(false, true, 500, null, 2000));
        var gone = rig.NextOnly();
        Assert.That((gone.States, gone["Time"].Bits), Is.EqualTo(("FT-F", 2000L)));
    }

    [Test]
    public void An_alarm_that_came_again_unseen_waits_again()
    {
        using var rig = Told();
        rig.Set.Tell(0, Active(time: 1000));
        var first = rig.NextOnly();
        rig.Set.Tell(0, Active(time: 1000) with { IsAcked = true, AckedTime = 1500, User = "panel" });
        var acked = rig.NextOnly();
        Assert.That((acked.States, acked["Time"].Bits, acked["ClientUserId"].Reference), Is.EqualTo(("TT-T", 1500L, "panel")));
        rig.Set.Tell(0, Active(time: 3000));
        var again = rig.NextOnly();
        Assert.That((again.States, again["Time"].Bits), Is.EqualTo(("TF-T", 3000L)));
        Assert.That(rig.Call("Told", Acknowledge, With(first.EventId)), Is.EqualTo("BadEventIdUnknown"));
        Assert.That(rig.Call("Told", Acknowledge, With(again.EventId)), Is.EqualTo("Good"));
    }

    [Test]
    public void One_that_needs_no_acknowledgement_is_always_acknowledged_also_after_its_rules_changed()
    {
        using var rig = Told();
        rig.Set.Tell(0, Active(time: 1000));
        Assert.That(rig.NextOnly().States, Is.EqualTo("TF-T"));
        rig.Set.SetRules(0, new ConditionRules { AckRequired = false });
        rig.Set.Tell(0, Active(time: 1000));
        Assert.That(rig.NextOnly().States, Is.EqualTo("TT-T"));
        rig.Set.Tell(0, new ConditionToldState(false, false, 500, null, 2000));
        Assert.That(rig.NextOnly().States, Is.EqualTo("FT-F"));
        rig.Set.Tell(0, Active(time: 3000));
        Assert.That(rig.NextOnly().States, Is.EqualTo("TT-T"));
    }

    [Test]
    public void An_unacknowledged_one_that_has_gone_is_shown_and_one_that_is_over_is_not()
    {
        using var rig = Told();
        Assert.That(rig.Set.Tell(0, new ConditionToldState(false, true, 500, null, 1000)), Is.False);
        rig.Set.Tell(0, new ConditionToldState(false, false, 500, null, 1000));
        Assert.That(rig.NextOnly().States, Is.EqualTo("FF-T"));
        rig.Set.Tell(0, new ConditionToldState(false, true, 500, null, 1000));
        Assert.That(rig.NextOnly().States, Is.EqualTo("FT-F"));
    }

    [Test]
    public void A_lost_link_changes_the_quality_alone_and_the_same_state_afterwards_brings_it_back()
    {
        using var rig = Told();
        rig.Set.Tell(0, Active(time: 1000));
        rig.Next();
        rig.Set.SetQuality([0], StatusCodes.BadNoCommunication, 0);
        var lost = rig.NextOnly();
        Assert.That((lost.States, lost["Quality"].Bits), Is.EqualTo(("TF-T", (long)StatusCodes.BadNoCommunication)));
        rig.Set.Tell(0, Active(time: 1000));
        var back = rig.NextOnly();
        Assert.That((back.States, back["Quality"].Bits), Is.EqualTo(("TF-T", 0L)));
        Assert.That(back["Time"].Bits, Is.GreaterThan(1000), "nothing happened to the alarm itself");
    }

    [Test]
    public void It_has_no_shelving_and_no_confirmation()
    {
        using var rig = Told();
        Assert.That(rig.Call("Told", OneShotShelve), Is.EqualTo("BadMethodInvalid"));
        Assert.That(rig.Call("Told", Confirm, With([])), Is.EqualTo("BadMethodInvalid"));
        var nodes = rig.Events.Space.Current;
        Assert.That(nodes.Find(new NodeId(2, "Motor/Told/ShelvingState")).Exists, Is.False);
        Assert.That(rig.Read("Told", "InputNode").Value, Is.EqualTo(Variant.From(default(NodeId))));
        Assert.That(rig.Read("Told", "SuppressedOrShelved").Value, Is.EqualTo(Variant.From(false)));
    }

    private static ConditionRig Told()
    {
        var rig = new ConditionRig(Define("Told", ConditionKind.Alarm));
        rig.Listen();
        return rig;
    }

    private static ConditionToldState Active(long time, bool isAcked = false) => new(true, isAcked, 500, null, time);

    private static NodeId[] ConditionsOf(ConditionRig rig, string source)
    {
        var nodes = rig.Events.Space.Current;
        var page = new NodeReference[64];
        var count = nodes.References(nodes.Find(PlantNodes.Id(source)), 0, page);
        return
        [
            .. page.Take(count)
                .Where(static reference => reference is { Type: Ids.HasCondition, IsForward: true })
                .Select(reference => nodes.IdOf(reference.Target)),
        ];
    }
}
