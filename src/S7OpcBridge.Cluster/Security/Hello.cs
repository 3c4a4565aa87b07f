using System.Security.Cryptography;
using System.Text;

namespace S7OpcBridge.Cluster.Security;

/// <summary>Who a side of a connection says it is.</summary>
/// <param name="Protocol">Version of this handshake and of what follows it.</param>
/// <param name="Cluster">The cluster's name.</param>
/// <param name="Node">The node's name.</param>
/// <param name="Nonce">Random bytes, used once.</param>
internal sealed record Hello(int Protocol, string Cluster, string Node, byte[] Nonce)
{
    private const int NonceLength = 32;

    private static readonly byte[] Magic = "S7CL"u8.ToArray();

    /// <summary>A new one, for one connection.</summary>
    public static Hello New(int protocol, string cluster, string node) =>
        new(protocol, cluster, node, RandomNumberGenerator.GetBytes(NonceLength));

    /// <summary>Reads one.</summary>
    /// <exception cref="PeerRefusedException">These are no bytes of a node.</exception>
    public static Hello Parse(byte[] bytes)
    {
        if (!bytes.AsSpan().StartsWith(Magic))
            throw new PeerRefusedException("it is no node of S7OpcBridge");
        try
        {
            using var reader = new BinaryReader(new MemoryStream(bytes, Magic.Length, bytes.Length - Magic.Length), Encoding.UTF8);
            return new Hello(reader.ReadInt32(), reader.ReadString(), reader.ReadString(), reader.ReadBytes(NonceLength));
        }
        catch (Exception wrong) when (wrong is IOException or FormatException or ArgumentException)
        {
            throw new PeerRefusedException("it is no node of S7OpcBridge");
        }
    }

    public byte[] ToBytes()
    {
        var stream = new MemoryStream();
        using var writer = new BinaryWriter(stream, Encoding.UTF8);
        writer.Write(Magic);
        writer.Write(Protocol);
        writer.Write(Cluster);
        writer.Write(Node);
        writer.Write(Nonce);
        writer.Flush();
        return stream.ToArray();
    }
}
