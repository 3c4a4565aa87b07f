using System.Net;
using S7OpcBridge.OpcUa.Channel.Frames;

namespace S7OpcBridge.OpcUa.Server.Discovery;

/// <summary>
/// Chooses the endpoint URL that a client gets. The server's own host name may be of no use, in a container for example: the client gets the name that it used
/// itself, if that is advertised or nothing is, otherwise the first advertised name.
/// </summary>
internal sealed class EndpointUrls(ServerAddress listening, IReadOnlyList<ServerAddress> advertised)
{
    /// <summary>All URLs, for a discovery server, which gives them to any client.</summary>
    public IReadOnlyList<string> All => advertised.Count > 0
        ? [.. advertised.Select(name => (name with { Path = listening.Path }).ToString())]
        : [(listening.IsAny ? listening with { Host = Environment.MachineName } : listening).ToString()];

    /// <summary>The URL for a client.</summary>
    /// <param name="asked">The URL that the client used, as it says.</param>
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
