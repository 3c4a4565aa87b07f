using S7OpcBridge.OpcUa.Server.Access;
using S7OpcBridge.OpcUa.Server.Events;
using S7OpcBridge.OpcUa.Server.Subscriptions;
using S7OpcBridge.Testing;
using static S7OpcBridge.OpcUa.Server.Tests.Events.EventRig;

namespace S7OpcBridge.OpcUa.Server.Tests.Events;

/// <summary>The way of an event to those who listen (OPC 10000-4, 5.13.1.5 and 7.25.3).</summary>
public class EventDeliveryTests
{
    [ConformanceUnit("Monitor Events")]
    [Test]
    public void The_selected_fields_come_in_the_order_of_the_clauses()
    {
        using var rig = new EventRig();
        rig.Monitor(rig.Subscribe(), Select("EventId", "EventType", "SourceNode", "SourceName", "Time", "ReceiveTime", "Message", "Severity", "SystemState"));
        var now = UaTime.Now(rig.Clock);
        rig.Events.Raise(new UaEvent(Ids.SystemStatusChangeEventType, PlantNodes.Id("Line1"), "Line1", 321, "it happens")
        {
            Time = 4711,
            Fields = [("SystemState", Variant.Of(4))],
        });
        var fields = rig.Next().Single();
        Assert.Multiple(() =>
        {
            Assert.That(fields[0].Reference, Has.Length.EqualTo(16));
            Assert.That(fields[1].Reference, Is.EqualTo((NodeId)Ids.SystemStatusChangeEventType));
            Assert.That(fields[2].Reference, Is.EqualTo(PlantNodes.Id("Line1")));
            Assert.That(fields[3].Reference, Is.EqualTo("Line1"));
            Assert.That(fields[4], Is.EqualTo(Variant.OfDateTime(4711)));
            Assert.That(fields[5], Is.EqualTo(Variant.OfDateTime(now)));
            Assert.That(TextOf(fields[6]), Is.EqualTo("it happens"));
            Assert.That((fields[7].Type, fields[7].Bits), Is.EqualTo((BuiltInType.UInt16, 321L)));
            Assert.That(fields[8].Bits, Is.EqualTo(4));
        });
    }

    [Test]
    public void Every_event_has_an_id_of_its_own_and_the_same_for_everybody()
    {
        using var rig = new EventRig();
        var id = rig.Subscribe();
        rig.Monitor(id, Select("EventId"));
        rig.Monitor(id, Select("EventId"));
        rig.Raise();
        rig.Raise();
        var ids = rig.Next().Select(fields => Convert.ToHexString((byte[])fields[0].Reference!)).ToArray();
        Assert.That(ids, Has.Length.EqualTo(4));
        Assert.That(ids.Distinct().Count(), Is.EqualTo(2));
    }

    [Test]
    public void A_field_of_a_condition_is_null_in_an_event_that_is_none()
    {
        using var rig = new EventRig();
        var filter = new EventFilter
        {
            SelectClauses =
            [
                Field("", 2782, AttributeId.NodeId),
                Field("Message", Ids.AuditEventType),
                Field("Message", range: "0:1"),
                Field("SourceName", range: "1:2"),
            ],
        };
        rig.Monitor(rig.Subscribe(), filter);
        rig.Raise("text");
        var fields = rig.Next().Single();
        Assert.That(fields.Take(3).Select(f => f.IsNull), Is.All.True);
        Assert.That(fields[3].Reference, Is.EqualTo("ou"));
    }

    [ConformanceUnit("Address Space Notifier Hierarchy")]
    [ConformanceUnit("Address Space Source Hierarchy")]
    [TestCase("Line1", "Server Plant Line1")]
    [TestCase("Line2", "Server Plant")]
    [TestCase("Motor", "Server Plant Line1")]
    [TestCase("Plant", "Server Plant")]
    public void An_event_is_told_at_its_source_and_at_the_notifiers_above(string source, string told)
    {
        using var rig = new EventRig();
        var id = rig.Subscribe();
        NodeId[] notifiers = [Ids.Server, PlantNodes.Id("Plant"), PlantNodes.Id("Line1")];
        for (var i = 0; i < notifiers.Length; i++)
            rig.Monitor(id, Select("Message"), notifiers[i], handle: (uint)i);
        rig.Raise("x", source: PlantNodes.Id(source));
        var handles = rig.NextMessage().Objects<EventNotificationList>().Single().Events.Select(e => e.ClientHandle);
        Assert.That(string.Join(' ', handles.Select(h => h == 0 ? "Server" : (string)notifiers[h].Identifier!)), Is.EqualTo(told));
    }

