using System.Security.Cryptography;
using S7OpcBridge.OpcUa.Channel.Security.Certificates;

namespace S7OpcBridge.OpcUa.Channel.Security;

/// <summary>
/// Signatures over a certificate and a nonce, by which client, server and users prove that they have the private keys (OPC 10000-4, 7.36). Where a certificate
/// came with its chain some peers sign the chain and some the leaf: both are accepted.
/// </summary>
internal static class Signatures
{
    public static SignatureData Sign(SecurityPolicy policy, OwnCertificate own, byte[] certificate, byte[] nonce) =>
        own.Curve is { } curve
            ? new SignatureData { Signature = curve.SignData([.. certificate, .. nonce], policy.Hash) }
            : Sign(policy, own.Key, certificate, nonce);

    public static SignatureData Sign(SecurityPolicy policy, RSA key, byte[] certificate, byte[] nonce) =>
        new()
        {
            Algorithm = policy.SignatureAlgorithm,
            Signature = key.SignData([.. certificate, .. nonce], HashAlgorithmName.SHA256, policy.Signature!),
        };

    public static bool Verify(SecurityPolicy policy, PeerCertificate signer, OwnCertificate own, byte[] nonce, SignatureData signature)
    {
        // Some clients leave the algorithm out; one that differs from the policy's is an error. On a curve there is only one algorithm, with several names, so
        // it is not compared.
        if (
            signer.Kind != policy.CertificateKind
            || signature.Signature is not { } bytes
            || !policy.IsElliptic && !string.IsNullOrEmpty(signature.Algorithm) && signature.Algorithm != policy.SignatureAlgorithm
        )
            return false;
        byte[] overLeaf = [.. own.Leaf, .. nonce],
            overChain = [.. own.Chain, .. nonce];
        return Verify(policy, signer, overLeaf, bytes) || Verify(policy, signer, overChain, bytes);
    }

    private static bool Verify(SecurityPolicy policy, PeerCertificate signer, byte[] data, byte[] signature) =>
        signer.Curve is { } curve
            ? curve.VerifyData(data, signature, policy.Hash)
            : signer.Key.VerifyData(data, signature, HashAlgorithmName.SHA256, policy.Signature!);
}
