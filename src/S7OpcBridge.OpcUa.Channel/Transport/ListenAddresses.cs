using System.Net;
using System.Net.Sockets;
using S7OpcBridge.OpcUa.Channel.Frames;

namespace S7OpcBridge.OpcUa.Channel.Transport;

/// <summary>Resolves a host name to the addresses to listen on.</summary>
internal static class ListenAddresses
{
    /// <exception cref="IOException">The name is not known.</exception>
    public static async Task<IReadOnlyList<IPAddress>> ResolveAsync(ServerAddress address, CancellationToken cancellationToken)
    {
        if (IPAddress.TryParse(address.Host, out var literal))
            return [literal];
        if (string.Equals(address.Host, "localhost", StringComparison.OrdinalIgnoreCase))
            return Socket.OSSupportsIPv6 && HasLoopback6() ? [IPAddress.Loopback, IPAddress.IPv6Loopback] : [IPAddress.Loopback];
        try
        {
            return await Dns.GetHostAddressesAsync(address.Host, cancellationToken).ConfigureAwait(false);
        }
        catch (SocketException e)
        {
            throw new IOException($"Cannot listen on {address}: the name '{address.Host}' is not known; write an address or 0.0.0.0.", e);
        }
    }

    /// <summary>True if IPv6 can be used: containers often support it but have it switched off.</summary>
    private static bool HasLoopback6()
    {
        try
        {
            using var probe = new Socket(AddressFamily.InterNetworkV6, SocketType.Stream, ProtocolType.Tcp);
            probe.Bind(new IPEndPoint(IPAddress.IPv6Loopback, 0));
            return true;
        }
        catch (SocketException)
        {
            return false;
        }
    }
}
