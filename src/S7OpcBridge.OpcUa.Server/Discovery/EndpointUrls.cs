using System.Net;
using S7OpcBridge.OpcUa.Channel.Frames;

namespace S7OpcBridge.OpcUa.Server.Discovery;

/// <summary>
/// Chooses the endpoint URL for a client: the host name that the client used, if it is advertised or nothing is advertised, otherwise the first advertised
/// name. Clients often cannot resolve the server's own host name, in a container for example.
/// </summary>
internal sealed class EndpointUrls(ServerAddress listening, IReadOnlyList<ServerAddress> advertised)
{
    /// <summary>All URLs, for a discovery server, which returns them to any client.</summary>
    public IReadOnlyList<string> All =>
        advertised.Count > 0
            ? [.. advertised.Select(name => (name with { Path = listening.Path }).ToString())]
            : [(listening.IsAny ? listening with { Host = Environment.MachineName } : listening).ToString()];

    /// <summary>The URL for a client.</summary>
    /// <param name="asked">The URL in the client's request.</param>
    /// <param name="local">The address on which its connection arrived.</param>
    public string UrlFor(string? asked, EndPoint? local)
    {
        var known = ServerAddress.TryParse(asked, out var address);
        if (advertised.Count == 0)
            return (known ? address! with { Path = listening.Path } : Default(local)).ToString();

        // Behind a NAT the port may differ from ours; only the name must be an advertised one.
        foreach (var name in advertised)
        {
            if (known && string.Equals(name.Host, address!.Host, StringComparison.OrdinalIgnoreCase))
                return (address with { Path = listening.Path }).ToString();
        }

        return (advertised[0] with { Path = listening.Path }).ToString();
    }

    private ServerAddress Default(EndPoint? local) =>
        listening.IsAny && local is IPEndPoint ip ? listening with { Host = Plain(ip.Address).ToString() } : listening;

    private static IPAddress Plain(IPAddress address) => address.IsIPv4MappedToIPv6 ? address.MapToIPv4() : address;
}
