using System.Security.Cryptography;

namespace S7OpcBridge.OpcUa.Channel.Security.Elliptic;

/// <summary>
/// A key pair for one key agreement. Its public part is x and y side by side, without the prefix byte 04 (OPC 10000-6, 6.8.1); it is
/// the nonce of a channel with an elliptic curve.
/// </summary>
internal sealed class EphemeralKey : IDisposable
{
    private static ReadOnlySpan<byte> Server => "opcua-server"u8;

    private static ReadOnlySpan<byte> Client => "opcua-client"u8;

    private static ReadOnlySpan<byte> Secret => "opcua-secret"u8;

    private readonly SecurityPolicy _policy;
    private readonly ECDiffieHellman _key;

    /// <summary>Makes a new key on the policy's curve.</summary>
    public EphemeralKey(SecurityPolicy policy)
        : this(policy, ECDiffieHellman.Create(CertificateKinds.CurveOf(policy.CertificateKind))) { }

    /// <summary>Wraps an existing key.</summary>
    public EphemeralKey(SecurityPolicy policy, ECDiffieHellman key)
    {
        (_policy, _key) = (policy, key);
        var point = key.ExportParameters(includePrivateParameters: false).Q;
        PublicKey = [.. point.X!, .. point.Y!];
    }

    /// <summary>The policy it was made for.</summary>
    public SecurityPolicy Policy => _policy;

    /// <summary>The public part, which is sent to the other side.</summary>
    public byte[] PublicKey { get; }

    /// <summary>Keys of the chunks that the server sends; this key must be the server's.</summary>
    public byte[] KeysOfServer(ReadOnlySpan<byte> client) => Derive(client, Server, PublicKey, client, ChunkCipher.KeysLength(_policy));

    /// <summary>Keys of the chunks that the client sends; this key must be the server's.</summary>
    public byte[] KeysOfClient(ReadOnlySpan<byte> client) => Derive(client, Client, client, PublicKey, ChunkCipher.KeysLength(_policy));

    /// <summary>Key and IV of a user's secret that was encrypted for this key.</summary>
    public byte[] KeysOfSecret(ReadOnlySpan<byte> sender) =>
        Derive(sender, Secret, sender, PublicKey, _policy.EncryptionKeySize + UserSecret.IvLength);

    public void Dispose() => _key.Dispose();

    // HKDF (RFC 5869) of the shared x coordinate; the salt, which is also the info: length of the keys 2, label, both public keys.
    private byte[] Derive(
        ReadOnlySpan<byte> other,
        ReadOnlySpan<byte> label,
        ReadOnlySpan<byte> first,
        ReadOnlySpan<byte> second,
        int length
    )
    {
        byte[] salt = [(byte)length, (byte)(length >> 8), .. label, .. first, .. second];
        var shared = Agree(other);
        var keys = HKDF.DeriveKey(_policy.Hash, shared, length, salt, salt);
        CryptographicOperations.ZeroMemory(shared);
        return keys;
    }

    private byte[] Agree(ReadOnlySpan<byte> other)
    {
        try
        {
            var size = _policy.CoordinateSize;
            if (other.Length != 2 * size)
                throw new CryptographicException();
            using var peer = ECDiffieHellman.Create(
                new ECParameters
                {
                    Curve = CertificateKinds.CurveOf(_policy.CertificateKind),
                    Q = new ECPoint { X = other[..size].ToArray(), Y = other[size..].ToArray() },
                }
            );
            return _key.DeriveRawSecretAgreement(peer.PublicKey);
        }
        catch (CryptographicException)
        {
            throw new UaException(StatusCodes.BadNonceInvalid, $"The client's nonce is not a public key of {_policy}.");
        }
    }
}
