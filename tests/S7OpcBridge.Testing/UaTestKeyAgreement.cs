using System.Security.Cryptography;
using System.Text;
using S7OpcBridge.OpcUa.Channel;

namespace S7OpcBridge.Testing;

/// <summary>
/// The client's half of a key agreement on an elliptic curve, written from OPC 10000-6, 6.8.1 and RFC 5869 with nothing but HMAC: what the server's code
/// does by other means must come out the same.
/// </summary>
public sealed class UaTestKeyAgreement : IDisposable
{
    private readonly ECDiffieHellman _key;
    private readonly HashAlgorithmName _hash;

    /// <summary>A new key on the policy's curve.</summary>
    public UaTestKeyAgreement(SecurityPolicy policy)
    {
        _key = ECDiffieHellman.Create(
            policy.CertificateKind == CertificateKind.NistP384 ? ECCurve.NamedCurves.nistP384 : ECCurve.NamedCurves.nistP256
        );
        _hash = policy.CertificateKind == CertificateKind.NistP384 ? HashAlgorithmName.SHA384 : HashAlgorithmName.SHA256;
        var point = _key.ExportParameters(false).Q;
        PublicKey = [.. point.X!, .. point.Y!];
    }

    /// <summary>x and y.</summary>
    public byte[] PublicKey { get; }

    /// <summary>Keys by a label and the public keys in the order of the standard.</summary>
    public byte[] Keys(string label, byte[] peer, byte[] first, byte[] second, int length) =>
        Keys(Shared(peer), label, first, second, length);

    /// <summary>The same from a secret.</summary>
    public byte[] Keys(byte[] secret, string label, byte[] first, byte[] second, int length)
    {
        byte[] salt = [.. BitConverter.GetBytes((ushort)length), .. Encoding.ASCII.GetBytes(label), .. first, .. second];
        var extracted = Hmac(salt, secret);
        var keys = new List<byte>();
        byte[] block = [];
        for (byte counter = 1; keys.Count < length; counter++)
            keys.AddRange(block = Hmac(extracted, [.. block, .. salt, counter]));
        return [.. keys.Take(length)];
    }

    /// <summary>The secret that both sides share.</summary>
    public byte[] Shared(byte[] peer)
    {
        using var other = ECDiffieHellman.Create(
            new ECParameters
            {
                Curve = _key.ExportParameters(false).Curve,
                Q = new ECPoint { X = peer[..(peer.Length / 2)], Y = peer[(peer.Length / 2)..] },
            }
        );
        return _key.DeriveRawSecretAgreement(other.PublicKey);
    }

    /// <inheritdoc/>
    public void Dispose() => _key.Dispose();

    private byte[] Hmac(byte[] key, byte[] data) =>
        _hash == HashAlgorithmName.SHA384 ? HMACSHA384.HashData(key, data) : HMACSHA256.HashData(key, data);
}
