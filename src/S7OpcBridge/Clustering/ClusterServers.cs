using S7OpcBridge.Map;
using S7OpcBridge.OpcUa.Server;
using S7OpcBridge.Web;

namespace S7OpcBridge.Clustering;

/// <summary>The nodes' OPC UA servers as a redundant set.</summary>
internal static class ClusterServers
{
    /// <summary>The set for the options of this node's server; null: the map has no cluster, or no redundancy.</summary>
    /// <param name="state">Gives the cluster as this node sees it; null: it has not joined yet.</param>
    public static RedundantSet? From(BridgeMap map, Func<ClusterState?> state) =>
        map.Cluster is { IsHot: true } cluster ? new RedundantSet { Servers = () => ServersOf(map.Server, cluster.Node, state()) } : null;

    /// <summary>All servers by name of the node, so that the order is the same on all nodes; this one is always among them.</summary>
    private static List<RedundantServer> ServersOf(ServerSettings own, string node, ClusterState? state)
    {
        var servers = (state?.Nodes ?? [])
            .Where(member => member.Name != node && member.ApplicationUri is not null)
            .Select(member =>
                (
                    member.Name,
                    Server: new RedundantServer(
                        member.ApplicationUri!,
                        member.Server ?? member.Name,
                        member.Urls,
                        member.IsReached ? member.ServiceLevel : (byte)0,
                        member.IsReached ? OpcUa.ServerState.Running : OpcUa.ServerState.Unknown
                    )
                )
            )
            .Append((Name: node, Server: new RedundantServer(own.ApplicationUri, own.Name, own.ClientUrls, 255)));
        return [.. servers.OrderBy(server => server.Name, StringComparer.Ordinal).Select(server => server.Server)];
    }
}
