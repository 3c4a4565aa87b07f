namespace S7OpcBridge.OpcUa.Server.Events.Raising;

/// <summary>Tells that the server starts or stops (SystemStatusChangeEventType, OPC 10000-5, 6.4.31).</summary>
internal static class ServerStateEvents
{
    /// <summary>The server has another state.</summary>
    public static void RaiseState(this UaEvents events, ServerState state, ushort severity, string message) =>
        events.Raise(new UaEvent(Ids.SystemStatusChangeEventType, Ids.Server, "Server", severity, message) { Fields = [("SystemState", Variant.Of((int)state))] });
}
