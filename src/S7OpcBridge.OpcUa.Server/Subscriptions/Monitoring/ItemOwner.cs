using S7OpcBridge.OpcUa.Server.Variables;

namespace S7OpcBridge.OpcUa.Server.Subscriptions.Monitoring;

/// <summary>What monitored items have to know of their subscription.</summary>
internal abstract class ItemOwner : VariableListener
{
    /// <summary>The session that it belongs to; another one after a transfer.</summary>
    public abstract SessionViewer Viewer { get; }

    /// <summary>Runs an action inside the gate of the present session; not on a closed subscription.</summary>
    public abstract void InGate(Action action);

    /// <summary>Sends what belongs to the message before and was not ready then: with a waiting Publish request, or the next that comes.</summary>
    public abstract void SendMore();
}
