using S7OpcBridge.Testing;
using static S7OpcBridge.Testing.EventRig;

namespace S7OpcBridge.OpcUa.Server.Tests.Events;

/// <summary>What is said of an event filter when it comes (OPC 10000-4, 7.22.3 and 7.7).</summary>
public class EventFilterTests
{
    private const uint ConditionType = 2782,
        AlarmConditionType = 2915;

    [TestCase("Message", Ids.BaseEventType, "Good")]
    [TestCase("Message", Ids.DeviceFailureEventType, "Good")]
    [TestCase("SystemState", Ids.SystemStatusChangeEventType, "Good")]
    [TestCase("SystemState", Ids.BaseEventType, "Good")]
    [TestCase("SystemState", Ids.DeviceFailureEventType, "BadNodeIdUnknown")]
    [TestCase("ActiveState/Id", AlarmConditionType, "Good")]
    [TestCase("ActiveState/Ego", AlarmConditionType, "BadNodeIdUnknown")]
    [TestCase("Sorrow", Ids.BaseEventType, "BadNodeIdUnknown")]
    [TestCase("Message", Ids.FolderType, "BadTypeDefinitionInvalid")]
    [TestCase("Message", 999_999u, "BadTypeDefinitionInvalid")]
    [ConformanceUnit("Monitor Events")]
    public void A_select_clause_must_name_a_field_that_an_event_of_its_type_may_have(string path, uint type, string status) =>
        Assert.That(ResultOf(Field(path, type)), Is.EqualTo(status));

    [Test]
    public void A_null_type_means_every_event() => Assert.That(ResultOf(Field("Severity", 0)), Is.EqualTo("Good"));

    [TestCase("", AttributeId.NodeId, "Good")]
    [TestCase("", AttributeId.Value, "BadAttributeIdInvalid")]
    [TestCase("", AttributeId.EventNotifier, "Good")]
    [TestCase("Message", AttributeId.EventNotifier, "BadAttributeIdInvalid")]
    [TestCase("Message", AttributeId.DataType, "Good")]
    [TestCase("Message", (AttributeId)0, "BadAttributeIdInvalid")]
    [TestCase("Message", (AttributeId)28, "BadAttributeIdInvalid")]
    public void An_attribute_must_belong_to_what_the_path_names(string path, AttributeId attribute, string status) =>
        Assert.That(ResultOf(Field(path, ConditionType, attribute)), Is.EqualTo(status));

    [TestCase("x", AttributeId.Value)]
    [TestCase("2:1", AttributeId.Value)]
    [TestCase("1", AttributeId.DataType)]
    public void An_index_range_must_be_one_and_of_a_value(string range, AttributeId attribute) =>
        Assert.That(ResultOf(Field("Message", range: range, attribute: attribute)), Is.EqualTo("BadIndexRangeInvalid"));

    [Test]
    public void An_empty_name_is_no_browse_name() =>
        Assert.That(
            ResultOf(new SimpleAttributeOperand { BrowsePath = [new QualifiedName(0, "")], AttributeId = 13 }),
            Is.EqualTo("BadBrowseNameInvalid")
        );

    [ConformanceUnit("Monitor Events")]
    [Test]
    public void One_wrong_select_clause_is_told_and_gives_null()
    {
        using var rig = new EventRig();
        var id = rig.Subscribe();
        var result = rig.Monitor(id, Select("Message", "Sorrow"));
        Assert.That(result.StatusCode.IsGood);
        Assert.That(
            ((EventFilterResult)result.FilterResult!.Body!).SelectClauseResults.Select(r => r.Value),
            Is.EqualTo(new[] { StatusCodes.Good, StatusCodes.BadNodeIdUnknown })
        );
        rig.Raise("here");
        var fields = rig.Next().Single();
        Assert.That((TextOf(fields[0]), fields[1].IsNull), Is.EqualTo(("here", true)));
    }

