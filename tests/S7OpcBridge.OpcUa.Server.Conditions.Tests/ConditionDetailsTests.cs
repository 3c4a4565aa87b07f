using S7OpcBridge.OpcUa.Server.Events;
using S7OpcBridge.Testing;
using static S7OpcBridge.OpcUa.Server.Conditions.Tests.ConditionRig;

namespace S7OpcBridge.OpcUa.Server.Conditions.Tests;

/// <summary>What a controller says of an alarm beside its message: ControllerAlarmType and its fields.</summary>
internal sealed class ConditionDetailsTests
{
    private const uint AlarmConditionType = 2915;

    private static readonly NodeId Type = new(2, 1001);

    private static readonly ConditionDetails Details = new()
    {
        AlarmId = 0x8A0E_0042_0001_0000,
        Time = 4711,
        Info = new ConditionText(new LocalizedText("Check the fuse", "en"), new LocalizedText("Sicherung prüfen", "de")),
        Additional = [new ConditionText(new LocalizedText("Hall 3", "en")), null, new ConditionText(new LocalizedText("Row 7", "en"))],
        Values = ["42", "", "true"],
    };

    [TestCase(0, 2041u), TestCase(2, 1001u)]
    public void A_filter_selects_them_by_their_type_or_of_any_event_in_the_language_of_the_session(int typeNamespace, uint type)
    {
        using var rig = Told();
        var filter = new EventFilter
        {
            SelectClauses =
            [
                Field("InfoText", new NodeId((ushort)typeNamespace, type)),
                Field("AdditionalText1", new NodeId((ushort)typeNamespace, type)),
                Field("AdditionalText2", new NodeId((ushort)typeNamespace, type)),
                Field("AdditionalText9", new NodeId((ushort)typeNamespace, type)),
                Field("AssociatedValues", new NodeId((ushort)typeNamespace, type)),
                Field("AlarmId", new NodeId((ushort)typeNamespace, type)),
                Field("ControllerTime", new NodeId((ushort)typeNamespace, type)),
                EventRig.Field("EventType"),
            ],
        };
        var status = EventFilterCheck.Resolve(rig.Events.Space.Current, filter, out var plan, out _);
        Assert.That(StatusCodes.NameOf(status), Is.EqualTo("Good"));
        var fields = plan!.Select(Retained(rig), ["de-AT"]);
        Assert.That(fields[4].Reference, Is.EqualTo(new[] { "42", "", "true" }));
        Assert.That(
            fields.Where(static field => !field.IsArray),
            Is.EqualTo(
                new[]
                {
                    Variant.From(new LocalizedText("Sicherung prüfen", "de")),
                    Variant.From(new LocalizedText("Hall 3", "en")),
                    Variant.From(default(LocalizedText)),
                    Variant.From(default(LocalizedText)),
                    Variant.From(0x8A0E_0042_0001_0000ul),
                    Variant.FromDateTime(4711),
                    Variant.From(Type),
                }
            )
        );
    }

    [Test]
    public void A_client_gets_them_with_the_event_and_only_of_the_alarms_that_its_filter_names()
    {
        using var rig = new ConditionRig(Define("Told", ConditionKind.Alarm), Define("Other", ConditionKind.Alarm), Define("Motor"));
        var filter = new EventFilter
        {
            SelectClauses = [EventRig.Field("", 2782, AttributeId.NodeId), Field("InfoText"), Field("AssociatedValues", range: "2")],
        };
        rig.Listen(
            filter: EventRig.Where(
                filter,
                EventRig.Element(FilterOperator.And, new Index(1), new Index(2)),
                EventRig.Element(FilterOperator.OfType, Variant.From(Type)),
                EventRig.Element(FilterOperator.Equals, Field("AlarmId"), Variant.From(Details.AlarmId))
            )
        );
        rig.Report(2, ConditionStates.Active);
        rig.Set.Tell(1, Active(1000) with { Details = new ConditionDetails { AlarmId = 1 } });
        rig.Set.Tell(0, Active(1000) with { Details = Details });
        var told = rig.NextOnly();
        Assert.That(told.ConditionId, Is.EqualTo(IdOf("Told")));
        Assert.That(told.All[1].Reference, Is.EqualTo(new LocalizedText("Check the fuse", "en")));
        Assert.That(told.All[2].Reference, Is.EqualTo(new[] { "true" }));
    }

    [Test]
    public void It_is_a_kind_of_AlarmConditionType_for_clients_that_know_nothing_more()
    {
        using var rig = Told();
        var filter = EventRig.Where(
            new EventFilter { SelectClauses = [EventRig.Field("ActiveState/Id", AlarmConditionType)] },
            EventRig.Element(FilterOperator.OfType, Variant.From((NodeId)AlarmConditionType))
        );
        EventFilterCheck.Resolve(rig.Events.Space.Current, filter, out var plan, out _);
        Assert.That(plan!.Wants(Retained(rig)), Is.True);
        Assert.That(plan.Select(Retained(rig), null), Is.EqualTo(new[] { Variant.From(true) }));
    }

    [Test]
    public void Fields_that_a_type_does_not_have_are_refused()
    {
        using var rig = Told();
        SimpleAttributeOperand[] wrong =
        [
            EventRig.Field("InfoText"),
            Field("InfoText", AlarmConditionType),
            Field("AdditionalText10"),
            Field("InfoText", new NodeId(2, 1002)),
            Field("InfoText", new NodeId(3, 1001)),
            Field("InfoText", new NodeId(2, "1001")),
        ];
        Assert.That(
            wrong.Select(field => StatusCodes.NameOf(EventFilterCheck.CheckField(rig.Events.Space.Current.EventTypes, field))),
            Is.EqualTo(
                new[]
                {
                    "BadNodeIdUnknown",
                    "BadNodeIdUnknown",
                    "BadNodeIdUnknown",
                    "BadTypeDefinitionInvalid",
                    "BadTypeDefinitionInvalid",
                    "BadTypeDefinitionInvalid",
                }
            )
        );
    }

