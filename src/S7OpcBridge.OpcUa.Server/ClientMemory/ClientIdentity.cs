using System.Net;
using S7OpcBridge.OpcUa.Channel;

namespace S7OpcBridge.OpcUa.Server.ClientMemory;

/// <summary>What identifies the client of a session: sessions with the same user, certificate or address count as one client.</summary>
/// <param name="User">The user's name; null: anonymous, which identifies nobody.</param>
/// <param name="Certificate">The application certificate that its secure channel has proved; null: none.</param>
/// <param name="Address">The client's address; null: this machine, because tunnels and proxies bring any client from there.</param>
internal sealed record ClientIdentity(string? User, byte[]? Certificate, IPAddress? Address)
{
    /// <summary>The identity of a session on a connection.</summary>
    /// <param name="user">The user's name; null: anonymous.</param>
    /// <param name="certificate">The application certificate; null: none.</param>
    /// <param name="remote">Where the connection came from.</param>
    /// <param name="isLocal">True for addresses of this machine.</param>
    public static ClientIdentity From(string? user, byte[]? certificate, EndPoint? remote, Func<IPAddress, bool> isLocal) =>
        new(user, certificate, AddressOf(remote, isLocal));

    /// <summary>True if the other has the same user, certificate or address.</summary>
    public bool IsSameClient(ClientIdentity other) => LargestShare([(other, 1L)]) > 0;

    /// <summary>Adds up the counts of all with the same user, of all with the same certificate, and of all with the same address.</summary>
    /// <returns>The largest of the three sums.</returns>
    public long LargestShare(IEnumerable<(ClientIdentity Who, long Count)> all)
    {
        var (byUser, byCertificate, byAddress) = (0L, 0L, 0L);
        foreach (var (who, count) in all)
        {
            byUser += User is not null && User == who.User ? count : 0;
            byCertificate +=
                Certificate is not null
                && (ReferenceEquals(Certificate, who.Certificate) || Certificate.AsSpan().SequenceEqual(who.Certificate))
                    ? count
                    : 0;
            byAddress += Address is not null && Address.Equals(who.Address) ? count : 0;
        }

        return Math.Max(byUser, Math.Max(byCertificate, byAddress));
    }

    private static IPAddress? AddressOf(EndPoint? remote, Func<IPAddress, bool> isLocal) =>
        remote is IPEndPoint && ClientNetwork.From(remote) is var address && !isLocal(address) ? address : null;
}
