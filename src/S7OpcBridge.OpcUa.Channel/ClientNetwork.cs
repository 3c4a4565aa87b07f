using System.Net;
using System.Net.Sockets;

namespace S7OpcBridge.OpcUa.Channel;

/// <summary>The address by which clients are told apart.</summary>
public static class ClientNetwork
{
    /// <summary>
    /// An IPv4 address as it is, also where it came mapped; of an IPv6 address the /64, because whoever has one of those has 2^64 of them. None where there is
    /// no IP.
    /// </summary>
    public static IPAddress Of(EndPoint? remote) => remote is IPEndPoint ip ? Of(ip.Address) : IPAddress.None;

    /// <inheritdoc cref="Of(EndPoint?)"/>
    public static IPAddress Of(IPAddress address)
    {
        if (address.IsIPv4MappedToIPv6)
            return address.MapToIPv4();
        if (address.AddressFamily != AddressFamily.InterNetworkV6 || IPAddress.IsLoopback(address))
            return address;
        var bytes = address.GetAddressBytes();
        bytes.AsSpan(8).Clear();
        return new IPAddress(bytes);
    }
}
