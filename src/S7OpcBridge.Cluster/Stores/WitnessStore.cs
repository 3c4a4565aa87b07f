using System.Net;
using S7OpcBridge.Cluster.Stores;
using S7OpcBridge.Cluster.Tables;

namespace S7OpcBridge.Cluster;

/// <summary>Members at a witness, the command <c>s7opcbridge witness</c> on a third machine.</summary>
/// <param name="Address">Where it listens: an <see cref="IPEndPoint"/> or a <see cref="DnsEndPoint"/>.</param>
/// <param name="Secret">The secret that it was given.</param>
public sealed record WitnessStore(EndPoint Address, string Secret) : MembershipStore
{
    internal override TableStore Open(string cluster) => new WitnessTable(Address, cluster, Secret);
}
