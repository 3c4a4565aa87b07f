using System.Security.Cryptography;

namespace S7OpcBridge.OpcUa.Channel.Security;

/// <summary>
/// The secret from which the keys of a channel's tokens are derived (OPC 10000-6, 6.8.1). Under an enhanced policy each renewal is combined (XOR) with all key
/// agreements before, so that somebody who takes over a renewal with a stolen key does not have the channel.
/// </summary>
internal sealed class KeyMaterial(SecurityPolicy policy) : IDisposable
{
    private byte[] _secret = [];

    /// <summary>Takes the outcome of the next key agreement, and keeps it.</summary>
    public void Add(byte[] shared)
    {
        for (var i = 0; policy.IsEnhanced && i < _secret.Length; i++)
            shared[i] ^= _secret[i];
        CryptographicOperations.ZeroMemory(_secret);
        _secret = shared;
    }

    /// <summary>Keys of the chunks that the client sends.</summary>
    public byte[] KeysOfClient(byte[] clientNonce, byte[] serverNonce) =>
        KeyDerivation.Hkdf(policy, _secret, "opcua-client"u8, clientNonce, serverNonce, policy.KeysLength);

    /// <summary>Keys of the chunks that the server sends.</summary>
    public byte[] KeysOfServer(byte[] clientNonce, byte[] serverNonce) =>
        KeyDerivation.Hkdf(policy, _secret, "opcua-server"u8, serverNonce, clientNonce, policy.KeysLength);

    public void Dispose() => CryptographicOperations.ZeroMemory(_secret);
}
