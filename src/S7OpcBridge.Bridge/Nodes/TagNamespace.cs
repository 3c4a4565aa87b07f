namespace S7OpcBridge.Bridge.Nodes;

/// <summary>The namespace of the tags.</summary>
internal static class TagNamespace
{
    /// <summary>Its index; index 1 is the server's own namespace.</summary>
    public const ushort Index = 2;
}
