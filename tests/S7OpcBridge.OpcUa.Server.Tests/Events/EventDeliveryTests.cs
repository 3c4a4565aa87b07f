using S7OpcBridge.OpcUa.Server.Access;
using S7OpcBridge.Testing;
using static S7OpcBridge.Testing.EventRig;

namespace S7OpcBridge.OpcUa.Server.Tests.Events;

/// <summary>The way of an event to those who listen (OPC 10000-4, 5.13.1.5 and 7.25.3).</summary>
public class EventDeliveryTests
{
    [ConformanceUnit("Monitor Events")]
    [Test]
    public void The_selected_fields_come_in_the_order_of_the_clauses()
    {
        using var rig = new EventRig();
        rig.Monitor(
            rig.Subscribe(),
            Select("EventId", "EventType", "SourceNode", "SourceName", "Time", "ReceiveTime", "Message", "Severity", "SystemState")
        );
        var now = UaTime.Now(rig.Clock);
        rig.Events.Raise(
            new UaEvent(Ids.SystemStatusChangeEventType, PlantNodes.Id("Line1"), "Line1", 321, "it happens")
            {
                Time = 4711,
                Fields = [("SystemState", Variant.From(4))],
            }
        );
        var fields = rig.Next().Single();
        Assert.Multiple(() =>
        {
            Assert.That(fields[0].Reference, Has.Length.EqualTo(16));
            Assert.That(fields[1].Reference, Is.EqualTo((NodeId)Ids.SystemStatusChangeEventType));
            Assert.That(fields[2].Reference, Is.EqualTo(PlantNodes.Id("Line1")));
            Assert.That(fields[3].Reference, Is.EqualTo("Line1"));
            Assert.That(fields[4], Is.EqualTo(Variant.FromDateTime(4711)));
            Assert.That(fields[5], Is.EqualTo(Variant.FromDateTime(now)));
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
        rig.Monitor(
            rig.Subscribe(),
            EventRig.Where(Select("Message"), Element(FilterOperator.GreaterThan, Field("Severity"), Variant.From(500)))
        );
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
        rig.Space.Replace(
            1,
            new PlantNodes { Permissions = id => id == "Line2" ? PermissionSet.ForEverybody(NodePermissions.Browse) : null }
        );
        var caller = new UaCaller(default, "test", null, [], null, null, false);
        rig.Owner.Viewer.Access = new SessionAccess(new NodeAccess(PermissionSet.ForEverybody(NodePermissions.All)), () => caller);
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
        rig.Owner.Viewer.MayAudit = true;
        Assert.That(rig.Events.IsAudited, Is.True);
        rig.Raise("audit", isAudit: true);
        Assert.That(rig.NextMessages(), Is.EqualTo(new[] { "audit" }));

        rig.Owner = rig.NewOwner();
        var transfer = new TransferSubscriptionsRequest { SubscriptionIds = [id] };
        Assert.That(
            rig.Services.TransferSubscriptions(rig.Owner, transfer).Results[0].StatusCode.Value,
            Is.EqualTo(StatusCodes.BadUserAccessDenied)
        );
        rig.Owner.Viewer.MayAudit = true;
        Assert.That(rig.Services.TransferSubscriptions(rig.Owner, transfer).Results[0].StatusCode.IsGood);
    }

    [Test]
    public void What_waits_for_one_user_is_not_sent_to_the_next()
    {
        using var rig = new EventRig();
        rig.Owner.Viewer.MayAudit = true;
        var id = rig.Subscribe();
        rig.Monitor(id, Select("Message"));
        rig.Raise("sent", isAudit: true);
        var number = rig.NextMessage().Response.NotificationMessage.SequenceNumber;
        rig.Raise("waits", isAudit: true);
        rig.Owner.Viewer.MayAudit = false;
        rig.Owner.ForgetUser();
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
        rig.Events.RaiseModelChange([
            new ModelChange(PlantNodes.Id("Line1"), Ids.BaseObjectType, ModelChangeVerb.NodeAdded | ModelChangeVerb.ReferenceAdded),
        ]);
        var fields = rig.Next().Single();
        Assert.That(fields[0].Reference, Is.EqualTo((NodeId)Ids.GeneralModelChangeEventType));
        var change = (ModelChangeStructureDataType)((ExtensionObject?[])fields[1].Reference!).Single()!.Body!;
        Assert.That(
            (change.Affected, change.AffectedType, change.Verb),
            Is.EqualTo((PlantNodes.Id("Line1"), (NodeId)Ids.BaseObjectType, (byte)5))
        );
    }
}
