using System.Globalization;
using System.Net;
using System.Net.Sockets;

namespace S7OpcBridge.Map.RawConfig.Words;

/// <summary>A name or address with a port: <c>db.plant.local:5432</c>, <c>10.0.0.13:11200</c>, <c>[fd00::13]:11200</c>.</summary>
internal static class HostAndPort
{
    /// <summary>Reads host and port. Without a port it is <paramref name="defaultPort"/>; where that is -1, a port must be given.</summary>
    public static bool TryParse(string text, int defaultPort, out DnsEndPoint? address)
    {
        address = null;
        var isV6 = !text.StartsWith('[') && IPAddress.TryParse(text, out var ip) && ip.AddressFamily == AddressFamily.InterNetworkV6;
        var colon = isV6 || text.EndsWith(']') ? -1 : text.LastIndexOf(':');
        var port = defaultPort;
        if (
            colon >= 0
            && (!int.TryParse(text.AsSpan(colon + 1), NumberStyles.None, CultureInfo.InvariantCulture, out port) || port is 0 or > 65535)
        )
            return false;
        var host = (colon >= 0 ? text[..colon] : text).Trim('[', ']');
        if (port < 0 || host.Length == 0 || HostNames.FaultOf(host) is not null)
            return false;
        address = new DnsEndPoint(host, port);
        return true;
    }
}
