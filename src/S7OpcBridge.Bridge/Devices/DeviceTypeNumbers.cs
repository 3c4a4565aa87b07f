using S7OpcBridge.Bridge.Nodes;
using S7OpcBridge.OpcUa.Server;

namespace S7OpcBridge.Bridge.Devices;

/// <summary>
/// The bridge's own types, because the standard's are abstract: they may not be the type of an object. Their numeric ids are in the namespace of the
/// tags, whose other ids are texts.
/// </summary>
internal static class DeviceTypeNumbers
{
    /// <summary>Numeric ids.</summary>
    public const uint PlcId = 1,
        ConnectionId = 2,
        OrderNumberId = 3;

    /// <summary>Type of a PLC as a device: DeviceType with an order number.</summary>
    public static readonly uint Plc = TypeNumber.Of(TagNamespace.Index, PlcId);

    /// <summary>Type of the connection to it: ConnectionPointType.</summary>
    public static readonly uint Connection = TypeNumber.Of(TagNamespace.Index, ConnectionId);
}
