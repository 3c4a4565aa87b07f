namespace S7OpcBridge.Bridge.Nodes;

/// <summary>The namespace of the tags.</summary>
internal static class TagNamespace
{
    /// <summary>Its index; 1 is the application's own.</summary>
    public const ushort Index = 2;
}