    [Test]
    public void They_are_nodes_of_the_alarm_and_of_no_other_kind()
    {
        using var rig = Told();
        Assert.That(rig.Read("Told", "InfoText").Value.Reference, Is.EqualTo(new LocalizedText("Check the fuse", "en")));
        Assert.That(rig.Read("Told", "AdditionalText2").Value, Is.EqualTo(Variant.From(default(LocalizedText))));
        var nodes = rig.Events.Space.Current;
        Assert.That(nodes.BrowseNameOf(nodes.Find(new NodeId(2, "Motor/Told/AlarmId"))), Is.EqualTo(new QualifiedName(2, "AlarmId")));
        Assert.That(nodes.Find(new NodeId(2, "Motor/Motor/AlarmId")).Exists, Is.False);
    }

    [Test]
    public void The_type_is_found_below_AlarmConditionType_with_its_properties_and_has_no_methods_to_call()
    {
        using var rig = Told();
        var nodes = rig.Events.Space.Current;
        var type = nodes.Find(Type);
        Assert.That(
            (nodes.ClassOf(type), nodes.BrowseNameOf(type)),
            Is.EqualTo((NodeClass.ObjectType, new QualifiedName(2, "ControllerAlarmType")))
        );
        Assert.That(Targets(AlarmConditionType, Ids.HasSubtype), Does.Contain(Type));
        var properties = Targets(Type, Ids.HasProperty);
        Assert.That(properties, Has.Length.EqualTo(13));
        foreach (var property in properties)
        {
            var node = nodes.Find(property);
            Assert.That(Targets(property, Ids.HasTypeDefinition), Is.EqualTo(new[] { (NodeId)Ids.PropertyType }));
            Assert.That(StatusCodes.NameOf(nodes.Read(node, AttributeId.DataType, out _)), Is.EqualTo("Good"));
            Assert.That(StatusCodes.NameOf(nodes.Read(node, AttributeId.Value, out _)), Is.EqualTo("BadNoValue"));
        }
        Assert.That(nodes.Find(new NodeId(2, 1015)).Exists, Is.False);
        Assert.That(Targets(IdOf("Told"), Ids.HasTypeDefinition), Is.EqualTo(new[] { Type }));
        Assert.That(rig.Call(Type, Acknowledge, With([])), Is.EqualTo("BadNodeIdInvalid"));

        NodeId[] Targets(NodeId from, uint reference)
        {
            var page = new NodeReference[200];
            var count = nodes.References(nodes.Find(from), 0, page);
            return [.. page.Take(count).Where(one => one.IsForward && one.Type == reference).Select(one => nodes.IdOf(one.Target))];
        }
    }

    [Test]
    public void What_is_not_said_again_is_as_before_and_what_is_too_much_is_not_kept()
    {
        using var rig = Told();
        rig.Set.Tell(0, Active(1000, isAcked: true));
        Assert.That(rig.Read("Told", "AlarmId").Value, Is.EqualTo(Variant.From(Details.AlarmId)));
        var much = new ConditionDetails
        {
            Additional = [.. Enumerable.Range(0, 20).Select(static i => new ConditionText(new LocalizedText($"{i}")))],
            Values = [.. Enumerable.Range(0, 20).Select(static i => new string('x', 5000))],
        };
        rig.Set.Tell(0, Active(2000) with { Details = much });
        var values = (string[])rig.Read("Told", "AssociatedValues").Value.Reference!;
        Assert.That((values.Length, values[0].Length, much.Additional.Length), Is.EqualTo((10, 4000, 9)));
        Assert.That(rig.Read("Told", "ControllerTime").Value, Is.EqualTo(Variant.FromDateTime(0)));
    }

    [Test]
    public void The_history_of_events_has_them_under_their_type()
    {
        using var rig = Told();
        var recorded = Retained(rig).Record()!;
        Assert.That(recorded.Fields.Select(static field => field.Name), Does.Contain("AdditionalText3").And.Not.Contain("AdditionalText2"));
        var stored = new StoredEvent(recorded);
        var filter = EventRig.Where(
            new EventFilter { SelectClauses = [Field("InfoText", Type), Field("AlarmId", Type)] },
            EventRig.Element(FilterOperator.OfType, Variant.From(Type))
        );
        EventFilterCheck.Resolve(rig.Events.Space.Current, filter, out var plan, out _);
        Assert.That(plan!.Wants(stored), Is.True);
        Assert.That(
            plan.Select(stored, ["de"]),
            Is.EqualTo(new[] { Variant.From(new LocalizedText("Check the fuse", "en")), Variant.From(Details.AlarmId) })
        );
    }

    private static ConditionRig Told()
    {
        var rig = new ConditionRig(Define("Told", ConditionKind.Alarm), Define("Motor"));
        rig.Listen();
        rig.Set.Tell(0, Active(1000) with { Details = Details });
        return rig;
    }

    private static RaisedEvent Retained(ConditionRig rig)
    {
        var place = 0;
        return rig.Set.NextRetained(ref place)!;
    }

    private static ConditionToldState Active(long time, bool isAcked = false) => new(true, isAcked, 500, null, time);

    private static SimpleAttributeOperand Field(string name, NodeId type = default, string? range = null)
    {
        var field = EventRig.Field(name, range: range);
        field.BrowsePath = [new QualifiedName(2, name)];
        field.TypeDefinitionId = type.IsNull ? Ids.BaseEventType : type;
        return field;
    }
}
