using System.Globalization;
using System.Net;
using S7OpcBridge.Cluster;
using S7OpcBridge.Map;

namespace S7OpcBridge.Clustering;

/// <summary>Where the list of nodes is kept, as the map says.</summary>
internal static class ClusterStores
{
    /// <summary>The store of a cluster; nothing is connected yet.</summary>
    public static MembershipStore Create(ClusterSettings settings) =>
        settings.Members.Store switch
        {
            ClusterStore.Postgres => new PostgresStore(settings.Members.Connection),
            ClusterStore.Redis => new RedisStore(settings.Members.Connection),
            _ => new WitnessStore(WitnessOf(settings.Members.Connection), settings.Secret),
        };

    private static DnsEndPoint WitnessOf(string hostAndPort)
    {
        var colon = hostAndPort.LastIndexOf(':');
        return new DnsEndPoint(hostAndPort[..colon].Trim('[', ']'), int.Parse(hostAndPort[(colon + 1)..], CultureInfo.InvariantCulture));
    }
}
