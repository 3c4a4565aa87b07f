namespace S7OpcBridge.Bridge.Nodes;

internal static class TagNamespace
{
    /// <summary>Its index; index 1 is the server's own namespace.</summary>
    public const ushort Index = 2;
}
