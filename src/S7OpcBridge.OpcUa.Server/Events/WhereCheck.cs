using S7OpcBridge.OpcUa.Server.Nodes;

namespace S7OpcBridge.OpcUa.Server.Events;

/// <summary>Checks the where clause of an event filter, element by element and operand by operand (OPC 10000-4, 7.7).</summary>
internal static class WhereCheck
{
    /// <summary>The most elements of one where clause.</summary>
    public const int MaxElements = 250;

    // Of all elements together; it bounds the look-ups per event.
    private const int MaxOperands = 1000;

    /// <summary>A result for each element.</summary>
    /// <param name="types">The event types.</param>
    /// <param name="where">The clause.</param>
    /// <param name="otherSteps">Steps that an event costs besides the clause (<see cref="FilterCost"/>).</param>
    public static ContentFilterElementResult[] Check(EventTypes types, ContentFilter where, int otherSteps = 0)
    {
        var results = new ContentFilterElementResult[where.Elements.Length];
        var (all, bytes, steps) = (0, 0L, otherSteps);
        for (var i = 0; i < results.Length; i++)
        {
            var (element, place) = (where.Elements[i], i);
            var operands = Array.ConvertAll(element.FilterOperands, operand => CheckOperand(types, operand, place, results.Length));
            var status = CheckElement(element.FilterOperator, operands);
            if (status.IsGood && (all += operands.Length) > MaxOperands)
                status = StatusCodes.BadFilterOperandCountMismatch;
            if (status.IsGood && CheckType(types, element) is { IsBad: true } wrongType)
                (operands[^1], status) = (wrongType, StatusCodes.BadFilterOperandInvalid);
            if (status.IsGood && CheckPattern(element) is { IsBad: true } wrongPattern)
                (operands[^1], status) = (wrongPattern, StatusCodes.BadFilterOperandInvalid);
            if (
                status.IsGood
                && (
                    (bytes += FilterCost.BytesOf(element)) > FilterCost.MaxBytes || (steps += FilterCost.Compute(element)) > FilterCost.Most
                )
            )
                status = StatusCodes.BadFilterElementInvalid; // the filter is too large, or costs too much per event
            results[i] = new ContentFilterElementResult { StatusCode = status, OperandStatusCodes = operands };
        }

        return results;
    }

    private static StatusCode CheckElement(FilterOperator filterOperator, StatusCode[] operands)
    {
        var (least, most) = OperandsOf(filterOperator);
        if (least == 0)
        {
            return filterOperator is < FilterOperator.Equals or > FilterOperator.BitwiseOr
                ? StatusCodes.BadFilterOperatorInvalid
                : StatusCodes.BadFilterOperatorUnsupported;
        }

        if (operands.Length < least || operands.Length > most)
            return StatusCodes.BadFilterOperandCountMismatch;
        return Array.Exists(operands, result => result.IsBad) ? StatusCodes.BadFilterOperandInvalid : StatusCodes.Good;
    }

    // Elements may refer only to later elements, so that a filter has no cycles (OPC 10000-4, 7.7.1).
    private static StatusCode CheckOperand(EventTypes types, ExtensionObject? operand, int element, int elements) =>
        operand?.Body switch
        {
            LiteralOperand literal => FilterCost.BytesOf(literal.Value) is >= 0 and <= FilterCost.MaxBytes
                ? StatusCodes.Good
                : StatusCodes.BadFilterLiteralInvalid,
            SimpleAttributeOperand field => EventFilterCheck.CheckField(types, field),
            ElementOperand reference => reference.Index > element && reference.Index < elements
                ? StatusCodes.Good
                : StatusCodes.BadFilterOperandInvalid,
            AttributeOperand => StatusCodes.BadFilterOperandInvalid, // for Query only
            _ => StatusCodes.BadFilterOperandInvalid,
        };

    // A type must be a literal, so that a wrong one is refused here and does not suppress all events.
    private static StatusCode CheckType(EventTypes types, ContentFilterElement element)
    {
        if (element.FilterOperator is not (FilterOperator.OfType or FilterOperator.Cast))
            return StatusCodes.Good;
        if (
            element.FilterOperands[^1]?.Body
            is not LiteralOperand { Value: { Type: BuiltInType.NodeId, IsArray: false, Reference: NodeId type } }
        )
            return StatusCodes.BadFilterLiteralInvalid;
        if (element.FilterOperator == FilterOperator.OfType)
            return types.Contains(type) ? StatusCodes.Good : StatusCodes.BadTypeDefinitionInvalid;
        return WhereClause.TypeOf(type) != BuiltInType.Null ? StatusCodes.Good : StatusCodes.BadFilterLiteralInvalid;
    }

    // A pattern that is too long matches nothing; refused here, the client knows.
    private static StatusCode CheckPattern(ContentFilterElement element) =>
        element
            is { FilterOperator: FilterOperator.Like, FilterOperands: [_, { Body: LiteralOperand { Value.Reference: string pattern } }] }
        && pattern.Length > LikePattern.MaxLength
            ? StatusCodes.BadFilterLiteralInvalid
            : StatusCodes.Good;

    // RelatedTo and InView belong to Query; events may not use them.
    private static (int Least, int Most) OperandsOf(FilterOperator filterOperator) =>
        filterOperator switch
        {
            FilterOperator.IsNull or FilterOperator.Not or FilterOperator.OfType => (1, 1),
            FilterOperator.Equals
            or FilterOperator.GreaterThan
            or FilterOperator.LessThan
            or FilterOperator.GreaterThanOrEqual
            or FilterOperator.LessThanOrEqual
            or FilterOperator.Like
            or FilterOperator.And
            or FilterOperator.Or
            or FilterOperator.Cast
            or FilterOperator.BitwiseAnd
            or FilterOperator.BitwiseOr => (2, 2),
            FilterOperator.Between => (3, 3),
            FilterOperator.InList => (2, MaxOperands),
            _ => (0, 0),
        };
}
