using S7OpcBridge.OpcUa.Server.Nodes;

namespace S7OpcBridge.OpcUa.Server.Events;

/// <summary>
/// A checked where clause (OPC 10000-4, 7.7). Elements refer only to later ones, so they are evaluated from the last to the first, whose value is the result.
/// A missing value is null, as in the standard's tables for And, Or and Not. What an event costs is bounded (<see cref="FilterCost"/>).
/// </summary>
internal sealed class WhereClause
{
    private readonly Element[] _elements;
    private readonly EventTypes _types;

    private WhereClause(EventTypes types, Element[] elements) => (_types, _elements) = (types, elements);

    /// <summary>Makes it from a checked clause; null: every event passes.</summary>
    public static WhereClause? Create(EventTypes types, ContentFilter where) =>
        where.Elements.Length == 0 ? null : new WhereClause(types, Array.ConvertAll(where.Elements, Element.From));

    /// <summary>Bytes of memory that it takes, without the names of fields.</summary>
    public int Bytes
    {
        get
        {
            var bytes = 0;
            foreach (var element in _elements)
                bytes += element.Bytes;
            return bytes;
        }
    }

    /// <summary>The built-in type of a data type node; Null: none.</summary>
    public static BuiltInType TypeOf(NodeId dataType) =>
        dataType is { Namespace: 0, Kind: NodeIdKind.Numeric, Numeric: > 0 and <= (uint)BuiltInType.DiagnosticInfo }
            ? (BuiltInType)dataType.Numeric
            : BuiltInType.Null;

    /// <summary>True if the event passes.</summary>
    public bool Passes(RaisedEvent happened)
    {
        var results = new Variant[_elements.Length];
        for (var i = results.Length - 1; i >= 0; i--)
            results[i] = Evaluate(_elements[i], happened, results);

        return TruthOf(results[0]) == true;
    }

    private Variant Evaluate(Element element, RaisedEvent happened, Variant[] results)
    {
        var operands = element.Operands;
        var first = operands[0].In(happened, _types, results);
        var second = operands.Length > 1 ? operands[1].In(happened, _types, results) : default;
        return element.Operator switch
        {
            FilterOperator.Equals => Truth(FilterComparison.AreEqual(first, second)),
            FilterOperator.IsNull => Truth(IsNull(first)),
            FilterOperator.GreaterThan => Truth(FilterComparison.Compare(first, second) > 0),
            FilterOperator.LessThan => Truth(FilterComparison.Compare(first, second) < 0),
            FilterOperator.GreaterThanOrEqual => Truth(FilterComparison.Compare(first, second) >= 0),
            FilterOperator.LessThanOrEqual => Truth(FilterComparison.Compare(first, second) <= 0),
            FilterOperator.Like => Truth(IsLike(first, second, element.Pattern)),
            FilterOperator.Not => Truth(!TruthOf(first)),
            FilterOperator.Between => Truth(
                FilterComparison.Compare(first, second) >= 0
                    && FilterComparison.Compare(first, operands[2].In(happened, _types, results)) <= 0
            ),
            FilterOperator.InList => Truth(IsIn(first, operands, happened, results)),
            FilterOperator.And => Truth(TruthOf(first) & TruthOf(second)),
            FilterOperator.Or => Truth(TruthOf(first) | TruthOf(second)),
            FilterOperator.Cast => FilterConversion.TryConvert(first, TypeOf((NodeId)second.Reference!), out var cast) ? cast : default,
            FilterOperator.OfType => Truth(_types.IsA(happened.OwnType, TypeNumber.From((NodeId)first.Reference!))),
            FilterOperator.BitwiseAnd => FilterComparison.Bitwise(first, second, static (a, b) => a & b),
            _ => FilterComparison.Bitwise(first, second, static (a, b) => a | b),
        };
    }

    private bool IsIn(in Variant value, Operand[] operands, RaisedEvent happened, Variant[] results)
    {
        foreach (ref readonly var operand in operands.AsSpan(1))
        {
            if (FilterComparison.AreEqual(value, operand.In(happened, _types, results)))
                return true;
        }

        return false;
    }

    private static bool IsNull(in Variant value) =>
        value.IsNull
        || value is { Reference: null, IsArray: true }
        || value is { Reference: null, Type: BuiltInType.String or BuiltInType.ByteString or BuiltInType.XmlElement };

    // The pattern is compiled here only where it is not the same for every event.
    private static bool IsLike(in Variant text, in Variant pattern, LikePattern? compiled) =>
        FilterConversion.TryConvert(text, BuiltInType.String, out var t)
        && t is { IsArray: false, Reference: string { Length: <= FilterCost.MaxText } s }
        && (compiled ?? Compiled(pattern)) is { } like
        && like.Matches(s);

    private static LikePattern? Compiled(in Variant pattern) =>
        FilterConversion.TryConvert(pattern, BuiltInType.String, out var text) && text is { IsArray: false, Reference: string like }
            ? LikePattern.Parse(like)
            : null;

    // C#'s & and | on bool? are the three-valued tables of the standard.
    private static bool? TruthOf(in Variant value) => value is { Type: BuiltInType.Boolean, IsArray: false } ? value.Bits != 0 : null;

    private static Variant Truth(bool? value) => value is { } known ? Variant.From(known) : default;

    /// <summary>An operator and its operands; of a Like with a literal pattern that pattern.</summary>
    private sealed record Element(FilterOperator Operator, Operand[] Operands, LikePattern? Pattern)
    {
        public int Bytes { get; private init; }

        public static Element From(ContentFilterElement element) =>
            new(element.FilterOperator, Array.ConvertAll(element.FilterOperands, Operand.Decode), FilterCost.PatternOf(element))
            {
                Bytes = (int)FilterCost.BytesOf(element) + 64 * element.FilterOperands.Length,
            };
    }

    /// <summary>A literal, a field, or the result of another element.</summary>
    private readonly record struct Operand(Variant Literal, EventField? Field, int Element)
    {
        public static Operand Decode(ExtensionObject? operand) =>
            operand?.Body switch
            {
                LiteralOperand literal => new Operand(literal.Value, null, -1),
                SimpleAttributeOperand field => new Operand(default, EventField.From(field), -1),
                ElementOperand element => new Operand(default, null, (int)element.Index),
                _ => new Operand(default, null, -1), // the check has refused it
            };

        public Variant In(RaisedEvent happened, EventTypes types, Variant[] results) =>
            Element >= 0 ? results[Element]
            : Field is { } field ? field.In(happened, types, null)
            : Literal;
    }
}
