using System.Net;
using S7OpcBridge.Map.RawConfig;
using S7OpcBridge.Map.RawConfig.Cluster;
using S7OpcBridge.Map.RawConfig.Server;

namespace S7OpcBridge.Map.Compiling.Checks;

/// <summary>Checks the keys of <c>cluster</c> against each other and against those of <c>server</c> and the PLCs.</summary>
internal static class ClusterChecks
{
    /// <summary>The settings; null: there is no cluster, or the section is incomplete and has findings.</summary>
    public static ClusterSettings? Compile(RawMap map, FindingList findings)
    {
        if (map.Cluster is not { } cluster)
        {
            foreach (var plc in map.Plcs.Where(plc => plc.Owner is not null))
                findings.Warning(
                    plc.OwnerSpot,
                    $"'owner: {plc.Owner}' has no effect, because the map has no 'cluster'; add one, or remove 'owner'"
                );
            return null;
        }
        if (!cluster.IsMapping)
            return null;
        CheckServer(cluster, map.Server, findings);
        CheckMissing(cluster, findings);
        return
            NodeOf(cluster, findings) is { } node
            && cluster is { Name: { } name, Listen: { } listen, Secret: { } secret, Members: { } members }
            ? new ClusterSettings
            {
                Name = name,
                Node = node,
                Listen = listen,
                Advertise = AdvertiseOf(cluster, listen),
                Secret = secret,
                Members = members,
                IsHot = cluster.IsHot,
            }
            : null;
    }

    private static void CheckMissing(RawCluster cluster, FindingList findings)
    {
        if (findings.IsCutShort)
            return;
        if (cluster.NameSpot.IsNone)
            findings.Error(cluster.Spot, "the cluster has no name; add 'name', the same on all nodes");
        if (cluster.ListenSpot.IsNone)
            findings.Error(cluster.Spot, "the cluster has no address of this machine; add 'listen', such as 'listen: 10.0.0.11:11111'");
        else if (
            cluster is { Listen.Address: { } address, AdvertiseSpot.IsNone: true }
            && (address.Equals(IPAddress.Any) || address.Equals(IPAddress.IPv6Any))
        )
            findings.Error(
                cluster.ListenSpot,
                $"the other nodes can't connect to {address}; write the address of this machine, or add 'advertise' with the "
                    + "name or address that they use"
            );
        if (!cluster.HasSecret)
            findings.Error(
                cluster.Spot,
                "the cluster has no secret; add 'secret: { file: cluster.txt }', the same on all nodes, made with 'openssl rand -hex "
                    + "32 > cluster.txt'"
            );
        if (cluster.StoreCount != 1)
            findings.Error(
                cluster.MembersSpot.IsNone ? cluster.Spot : cluster.MembersSpot,
                cluster.StoreCount == 0
                    ? "nothing says where the list of nodes is kept; add 'members' with one of 'postgres', 'redis' and 'witness'"
                    : "the list of nodes is kept in one place; leave one of 'postgres', 'redis' and 'witness'"
            );
    }

    private static void CheckServer(RawCluster cluster, RawServer server, FindingList findings)
    {
        var settings = server.Settings;
        if (settings.Namespace is null)
            findings.Error(
                cluster.Spot,
                "a cluster needs a namespace of the tags that is the same on all nodes; add 'namespace: urn:plant:tags' under " + "'server'"
            );
        if (settings.Name == ServerSettings.DefaultName)
            findings.Error(cluster.Spot, "each node of a cluster needs its own name; add 'name', such as 'name: edge01', under 'server'");
        if (cluster.IsHot && settings.IsLoopback && cluster.Listen is { } listen && !IPAddress.IsLoopback(listen.Address))
            findings.Warning(
                server.EndpointSpot.IsNone ? cluster.Spot : server.EndpointSpot,
                $"no client of another machine can change over to "
                    + $"{settings.Endpoint.OriginalString}; set 'endpoint: opc.tcp://0.0.0.0:4840' under 'server', or 'redundancy: none'"
            );
    }

    private static string? NodeOf(RawCluster cluster, FindingList findings)
    {
        if (!cluster.NodeSpot.IsNone)
            return cluster.Node;
        var machine = Environment.MachineName;
        if (machine.Length > 0 && machine.All(c => char.IsAsciiLetterOrDigit(c) || c is '-' or '_' or '.'))
            return machine;
        findings.Error(cluster.Spot, $"the name of this machine, '{machine}', cannot be that of a node; add 'node'");
        return null;
    }

    private static DnsEndPoint AdvertiseOf(RawCluster cluster, IPEndPoint listen) =>
        cluster.Advertise is not { } told ? new DnsEndPoint(listen.Address.ToString(), listen.Port)
        : told.Port == 0 ? new DnsEndPoint(told.Host, listen.Port)
        : told;
}
