using System.Security.Cryptography;

namespace S7OpcBridge.OpcUa;

/// <summary>
/// Signatures over a certificate and a nonce, by which client, server and users prove that they have their keys (OPC 10000-4, 7.36). Where a certificate
/// came with its chain some peers mean the chain and some the leaf: either is accepted.
/// </summary>
internal static class Signatures
{
    public static SignatureData Sign(SecurityPolicy policy, RSA key, byte[] certificate, byte[] nonce) => new()
    {
        Algorithm = policy.SignatureAlgorithm,
        Signature = key.SignData([.. certificate, .. nonce], HashAlgorithmName.SHA256, policy.Signature!),
    };

    public static bool Verify(SecurityPolicy policy, RSA key, OwnCertificate own, byte[] nonce, SignatureData signature)
    {
        // Some clients leave the algorithm out; another one than the policy's is an error.
        if (signature.Signature is null || !string.IsNullOrEmpty(signature.Algorithm) && signature.Algorithm != policy.SignatureAlgorithm)
            return false;
        byte[] overLeaf = [.. own.Leaf, .. nonce], overChain = [.. own.Chain, .. nonce];
        return key.VerifyData(overLeaf, signature.Signature, HashAlgorithmName.SHA256, policy.Signature!)
            || key.VerifyData(overChain, signature.Signature, HashAlgorithmName.SHA256, policy.Signature!);
    }
}