    [Test]
    public void An_event_of_an_unknown_source_is_told_at_the_server()
    {
        using var rig = new EventRig();
        var id = rig.Subscribe();
        rig.Monitor(id, Select("Message"));
        rig.Monitor(id, Select("Message"), PlantNodes.Id("Plant"));
        rig.Raise("x", source: new NodeId(9, "gone"));
        Assert.That(rig.NextMessages(), Is.EqualTo(new[] { "x" }));
    }

    [ConformanceUnit("Monitor Events")]
    [Test]
    public void The_where_clause_decides()
    {
        using var rig = new EventRig();
        rig.Monitor(rig.Subscribe(), EventRig.Where(Select("Message"), Element(FilterOperator.GreaterThan, Field("Severity"), Variant.Of(500))));
        rig.Raise("low", 500);
        rig.Raise("high", 501);
        Assert.That(rig.NextMessages(), Is.EqualTo(new[] { "high" }));
    }

    [ConformanceUnit("Monitor Events")]
    [Test]
    public void A_modified_filter_holds_from_the_next_event_on()
    {
        using var rig = new EventRig();
        var id = rig.Subscribe();
        var item = rig.Monitor(id, Select("Message")).MonitoredItemId;
        rig.Raise("one");
        Assert.That(rig.Modify(id, item, Select("SourceName", "Message")).StatusCode.IsGood);
        rig.Raise("two");
        var events = rig.Next();
        Assert.That(events.Select(fields => fields.Length), Is.EqualTo(new[] { 1, 2 }));
    }

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
        Assert.That(SubscriptionDiagnostics.Of(rig.Services.Subscriptions.Single())!.EventQueueOverFlowCount, Is.EqualTo(2));
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
        Assert.That(rig.Listeners.Budget.Taken, Is.LessThanOrEqualTo(rig.Listeners.Budget.Most), "an event as large as that is not queued at all");
        rig.Owner.EndSession(deleteSubscriptions: true);
        Assert.That(rig.Listeners.Budget.Taken, Is.Zero);
    }

    [Test]
    public void There_is_an_end_to_items_for_events()
    {
        using var rig = new EventRig();
        var id = rig.Subscribe();
        for (var i = 0; i < EventItems.MaxItems; i++)
            Assert.That(rig.Monitor(id, Select("Message")).StatusCode.IsGood);
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

    [Test]
    public void Nobody_listens_any_more_when_the_last_item_is_gone()
    {
        using var rig = new EventRig();
        Assert.That(rig.Events.IsListened, Is.False);
        var id = rig.Subscribe();
        var item = rig.Monitor(id, Select("Message")).MonitoredItemId;
        Assert.That(rig.Events.IsListened, Is.True);
        rig.Services.DeleteMonitoredItems(rig.Owner, new DeleteMonitoredItemsRequest { SubscriptionId = id, MonitoredItemIds = [item] });
        Assert.That(rig.Events.IsListened, Is.False);
        rig.Monitor(id, Select("Message"));
        rig.Services.DeleteSubscriptions(rig.Owner, new DeleteSubscriptionsRequest { SubscriptionIds = [id] });
        Assert.That(rig.Events.IsListened, Is.False);
    }

    [Test]
    public void An_event_that_nobody_wants_allocates_nothing()
    {
        using var rig = new EventRig();
        var happened = new UaEvent(Ids.SystemEventType, Ids.Server, "Server", 1, "text");
        rig.Events.Raise(happened);
        var before = GC.GetAllocatedBytesForCurrentThread();
        for (var i = 0; i < 1000; i++)
            rig.Events.Raise(happened);
        Assert.That(GC.GetAllocatedBytesForCurrentThread() - before, Is.Zero);
    }

    [Test]
    public void An_item_goes_on_after_a_reload()
    {
        using var rig = new EventRig();
        rig.Monitor(rig.Subscribe(), Select("Message"), PlantNodes.Id("Plant"));
        rig.Space.Replace(1, new PlantNodes());
        rig.Raise("after", source: PlantNodes.Id("Line2"));
        Assert.That(rig.NextMessages(), Is.EqualTo(new[] { "after" }));
    }

    [Test]
    public void Who_may_not_read_the_source_is_not_told_of_its_events()
    {
        using var rig = new EventRig();
        rig.Space.Replace(1, new PlantNodes { Permissions = id => id == "Line2" ? PermissionSet.OfEverybody(NodePermissions.Browse) : null });
        var caller = new UaCaller(default, "test", null, [], null, null, false);
        rig.Owner.Access = new SessionAccess(new NodeAccess(PermissionSet.OfEverybody(NodePermissions.All)), () => caller);
        rig.Monitor(rig.Subscribe(), Select("Message"));
        rig.Raise("secret", source: PlantNodes.Id("Line2"));
        rig.Raise("open", source: PlantNodes.Id("Line1"));
        Assert.That(rig.NextMessages(), Is.EqualTo(new[] { "open" }));
    }

    [Test]
    public void The_audit_is_told_to_auditors_and_never_handed_to_others()
    {
        using var rig = new EventRig();
        var id = rig.Subscribe();
        rig.Monitor(id, Select("Message"));
        rig.Raise("before", isAudit: true);
        Assert.That(rig.Events.IsAudited, Is.False);
        rig.Owner.MayAudit = true;
        Assert.That(rig.Events.IsAudited, Is.True);
        rig.Raise("audit", isAudit: true);
        Assert.That(rig.NextMessages(), Is.EqualTo(new[] { "audit" }));

        rig.Owner = rig.NewOwner();
        var transfer = new TransferSubscriptionsRequest { SubscriptionIds = [id] };
        Assert.That(rig.Services.TransferSubscriptions(rig.Owner, transfer).Results[0].StatusCode.Value, Is.EqualTo(StatusCodes.BadUserAccessDenied));
        rig.Owner.MayAudit = true;
        Assert.That(rig.Services.TransferSubscriptions(rig.Owner, transfer).Results[0].StatusCode.IsGood);
    }

    [Test]
    public void What_waits_for_one_user_is_not_sent_to_the_next()
    {
        using var rig = new EventRig();
        rig.Owner.MayAudit = true;
        var id = rig.Subscribe();
        rig.Monitor(id, Select("Message"));
        rig.Raise("sent", isAudit: true);
        var number = rig.NextMessage().Response.NotificationMessage.SequenceNumber;
        rig.Raise("waits", isAudit: true);
        rig.Owner.MayAudit = false;
        rig.Owner.ForgetEvents();
        rig.Raise("next");
        Assert.That(rig.NextMessages(), Is.EqualTo(new[] { "next" }));
        Assert.That(
            () => rig.Services.Republish(rig.Owner, new RepublishRequest { SubscriptionId = id, RetransmitSequenceNumber = number }),
            Throws.InstanceOf<UaException>()
        );
    }

    [ConformanceUnit("Base Info Model Change")]
    [Test]
    public void A_model_change_tells_what_happened_to_which_node()
    {
        using var rig = new EventRig();
        rig.Monitor(rig.Subscribe(), Select("EventType", "Changes"));
        rig.Events.RaiseModelChange([new ModelChange(PlantNodes.Id("Line1"), Ids.BaseObjectType, ModelChangeVerb.NodeAdded | ModelChangeVerb.ReferenceAdded)]);
        var fields = rig.Next().Single();
        Assert.That(fields[0].Reference, Is.EqualTo((NodeId)Ids.GeneralModelChangeEventType));
        var change = (ModelChangeStructureDataType)((ExtensionObject?[])fields[1].Reference!).Single()!.Body!;
        Assert.That((change.Affected, change.AffectedType, change.Verb), Is.EqualTo((PlantNodes.Id("Line1"), (NodeId)Ids.BaseObjectType, (byte)5)));
    }

    private static void SetMode(EventRig rig, uint subscription, uint item, MonitoringMode mode) => rig.Services.SetMonitoringMode(
        rig.Owner, new SetMonitoringModeRequest { SubscriptionId = subscription, MonitoringMode = mode, MonitoredItemIds = [item] });
}
