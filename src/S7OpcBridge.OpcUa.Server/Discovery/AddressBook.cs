using System.Net;
using S7OpcBridge.OpcUa.Channel.Frames;

namespace S7OpcBridge.OpcUa.Server.Discovery;

/// <summary>
/// Decides under which name a client is told to reach us. A container's inner name helps nobody: what counts is the name by which the client came, if it may
/// be used, else the first that is advertised.
/// </summary>
internal sealed class AddressBook(ServerAddress listening, IReadOnlyList<ServerAddress> advertised)
{
    /// <summary>All URLs, for a discovery server that hands them on to clients whose way to us it does not know.</summary>
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

        // The port may differ from ours, behind a NAT; the name is what was agreed on.
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
