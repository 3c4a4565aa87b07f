using S7OpcBridge.OpcUa.Server.Access;
using S7OpcBridge.OpcUa.Server.Nodes;
using S7OpcBridge.OpcUa.Server.Variables;

namespace S7OpcBridge.OpcUa.Server.Subscriptions.Items;

/// <summary>What a monitored item monitors.</summary>
/// <param name="Variable">The table variable; -1: a sampled attribute, or events.</param>
/// <param name="Range">The part of the value; null: all.</param>
/// <param name="Denied">A status that the client gets instead of values; 0: none. An item may be created without permission to read (OPC 10000-4,
/// 5.13.2).</param>
internal readonly record struct ItemTarget(NodeHandle Node, int Variable, AttributeId Attribute, IndexRange? Range, uint Denied)
{
    private const int ReadBit = 1; // CurrentRead of the AccessLevel
    private const int EventsBit = 1; // SubscribeToEvents of the EventNotifier
    private const uint LastAttribute = (uint)AttributeId.AccessLevelEx;

    /// <summary>Checks node, attribute, range and encoding of a request.</summary>
    public static StatusCode Resolve(AddressSpaceView nodes, in ItemRequest request, SessionAccess? access, out ItemTarget target)
    {
        target = default;
        var attribute = (AttributeId)request.Attribute;
        if (request.Attribute is 0 or > LastAttribute)
            return StatusCodes.BadAttributeIdInvalid;
        var node = nodes.Find(request.Node);
        if (!node.Exists)
            return StatusCodes.BadNodeIdUnknown;
        if (IndexRange.Parse(request.Range, out var range) is { IsBad: true } badRange)
            return badRange;
        var variable = attribute == AttributeId.Value ? nodes.VariableOf(node) : -1;
        target = new ItemTarget(node, variable, attribute, range, ReadDenial(nodes, node, attribute, access));
        if (variable < 0 && target.Denied == 0 && target.ReadValue(nodes, access).Status.Value == StatusCodes.BadAttributeIdInvalid)
            return StatusCodes.BadAttributeIdInvalid;
        if (DataEncoding.Check(nodes, node, attribute, request.EncodingNamespace, request.Encoding) is { IsBad: true } badEncoding)
            return badEncoding;
        if (attribute == AttributeId.EventNotifier && (nodes.NumberOf(node, attribute, 0) & EventsBit) == 0)
            return StatusCodes.BadNotSupported; // the node has no events
        return StatusCodes.Good;
    }

    /// <summary>Reads the present value, for targets that are not table variables.</summary>
    public Sample Read(AddressSpaceView nodes, SessionAccess? access)
    {
        var value = ReadValue(nodes, access);
        return Sample.From(value.Value, value.Status.Value, value.SourceTime, value.ServerTime);
    }

    /// <summary>
    /// The status with which a user is denied the value of a node: BadNotReadable, BadUserAccessDenied; 0: not denied, or not the Value attribute.
    /// </summary>
    public static uint ReadDenial(AddressSpaceView nodes, NodeHandle node, AttributeId attribute, SessionAccess? access)
    {
        if (attribute != AttributeId.Value)
            return StatusCodes.Good;
        if (access is not null)
            return access.ToReadValue(nodes, node).Value;
        return (nodes.NumberOf(node, AttributeId.AccessLevel, ReadBit) & ReadBit) == 0 ? StatusCodes.BadNotReadable : StatusCodes.Good;
    }

    private DataValue ReadValue(AddressSpaceView nodes, SessionAccess? access) =>
        Attribute == AttributeId.Value || access is null ? nodes.Read(Node, Attribute) : access.ReadAttribute(nodes, Node, Attribute);
}
