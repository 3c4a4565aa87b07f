using S7OpcBridge.Testing;
using static S7OpcBridge.OpcUa.Server.Conditions.Tests.ConditionRig;

namespace S7OpcBridge.OpcUa.Server.Conditions.Tests;

/// <summary>ConditionRefresh and ConditionRefresh2 (OPC 10000-9, 5.5.7 and 5.5.8).</summary>
internal sealed class ConditionRefreshTests
{
    private const uint Start = 2787,
        End = 2788,
        Required = 2789;

    [ConformanceUnit("A & C Refresh")]
    [Test]
    public void A_refresh_sends_the_last_event_of_every_retained_condition_again()
    {
        using var rig = new ConditionRig(Define("Active"), Define("Quiet"), Define("Waiting"), Define("Gone"));
        var id = rig.Listen();
        foreach (var i in new[] { 0, 2, 3 })
            rig.Report(i, ConditionStates.Active);
        rig.Report(2, ConditionStates.Inactive);
        rig.Report(3, ConditionStates.Inactive);
        rig.Set.Acknowledge(3, null, default, 0);
        var sent = rig.Next();
        Assert.That(rig.Refresh(id), Is.EqualTo("Good"));
        var again = rig.Next();
        Assert.That(again.Select(note => note.Type), Is.EqualTo(new uint[] { Start, 10637, 10637, End }));
        Assert.That(again[1..^1].Select(note => note.ConditionId), Is.EqualTo(new[] { IdOf("Active"), IdOf("Waiting") }));
        foreach (var note in again[1..^1])
        {
            var before = sent.Last(one => one.ConditionId == note.ConditionId);
            Assert.That(
                (note.EventId, note["Time"], note["Message"].Reference),
                Is.EqualTo((before.EventId, before["Time"], before["Message"].Reference))
            );
        }
    }

    [ConformanceUnit("A & C Refresh2")]
    [Test]
    public void A_refresh_is_for_one_subscription_and_the_second_form_for_one_item()
    {
        using var rig = new ConditionRig(Define("Active"));
        var refreshed = rig.Listen(handle: 1);
        var item = rig.AddItem(refreshed, handle: 2);
        rig.Report(0, ConditionStates.Active);
        rig.Next();
        var other = rig.Listen(handle: 3);
        Assert.That(rig.Refresh(refreshed), Is.EqualTo("Good"));
        var both = rig.Next();
        Assert.That(both.Select(note => note.Type), Is.EqualTo(new uint[] { Start, 10637, End, Start, 10637, End }));
        Assert.That(both[0].EventId, Is.EqualTo(both[3].EventId), "the same start for every item");
        Assert.That(rig.Next(), Is.Empty, "the other subscription");
        Assert.That(rig.Call(new NodeId(0, 2782), ConditionRefresh2, Variant.From(refreshed), Variant.From(item)), Is.EqualTo("Good"));
        Assert.That(rig.Next(), Has.Length.EqualTo(3));
        Assert.That(
            rig.Call(new NodeId(0, 2782), ConditionRefresh2, Variant.From(other), Variant.From(item)),
            Is.EqualTo("BadMonitoredItemIdInvalid")
        );
    }

    [ConformanceUnit("A & C Refresh")]
    [Test]
    public void A_refresh_that_makes_no_sense_is_refused()
    {
        using var rig = new ConditionRig(Define("Active"));
        var id = rig.Listen();
        var empty = rig.Events.Subscribe();
        Assert.That(rig.Refresh(4711), Is.EqualTo("BadSubscriptionIdInvalid"));
        Assert.That(rig.Refresh(empty), Is.EqualTo("BadNothingToDo"));
        Assert.That(rig.Refresh(id), Is.EqualTo("Good"));
        Assert.That(rig.Refresh(id), Is.EqualTo("BadRefreshInProgress"));
        Assert.That(rig.Next(), Has.Length.EqualTo(2));
        Assert.That(rig.Refresh(id), Is.EqualTo("Good"));
        Assert.That(rig.Call(new NodeId(0, 2782), ConditionRefresh, Variant.From("x")), Is.EqualTo("BadInvalidArgument"));
    }

    [Test]
    public void Start_and_end_come_whatever_the_filter_and_conditions_only_if_it_wants_them()
    {
        using var rig = new ConditionRig(Define("Mild"), Define("Wild"));
        var filter = EventRig.Where(Filter(), EventRig.Element(FilterOperator.GreaterThan, EventRig.Field("Severity"), Variant.From(600)));
        var id = rig.Listen(filter: filter);
        rig.Report(0, ConditionStates.Active, severity: 300);
        rig.Report(1, ConditionStates.Active, severity: 900);
        Assert.That(rig.NextOnly().ConditionId, Is.EqualTo(IdOf("Wild")));
        rig.Refresh(id);
        Assert.That(rig.Next().Select(note => note.Type), Is.EqualTo(new uint[] { Start, 10637, End }));
    }

