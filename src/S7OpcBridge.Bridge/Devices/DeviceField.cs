namespace S7OpcBridge.Bridge.Devices;

/// <summary>What a node of a device shows.</summary>
internal enum DeviceField : byte
{
    /// <summary>Nothing: it is an object.</summary>
    None,
    Manufacturer,
    ManufacturerUri,
    Model,
    ProductCode,
    OrderNumber,
    HardwareRevision,
    SoftwareRevision,
    DeviceRevision,
    DeviceManual,
    SerialNumber,
    RevisionCounter,
    ComponentName,
    Health,

    /// <summary>Where the bridge reaches the PLC.</summary>
    Address,
}