    [Test]
    public void A_filter_that_selects_nothing_or_nothing_that_exists_is_refused()
    {
        using var rig = new EventRig();
        var id = rig.Subscribe();
        Assert.That(rig.Monitor(id, Select()).StatusCode.Value, Is.EqualTo(StatusCodes.BadEventFilterInvalid));
        Assert.That(rig.Monitor(id, Select("Sorrow")).StatusCode.Value, Is.EqualTo(StatusCodes.BadEventFilterInvalid));
        Assert.That(
            rig.Monitor(id, Select([.. Enumerable.Repeat("Message", 1001)])).StatusCode.Value,
            Is.EqualTo(StatusCodes.BadEventFilterInvalid)
        );
    }

    private static readonly object[] WrongElements =
    [
        new object[] { Element(FilterOperator.Between, Field("Severity"), Variant.From(1)), "BadFilterOperandCountMismatch" },
        new object[] { Element(FilterOperator.And), "BadFilterOperandCountMismatch" },
        new object[] { Element(FilterOperator.Not, (object?)null), "BadFilterOperandInvalid" },
        new object[] { Element(FilterOperator.Not, new Index(0)), "BadFilterOperandInvalid" },
        new object[] { Element(FilterOperator.Not, new Index(5)), "BadFilterOperandInvalid" },
        new object[] { Element(FilterOperator.IsNull, new AttributeOperand()), "BadFilterOperandInvalid" },
        new object[] { Element(FilterOperator.IsNull, Field("Sorrow")), "BadFilterOperandInvalid" },
        new object[] { Element(FilterOperator.OfType, Variant.From(3)), "BadFilterOperandInvalid" },
        new object[] { Element(FilterOperator.OfType, Variant.From((NodeId)Ids.FolderType)), "BadFilterOperandInvalid" },
        new object[] { Element(FilterOperator.Cast, Variant.From(3), Variant.From((NodeId)Ids.Range)), "BadFilterOperandInvalid" },
        new object[] { Element(FilterOperator.InView, Variant.From((NodeId)Ids.Server)), "BadFilterOperatorUnsupported" },
        new object[]
        {
            Element(FilterOperator.RelatedTo, Variant.From(1), Variant.From(1), Variant.From(1), Variant.From(1)),
            "BadFilterOperatorUnsupported",
        },
        new object[] { Element((FilterOperator)18, Variant.From(1)), "BadFilterOperatorInvalid" },
        new object[] { Element((FilterOperator)(-1)), "BadFilterOperatorInvalid" },
    ];

    [ConformanceUnit("Monitor Complex Event Filter")]
    [TestCaseSource(nameof(WrongElements))]
    public void A_wrong_where_clause_refuses_the_filter_and_says_where(object element, string status)
    {
        using var rig = new EventRig();
        var result = rig.Monitor(rig.Subscribe(), EventRig.Where(Select("Message"), (ContentFilterElement)element));
        Assert.That(StatusCodes.NameOf(result.StatusCode), Is.EqualTo("BadEventFilterInvalid"));
        var told = ((EventFilterResult)result.FilterResult!.Body!).WhereClauseResult.ElementResults.Single();
        Assert.That(StatusCodes.NameOf(told.StatusCode), Is.EqualTo(status));
        Assert.That(told.OperandStatusCodes, Has.Length.EqualTo(((ContentFilterElement)element).FilterOperands.Length));
    }

    [Test]
    public void A_where_clause_has_no_more_operands_than_an_event_should_cost()
    {
        using var rig = new EventRig();
        ContentFilterElement List(int operands) =>
            Element(FilterOperator.InList, [.. Enumerable.Repeat<object?>(Variant.From(1), operands)]);
        Assert.That(rig.Monitor(rig.Subscribe(), EventRig.Where(Select("Message"), List(500), List(500))).StatusCode.IsGood);
        Assert.That(
            rig.Monitor(rig.Subscribe(), EventRig.Where(Select("Message"), List(500), List(501))).StatusCode.Value,
            Is.EqualTo(StatusCodes.BadEventFilterInvalid)
        );
    }

