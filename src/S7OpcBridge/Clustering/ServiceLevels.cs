using S7OpcBridge.Web;

namespace S7OpcBridge.Clustering;

/// <summary>
/// The service level (10000-4, 6.6.2.4.2), by the same rules on all nodes: 200 to 255 Healthy, 2 to 199 Degraded, 1 NoData. The OPC UA server itself shows 0
/// while it is being stopped.
/// </summary>
internal static class ServiceLevels
{
    private const byte Best = 255,
        LeastHealthy = 200,
        BestDegraded = 199,
        LeastDegraded = 2,
        NoData = 1;

    /// <summary>The level of this node.</summary>
    /// <param name="cluster">The cluster; null: this node has not joined it yet.</param>
    /// <param name="sessions">Sessions of clients: each costs one, so that new clients choose the node with fewer.</param>
    /// <param name="memoryShare">Used share of the memory for clients, 0 to 1.</param>
    public static byte Compute(ClusterState? cluster, int sessions, double memoryShare)
    {
        if (cluster is not { Fence: null })
            return NoData;
        if (cluster.MissingPlcs is > 0 and var missing)
            return (byte)Math.Max(LeastDegraded, BestDegraded - (BestDegraded - LeastDegraded) * missing / cluster.Plcs.Count);
        const int Span = Best - LeastHealthy;
        return (byte)(Best - Math.Clamp(Math.Max(sessions, (int)(Span * memoryShare)), 0, Span));
    }
}
