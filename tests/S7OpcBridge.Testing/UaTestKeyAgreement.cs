using System.Numerics;
using System.Security.Cryptography;
using System.Text;
using S7OpcBridge.OpcUa.Channel;

namespace S7OpcBridge.Testing;

/// <summary>
/// The client's half of a key agreement, written from OPC 10000-6, 6.8.1, RFC 5869 and RFC 7919 with nothing but HMAC and numbers: what the server's code does
/// by other means must come out the same.
/// </summary>
public sealed class UaTestKeyAgreement : IDisposable
{
    private static readonly Lazy<BigInteger> LazyPrime = new(MakePrime);
    private readonly ECDiffieHellman? _key;
    private readonly BigInteger _exponent;
    private readonly HashAlgorithmName _hash;

    /// <summary>A new key for the policy.</summary>
    public UaTestKeyAgreement(SecurityPolicy policy)
    {
        _hash = UaTestCertificates.HashOf(policy);
        if (policy.Name.StartsWith("RSA_DH", StringComparison.Ordinal))
        {
            _exponent = new BigInteger(RandomNumberGenerator.GetBytes(36), isUnsigned: true);
            PublicKey = Padded(BigInteger.ModPow(2, _exponent, Prime));
            return;
        }
        _key = ECDiffieHellman.Create(CertificateKinds.CurveOf(policy.CertificateKind));
        var point = _key.ExportParameters(false).Q;
        PublicKey = [.. point.X!, .. point.Y!];
    }

    /// <summary>The prime of ffdhe3072.</summary>
    public static BigInteger Prime => LazyPrime.Value;

    /// <summary>x and y, or the public value.</summary>
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
        if (_key is null)
            return Padded(BigInteger.ModPow(new BigInteger(peer, isUnsigned: true, isBigEndian: true), _exponent, Prime));
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
    public void Dispose() => _key?.Dispose();

    /// <summary>A number in 384 bytes.</summary>
    public static byte[] Padded(BigInteger number)
    {
        var bytes = number.ToByteArray(isUnsigned: true, isBigEndian: true);
        return [.. new byte[384 - bytes.Length], .. bytes];
    }

    // RFC 7919, A.2: 2^3072 - 2^3008 + ([2^2942 * e] + 2625351) * 2^64 - 1, with e = 1 + 1 + 1/2 + 1/6 + ...
    private static BigInteger MakePrime()
    {
        const int spare = 256;
        var (e, term) = (BigInteger.Zero, BigInteger.One << (2942 + spare));
        for (var k = 1; !term.IsZero; k++)
        {
            e += term;
            term /= k;
        }
        return (BigInteger.One << 3072) - (BigInteger.One << 3008) + ((e >> spare) + 2625351) * (BigInteger.One << 64) - 1;
    }

    private byte[] Hmac(byte[] key, byte[] data) =>
        _hash == HashAlgorithmName.SHA384 ? HMACSHA384.HashData(key, data) : HMACSHA256.HashData(key, data);
}
