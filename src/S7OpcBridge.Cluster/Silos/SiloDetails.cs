using System.Net;

namespace S7OpcBridge.Cluster.Silos;

/// <summary>
/// What a silo calls itself. Its generation tells it from earlier silos at the same endpoint: the higher one is the newer. Orleans takes the time of day for
/// it, so that a node whose clock was set back would count as its own predecessor until the clock has caught up.
/// </summary>
internal sealed class SiloDetails(ClusterOptions options, int generation) : ILocalSiloDetails
{
    public string Name => options.Node;

    public string ClusterId => options.Name;

    public string DnsHostName { get; } = Dns.GetHostName();

    public SiloAddress SiloAddress { get; } = SiloAddress.New(EndpointOf(options), generation);

    // No gateway: the address of Orleans' own class for that.
    public SiloAddress GatewayAddress => null!;

    /// <summary>Where the other nodes reach this one.</summary>
    public static IPEndPoint EndpointOf(ClusterOptions options) =>
        new(options.AdvertisedAddress ?? options.Listen.Address, options.AdvertisedPort ?? options.Listen.Port);
}
