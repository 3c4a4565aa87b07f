using System.Net;

namespace S7OpcBridge.OpcUa.Server.ClientMemory;

/// <summary>What identifies the client of a session: sessions with the same user, certificate or address count as one client.</summary>
/// <param name="User">The user's name; null: anonymous, which identifies nobody.</param>
/// <param name="Certificate">The application certificate that its secure channel has proved; null: none.</param>
/// <param name="Address">The client's address; null: this machine, because tunnels and proxies bring any client from there.</param>
internal sealed record ClientIdentity(string? User, byte[]? Certificate, IPAddress? Address)
{
    /// <summary>The identity of a session on a connection.</summary>
    public static ClientIdentity Of(string? user, byte[]? certificate, EndPoint? remote) => new(user, certificate, AddressOf(remote));

    /// <summary>True if the other is known by the same user, certificate or address.</summary>
    public bool IsSameClient(ClientIdentity other) => LargestShare([(other, 1)]) > 0;

    /// <summary>Counts what all clients have by user, certificate and address.</summary>
    /// <returns>The largest of the three counts of those that are the same as this one's.</returns>
    public int LargestShare(IEnumerable<(ClientIdentity Who, int Count)> all)
    {
        var (byUser, byCertificate, byAddress) = (0, 0, 0);
        foreach (var (who, count) in all)
        {
            byUser += User is not null && User == who.User ? count : 0;
            byCertificate += Certificate is not null && (ReferenceEquals(Certificate, who.Certificate) || Certificate.AsSpan().SequenceEqual(who.Certificate)) ? count : 0;
            byAddress += Address is not null && Address.Equals(who.Address) ? count : 0;
        }

        return Math.Max(byUser, Math.Max(byCertificate, byAddress));
    }

    // A host has a whole IPv6 network of 2^64 addresses: only the network counts.
    private static IPAddress? AddressOf(EndPoint? remote)
    {
        if (remote is not IPEndPoint { Address: var address } || IPAddress.IsLoopback(address))
            return null;
        if (address.IsIPv4MappedToIPv6)
            return IPAddress.IsLoopback(address.MapToIPv4()) ? null : address.MapToIPv4();
        if (address.AddressFamily != System.Net.Sockets.AddressFamily.InterNetworkV6)
            return address;
        var bytes = address.GetAddressBytes();
        bytes.AsSpan(8).Clear();
        return new IPAddress(bytes);
    }
}