    private static readonly object[] DearFilters =
    [
        Dear("a pattern that is too long", [Like(Variant.From(new string('[', 513)))], 0, "BadFilterOperandInvalid"),
        Dear(
            "many long patterns",
            Array.ConvertAll(Times(200), _ => Like(Variant.From(new string('x', 500)))),
            170,
            "BadFilterElementInvalid"
        ),
        Dear("patterns from events", Array.ConvertAll(Times(6), _ => Like(Field("SourceName"))), 4, "BadFilterElementInvalid"),
        Dear("a long text", [List(Variant.From(new string('x', 140_000)))], 0, "BadFilterOperandInvalid"),
        Dear("a long array", [List(Variant.FromArray(BuiltInType.Int64, new long[40_000]))], 0, "BadFilterOperandInvalid"),
        Dear(
            "long arrays together",
            [List([.. Enumerable.Repeat(Variant.FromArray(BuiltInType.Byte, new byte[1000]), 300)])],
            0,
            "BadFilterElementInvalid"
        ),
        Dear("values in values", [List(Variant.FromArray(BuiltInType.Variant, new Variant[1]))], 0, "BadFilterOperandInvalid"),
        Dear(
            "long results compared",
            [
                .. Times(199).Select(_ => Element(FilterOperator.Equals, Field("Severity"), new Index(199))),
                Element(FilterOperator.Cast, Field("Message"), Variant.From((NodeId)Ids.String)),
            ],
            114,
            "BadFilterElementInvalid"
        ),
    ];

    [TestCaseSource(nameof(DearFilters))]
    public void A_filter_that_would_cost_too_much_per_event_is_refused_where_it_becomes_too_dear(
        string what,
        object elements,
        int first,
        string status
    )
    {
        using var rig = new EventRig();
        var result = rig.Monitor(rig.Subscribe(), EventRig.Where(Select("Message"), (ContentFilterElement[])elements));
        Assert.That(StatusCodes.NameOf(result.StatusCode), Is.EqualTo("BadEventFilterInvalid"), what);
        var told = ((EventFilterResult)result.FilterResult!.Body!).WhereClauseResult.ElementResults;
        Assert.That(Array.FindIndex(told, e => e.StatusCode.IsBad), Is.EqualTo(first));
        Assert.That(StatusCodes.NameOf(told[first].StatusCode), Is.EqualTo(status));
    }

    [Test]
    public void A_large_filter_of_a_usual_kind_is_taken()
    {
        using var rig = new EventRig();
        var areas = Array.ConvertAll(Times(125), i => Element(FilterOperator.Like, Field("SourceName"), Variant.From($"%Area{i}%")));
        var any = Array.ConvertAll(Times(124), i => Element(FilterOperator.Or, new Index(i == 123 ? 124 : i + 1), new Index(i + 125)));
        Assert.That(
            rig.Monitor(rig.Subscribe(), EventRig.Where(Select("Message", "Time", "Severity"), [.. any, .. areas])).StatusCode.IsGood
        );
    }

    private static object[] Dear(string what, ContentFilterElement[] elements, int first, string status) => [what, elements, first, status];

    private static ContentFilterElement Like(object pattern) => Element(FilterOperator.Like, Field("Message"), pattern);

    private static ContentFilterElement List(params Variant[] values) =>
        Element(FilterOperator.InList, [Field("EventId"), .. values.Select(value => (object)value)]);

    private static int[] Times(int count) => [.. Enumerable.Range(0, count)];

    [ConformanceUnit("Address Space Events")]
    [Test]
    public void Only_nodes_that_tell_of_events_can_be_listened_to()
    {
        using var rig = new EventRig();
        var id = rig.Subscribe();
        Assert.That(rig.Monitor(id, Select("Message"), PlantNodes.Id("Line1")).StatusCode.IsGood);
        Assert.That(rig.Monitor(id, Select("Message"), PlantNodes.Id("Motor")).StatusCode.Value, Is.EqualTo(StatusCodes.BadNotSupported));
        Assert.That(
            rig.Monitor(id, Select("Message"), Ids.Server_ServerStatus).StatusCode.Value,
            Is.EqualTo(StatusCodes.BadAttributeIdInvalid)
        );
    }

    private static string ResultOf(SimpleAttributeOperand clause)
    {
        using var rig = new EventRig();
        var filter = new EventFilter { SelectClauses = [Field("EventId"), clause] };
        return StatusCodes.NameOf(((EventFilterResult)rig.Monitor(rig.Subscribe(), filter).FilterResult!.Body!).SelectClauseResults[1]);
    }
}
