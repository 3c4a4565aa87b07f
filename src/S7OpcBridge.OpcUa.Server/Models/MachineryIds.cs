namespace S7OpcBridge.OpcUa.Server;

/// <summary>Numeric ids of OPC UA for Machinery (OPC 40001-1), in its own namespace.</summary>
public static class MachineryIds
{
    /// <summary>The folder below Objects with all machines.</summary>
    public const uint Machines = 1001;

    /// <summary>Type of what identifies a machine.</summary>
    public const uint MachineIdentificationType = 1012;

    /// <summary>Type of what identifies a component of a machine.</summary>
    public const uint MachineryComponentIdentificationType = 1005;

    /// <summary>Type of the list of a machine's components.</summary>
    public const uint MachineComponentsType = 1006;
}
