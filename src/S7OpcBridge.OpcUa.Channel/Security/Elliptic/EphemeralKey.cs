using System.Security.Cryptography;

namespace S7OpcBridge.OpcUa.Channel.Security.Elliptic;

/// <summary>
/// A key pair for one key agreement. Its public part is the nonce of a channel: on a curve x and y side by side, without the prefix byte 04, else the public
/// value (OPC 10000-6, 6.8.1).
/// </summary>
internal sealed class EphemeralKey : IDisposable
{
    private readonly SecurityPolicy _policy;
    private readonly ECDiffieHellman? _curve;
    private readonly FiniteFieldKey? _field;

    /// <summary>Makes a new key for a policy.</summary>
    public EphemeralKey(SecurityPolicy policy)
        : this(
            policy,
            policy.KeyExchange == KeyExchange.Curve ? ECDiffieHellman.Create(CertificateKinds.CurveOf(policy.CertificateKind)) : null
        ) { }

    /// <summary>Wraps a key on the policy's curve; null: a new one without a curve.</summary>
    public EphemeralKey(SecurityPolicy policy, ECDiffieHellman? curve)
    {
        (_policy, _curve) = (policy, curve);
        if (curve is null)
        {
            _field = new FiniteFieldKey();
            PublicKey = _field.PublicKey;
            return;
        }

        var point = curve.ExportParameters(includePrivateParameters: false).Q;
        PublicKey = [.. point.X!, .. point.Y!];
    }

    /// <summary>The policy it was made for.</summary>
    public SecurityPolicy Policy => _policy;

    /// <summary>The public part, which is sent to the other side.</summary>
    public byte[] PublicKey { get; }

    /// <summary>The secret that the other side shares.</summary>
    /// <exception cref="UaException">BadNonceInvalid: it is no public key of the policy.</exception>
    public byte[] Agree(ReadOnlySpan<byte> other)
    {
        try
        {
            if (_field is not null)
                return _field.Agree(other);
            var size = PublicKey.Length / 2;
            if (other.Length != 2 * size)
                throw new CryptographicException();
            using var peer = ECDiffieHellman.Create(
                new ECParameters
                {
                    Curve = CertificateKinds.CurveOf(_policy.CertificateKind),
                    Q = new ECPoint { X = other[..size].ToArray(), Y = other[size..].ToArray() },
                }
            );
            return _curve!.DeriveRawSecretAgreement(peer.PublicKey);
        }
        catch (CryptographicException)
        {
            throw new UaException(StatusCodes.BadNonceInvalid, $"The client's nonce is not a public key of {_policy}.");
        }
    }

    /// <summary>Key and IV of a user's secret that was encrypted for this key.</summary>
    public byte[] KeysOfSecret(ReadOnlySpan<byte> sender)
    {
        var shared = Agree(sender);
        var keys = KeyDerivation.Hkdf(_policy, shared, "opcua-secret"u8, sender, PublicKey, _policy.EncryptionKeySize + _policy.IvLength);
        CryptographicOperations.ZeroMemory(shared);
        return keys;
    }

    public void Dispose() => _curve?.Dispose();
}
