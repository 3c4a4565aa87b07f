using S7OpcBridge.OpcUa.Server.Events;
using S7OpcBridge.OpcUa.Server.Subscriptions;
using S7OpcBridge.OpcUa.Server.Subscriptions.Monitoring;
using S7OpcBridge.Testing;
using static S7OpcBridge.Testing.EventRig;

namespace S7OpcBridge.OpcUa.Server.Tests.Events;

/// <summary>The queues of items for events: how long they are, and what is lost when they are full.</summary>
public class EventQueueTests
{
    [ConformanceUnit("Base Info EventQueueOverflow EventType")]
    [TestCase(true, "3 4 5", true)]
    [TestCase(false, "1 2 5", false)]
    public void A_full_queue_loses_events_by_its_policy_and_says_so(bool discardOldest, string kept, bool inFront)
    {
        using var rig = new EventRig();
        rig.Monitor(rig.Subscribe(), Select("Message", "EventType"), queueSize: 3, discardOldest: discardOldest);
        for (var i = 1; i <= 5; i++)
            rig.Raise($"{i}");
        var events = rig.Next();
        var overflow = inFront ? events[0] : events[^1];
        Assert.That(overflow[1].Reference, Is.EqualTo((NodeId)Ids.EventQueueOverflowEventType));
        Assert.That(string.Join(' ', events.Where(e => e != overflow).Select(e => TextOf(e[0]))), Is.EqualTo(kept));
        rig.Raise("6");
        Assert.That(rig.NextMessages(), Is.EqualTo(new[] { "6" }), "It is told once.");
        Assert.That(SubscriptionDiagnostics.DiagnosticsOf(rig.Services.Subscriptions.Single())!.EventQueueOverFlowCount, Is.EqualTo(2));
    }

    [Test]
    public void All_queues_together_are_bounded_in_bytes_and_an_event_is()
    {
        using var rig = new EventRig();
        var text = new string('x', 100_000);
        for (var i = 0; i < 100; i++)
            rig.Monitor(rig.Subscribe(), Select("Message"), queueSize: 10);
        for (var i = 0; i < 10; i++)
            rig.Raise(text);
        Assert.That(
            rig.Listeners.Budget.Taken,
            Is.InRange(rig.Listeners.Budget.Most - 200_000, rig.Listeners.Budget.Most),
            "100 queues of 1 MB want more than there is"
        );
        rig.Raise(new string('x', EventQueue.MaxEvent));
        Assert.That(
            rig.Listeners.Budget.Taken,
            Is.LessThanOrEqualTo(rig.Listeners.Budget.Most),
            "an event as large as that is not queued at all"
        );
        rig.Owner.EndSession(deleteSubscriptions: true);
        Assert.That(rig.Listeners.Budget.Taken, Is.Zero);
    }

    [Test]
    public void There_is_an_end_to_items_for_events()
    {
        using var rig = new EventRig();
        var id = rig.Subscribe();
        for (var i = 0; i < EventItems.MaxItems / 5 * 4; i++)
            Assert.That(rig.Monitor(id, Select("Message")).StatusCode.IsGood, "a session may have four fifths");
        Assert.That(StatusCodes.NameOf(rig.Monitor(id, Select("Message")).StatusCode), Is.EqualTo("BadTooManyMonitoredItems"));
        rig.Services.DeleteSubscriptions(rig.Owner, new DeleteSubscriptionsRequest { SubscriptionIds = [id] });
        Assert.That(rig.Monitor(rig.Subscribe(), Select("Message")).StatusCode.IsGood);
    }

    [Test]
    public void A_queue_is_bounded_in_bytes_too()
    {
        using var rig = new EventRig();
        rig.Monitor(rig.Subscribe(), Select("Message"), queueSize: 1000);
        var text = new string('x', EventQueue.MaxBytes / 10);
        for (var i = 0; i < 30; i++)
            rig.Raise(text);
        Assert.That(rig.NextMessages().Count(m => m == text), Is.InRange(8, 10));
    }

    [ConformanceUnit("Monitor QueueSize_ServerMax")]
    [Test]
    public void Who_does_not_say_how_long_the_queue_is_to_be_gets_room_for_a_burst()
    {
        using var rig = new EventRig();
        var id = rig.Subscribe();
        Assert.That(rig.Monitor(id, Select("Message")).RevisedQueueSize, Is.EqualTo(100));
        Assert.That(rig.Monitor(id, Select("Message"), queueSize: 1).RevisedQueueSize, Is.EqualTo(1));
        Assert.That(rig.Monitor(id, Select("Message"), queueSize: uint.MaxValue).RevisedQueueSize, Is.EqualTo(1000));
    }

    [Test]
    public void A_burst_costs_the_slow_subscriber_its_own_queue_only()
    {
        using var rig = new EventRig();
        rig.Monitor(rig.Subscribe(), Select("Message"), queueSize: 5);
        var (slow, quick) = (rig.Owner, rig.NewOwner());
        rig.Owner = quick;
        rig.Monitor(rig.Subscribe(), Select("Message"), queueSize: 1000);
        for (var i = 0; i < 200; i++)
            rig.Raise($"{i}");
        Assert.That(rig.NextMessages(), Is.EqualTo(Enumerable.Range(0, 200).Select(i => $"{i}")));
        rig.Owner = slow;
        Assert.That(rig.Next(), Has.Length.EqualTo(6), "five and the one that tells of the rest");
    }

    [Test]
    public void A_message_holds_so_many_events_as_the_client_takes()
    {
        using var rig = new EventRig();
        rig.Monitor(rig.Subscribe(maxNotifications: 2), Select("Message"));
        for (var i = 0; i < 5; i++)
            rig.Raise($"{i}");
        string?[][] messages = [rig.NextMessages(), rig.NextMessages(), rig.NextMessages()];
        Assert.That(messages.Select(m => string.Concat(m)), Is.EqualTo(new[] { "01", "23", "4" }));
    }

    [Test]
    public void A_disabled_item_forgets_its_events_and_a_sampling_one_keeps_them()
    {
        using var rig = new EventRig();
        var id = rig.Subscribe();
        var item = rig.Monitor(id, Select("Message"), mode: MonitoringMode.Disabled).MonitoredItemId;
        rig.Raise("lost");
        SetMode(rig, id, item, MonitoringMode.Sampling);
        rig.Raise("kept");
        SetMode(rig, id, item, MonitoringMode.Reporting);
        Assert.That(rig.NextMessages(), Is.EqualTo(new[] { "kept" }));
    }

    private static void SetMode(EventRig rig, uint subscription, uint item, MonitoringMode mode) =>
        rig.Services.SetMonitoringMode(
            rig.Owner,
            new SetMonitoringModeRequest
            {
                SubscriptionId = subscription,
                MonitoringMode = mode,
                MonitoredItemIds = [item],
            }
        );
}
