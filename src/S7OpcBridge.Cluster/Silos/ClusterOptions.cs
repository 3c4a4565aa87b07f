using System.Net;
using System.Security.Cryptography.X509Certificates;

namespace S7OpcBridge.Cluster;

/// <summary>How a node takes part in a cluster.</summary>
public sealed record ClusterOptions
{
    /// <summary>Name of the cluster. Nodes with different names never see each other, even in one store.</summary>
    public required string Name { get; init; }

    /// <summary>Name of this node, unique in the cluster.</summary>
    public required string Node { get; init; }

    /// <summary>Address and port for the other nodes' connections.</summary>
    public required IPEndPoint Listen { get; init; }

    /// <summary>The address that the other nodes are told; null: the one of <see cref="Listen"/>, which then must not be "any".</summary>
    public IPAddress? AdvertisedAddress { get; init; }

    /// <summary>The port that the other nodes are told; null: the one of <see cref="Listen"/>.</summary>
    public int? AdvertisedPort { get; init; }

    /// <summary>What only the nodes of this cluster know. Each connection between nodes proves it.</summary>
    public required string Secret { get; init; }

    /// <summary>Where the list of members is kept.</summary>
    public required MembershipStore Members { get; init; }

    /// <summary>
    /// This node's certificate with its private key; asked for each connection, so that a new one is used as soon as it is there, and never disposed. Null: no
    /// TLS, which is allowed on the loopback alone.
    /// </summary>
    public Func<X509Certificate2>? Certificate { get; init; }

    /// <summary>Whether another node's certificate is trusted. Needed where <see cref="Certificate"/> is given.</summary>
    public Func<X509Certificate2, bool>? Trusts { get; init; }

    /// <summary>Refuses what can't work.</summary>
    /// <exception cref="ArgumentException">What is wrong, in words for the user.</exception>
    internal void Check()
    {
        var advertised = AdvertisedAddress ?? Listen.Address;
        if (advertised.Equals(IPAddress.Any) || advertised.Equals(IPAddress.IPv6Any))
            throw new ArgumentException(
                $"The cluster listens on {Listen.Address}, to which no other node can connect: name this machine's address."
            );
        if (Secret.Length == 0)
            throw new ArgumentException("The cluster's secret is empty.");
        if (Certificate is null && !IPAddress.IsLoopback(Listen.Address))
            throw new ArgumentException(
                $"The cluster listens on {Listen} without a certificate: beyond the loopback nodes speak TLS only."
            );
        if (Certificate is not null && Trusts is null)
            throw new ArgumentException("A node with a certificate must know which ones it trusts.");
    }
}
