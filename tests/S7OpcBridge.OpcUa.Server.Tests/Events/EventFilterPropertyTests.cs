using FsCheck;
using FsCheck.Fluent;
using S7OpcBridge.OpcUa.Server.Events;
using S7OpcBridge.OpcUa.Server.InformationModel;
using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Server.Tests.Events;

/// <summary>Filters that nobody would write: whatever comes is refused with a status or can be evaluated.</summary>
public class EventFilterPropertyTests
{
    private static readonly S7OpcBridge.OpcUa.Server.AddressSpace Space = new(
        new VariableTable(1, 1),
        TimeProvider.System,
        Namespace0.Load(TimeProvider.System)
    );

    private static readonly RaisedEvent Happened = new PlainEvent(
        new UaEvent(Ids.DeviceFailureEventType, new NodeId(2, "Line1"), "Line1", 800, "Line1 is away"),
        UaTime.Now(TimeProvider.System)
    );

    private static readonly Gen<Variant> Literals = Gen.Elements(
        default,
        Variant.From(true),
        Variant.From((sbyte)-1),
        Variant.From(3u),
        Variant.From(ulong.MaxValue),
        Variant.From(1.5),
        Variant.From(float.NaN),
        Variant.From("Line%"),
        Variant.From((string?)null),
        Variant.From("["),
        Variant.From(Guid.Empty),
        Variant.From((NodeId)Ids.DeviceFailureEventType),
        Variant.From((NodeId)Ids.Int32),
        Variant.From((NodeId)Ids.String),
        Variant.From(default(NodeId)),
        Variant.From(new LocalizedText("text")),
        Variant.From(new QualifiedName(1, null)),
        Variant.FromDateTime(long.MaxValue),
        Variant.FromStatusCode(StatusCodes.BadTimeout),
        Variant.FromByteString([1]),
        Variant.FromArray(BuiltInType.Int32, new[] { 1, 2 }),
        Variant.FromArray(BuiltInType.String, null),
        Variant.From(new ExtensionObject(0, null))
    );

    private static readonly Gen<ExtensionObject?> Operands = Gen.Frequency(
        (8, Literals.Select(value => (ExtensionObject?)ExtensionObject.From(new LiteralOperand { Value = value }))),
        (
            8,
            Gen.Elements("Severity", "Message", "Time", "SystemState", "EventId")
                .Select(name => (ExtensionObject?)ExtensionObject.From(EventRig.Field(name)))
        ),
        (3, Gen.Choose(-1, 6).Select(index => (ExtensionObject?)ExtensionObject.From(new ElementOperand { Index = (uint)index }))),
        (
            1,
            Gen.Elements<ExtensionObject?>(
                null,
                new ExtensionObject(5, null),
                ExtensionObject.From(new AttributeOperand()),
                ExtensionObject.From(EventRig.Field("Sorrow"))
            )
        )
    );

    private static readonly Gen<ContentFilterElement> Elements =
        from filterOperator in Gen.Choose(-1, 18)
        from count in Gen.Frequency(
            (1, Gen.Choose(0, 4)),
            (
                6,
                Gen.Constant(
                    filterOperator is 1 or 7 or 14 ? 1
                    : filterOperator == 8 ? 3
                    : 2
                )
            )
        )
        from operands in Operands.ArrayOf(count)
        select new ContentFilterElement { FilterOperator = (FilterOperator)filterOperator, FilterOperands = operands };

    [Test]
    public void Every_where_clause_is_refused_or_can_be_evaluated()
    {
        var evaluated = 0;
        Prop.ForAll(
                Gen.Choose(1, 5).SelectMany(count => Elements.ArrayOf(count)).ToArbitrary(),
                elements =>
                {
                    var filter = new EventFilter
                    {
                        SelectClauses = [EventRig.Field("Message")],
                        WhereClause = new ContentFilter { Elements = elements },
                    };
                    var status = EventFilterCheck.Resolve(Space.Current, filter, out var plan, out var told);
                    var results = ((EventFilterResult)told!.Body!).WhereClauseResult.ElementResults;
                    if (status.IsGood)
                    {
                        plan!.Wants(Happened);
                        evaluated++;
                    }

                    return results.Length == elements.Length && status.IsGood == results.All(r => r.StatusCode.IsGood);
                }
            )
            .Check(Config.QuickThrowOnFailure.WithMaxTest(3000));
        Assert.That(evaluated, Is.GreaterThan(50), "some of them must be sound");
    }

    [Test]
    public void Every_pair_of_values_can_be_compared_and_equality_is_mutual() =>
        Prop.ForAll(
                Literals.ToArbitrary(),
                Literals.ToArbitrary(),
                (a, b) =>
                {
                    var (there, back) = (FilterComparison.Compare(a, b), FilterComparison.Compare(b, a));
                    return FilterComparison.AreEqual(a, b) == FilterComparison.AreEqual(b, a)
                        && Math.Sign(there ?? 0) == -Math.Sign(back ?? 0);
                }
            )
            .Check(Config.QuickThrowOnFailure.WithMaxTest(1000));

    [Test]
    public void Every_value_can_be_cast_to_every_type_or_not()
    {
        foreach (var value in Literals.Sample(500))
        {
            for (var type = BuiltInType.Boolean; type <= BuiltInType.DiagnosticInfo; type++)
            {
                if (FilterConversion.TryConvert(value, type, out var result))
                    Assert.That(result.Type, Is.EqualTo(type));
                else
                    Assert.That(result.IsNull, Is.True);
            }
        }
    }
}
