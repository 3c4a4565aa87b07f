using System.Net;
using System.Net.Sockets;

namespace S7OpcBridge.OpcUa.Channel;

/// <summary>The address that identifies a client.</summary>
public static class ClientNetwork
{
    /// <summary>
    /// An IPv4 address, mapped ones too; the /64 network of an IPv6 address, because one client can have all addresses of it; None where there is no IP.
    /// </summary>
    public static IPAddress From(EndPoint? remote) => remote is IPEndPoint ip ? From(ip.Address) : IPAddress.None;

    /// <inheritdoc cref="From(EndPoint?)"/>
    public static IPAddress From(IPAddress address)
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
