using System.Security.Cryptography;
using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.OpcUa.Channel.Channels;
using S7OpcBridge.OpcUa.Channel.Security;
using S7OpcBridge.OpcUa.Channel.Security.Certificates;

namespace S7OpcBridge.OpcUa.Server.Sessions;

/// <summary>
/// The signatures by which server, client and user prove their keys in CreateSession and ActivateSession: the classic ones over a certificate and a nonce,
/// under an enhanced policy those over the channel, both nonces and the hashes of all certificates (OPC 10000-4, 6.1.8), which are worthless on another
/// channel.
/// </summary>
/// <param name="channel">The channel that carries the service.</param>
/// <param name="session">The session, with the certificates and the client's nonce of CreateSession.</param>
internal sealed class SessionProof(SecureChannel channel, Session session)
{
    /// <summary>The server's signature in the response to CreateSession.</summary>
    public SignatureData OfServer(byte[] serverNonce)
    {
        var (policy, own, client) = (channel.Policy, channel.Own!, channel.Peer!.Leaf);
        return policy.IsEnhanced
            ? new SignatureData
            {
                Signature = Signatures.Sign(policy, own, Join(policy, session.ClientNonce, [own.Leaf, client], serverNonce)),
            }
            : Signatures.Sign(policy, own, client, session.ClientNonce);
    }

    /// <summary>True: the client has signed this ActivateSession.</summary>
    public bool IsClients(byte[] serverNonce, SignatureData signature) =>
        Is(channel.Policy, channel.Peer!, serverNonce, signature, [session.ServerCertificate, channel.Own!.Leaf, channel.Peer!.Leaf]);

    /// <summary>True: the owner of the user's certificate has signed it.</summary>
    /// <param name="policy">Policy of the user's token.</param>
    /// <param name="user">The user's certificate.</param>
    /// <param name="serverNonce">The newest nonce of the session.</param>
    /// <param name="signature">As received.</param>
    public bool IsUsers(SecurityPolicy policy, PeerCertificate user, byte[] serverNonce, SignatureData signature) =>
        Is(
            policy,
            user,
            serverNonce,
            signature,
            [session.ServerCertificate, channel.Own!.Leaf, session.ClientCertificate!, channel.Peer!.Leaf]
        );

    private bool Is(SecurityPolicy policy, PeerCertificate signer, byte[] serverNonce, SignatureData signature, byte[][] certificates) =>
        policy.IsEnhanced
            ? Signatures.MayBe(policy, signer, signature)
                && Signatures.Verify(policy, signer, Join(policy, serverNonce, certificates, session.ClientNonce), signature.Signature)
            : Signatures.Verify(policy, signer, channel.Own!, serverNonce, signature);

    // Channel, the nonce of the side that verifies, the hash of each certificate, the nonce of the other side.
    private byte[] Join(SecurityPolicy policy, byte[] first, byte[][] certificates, byte[] last) =>
        [
            .. channel.Thumbprint,
            .. first,
            .. certificates.SelectMany(certificate => CryptographicOperations.HashData(policy.Hash, certificate)),
            .. last,
        ];
}
