using System.Security.Cryptography;
using S7OpcBridge.OpcUa.Channel.Security.Elliptic;

namespace S7OpcBridge.OpcUa.Server.Sessions;

/// <summary>
/// The nonce that the signatures and the password of the next ActivateSession must contain. One ActivateSession uses it up; one that fails does not.
/// </summary>
/// <param name="key">The key for which the client may encrypt the password, under a policy on an elliptic curve; null: none.</param>
internal sealed class ServerNonce(EphemeralKey? key)
{
    /// <summary>Bytes of a nonce, the client's included, at least.</summary>
    public const int Length = 32;

    /// <summary>Bytes of a client's nonce, at most: the server signs it as it comes.</summary>
    public const int MaxClientLength = 1024;

    public byte[] Bytes { get; } = RandomNumberGenerator.GetBytes(Length);

    public EphemeralKey? Key => key;
}
