namespace S7OpcBridge.OpcUa.Server.Events;

/// <summary>The event types about a refresh of conditions (OPC 10000-9, 5.11), ids of namespace 0.</summary>
internal static class RefreshEventTypes
{
    public const uint Start = 2787,
        End = 2788,
        Required = 2789;
}
