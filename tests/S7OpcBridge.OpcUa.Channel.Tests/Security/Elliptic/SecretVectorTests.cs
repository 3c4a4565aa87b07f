using System.Security.Cryptography;
using S7OpcBridge.OpcUa.Channel.Security.Certificates;
using S7OpcBridge.OpcUa.Channel.Security.Elliptic;
using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Channel.Tests.Security;

/// <summary>
/// An EccEncryptedSecret of ECC_nistP256_AesGcm that another program has made (Python's cryptography), from the keys of RFC 5903, 8.1: sender is the
/// initiator, receiver the responder.
/// </summary>
internal sealed class SecretVectorTests
{
    private const string Sender =
        "dad0b65394221cf9b051e1feca5787d098dfe637fc90b9ef945d0c3772581180"
        + "5271a0461cdb8252d61f1c456fa3e59ab1f45b33accf5f58389e0577b8990bb3";
    private const string Receiver =
        "d12dfb5289c8d4f81208b70270398c342296970a0bccb74c736fc7554494bf63"
        + "56fbf3ca366cc23e8157854c13c58d6aac23f046ada30f8353e74f33039872ab";
    private const string Private = "c6ef9c5d78ae012a011164acb397ce2088685d8f06bf9be0b283ab46476bee53";
    private const string Keys = "10a153760b8ea1fa8657050086cb546f" + "1b6353405414b49939681dd4";
    private const string Payload =
        "4588e7f0746ddc4f618fdeed818c0bd3dbb0abe26391f4f733fbfdddda46eb49d6d9f8814058c1a2ada625c6173dd56c"
        + "f518dea4c5945e0b737b4541ade0a70b81fe65ce6a1c33817ca0cc45e3236863";
    private const string HashOfSigned = "86d52cfd98d5a29b782082387e8c67a498b5a8e3a95d1d9c0fc8954d3590f23c";

    private static readonly UaTestCertificates Client = new(CertificateKind.NistP256);
    private static readonly byte[] Nonce = [.. Enumerable.Range(0, 32).Select(i => (byte)i)];

    [Test]
    public void The_secret_of_the_vector_is_opened()
    {
        using var key = ReceiverKey();
        Assert.That(Convert.ToHexStringLower(key.KeysOfSecret(Convert.FromHexString(Sender))), Is.EqualTo(Keys));
        var signed = Signed();
        Assert.That(Convert.ToHexStringLower(SHA256.HashData(signed)), Is.EqualTo(HashOfSigned));
        Assert.That(Open(key, signed, Nonce), Is.EqualTo("secret"u8.ToArray()));
    }

    [Test]
    public void Nothing_of_what_the_tag_covers_can_be_changed_even_with_a_right_signature([Range(0, 304, 16)] int at)
    {
        using var key = ReceiverKey();
        var signed = Signed();
        signed[at] ^= 1;
        Assert.That(Open(key, signed, Nonce), Is.Null);
    }

    [Test]
    public void Another_nonce_another_key_and_another_policy_open_nothing()
    {
        using var key = ReceiverKey();
        Assert.That(Open(key, Signed(), new byte[32]), Is.Null);
        Assert.That(Open(key, Signed(), Nonce[..31]), Is.Null);
        using var other = new EphemeralKey(SecurityPolicy.EccNistP256AesGcm);
        Assert.That(Open(other, Signed(), Nonce), Is.Null);
        using var chaCha = ReceiverKey(SecurityPolicy.EccNistP256ChaChaPoly);
        Assert.That(Open(chaCha, Signed(), Nonce), Is.Null);
    }

    private static EphemeralKey ReceiverKey(SecurityPolicy? policy = null) =>
        new(
            policy ?? SecurityPolicy.EccNistP256AesGcm,
            ECDiffieHellman.Create(
                new ECParameters
                {
                    Curve = ECCurve.NamedCurves.nistP256,
                    D = Convert.FromHexString(Private),
                    Q = new ECPoint { X = Convert.FromHexString(Receiver)[..32], Y = Convert.FromHexString(Receiver)[32..] },
                }
            )
        );

    private static byte[] Signed()
    {
        var uri = System.Text.Encoding.ASCII.GetBytes(SecurityPolicy.EccNistP256AesGcm.Uri);
        return
        [
            0x01,
            0x00,
            0x8A,
            0x44,
            0x01,
            .. BitConverter.GetBytes(360),
            .. Counted(uri),
            .. BitConverter.GetBytes(0),
            .. BitConverter.GetBytes(0x01dc000000000000),
            .. BitConverter.GetBytes((ushort)136),
            .. Counted(Convert.FromHexString(Sender)),
            .. Counted(Convert.FromHexString(Receiver)),
            .. Convert.FromHexString(Payload),
        ];
    }

    // The signature is random, so it is made here, over what the vector says.
    private static byte[]? Open(EphemeralKey key, byte[] signed, byte[] nonce)
    {
        using var signer = PeerCertificate.Parse(Client.Client.Leaf);
        byte[] secret = [.. signed, .. Client.Client.Curve!.SignData(signed, HashAlgorithmName.SHA256)];
        return EllipticUserSecret.Decrypt(key, signer, secret, nonce);
    }

    private static byte[] Counted(byte[] bytes) => [.. BitConverter.GetBytes(bytes.Length), .. bytes];
}