    [Test]
    public void A_refresh_of_many_conditions_does_not_overflow_a_short_queue()
    {
        const int many = 2500;
        using var rig = new ConditionRig([.. Enumerable.Range(0, many).Select(i => Define($"C{i}"))]);
        for (var i = 0; i < many; i++)
            rig.Report(i, ConditionStates.Active);
        var id = rig.Listen(queueSize: 10);
        rig.Refresh(id);
        var notes = new List<ConditionNote>();
        while (notes.Count == 0 || notes[^1].Type != End)
            notes.AddRange(rig.Next());
        Assert.That(notes, Has.Count.EqualTo(many + 2));
        Assert.That(notes[1..^1].Select(note => note.ConditionId).Distinct().Count(), Is.EqualTo(many));
        Assert.That(rig.Next(), Is.Empty);
    }

    [Test]
    public void A_long_refresh_goes_on_without_waiting_for_the_next_publishing_cycle()
    {
        const int many = 600;
        using var rig = new ConditionRig([.. Enumerable.Range(0, many).Select(i => Define($"C{i}"))]);
        for (var i = 0; i < many; i++)
            rig.Report(i, ConditionStates.Active);
        rig.Refresh(rig.Listen());
        var requests = Enumerable.Range(0, 5).Select(i => new SentPublish((uint)i)).ToArray();
        foreach (var request in requests)
            rig.Events.Owner.Publish(request);
        rig.Clock.Advance(TimeSpan.FromSeconds(1));
        var come = requests.Where(request => request.IsAnswered).SelectMany(request => request.Objects<EventNotificationList>());
        Assert.That(come.Sum(list => list.Events.Length), Is.EqualTo(many + 2));
    }

    [Test]
    public void Who_lost_events_of_conditions_is_told_to_refresh_when_there_is_room_again()
    {
        using var rig = new ConditionRig([.. Enumerable.Range(0, 30).Select(i => Define($"C{i}"))]);
        var id = rig.Listen(queueSize: 10);
        for (var i = 0; i < 30; i++)
            rig.Report(i, ConditionStates.Active);
        var notes = rig.Next();
        Assert.That(notes[0].Type, Is.EqualTo(Ids.EventQueueOverflowEventType));
        Assert.That((notes.Length, notes[^1].Type), Is.EqualTo((12, Required)));
        rig.Refresh(id);
        Assert.That(rig.Next(), Has.Length.EqualTo(32));
        for (var i = 0; i < 12; i++)
            rig.Events.Raise("no condition");
        Assert.That(rig.Next(), Has.Length.EqualTo(11), "nothing to refresh after the loss of other events");
    }

    [Test]
    public void What_changes_while_a_refresh_is_sent_comes_in_its_order()
    {
        const int many = 1200;
        using var rig = new ConditionRig([.. Enumerable.Range(0, many).Select(i => Define($"C{i}"))]);
        for (var i = 0; i < many; i++)
            rig.Report(i, ConditionStates.Active);
        var id = rig.Listen();
        rig.Refresh(id);
        var last = new Dictionary<NodeId, ConditionNote>();
        var isOver = false;
        for (var round = 0; !isOver; round++)
        {
            foreach (var note in rig.Next())
            {
                isOver |= note.Type == End;
                if (note.Type == 10637)
                    last[note.ConditionId] = note;
            }

            // Among them is the one whose event did not fit into the message.
            for (var i = 0; i < many; i++)
            {
                if (i / 250 == round && i % 250 > 240 || i / 250 == round + 1 && i % 250 < 10)
                    rig.Report(i, ConditionStates.Inactive);
            }
        }

        while (rig.Next() is { Length: > 0 } more)
        {
            foreach (var note in more)
                last[note.ConditionId] = note;
        }

        Assert.That(last, Has.Count.EqualTo(many));
        for (var i = 0; i < many; i++)
            Assert.That(
                last[IdOf($"C{i}")]["ActiveState/Id"].Bits != 0,
                Is.EqualTo(rig.Set.Show(i).Record.States != ConditionStates.Inactive),
                $"C{i}"
            );
    }

    [Test]
    public void A_reload_during_a_refresh_asks_for_another_one_behind_it()
    {
        using var rig = new ConditionRig(Define("Stays"), Define("Goes"));
        rig.Report(0, ConditionStates.Active);
        rig.Report(1, ConditionStates.Active);
        var id = rig.Listen();
        rig.Refresh(id);
        rig.Set.Replace([Define("Stays")]);
        Assert.That(rig.Next().Select(note => note.Type), Is.EqualTo(new uint[] { Start, 10637, End, Required }));
        Assert.That(rig.Refresh(id), Is.EqualTo("Good"));
    }

    [ConformanceUnit("Address Space Notifier Hierarchy")]
    [TestCase("Server", 1)]
    [TestCase("Plant", 1)]
    [TestCase("Line1", 1)]
    [TestCase("Line2", 0)]
    public void A_refresh_at_a_notifier_is_of_the_conditions_below_it(string notifier, int conditions)
    {
        using var rig = new ConditionRig(Define("Active"));
        var id = rig.Listen(node: notifier);
        rig.Report(0, ConditionStates.Active);
        Assert.That(rig.Next(), Has.Length.EqualTo(conditions));
        rig.Refresh(id);
        Assert.That(rig.Next(), Has.Length.EqualTo(2 + conditions));
    }
}
