using System.Security.Cryptography;
using System.Text;

namespace S7OpcBridge.Cluster.Security;

/// <summary>The key that the nodes of a cluster share, made from the secret of the map.</summary>
internal sealed class ClusterSecret
{
    public const int ProofLength = HMACSHA256.HashSizeInBytes;

    // A secret may be a short word: guessing it from a recorded proof is made slow.
    private const int Iterations = 100_000;

    private readonly byte[] _key;

    public ClusterSecret(string secret) =>
        _key = Rfc2898DeriveBytes.Pbkdf2(secret, "s7opcbridge cluster"u8, Iterations, HashAlgorithmName.SHA256, HMACSHA256.HashSizeInBytes);

    /// <summary>Proves that this side knows the secret.</summary>
    /// <param name="side">Which side says so: a proof of one side is none of the other.</param>
    /// <param name="conversation">Everything that both sides have said, and what is peculiar to the connection.</param>
    public byte[] Prove(string side, ReadOnlySpan<byte> conversation)
    {
        using var mac = IncrementalHash.CreateHMAC(HashAlgorithmName.SHA256, _key);
        mac.AppendData(Encoding.UTF8.GetBytes(side));
        mac.AppendData([0]);
        mac.AppendData(conversation);
        return mac.GetHashAndReset();
    }
}
