using S7OpcBridge.OpcUa.Server.Nodes;

namespace S7OpcBridge.OpcUa.Server.Events;

/// <summary>
/// A checked where clause (OPC 10000-4, 7.7). Elements refer only to later ones, so they are evaluated from the last to the first, whose value is the result.
/// A missing value is null, as in the standard's tables for And, Or and Not.
/// </summary>
internal sealed class WhereClause
{
    private readonly (FilterOperator Operator, Operand[] Operands)[] _elements;
    private readonly EventTypes _types;

    private WhereClause(EventTypes types, (FilterOperator, Operand[])[] elements) => (_types, _elements) = (types, elements);

    /// <summary>Makes it from a checked clause; null: every event passes.</summary>
    public static WhereClause? Of(EventTypes types, ContentFilter where) => where.Elements.Length == 0
        ? null : new WhereClause(types, Array.ConvertAll(where.Elements, e => (e.FilterOperator, Array.ConvertAll(e.FilterOperands, Operand.Of))));

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
        {
            var operands = Array.ConvertAll(_elements[i].Operands, operand => operand.In(happened, _types, results));
            results[i] = Evaluate(_elements[i].Operator, operands, happened);
        }

        return TruthOf(results[0]) == true;
    }

    private Variant Evaluate(FilterOperator filterOperator, Variant[] operands, RaisedEvent happened) => filterOperator switch
    {
        FilterOperator.Equals => Truth(FilterComparison.AreEqual(operands[0], operands[1])),
        FilterOperator.IsNull => Truth(IsNull(operands[0])),
        FilterOperator.GreaterThan => Truth(FilterComparison.Compare(operands[0], operands[1]) > 0),
        FilterOperator.LessThan => Truth(FilterComparison.Compare(operands[0], operands[1]) < 0),
        FilterOperator.GreaterThanOrEqual => Truth(FilterComparison.Compare(operands[0], operands[1]) >= 0),
        FilterOperator.LessThanOrEqual => Truth(FilterComparison.Compare(operands[0], operands[1]) <= 0),
        FilterOperator.Like => Truth(IsLike(operands[0], operands[1])),
        FilterOperator.Not => Truth(!TruthOf(operands[0])),
        FilterOperator.Between => Truth(FilterComparison.Compare(operands[0], operands[1]) >= 0 && FilterComparison.Compare(operands[0], operands[2]) <= 0),
        FilterOperator.InList => Truth(Array.Exists(operands[1..], operand => FilterComparison.AreEqual(operands[0], operand))),
        FilterOperator.And => Truth(TruthOf(operands[0]) & TruthOf(operands[1])),
        FilterOperator.Or => Truth(TruthOf(operands[0]) | TruthOf(operands[1])),
        FilterOperator.Cast => FilterConversion.TryConvert(operands[0], TypeOf((NodeId)operands[1].Reference!), out var cast) ? cast : default,
        FilterOperator.OfType => Truth(_types.IsA(happened.Type, ((NodeId)operands[0].Reference!).Numeric)),
        FilterOperator.BitwiseAnd => FilterComparison.Bitwise(operands[0], operands[1], static (a, b) => a & b),
        _ => FilterComparison.Bitwise(operands[0], operands[1], static (a, b) => a | b),
    };

    private static bool IsNull(in Variant value) => value.IsNull || value is { Reference: null, IsArray: true }
        || value is { Reference: null, Type: BuiltInType.String or BuiltInType.ByteString or BuiltInType.XmlElement };

    private static bool IsLike(in Variant text, in Variant pattern) =>
        FilterConversion.TryConvert(text, BuiltInType.String, out var t)
        && FilterConversion.TryConvert(pattern, BuiltInType.String, out var p)
        && t.Reference is string s
        && p.Reference is string like
        && LikePattern.Matches(s, like);

    // C#'s & and | on bool? are the three-valued tables of the standard.
    private static bool? TruthOf(in Variant value) => value is { Type: BuiltInType.Boolean, IsArray: false } ? value.Bits != 0 : null;

    private static Variant Truth(bool? value) => value is { } known ? Variant.Of(known) : default;

    /// <summary>A literal, a field, or the result of another element.</summary>
    private readonly record struct Operand(Variant Literal, EventField? Field, int Element)
    {
        public static Operand Of(ExtensionObject? operand) => operand?.Body switch
        {
            LiteralOperand literal => new Operand(literal.Value, null, -1),
            SimpleAttributeOperand field => new Operand(default, EventField.Of(field), -1),
            ElementOperand element => new Operand(default, null, (int)element.Index),
            _ => new Operand(default, null, -1), // the check has refused it
        };

        public Variant In(RaisedEvent happened, EventTypes types, Variant[] results) =>
            Element >= 0 ? results[Element] : Field is { } field ? field.In(happened, types, null) : Literal;
    }
}
