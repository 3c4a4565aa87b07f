using S7OpcBridge.Bridge.Units;
using S7OpcBridge.Bridge.Values;
using S7OpcBridge.Core;
using S7OpcBridge.OpcUa;

namespace S7OpcBridge.Bridge;

/// <summary>What OPC UA clients are told of a tag, for those who tell it to others.</summary>
/// <param name="NodeId">Text of its node id.</param>
/// <param name="Type">Built-in type of the value, or of its elements; Null: the CPU has not reported it yet.</param>
/// <param name="DataType">Its data type in namespace 0.</param>
/// <param name="Unit">Its unit as EUInformation; null: none.</param>
public sealed record TagMetadata(string NodeId, BuiltInType Type, uint DataType, TagUnit? Unit)
{
    /// <summary>Returns it.</summary>
    /// <param name="ownNamespace">Namespace for units that UNECE does not define.</param>
    public static TagMetadata From(TagMap map, Tag tag, string ownNamespace)
    {
        var unit = tag.Details?.Unit is { } text ? UnitCatalogue.Find(text, ownNamespace) : null;
        return new TagMetadata(
            map.NodeIdOf(tag),
            TypeMapping.BuiltInOf(tag.ValueKind),
            TypeMapping.DataTypeOf(tag.ValueKind),
            unit is null ? null : new TagUnit(unit.NamespaceUri, unit.UnitId, unit.Symbol, unit.Description)
        );
    }
}

/// <summary>An engineering unit as EUInformation (OPC 10000-8, 5.6.3).</summary>
/// <param name="NamespaceUri">Namespace of the code.</param>
/// <param name="UnitId">The UNECE common code as a number; -1: the unit has none.</param>
/// <param name="Symbol">The symbol as written in the map.</param>
/// <param name="Description">The full name.</param>
public sealed record TagUnit(string NamespaceUri, int UnitId, string Symbol, string Description);
