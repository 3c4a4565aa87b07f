namespace S7OpcBridge.Bridge.Nodes;

/// <summary>Indexes of the namespaces, which never move: clients have them in their projects.</summary>
internal static class TagNamespace
{
    /// <summary>The namespace of the tags.</summary>
    public const ushort Index = 2;

    /// <summary>OPC UA for Devices.</summary>
    public const ushort Devices = 3;

    /// <summary>OPC UA for Machinery.</summary>
    public const ushort Machinery = 4;
}
