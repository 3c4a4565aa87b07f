using S7OpcBridge.OpcUa.Server.Events;
using S7OpcBridge.OpcUa.Server.InformationModel;
using S7OpcBridge.OpcUa.Server.Nodes;
using S7OpcBridge.Testing;
using static S7OpcBridge.Testing.EventRig;

namespace S7OpcBridge.OpcUa.Server.Tests.Events;

/// <summary>
/// The operators of the where clause (OPC 10000-4, 7.7.3), asked about one event: DeviceFailure, severity 800, "Line1 is away", source "Line1".
/// </summary>
public class WhereClauseTests
{
    private static readonly EventTypes Types = new S7OpcBridge.OpcUa.Server.AddressSpace(
        new VariableTable(1, 1),
        TimeProvider.System,
        Namespace0.Load(TimeProvider.System)
    )
        .Current
        .EventTypes;

    private static readonly RaisedEvent Happened = new PlainEvent(
        new UaEvent(Ids.DeviceFailureEventType, new NodeId(2, "Line1"), "Line1", 800, "Line1 is away"),
        UaTime.FromTicks(new DateTime(2026, 1, 2, 3, 4, 5).Ticks)
    );

    private static SimpleAttributeOperand Severity => Field("Severity");

    private static SimpleAttributeOperand SourceName => Field("SourceName");

    private static readonly Variant[] EqualArrays =
    [
        Variant.FromArray(BuiltInType.Boolean, new[] { true, false }),
        Variant.FromArray(BuiltInType.SByte, new sbyte[] { -1, 2 }),
        Variant.FromArray(BuiltInType.Byte, new byte[] { 1, 2 }),
        Variant.FromArray(BuiltInType.UInt16, new ushort[] { 1, 2 }),
        Variant.FromArray(BuiltInType.StatusCode, new[] { 1u, 2u }),
        Variant.FromArray(BuiltInType.DateTime, new[] { 1L, 2L }),
        Variant.FromArray(BuiltInType.UInt64, new[] { 1ul, 2ul }),
        Variant.FromArray(BuiltInType.Float, new[] { 1f, float.NaN }),
        Variant.FromArray(BuiltInType.Double, new[] { 1d, double.NaN }),
        Variant.FromArray(BuiltInType.String, new[] { "a", null }),
        Variant.FromArray(BuiltInType.Guid, new[] { Guid.Empty, Guid.AllBitsSet }),
        Variant.FromArray(BuiltInType.ByteString, new byte[]?[] { [1, 2], null }),
        Variant.FromArray(BuiltInType.NodeId, new[] { new NodeId(2, "a"), default }),
        Variant.FromArray(BuiltInType.ExpandedNodeId, new[] { new ExpandedNodeId(new NodeId(2, "a")), default }),
        Variant.FromArray(BuiltInType.QualifiedName, new[] { new QualifiedName(1, "a"), default }),
        Variant.FromArray(BuiltInType.LocalizedText, new[] { new LocalizedText("a", "en"), default }),
    ];

