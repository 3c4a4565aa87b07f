namespace S7OpcBridge.Simulator;

/// <summary>The identity of a CPU in its system status lists (SZL 0011, 001C, 0131).</summary>
public sealed record PlcIdentity
{
    /// <summary>Order number, at most 20 characters; its prefix <c>6ES7 2/3/4/5</c> identifies the family.</summary>
    public string OrderNumber { get; init; } = "6ES7 000-0SIM0-0AB0 ";

    /// <summary>Hardware version.</summary>
    public int HardwareVersion { get; init; } = 1;

    /// <summary>Firmware version.</summary>
    public Version Firmware { get; init; } = new(1, 0, 0);

    /// <summary>Name of the automation system, at most 24 characters; null: the soft PLC's name.</summary>
    public string? SystemName { get; init; }

    /// <summary>Name of the module, at most 24 characters; null: the soft PLC's name.</summary>
    public string? ModuleName { get; init; }

    /// <summary>Type of the module, for example <c>CPU 1516-3 PN/DP</c>; at most 32 characters.</summary>
    public string ModuleType { get; init; } = "Soft PLC";

    /// <summary>Plant identification, at most 32 characters.</summary>
    public string Plant { get; init; } = "";

    /// <summary>Serial number, at most 24 characters.</summary>
    public string SerialNumber { get; init; } = "S SIMULATED";
}
