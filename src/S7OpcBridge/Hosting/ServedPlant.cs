using S7OpcBridge.Bridge;
using S7OpcBridge.Core;
using S7OpcBridge.OpcUa.Server;
using S7OpcBridge.Web;

namespace S7OpcBridge.Hosting;

/// <summary>What the OPC UA server shows to clients.</summary>
/// <param name="Acquisition">The values.</param>
internal sealed record ServedPlant(Acquisition Acquisition)
{
    /// <summary>Records the tags with history; null: nothing is recorded.</summary>
    public TagRecording? Recording { get; init; }

    /// <summary>The alarms; null: there are none.</summary>
    public BridgeAlarms? Alarms { get; init; }

    /// <summary>Shows what is published to brokers; null: the map has none.</summary>
    public PublishSubscribeExtension? Published { get; init; }

    /// <summary>Returns the cluster as this node sees it; null: it has not joined yet, or there is none. Called often, on any thread.</summary>
    public Func<ClusterState?> Cluster { get; init; } = static () => null;
}
