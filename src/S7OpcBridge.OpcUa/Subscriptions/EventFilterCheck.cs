namespace S7OpcBridge.OpcUa;

/// <summary>
/// Checks an EventFilter clause by clause (OPC 10000-4, 7.22.3): a select clause that cannot be is told to the client and gives null; a filter whose every
/// clause is wrong, or that selects nothing, is refused.
/// </summary>
internal static class EventFilterCheck
{
    private const uint LastAttribute = (uint)AttributeId.AccessLevelEx;
    private const int MaxClauses = 1000;

    /// <summary>Checks a filter and prepares what the client is told.</summary>
    public static StatusCode Resolve(AddressSpaceView nodes, EventFilter filter, out ItemFilter resolved)
    {
        resolved = ItemFilter.Default;
        if (filter.SelectClauses.Length is 0 or > MaxClauses)
            return StatusCodes.BadEventFilterInvalid;
        var result = new EventFilterResult
        {
            SelectClauseResults = Array.ConvertAll(filter.SelectClauses, clause => CheckSelect(nodes, clause)),
            WhereClauseResult = new ContentFilterResult { ElementResults = CheckWhere(filter.WhereClause) },
        };
        resolved = new ItemFilter(DataChangeTrigger.StatusValue, null, filter, new ExtensionObject(EventFilterResult.EncodingId, result));
        var whereIsBad = Array.Exists(result.WhereClauseResult.ElementResults, element => element.StatusCode.IsBad);
        var nothingSelected = Array.TrueForAll(result.SelectClauseResults, clause => clause.IsBad);
        return whereIsBad || nothingSelected ? StatusCodes.BadEventFilterInvalid : StatusCodes.Good;
    }

    private static StatusCode CheckSelect(AddressSpaceView nodes, SimpleAttributeOperand clause)
    {
        if (clause.AttributeId is 0 or > LastAttribute)
            return StatusCodes.BadAttributeIdInvalid;
        if (!clause.TypeDefinitionId.IsNull && !nodes.Find(clause.TypeDefinitionId).Exists)
            return StatusCodes.BadTypeDefinitionInvalid;
        if (Array.Exists(clause.BrowsePath, name => string.IsNullOrEmpty(name.Name)))
            return StatusCodes.BadBrowseNameInvalid;
        return IndexRange.Parse(System.Text.Encoding.UTF8.GetBytes(clause.IndexRange ?? ""), out _);
    }

    private static ContentFilterElementResult[] CheckWhere(ContentFilter where)
    {
        var results = new ContentFilterElementResult[where.Elements.Length];
        for (var i = 0; i < results.Length; i++)
        {
            var operands = where.Elements[i].FilterOperands;
            var operandResults = new StatusCode[operands.Length];
            for (var k = 0; k < operands.Length; k++)
                operandResults[k] = CheckOperand(operands[k], i, results.Length);
            results[i] = new ContentFilterElementResult
            {
                StatusCode = CheckElement(where.Elements[i].FilterOperator, operands.Length, operandResults),
                OperandStatusCodes = operandResults,
            };
        }

        return results;
    }

    private static StatusCode CheckElement(FilterOperator filterOperator, int operands, StatusCode[] operandResults)
    {
        var (least, most) = OperandsOf(filterOperator);
        if (least == 0)
            return filterOperator is < FilterOperator.Equals or > FilterOperator.BitwiseOr
                ? StatusCodes.BadFilterOperatorInvalid : StatusCodes.BadFilterOperatorUnsupported;
        if (operands < least || operands > most)
            return StatusCodes.BadFilterOperandCountMismatch;
        return Array.Exists(operandResults, result => result.IsBad) ? StatusCodes.BadFilterOperandInvalid : StatusCodes.Good;
    }

    // References run forward only, so that a filter is a tree and evaluating it ends (OPC 10000-4, 7.7.1).
    private static StatusCode CheckOperand(ExtensionObject? operand, int element, int elements) => operand?.Body switch
    {
        LiteralOperand => StatusCodes.Good,
        SimpleAttributeOperand attribute => attribute.AttributeId is 0 or > LastAttribute ? StatusCodes.BadAttributeIdInvalid : StatusCodes.Good,
        ElementOperand reference => reference.Index > element && reference.Index < elements ? StatusCodes.Good : StatusCodes.BadFilterOperandInvalid,
        AttributeOperand => StatusCodes.BadFilterOperandInvalid,
        _ => StatusCodes.BadFilterOperandInvalid,
    };

    // RelatedTo and InView belong to Query; events may not use them.
    private static (int Least, int Most) OperandsOf(FilterOperator filterOperator) => filterOperator switch
    {
        FilterOperator.IsNull or FilterOperator.Not or FilterOperator.OfType => (1, 1),
        FilterOperator.Equals or FilterOperator.GreaterThan or FilterOperator.LessThan or FilterOperator.GreaterThanOrEqual or FilterOperator.LessThanOrEqual
            or FilterOperator.Like or FilterOperator.And or FilterOperator.Or or FilterOperator.Cast
            or FilterOperator.BitwiseAnd or FilterOperator.BitwiseOr => (2, 2),
        FilterOperator.Between => (3, 3),
        FilterOperator.InList => (2, int.MaxValue),
        _ => (0, 0),
    };
}
