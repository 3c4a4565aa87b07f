using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server.Conditions;

namespace S7OpcBridge.Bridge.Tests.Alarms;

/// <summary>One alarm at two nodes of a cluster: both see the values, and each takes over what users did at the other.</summary>
public sealed class AlarmsOfTwoNodesTests
{
    [Test]
    public void What_users_did_last_counts_at_both_whatever_order_it_arrives_in()
    {
        using var a = Node();
        using var b = Node();
        Both(a, b, true);
        Acknowledge(a, "seen");
        var first = a.Conditions.Save(0)!;
        Assert.That(b.Conditions.Merge(0, first), Is.True);
        Assert.That((b.Show().Record.IsAcked, b.Show().Record.Comment.Text, b.Show().Record.User), Is.EqualTo((true, "seen", "anna")));
        Assert.That(b.Conditions.Merge(0, first), Is.False, "once more changes nothing");

        Both(a, b, false);
        Both(a, b, true);
        Assert.That(b.Conditions.Merge(0, first), Is.False, "it was for the alarm before");
        Assert.That((a.Show().Record.IsAcked, b.Show().Record.IsAcked), Is.EqualTo((false, false)));

        Acknowledge(b, "again");
        var second = b.Conditions.Save(0)!;
        Assert.That(a.Conditions.Merge(0, second), Is.True);
        Assert.That(b.Conditions.Merge(0, first), Is.False, "late");
        Assert.That((a.Show().Record.Comment.Text, b.Show().Record.Comment.Text), Is.EqualTo(("again", "again")));
    }

    [Test]
    public void A_node_that_starts_takes_the_acknowledgement_over_and_takes_away_none()
    {
        using var a = Node();
        a.Send((0, true));
        Acknowledge(a, "seen");
        // The word that holds the bit has changed since: its time is later than the acknowledgement.
        using var fresh = Node(minutes: 10);
        fresh.Send((0, true));
        Assert.That(fresh.Show().Record.IsAcked, Is.False, "it knows nothing yet");
        Assert.That(a.Conditions.Merge(0, fresh.Conditions.Save(0)!), Is.False);
        Assert.That(a.Show().Record.IsAcked);
        Assert.That(fresh.Conditions.Merge(0, a.Conditions.Save(0)!), Is.True);
        Assert.That((fresh.Show().Record.IsAcked, fresh.Show().Record.ActiveTime), Is.EqualTo((true, a.Show().Record.ActiveTime)));
    }

    [Test]
    public void A_node_that_has_no_values_yet_begins_with_the_state_of_the_other()
    {
        using var a = Node();
        a.Send((0, true));
        Acknowledge(a, "seen");
        foreach (var still in new[] { true, false })
        {
            using var fresh = Node(minutes: 10);
            Assert.That(fresh.Conditions.Merge(0, a.Conditions.Save(0)!), Is.True);
            fresh.Send((0, still));
            Assert.That((fresh.Show().Record.IsAcked, fresh.States() != ConditionStates.Inactive), Is.EqualTo((true, still)));
        }
    }

    [Test]
    public void An_alarm_that_came_and_went_unseen_waits_for_its_acknowledgement_at_both()
    {
        using var a = Node();
        using var b = Node();
        Both(a, b, false);
        Both(a, b, true);
        Both(a, b, false);
        Acknowledge(a, "seen");
        b.Conditions.Merge(0, a.Conditions.Save(0)!);
        foreach (var value in new[] { true, false })
        {
            a.Clock.Advance(TimeSpan.FromSeconds(1));
            a.Send((0, value));
        }
        Assert.That(b.Show().Retain, Is.False);
        Assert.That(b.Conditions.Merge(0, a.Conditions.Save(0)!), Is.True);
        Assert.That((b.Show().Retain, b.Show().Record.IsAcked, b.States()), Is.EqualTo((true, false, ConditionStates.Inactive)));
    }

    private static Detector Node(int minutes = 0)
    {
        var node = new Detector(("Alarm", "Bool", [Detector.Bit()])) { IsForwarded = minutes > 0 };
        node.Clock.Advance(TimeSpan.FromMinutes(minutes));
        return node;
    }

    private static void Both(Detector a, Detector b, bool value)
    {
        foreach (var node in new[] { a, b })
        {
            node.Clock.Advance(TimeSpan.FromSeconds(1));
            node.Send((0, value));
        }
    }

    private static void Acknowledge(Detector node, string comment)
    {
        node.Clock.Advance(TimeSpan.FromMilliseconds(100));
        Assert.That(node.Conditions.Acknowledge(0, "anna", new LocalizedText(comment, "en"), 0), Is.True);
    }
}
