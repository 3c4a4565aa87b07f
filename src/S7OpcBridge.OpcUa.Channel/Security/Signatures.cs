using S7OpcBridge.OpcUa.Channel.Security.Certificates;

namespace S7OpcBridge.OpcUa.Channel.Security;

/// <summary>
/// Signatures by the key of a certificate, and the classic ones over a certificate and a nonce, by which client, server and users prove that they have the
/// private keys (OPC 10000-4, 7.36). Where a certificate came with its chain some peers sign the chain and some the leaf: both are accepted.
/// </summary>
internal static class Signatures
{
    /// <summary>Signs as the policy requires.</summary>
    public static byte[] Sign(SecurityPolicy policy, OwnCertificate own, byte[] data) =>
        own.Curve is { } curve ? curve.SignData(data, policy.Hash) : own.Key.SignData(data, policy.Hash, policy.Signature!);

    /// <summary>True: it is the signer's signature.</summary>
    public static bool Verify(SecurityPolicy policy, PeerCertificate signer, ReadOnlySpan<byte> data, ReadOnlySpan<byte> signature) =>
        signer.Curve is { } curve
            ? curve.VerifyData(data, signature, policy.Hash)
            : signer.Key.VerifyData(data, signature, policy.Hash, policy.Signature!);

    public static SignatureData Sign(SecurityPolicy policy, OwnCertificate own, byte[] certificate, byte[] nonce) =>
        new() { Algorithm = policy.SignatureAlgorithm, Signature = Sign(policy, own, [.. certificate, .. nonce]) };

    public static bool Verify(SecurityPolicy policy, PeerCertificate signer, OwnCertificate own, byte[] nonce, SignatureData signature)
    {
        if (!MayBe(policy, signer, signature))
            return false;
        byte[] overLeaf = [.. own.Leaf, .. nonce],
            overChain = [.. own.Chain, .. nonce];
        return Verify(policy, signer, overLeaf, signature.Signature) || Verify(policy, signer, overChain, signature.Signature);
    }

    /// <summary>True: a signature by that signer's kind of key, with an algorithm of the policy.</summary>
    // Some clients leave the algorithm out; one that differs from the policy's is an error. Where there is only one, it has several names, and is not compared.
    public static bool MayBe(SecurityPolicy policy, PeerCertificate signer, SignatureData signature) =>
        signer.Kind == policy.CertificateKind
        && signature.Signature is not null
        && (
            policy.SignatureAlgorithm is null
            || string.IsNullOrEmpty(signature.Algorithm)
            || signature.Algorithm == policy.SignatureAlgorithm
        );
}