    private static readonly object?[][] Cases =
    [
        Case(true, Element(FilterOperator.Equals, Severity, Variant.From((ushort)800))),
        Case(true, Element(FilterOperator.Equals, Severity, Variant.From(800.0))),
        Case(true, Element(FilterOperator.Equals, Severity, Variant.From("800"))),
        Case(false, Element(FilterOperator.Equals, Severity, Variant.From("high"))),
        Case(false, Element(FilterOperator.Equals, Severity, Variant.From(801))),
        Case(true, Element(FilterOperator.Equals, Field("Message"), Variant.From("Line1 is away"))),
        Case(true, Element(FilterOperator.Equals, Field("SourceNode"), Variant.From(new NodeId(2, "Line1")))),
        Case(true, Element(FilterOperator.Equals, Field("EventType"), Variant.From((NodeId)Ids.DeviceFailureEventType))),
        Case(false, Element(FilterOperator.Equals, Field("SystemState"), Field("SystemState"))), // null equals nothing
        Case(true, Element(FilterOperator.IsNull, Field("SystemState"))),
        Case(false, Element(FilterOperator.IsNull, Severity)),
        Case(true, Element(FilterOperator.GreaterThan, Severity, Variant.From((byte)200))),
        Case(false, Element(FilterOperator.GreaterThan, Severity, Variant.From(800))),
        Case(true, Element(FilterOperator.GreaterThanOrEqual, Severity, Variant.From(800))),
        Case(true, Element(FilterOperator.LessThan, Severity, Variant.From(800.5f))),
        Case(true, Element(FilterOperator.LessThanOrEqual, Severity, Variant.From(800ul))),
        Case(false, Element(FilterOperator.LessThan, Severity, Variant.From(double.NaN))),
        Case(
            true,
            Element(FilterOperator.GreaterThan, Field("Time"), Variant.FromDateTime(UaTime.FromTicks(new DateTime(2026, 1, 1).Ticks)))
        ),
        Case(false, Element(FilterOperator.LessThan, Variant.From(-1), Variant.From(ulong.MaxValue))), // UInt64 has precedence, and -1 is none
        Case(true, Element(FilterOperator.Like, SourceName, Variant.From("Line%"))),
        Case(true, Element(FilterOperator.Like, Field("Message"), Variant.From("%away"))),
        Case(false, Element(FilterOperator.Like, SourceName, Variant.From("Line"))),
        Case(true, Element(FilterOperator.Not, Variant.From(false))),
        Case(false, Element(FilterOperator.Not, Variant.From(1))), // no truth value: null
        Case(true, Element(FilterOperator.Between, Severity, Variant.From(800), Variant.From(900))),
        Case(false, Element(FilterOperator.Between, Severity, Variant.From(801), Variant.From(900))),
        Case(true, Element(FilterOperator.InList, SourceName, Variant.From("Line2"), Variant.From("Line1"))),
        Case(false, Element(FilterOperator.InList, SourceName, Variant.From("Line2"), Variant.From(1))),
        Case(
            true,
            Element(FilterOperator.And, new Index(1), new Index(2)),
            Element(FilterOperator.OfType, Variant.From((NodeId)Ids.SystemEventType)),
            Element(FilterOperator.GreaterThan, Severity, Variant.From(1))
        ),
        Case(false, Element(FilterOperator.And, Variant.From(true), Field("SystemState"))),
        // false and null is false
        Case(true, Element(FilterOperator.Not, new Index(1)), Element(FilterOperator.And, Variant.From(false), Field("SystemState"))),
        Case(true, Element(FilterOperator.Or, Variant.From(true), Field("SystemState"))),
        Case(false, Element(FilterOperator.Or, Variant.From(false), Field("SystemState"))),
        Case(
            true,
            Element(FilterOperator.Equals, new Index(1), Variant.From("800")),
            Element(FilterOperator.Cast, Severity, Variant.From((NodeId)Ids.String))
        ),
        Case(true, Element(FilterOperator.IsNull, new Index(1)), Element(FilterOperator.Cast, Severity, Variant.From((NodeId)Ids.Byte))), // does not fit
        Case(true, Element(FilterOperator.OfType, Variant.From((NodeId)Ids.DeviceFailureEventType))),
        Case(true, Element(FilterOperator.OfType, Variant.From((NodeId)Ids.BaseEventType))),
        Case(false, Element(FilterOperator.OfType, Variant.From((NodeId)Ids.AuditEventType))),
        Case(
            true,
            Element(FilterOperator.Equals, new Index(1), Variant.From(32)),
            Element(FilterOperator.BitwiseAnd, Severity, Variant.From((ushort)0x3F))
        ),
        Case(
            true,
            Element(FilterOperator.Equals, new Index(1), Variant.From(801)),
            Element(FilterOperator.BitwiseOr, Severity, Variant.From(1L))
        ),
        Case(true, Element(FilterOperator.IsNull, new Index(1)), Element(FilterOperator.BitwiseOr, Severity, Variant.From(1.0))),
        Case(false, Element(FilterOperator.Equals, Field("Severity", Ids.AuditEventType), Severity)), // the event is of another type
        .. EqualArrays.SelectMany(array =>
            (object?[][])
                [
                    Case(true, Element(FilterOperator.InList, array, Variant.From(1), Copy(array))),
                    Case(false, Element(FilterOperator.InList, array, Copy(array, length: 1))),
                ]
        ),
    ];

    [ConformanceUnit("Monitor Complex Event Filter")]
    [TestCaseSource(nameof(Cases))]
    public void An_event_passes_when_the_first_element_is_true(bool passes, object elements)
    {
        var where = new ContentFilter { Elements = (ContentFilterElement[])elements };
        Assert.That(WhereCheck.Check(Types, where).Select(r => StatusCodes.NameOf(r.StatusCode)), Is.All.EqualTo("Good"));
        Assert.That(WhereClause.Create(Types, where)!.Passes(Happened), Is.EqualTo(passes));
    }

    [Test]
    public void Without_a_where_clause_every_event_passes() => Assert.That(WhereClause.Create(Types, new ContentFilter()), Is.Null);

    [Test]
    [CancelAfter(10_000)]
    public void An_element_that_many_refer_to_is_evaluated_once()
    {
        // Read as a tree this clause has 2 to the power of 249 leaves.
        var elements = Enumerable
            .Range(1, WhereCheck.MaxElements - 1)
            .Select(next => Element(FilterOperator.And, new Index(next), new Index(next)))
            .Append(Element(FilterOperator.IsNull, Field("SystemState")))
            .ToArray();
        Assert.That(WhereClause.Create(Types, new ContentFilter { Elements = elements })!.Passes(Happened), Is.True);
    }

    private static Variant Copy(in Variant array, int length = 2)
    {
        var elements = (Array)array.Reference!;
        var copy = Array.CreateInstance(elements.GetType().GetElementType()!, length);
        for (var i = 0; i < length; i++)
            copy.SetValue(elements.GetValue(i) is byte[] bytes ? bytes.Clone() : elements.GetValue(i), i);
        return Variant.FromArray(array.Type, copy);
    }

    private static object?[] Case(bool passes, params ContentFilterElement[] elements) => [passes, elements];
}
