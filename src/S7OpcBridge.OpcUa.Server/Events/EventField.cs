using S7OpcBridge.OpcUa.Server.Nodes;

namespace S7OpcBridge.OpcUa.Server.Events;

/// <summary>A field of an event as a filter names it (SimpleAttributeOperand, OPC 10000-4, 7.7.4.5).</summary>
/// <param name="Type">
/// Number of a type (<see cref="TypeNumber"/>): only its events and those of its subtypes have the field; BaseEventType: any event with that field.
/// </param>
/// <param name="Path">Browse names with slashes between; empty: the event itself.</param>
/// <param name="Attribute">Value; or NodeId of the event itself, which is the ConditionId. The field is null for every other attribute.</param>
/// <param name="Range">The part of the value; null: all of it.</param>
internal sealed record EventField(uint Type, string Path, AttributeId Attribute, IndexRange? Range)
{
    /// <summary>Makes a field from a checked operand.</summary>
    public static EventField From(SimpleAttributeOperand operand)
    {
        IndexRange.Parse(System.Text.Encoding.UTF8.GetBytes(operand.IndexRange ?? ""), out var range);
        return new EventField(
            operand.TypeDefinitionId.IsNull ? Ids.BaseEventType : TypeNumber.From(operand.TypeDefinitionId),
            string.Join('/', operand.BrowsePath.Select(name => name.Name)),
            (AttributeId)operand.AttributeId,
            range
        );
    }

    /// <summary>The field's value in an event; null: it has none.</summary>
    public Variant In(RaisedEvent happened, EventTypes types, IReadOnlyList<string?>? locales)
    {
        if (!types.IsA(happened.OwnType, Type))
            return default;
        if (Attribute == AttributeId.NodeId && Path.Length == 0)
            return happened.ConditionId is { IsNull: false } condition ? Variant.From(condition) : default;
        if (Attribute != AttributeId.Value)
            return default;
        var value = happened.FieldOf(Path, locales);
        return Range is null || value.IsNull ? value
            : Range.Apply(value, out var part).IsGood ? part
            : default;
    }
}
