using System.Security.Cryptography;
using System.Text;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Channel;

namespace S7OpcBridge.Testing;

/// <summary>An EccEncryptedSecret as a client makes it (OPC 10000-4, 7.40.2.5), byte by byte.</summary>
public static class UaTestSecret
{
    /// <summary>The additional header by which a client asks for a key.</summary>
    public static ExtensionObject Ask(SecurityPolicy policy) =>
        ExtensionObject.From(
            new AdditionalParametersType
            {
                Parameters =
                [
                    new S7OpcBridge.OpcUa.KeyValuePair { Key = new QualifiedName(0, "ECDHPolicyUri"), Value = Variant.From(policy.Uri) },
                ],
            }
        );

    /// <summary>The server's key in an answer, whose signature must be the server's.</summary>
    public static byte[] KeyIn(ResponseHeader header, UaTestCertificates certificates, SecurityPolicy policy)
    {
        var parameters = ((AdditionalParametersType)header.AdditionalHeader!.Body!).Parameters;
        var key = (EphemeralKeyType)((ExtensionObject)parameters.Single(p => p.Key.Name == "ECDHKey").Value.Reference!).Body!;
        return certificates.IsServers(policy, key.PublicKey!, key.Signature!)
            ? key.PublicKey!
            : throw new CryptographicException("The server's key is not signed by the server.");
    }

    /// <summary>Encrypts a password.</summary>
    public static byte[] Encrypt(
        string password,
        byte[] nonce,
        byte[] receiver,
        UaTestCertificates certificates,
        SecurityPolicy policy,
        bool withCertificate = true
    )
    {
        var isLong = UaTestCertificates.HashOf(policy) == HashAlgorithmName.SHA384;
        using var agreement = new UaTestKeyAgreement(policy);
        var isAead = UaTestAead.IsNameOf(policy);
        var keys = agreement.Keys(
            "opcua-secret",
            receiver,
            agreement.PublicKey,
            receiver,
            UaTestAead.KeysLength(policy) ?? (isLong ? 48 : 32)
        );
        var keyData = Counted(agreement.PublicKey).Concat(Counted(receiver)).ToArray();

        List<byte> payload = [.. Counted(nonce), .. Counted(Encoding.UTF8.GetBytes(password))];
        var padding = (16 - (payload.Count + 2) % 16) % 16;
        if (padding + password.Length < 16)
            padding += 16;
        payload.AddRange(Enumerable.Repeat((byte)padding, padding));
        payload.AddRange([(byte)padding, 0]);
        byte[] behindLength =
        [
            .. Counted(Encoding.UTF8.GetBytes(policy.Uri)),
            .. withCertificate ? Counted(certificates.Client.Leaf) : [0xFF, 0xFF, 0xFF, 0xFF],
            .. new byte[8],
            .. BitConverter.GetBytes((ushort)keyData.Length),
            .. keyData,
        ];
        var length = behindLength.Length + payload.Count + (isAead ? 16 : 0) + certificates.SignatureSize;
        byte[] head = [0x01, 0x00, 0x8A, 0x44, 0x01, .. BitConverter.GetBytes(length), .. behindLength];
        byte[] signed = [.. head, .. Cipher(policy, keys, head, payload.ToArray())];
        return [.. signed, .. UaTestCertificates.Sign(certificates.Client, policy, signed)];
    }

    private static byte[] Cipher(SecurityPolicy policy, byte[] keys, byte[] head, byte[] payload)
    {
        var (cipher, tag) = (new byte[payload.Length], new byte[16]);
        if (policy.Name.EndsWith("_AesGcm", StringComparison.Ordinal))
        {
            using var gcm = new AesGcm(keys[..^12], 16);
            gcm.Encrypt(keys[^12..], payload, cipher, tag, head);
            return [.. cipher, .. tag];
        }

        if (policy.Name.EndsWith("_ChaChaPoly", StringComparison.Ordinal))
        {
            using var chaCha = new ChaCha20Poly1305(keys[..^12]);
            chaCha.Encrypt(keys[^12..], payload, cipher, tag, head);
            return [.. cipher, .. tag];
        }

        using var aes = Aes.Create();
        aes.Key = keys[..^16];
        return aes.EncryptCbc(payload, keys[^16..], PaddingMode.None);
    }

    private static byte[] Counted(byte[] bytes) => [.. BitConverter.GetBytes(bytes.Length), .. bytes];
}
