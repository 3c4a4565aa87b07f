namespace S7OpcBridge.OpcUa.Server;

/// <summary>Numeric ids of OPC UA for Devices (OPC 10000-100), in its own namespace.</summary>
public static class DeviceIds
{
    /// <summary>The object below Objects with all devices.</summary>
    public const uint DeviceSet = 5001;

    /// <summary>The object below Objects with all networks.</summary>
    public const uint NetworkSet = 6078;

    /// <summary>Abstract type of all devices.</summary>
    public const uint DeviceType = 1002;

    /// <summary>Type of folders with parameters.</summary>
    public const uint FunctionalGroupType = 1005;

    /// <summary>Abstract type of a device's interface to a network.</summary>
    public const uint ConnectionPointType = 6308;

    /// <summary>Type of networks.</summary>
    public const uint NetworkType = 6247;

    /// <summary>Reference from a network to a connection point.</summary>
    public const uint ConnectsTo = 6030;

    /// <summary>Enumeration of the states of a device.</summary>
    public const uint DeviceHealthEnumeration = 6244;
}
