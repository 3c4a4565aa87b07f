using S7OpcBridge.Bridge.Values;
using S7OpcBridge.Core;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server;

namespace S7OpcBridge.Bridge.Nodes;

/// <summary>The attributes of variables and objects other than id, class and names.</summary>
internal sealed class TagAttributes(TagMap map)
{
    private const byte CurrentRead = 1;
    private const byte CurrentWrite = 2;
    private const int Unknown = -2; // array length and ValueRank of a value of unknown shape (OPC 10000-3, 5.6.2)
    private const uint NonatomicWrite = 0x200; // of AccessLevelEx, OPC 10000-3, 8.58

    /// <summary>Bit of AccessLevelEx: values may be read non-atomically.</summary>
    internal const uint NonatomicRead = 0x100;

    /// <summary>Bytes that fit into one item with the smallest PDU of any CPU family (240 bytes); longer values may be read and written in parts.</summary>
    internal const int AlwaysWhole = 212;

    /// <summary>Reads an attribute of a tag's variable.</summary>
    public StatusCode ReadTag(Tag tag, AttributeId attribute, out Variant value)
    {
        switch (attribute)
        {
            case AttributeId.Description when tag.Details?.Description is { } description:
                value = Variant.From(new LocalizedText(description));
                return StatusCodes.Good;
            case AttributeId.AccessLevel or AttributeId.UserAccessLevel:
                value = Variant.From(AccessLevelOf(tag));
                return StatusCodes.Good;
            case AttributeId.AccessLevelEx:
                value = Variant.From(AccessLevelOf(tag) | (tag.ByteLength > AlwaysWhole ? NonatomicRead | NonatomicWrite : 0));
                return StatusCodes.Good;
            case AttributeId.MinimumSamplingInterval:
                value = Variant.From(map.ScanGroups[tag.ScanGroup].Interval.TotalMilliseconds);
                return StatusCodes.Good;
            default:
                return ReadVariable(
                    TypeMapping.DataTypeOf(tag.ValueKind),
                    tag.IsArray ? tag.ArrayLength
                        : tag.ValueKind == TagValueKind.None ? Unknown
                        : -1,
                    attribute,
                    out value
                );
        }
    }

    public static StatusCode ReadProperty(TagProperties properties, int property, AttributeId attribute, out Variant value)
    {
        return attribute == AttributeId.Value
            ? properties.ValueOf(property, out value)
            : ReadVariable(properties.DataTypeOf(property), properties.ArrayLengthOf(property), attribute, out value);
    }

    /// <summary>Reads an attribute of a folder (null) or of a _Status node.</summary>
    public static StatusCode ReadFixed(FixedNode? node, AttributeId attribute, out Variant value)
    {
        if (attribute == AttributeId.Description)
        {
            value = Variant.From(new LocalizedText(node?.Description));
            return StatusCodes.Good;
        }
        if (node is { Class: NodeClass.Variable })
        {
            value = node.Value;
            return attribute == AttributeId.Value
                ? StatusCodes.Good
                : ReadVariable(node.DataType, node.IsArray ? 0 : -1, attribute, out value);
        }
        value = (node?.Class, attribute) switch
        {
            (NodeClass.Method, AttributeId.Executable) => Variant.From(true),
            (null or NodeClass.Object, AttributeId.EventNotifier) => Variant.From((byte)0),
            _ => default,
        };
        return value.IsNull ? StatusCodes.BadAttributeIdInvalid : StatusCodes.Good;
    }

    /// <summary>Reads an attribute of an object or an object type that has no description.</summary>
    /// <param name="hasEvents">True for an object, which has the attribute EventNotifier.</param>
    public static StatusCode ReadObject(AttributeId attribute, bool hasEvents, out Variant value)
    {
        value = attribute switch
        {
            AttributeId.Description => Variant.From(default(LocalizedText)),
            AttributeId.EventNotifier when hasEvents => Variant.From((byte)0),
            _ => default,
        };
        return value.IsNull ? StatusCodes.BadAttributeIdInvalid : StatusCodes.Good;
    }

    /// <summary>Reads an attribute other than the value of a scalar variable that clients cannot write.</summary>
    /// <param name="dataType">Its data type (<see cref="TypeNumber"/>).</param>
    public static StatusCode ReadVariable(uint dataType, AttributeId attribute, out Variant value) =>
        ReadVariable(dataType, arrayLength: -1, attribute, out value);

    // arrayLength: -1 for a scalar, 0 for an array of variable length.
    private static StatusCode ReadVariable(uint dataType, int arrayLength, AttributeId attribute, out Variant value)
    {
        value = attribute switch
        {
            AttributeId.DataType => Variant.From(TypeNumber.IdOf(dataType)),
            AttributeId.ValueRank => Variant.From(
                arrayLength == Unknown ? Unknown
                : arrayLength < 0 ? -1
                : 1
            ),
            AttributeId.ArrayDimensions when arrayLength >= 0 => Variant.FromArray(BuiltInType.UInt32, new[] { (uint)arrayLength }),
            AttributeId.AccessLevel or AttributeId.UserAccessLevel => Variant.From(CurrentRead),
            AttributeId.MinimumSamplingInterval => Variant.From(0.0),
            AttributeId.Historizing => Variant.From(false),
            AttributeId.Description => Variant.From(default(LocalizedText)),
            _ => default,
        };
        // A scalar has no ArrayDimensions; clients that read all attributes get a null value with Good.
        return value.IsNull && attribute != AttributeId.ArrayDimensions ? StatusCodes.BadAttributeIdInvalid : StatusCodes.Good;
    }

    private static byte AccessLevelOf(Tag tag) =>
        (byte)(((tag.Access & TagAccess.Read) != 0 ? CurrentRead : 0) | ((tag.Access & TagAccess.Write) != 0 ? CurrentWrite : 0));
}
