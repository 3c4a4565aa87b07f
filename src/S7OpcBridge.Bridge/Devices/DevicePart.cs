using S7OpcBridge.Bridge.Nodes;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server;

namespace S7OpcBridge.Bridge.Devices;

/// <summary>A node that every device has.</summary>
/// <param name="Path">Its id behind that of the device, with a slash; empty for the device itself.</param>
/// <param name="Name">Last level of the path.</param>
/// <param name="Namespace">Namespace of its browse name.</param>
/// <param name="Parent">Place of its parent in <see cref="All"/>; -1: the device.</param>
/// <param name="Reference">Reference from the parent.</param>
/// <param name="Type">Type definition.</param>
internal sealed record DevicePart(string Path, string Name, ushort Namespace, int Parent, uint Reference, uint Type)
{
    private const ushort Own = TagNamespace.Index,
        Di = TagNamespace.Devices;

    private const int Connection = 14,
        NetworkAddress = 15;

    /// <summary>What its value is; None for an object.</summary>
    public DeviceField Field { get; init; }

    /// <summary>Data type of its value (<see cref="TypeNumber"/>).</summary>
    public uint DataType { get; init; }

    /// <summary>Place of the connection point.</summary>
    public static int ConnectionPlace => Connection;

    /// <summary>All of them, the device first.</summary>
    public static DevicePart[] All { get; } =
    [
        new("", "", Own, -1, Ids.HasComponent, DeviceTypeNumbers.Plc),
        Property(DeviceField.Manufacturer, Ids.LocalizedText),
        Property(DeviceField.ManufacturerUri, Ids.String),
        Property(DeviceField.Model, Ids.LocalizedText),
        Property(DeviceField.ProductCode, Ids.String),
        Property(DeviceField.OrderNumber, Ids.String, Own),
        Property(DeviceField.HardwareRevision, Ids.String),
        Property(DeviceField.SoftwareRevision, Ids.String),
        Property(DeviceField.DeviceRevision, Ids.String),
        Property(DeviceField.DeviceManual, Ids.String),
        Property(DeviceField.SerialNumber, Ids.String),
        Property(DeviceField.RevisionCounter, Ids.Int32),
        Property(DeviceField.ComponentName, Ids.LocalizedText),
        new("/DeviceHealth", "DeviceHealth", Di, 0, Ids.HasComponent, Ids.BaseDataVariableType)
        {
            Field = DeviceField.Health,
            DataType = TypeNumber.Of(Di, DeviceIds.DeviceHealthEnumeration),
        },
        new("/Connection", "Connection", Own, 0, Ids.HasComponent, DeviceTypeNumbers.Connection),
        new(
            "/Connection/NetworkAddress",
            "NetworkAddress",
            Di,
            Connection,
            Ids.HasComponent,
            TypeNumber.Of(Di, DeviceIds.FunctionalGroupType)
        ),
        new("/Connection/NetworkAddress/Address", "Address", Own, NetworkAddress, Ids.HasComponent, Ids.BaseDataVariableType)
        {
            Field = DeviceField.Address,
            DataType = Ids.String,
        },
    ];

    private static DevicePart Property(DeviceField field, uint dataType, ushort names = Di) =>
        new($"/{field}", field.ToString(), names, 0, Ids.HasProperty, Ids.PropertyType) { Field = field, DataType = dataType };
}
