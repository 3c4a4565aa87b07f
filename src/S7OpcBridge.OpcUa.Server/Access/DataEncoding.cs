using S7OpcBridge.OpcUa.Server.Nodes;

namespace S7OpcBridge.OpcUa.Server.Access;

/// <summary>Checks the data encoding that a client names in Read or for a monitored item (OPC 10000-4, 5.11.2.2). Only Default Binary is supported.</summary>
internal static class DataEncoding
{
    /// <summary>
    /// Checks an encoding: Good; BadDataEncodingInvalid: no such encoding, or the value is no structure; BadDataEncodingUnsupported: XML or JSON.
    /// </summary>
    /// <param name="node">The requested node.</param>
    /// <param name="attribute">Its attribute; only values have an encoding.</param>
    /// <param name="namespaceIndex">Namespace of the encoding's name.</param>
    /// <param name="name">Its name in UTF-8; empty: none is named.</param>
    public static StatusCode Check(
        AddressSpaceView nodes,
        NodeHandle node,
        AttributeId attribute,
        ushort namespaceIndex,
        ReadOnlySpan<byte> name
    )
    {
        if (name.IsEmpty)
            return StatusCodes.Good;
        if (namespaceIndex != 0 || attribute != AttributeId.Value || !DataTypes.IsOf(nodes, node, static type => type == Ids.Structure))
            return StatusCodes.BadDataEncodingInvalid;
        if (name.SequenceEqual("Default Binary"u8))
            return StatusCodes.Good;
        return name.SequenceEqual("Default XML"u8) || name.SequenceEqual("Default JSON"u8)
            ? StatusCodes.BadDataEncodingUnsupported
            : StatusCodes.BadDataEncodingInvalid;
    }
}
