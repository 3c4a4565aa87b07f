using S7OpcBridge.OpcUa.Server.Nodes;

namespace S7OpcBridge.OpcUa.Server.Events;

/// <summary>
/// Checks an EventFilter clause by clause (OPC 10000-4, 7.22.3). A wrong select clause is reported to the client and gives null. A filter with a wrong where
/// clause, or without a right select clause, is refused.
/// </summary>
internal static class EventFilterCheck
{
    /// <summary>The most select clauses of one filter.</summary>
    public const int MaxSelectClauses = 1000;

    /// <summary>Checks a filter and makes the result for the client.</summary>
    /// <param name="nodes">The address space.</param>
    /// <param name="plan">The checked filter; null if it is refused.</param>
    /// <param name="filterResult">The EventFilterResult; null: all clauses are right.</param>
    public static StatusCode Resolve(AddressSpaceView nodes, EventFilter filter, out EventPlan? plan, out ExtensionObject? filterResult)
    {
        (plan, filterResult) = (null, null);
        if (filter.SelectClauses.Length is 0 or > MaxSelectClauses || filter.WhereClause.Elements.Length > WhereCheck.MaxElements)
            return StatusCodes.BadEventFilterInvalid;
        var types = nodes.EventTypes;
        var result = new EventFilterResult
        {
            SelectClauseResults = Array.ConvertAll(filter.SelectClauses, clause => CheckField(types, clause)),
            WhereClauseResult = new ContentFilterResult
            {
                ElementResults = WhereCheck.Check(types, filter.WhereClause, filter.SelectClauses.Length * FilterCost.Select),
            },
        };
        var whereIsBad = Array.Exists(result.WhereClauseResult.ElementResults, element => element.StatusCode.IsBad);
        var nothingSelected = Array.TrueForAll(result.SelectClauseResults, clause => clause.IsBad);
        var isBad = whereIsBad || nothingSelected;
        filterResult = new ExtensionObject(EventFilterResult.EncodingId, result);
        plan = isBad ? null : EventPlan.Create(types, filter, result.SelectClauseResults);
        return isBad ? StatusCodes.BadEventFilterInvalid : StatusCodes.Good;
    }

    /// <summary>Checks that an operand names a field that events of the type may have.</summary>
    public static StatusCode CheckField(EventTypes types, SimpleAttributeOperand field)
    {
        var attribute = (AttributeId)field.AttributeId;
        if (attribute is 0 or > AttributeId.AccessLevelEx || !MayHave(attribute, field.BrowsePath.Length == 0))
            return StatusCodes.BadAttributeIdInvalid;
        NodeId type = field.TypeDefinitionId.IsNull ? Ids.BaseEventType : field.TypeDefinitionId;
        if (!types.Contains(type))
            return StatusCodes.BadTypeDefinitionInvalid;
        if (Array.Exists(field.BrowsePath, name => string.IsNullOrEmpty(name.Name)))
            return StatusCodes.BadBrowseNameInvalid;
        if (field.BrowsePath.Length > 0 && !types.Declares(TypeNumber.From(type), field.BrowsePath))
            return StatusCodes.BadNodeIdUnknown;
        if (attribute != AttributeId.Value && !string.IsNullOrEmpty(field.IndexRange))
            return StatusCodes.BadIndexRangeInvalid;
        return IndexRange.Parse(System.Text.Encoding.UTF8.GetBytes(field.IndexRange ?? ""), out _);
    }

    // Without a path the clause selects the event itself, an object (the NodeId of a condition is its ConditionId); with a path one of its variables.
    private static bool MayHave(AttributeId attribute, bool isObject) =>
        attribute switch
        {
            AttributeId.IsAbstract
            or AttributeId.Symmetric
            or AttributeId.InverseName
            or AttributeId.ContainsNoLoops
            or AttributeId.Executable
            or AttributeId.UserExecutable
            or AttributeId.DataTypeDefinition => false,
            AttributeId.EventNotifier => isObject,
            AttributeId.Value or (>= AttributeId.DataType and <= AttributeId.Historizing) or AttributeId.AccessLevelEx => !isObject,
            _ => true,
        };
}
