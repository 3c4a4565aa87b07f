using S7OpcBridge.OpcUa.Server.Subscriptions;
using S7OpcBridge.OpcUa.Server.Subscriptions.Delivery;
using S7OpcBridge.Testing;
using static S7OpcBridge.Testing.EventRig;

namespace S7OpcBridge.OpcUa.Server.Tests.Events;

/// <summary>What happens between raising an event and queueing it: the rig's lane works when the clock is moved.</summary>
public class EventLaneTests
{
    [Test]
    public void Events_that_come_faster_than_filters_are_evaluated_overflow_and_the_latest_are_kept()
    {
        using var rig = new EventRig();
        rig.Monitor(rig.Subscribe(), Select("Message", "EventType"), queueSize: 1000);
        for (var i = 0; i < EventInbox.MaxEvents + 500; i++)
            rig.Events.Raise(Event($"{i}"));
        var events = rig.Next();
        Assert.That(events[0][1].Reference, Is.EqualTo((NodeId)Ids.EventQueueOverflowEventType));
        Assert.That(events[1..].Select(e => TextOf(e[0])), Is.EqualTo(Enumerable.Range(500, EventInbox.MaxEvents).Select(i => $"{i}")));
        Assert.That(SubscriptionDiagnostics.DiagnosticsOf(rig.Services.Subscriptions.Single())!.EventQueueOverFlowCount, Is.EqualTo(500));
    }

    [Test]
    public void An_item_gets_no_event_from_before_it_was_added_or_enabled()
    {
        using var rig = new EventRig();
        var id = rig.Subscribe();
        rig.Monitor(id, Select("Message"), handle: 1);
        var disabled = rig.Monitor(id, Select("Message"), handle: 2, mode: MonitoringMode.Disabled).MonitoredItemId;
        rig.Events.Raise(Event("before"));
        rig.Monitor(id, Select("Message"), handle: 3);
        rig.Services.SetMonitoringMode(
            rig.Owner,
            new SetMonitoringModeRequest
            {
                SubscriptionId = id,
                MonitoringMode = MonitoringMode.Reporting,
                MonitoredItemIds = [disabled],
            }
        );
        var come = rig.NextMessage().Objects<EventNotificationList>().Single().Events;
        Assert.That(come.Select(e => e.ClientHandle), Is.EqualTo(new[] { 1u }));
    }

    [Test]
    public void An_item_that_is_removed_meanwhile_makes_no_other_miss_the_event()
    {
        using var rig = new EventRig();
        var id = rig.Subscribe();
        var items = Enumerable.Range(0, 200).Select(i => rig.Monitor(id, Select("Message"), handle: (uint)i).MonitoredItemId).ToArray();
        rig.Events.Raise(Event("x"));
        rig.Services.DeleteMonitoredItems(
            rig.Owner,
            new DeleteMonitoredItemsRequest { SubscriptionId = id, MonitoredItemIds = items[..100] }
        );
        Assert.That(rig.Next(), Has.Length.EqualTo(100));
    }

    [Test]
    public void What_was_not_evaluated_when_the_session_got_another_user_is_not_sent()
    {
        using var rig = new EventRig();
        rig.Monitor(rig.Subscribe(), Select("Message"));
        rig.Events.Raise(Event("before"));
        rig.Owner.ForgetUser();
        rig.Events.Raise(Event("after"));
        Assert.That(rig.NextMessages(), Is.EqualTo(new[] { "after" }));
    }

    [Test]
    public void A_transferred_subscription_gets_its_events_in_their_order()
    {
        using var rig = new EventRig();
        var id = rig.Subscribe();
        rig.Monitor(id, Select("Message"));
        rig.Events.Raise(Event("one"));
        rig.Owner = rig.NewOwner();
        Assert.That(
            rig.Services.TransferSubscriptions(rig.Owner, new TransferSubscriptionsRequest { SubscriptionIds = [id] })
                .Results[0]
                .StatusCode.IsGood
        );
        rig.Events.Raise(Event("two"));
        Assert.That(rig.NextMessages(), Is.EqualTo(new[] { "one", "two" }));
    }

    private static UaEvent Event(string message) => new(Simple, Ids.Server, "Source", 100, message);
}
