namespace S7OpcBridge.OpcUa.Server.Events;

/// <summary>
/// What one event costs a filter at most, in steps of about a nanosecond. It is calculated when the filter comes, so that a filter that would cost too much is
/// refused, and a literal or pattern that is too long as well.
/// </summary>
internal static class FilterCost
{
    /// <summary>The most steps of one filter.</summary>
    public const int Most = 500_000;

    /// <summary>The most bytes of all literals and compiled patterns of a where clause, as they lie in memory.</summary>
    public const int MaxBytes = 256 * 1024;

    /// <summary>The most characters of a text that Like looks at; a longer one does not match.</summary>
    public const int MaxText = 4096;

    /// <summary>Steps of a select clause.</summary>
    public const int Select = 200;

    private const int Element = 50,
        Field = 200,
        Comparison = 100,
        Result = 4000,
        Cast = 300,
        UnknownPattern = 100_000;

    // Texts of events are usually not longer than this.
    private const int UsualText = 256;

    /// <summary>The steps of an element whose operands have the right number.</summary>
    public static int Compute(ContentFilterElement element)
    {
        var steps = Element;
        foreach (var operand in element.FilterOperands)
        {
            steps += operand?.Body switch
            {
                SimpleAttributeOperand => Field,
                LiteralOperand literal => BytesOf(literal.Value) / sizeof(long),
                ElementOperand => element.FilterOperator is FilterOperator.And or FilterOperator.Or or FilterOperator.Not ? 0 : Result,
                _ => 0,
            };
        }

        return steps
            + element.FilterOperator switch
            {
                FilterOperator.Like => PatternOf(element) is { } pattern
                    ? pattern.StepsPerCharacter * TextOf(element.FilterOperands[0])
                    : UnknownPattern,
                FilterOperator.Cast => Cast,
                _ => Comparison * Math.Max(1, element.FilterOperands.Length - 1),
            };
    }

    private static int TextOf(ExtensionObject? operand) => operand?.Body is SimpleAttributeOperand ? UsualText : MaxText;

    /// <summary>Bytes of an element's literals and of its pattern.</summary>
    public static long BytesOf(ContentFilterElement element)
    {
        long bytes = PatternOf(element)?.Bytes ?? 0;
        foreach (var operand in element.FilterOperands)
            bytes += operand?.Body is LiteralOperand literal ? BytesOf(literal.Value) : 0;
        return bytes;
    }

    /// <summary>The compiled pattern of a Like; null: it is not known before the event, or no pattern at all.</summary>
    public static LikePattern? PatternOf(ContentFilterElement element) =>
        element is { FilterOperator: FilterOperator.Like, FilterOperands: [_, { Body: LiteralOperand { Value: var value } }] }
        && FilterConversion.TryConvert(value, BuiltInType.String, out var text)
        && text is { IsArray: false, Reference: string pattern }
            ? LikePattern.Parse(pattern)
            : null;

    /// <summary>Bytes of a literal in memory; -1: it is of a type whose values may contain other values, with which nothing can be compared.</summary>
    public static int BytesOf(in Variant literal)
    {
        const int head = 24;
        if (literal.Type is BuiltInType.ExtensionObject or BuiltInType.DataValue or BuiltInType.Variant or BuiltInType.DiagnosticInfo)
            return -1;
        if (literal.Reference is not Array elements)
            return head + BytesOf(literal.Reference);
        var bytes = (long)head;
        switch (elements)
        {
            case byte[]?[] or string?[] or NodeId[] or ExpandedNodeId[] or QualifiedName[] or LocalizedText[]:
                foreach (var element in elements)
                    bytes += head + BytesOf(element);
                break;
            case Guid[]:
                bytes += elements.LongLength * 16;
                break;
            default:
                bytes += Buffer.ByteLength(elements);
                break;
        }

        return (int)Math.Min(int.MaxValue, bytes);
    }

    private static int BytesOf(object? value) =>
        value switch
        {
            string text => text.Length * sizeof(char),
            byte[] bytes => bytes.Length,
            NodeId id => 32 + BytesOf(id.Identifier),
            ExpandedNodeId id => 48 + BytesOf(id.Id.Identifier) + BytesOf(id.NamespaceUri),
            QualifiedName name => 16 + BytesOf(name.Name),
            LocalizedText text => 16 + BytesOf(text.Text) + BytesOf(text.Locale),
            Guid => 16,
            _ => 0,
        };
}
