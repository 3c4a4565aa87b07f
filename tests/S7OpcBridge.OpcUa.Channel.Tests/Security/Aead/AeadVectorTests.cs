using System.Security.Cryptography;
using S7OpcBridge.OpcUa.Channel.Channels;
using S7OpcBridge.OpcUa.Channel.Frames;
using S7OpcBridge.OpcUa.Channel.Security;
using S7OpcBridge.OpcUa.Channel.Security.Elliptic;
using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Channel.Tests.Security;

/// <summary>
/// Keys, chunks and a renewal as Python's cryptography package makes them from the keys of RFC 5903, 8.1 (P-256) and 8.2 (P-384); the initiator is the client.
/// </summary>
internal sealed class AeadVectorTests
{
    private const string ClientNonce =
        "dad0b65394221cf9b051e1feca5787d098dfe637fc90b9ef945d0c37725811805271a0461cdb8252d61f1c456fa3e59ab1f45b33accf5f58389e0577b8990bb3";
    private const string ServerNonce =
        "d12dfb5289c8d4f81208b70270398c342296970a0bccb74c736fc7554494bf6356fbf3ca366cc23e8157854c13c58d6aac23f046ada30f8353e74f33039872ab";
    private const string Shared = "d6840f6b42f6edafd13116e0e12565202fef8e9ece7dce03812464d04b9442de";
    private const string SharedByRenewal = "93b6ff203c245c34f993f728ddb8e1981923ff1ee079bb4eb0d79dc2a76e61a3";
    private const string Initiator = "c88f01f510d9ac3f70a292daa2316de544e9aab8afe84049c62a9c57862d1433";
    private const string Responder = "c6ef9c5d78ae012a011164acb397ce2088685d8f06bf9be0b283ab46476bee53";

    [TestCase(
        "ECC_nistP256_AesGcm",
        "a3ab0e137e491c6d58b5c5eac080c464" + "14ea91eca5bf34860d828745",
        "965cacf6c4639a4bf75b0ea6e2184a52" + "4248c82ee560fa8d17fc3004"
    )]
    [TestCase(
        "ECC_nistP256_ChaChaPoly",
        "57cdb42c6a1eb1aa7c280e2875f0a8c58d456ac2fff784e6c44d921bbd2fde75" + "816e17b687d2941c356040c3",
        "fbc4e04c20c7ab2668c850f7f5d2dd0b0c7200ae4447ee043b2ce61b8ccd5f03" + "387658bd16ff4b041bdce463"
    )]
    [TestCase(
        "ECC_nistP256",
        "23b545c7a761640b1ace16a0f2cbb1ae4bdb51cc6d86ab0c09c64f46401aefd9"
            + "8a93ce768b55d6bb42134178614a9c53"
            + "92130709ecd64be92a27fa73b1e136f3",
        "227ace9032ca8194f924158ba731a9c6ecf065b5243fb36568ed8eb952c6ed3d"
            + "3ad5a7411a89f268e5ae259145976dcc"
            + "fa6d52ff46aaebd76e5763ae6d13ee9a"
    )]
    public void Keys_are_those_of_the_vectors(string name, string client, string server)
    {
        using var material = new KeyMaterial(Policy(name));
        material.Add(Convert.FromHexString(Shared));
        Assert.That(Hex(material.KeysOfClient(Bytes(ClientNonce), Bytes(ServerNonce))), Is.EqualTo(client));
        Assert.That(Hex(material.KeysOfServer(Bytes(ClientNonce), Bytes(ServerNonce))), Is.EqualTo(server));
    }

    // Private keys and nonces of RFC 5903, 8.2.
    [TestCase("ECC_nistP384_AesGcm"), TestCase("ECC_nistP384_ChaChaPoly")]
    public void Keys_of_P384_are_those_of_the_vectors(string name)
    {
        const string responder = "41cb0779b4bdb85d47846725fbec3c9430fab46cc8dc5060855cc9bda0aa2942e0308312916b8ed2960e4bd55a7448fc",
            initiator = "099f3c7034d4a2c699884d73a375a67f7624ef7c6b3c0f160647b67414dce655e35b538041e649ee3faef896783ab194";
        var policy = Policy(name);
        using EphemeralKey client = new(policy, KeyOf(policy, initiator)),
            server = new(policy, KeyOf(policy, responder));
        using var material = new KeyMaterial(policy);
        material.Add(server.Agree(client.PublicKey));
        Assert.That(
            Hex(material.KeysOfClient(client.PublicKey, server.PublicKey)),
            Is.EqualTo("f09932ffff6dc7b43a8b75543c3f74f4734d81c9a06e64b48ca55f632a141afe2b7e1cf74df7a007432e7090")
        );
        Assert.That(
            Hex(material.KeysOfServer(client.PublicKey, server.PublicKey)),
            Is.EqualTo("7feaa9cdd45faf25167b7458cf76b5c804b848da8be4dfea01012108b38abbb4cdc6ed78858a01751a981a52")
        );
    }

    [TestCase("ECC_nistP256_AesGcm", true, "4d5347462c00000007000000030000005cb14c4e57b2d8bb625dfd5b2c7f4baac3e79ac56295c491258d3660")]
    [TestCase("ECC_nistP256_AesGcm", false, "4d5347462c000000070000000300000002000000090000000100bc0143af18b70f78e842f12b1b670f9afe48")]
    [TestCase("ECC_nistP256_ChaChaPoly", true, "4d5347462c0000000700000003000000cb0dd0da1d1e21c5983764144ebcad181b5ee8b38857ebf19de44b21")]
    [TestCase("ECC_nistP256_ChaChaPoly", false, "4d5347462c000000070000000300000002000000090000000100bc0149e1601b1a6b559a26919c202bec5883")]
    public void A_chunk_is_that_of_the_vectors_made_by_either_implementation(string name, bool encrypts, string expected)
    {
        using var material = new KeyMaterial(Policy(name));
        material.Add(Bytes(Shared));
        var keys = material.KeysOfClient(Bytes(ClientNonce), Bytes(ServerNonce));
        foreach (
            var cipher in (ChunkCipher[])
                [new UaTestAead(Policy(name), encrypts, keys.ToArray()), ChunkCipher.From(Policy(name), encrypts, keys)]
        )
        {
            using (cipher)
            {
                var length = SecureChannel.HeaderLength + 4;
                var chunk = new byte[cipher.SealedLength(length)];
                Bytes("0100bc01").CopyTo(chunk, SecureChannel.HeaderLength);
                SecureChannel.WriteHeader(chunk, MessageType.Message, ChunkType.Final, channelId: 7, tokenId: 3, sequence: 2, requestId: 9);
                cipher.Seal(chunk, length, previous: 1);
                Assert.That(Hex(chunk), Is.EqualTo(expected));
                Assert.That(cipher.Open(chunk, previous: 1), Is.EqualTo(length));
                Assert.That(Hex(chunk[16..length]), Is.EqualTo("02000000090000000100bc01"));
            }
        }
    }

    [Test]
    public void A_renewal_is_chained_under_the_new_policies_and_not_under_the_old_ones()
    {
        var policy = SecurityPolicy.EccNistP256AesGcm;
        using EphemeralKey client = new(policy, KeyOf(policy, OneMore(Initiator))),
            server = new(policy, KeyOf(policy, OneMore(Responder)));
        Assert.That(Hex(server.Agree(client.PublicKey)), Is.EqualTo(SharedByRenewal));

        using KeyMaterial chained = new(policy),
            fresh = new(policy),
            old = new(SecurityPolicy.EccNistP256),
            oldFresh = new(SecurityPolicy.EccNistP256);
        chained.Add(Bytes(Shared));
        chained.Add(Bytes(SharedByRenewal));
        fresh.Add(Bytes(SharedByRenewal));
        Assert.That(
            Hex(chained.KeysOfClient(client.PublicKey, server.PublicKey)),
            Is.EqualTo("00e09feaeb4109a757ad894732399108b1f4581f5170a77f932bc5cd")
        );
        Assert.That(
            Hex(chained.KeysOfServer(client.PublicKey, server.PublicKey)),
            Is.EqualTo("78a409b3e855d2d41c8eef76da4a880c681e79d2e0465f6825092b99")
        );
        Assert.That(
            Hex(fresh.KeysOfClient(client.PublicKey, server.PublicKey)),
            Is.EqualTo("be9f249dd690e44a09b57e452ad3378da830700c13467d10d63b9475"),
            "as if it were not chained"
        );

        old.Add(Bytes(Shared));
        old.Add(Bytes(SharedByRenewal));
        oldFresh.Add(Bytes(SharedByRenewal));
        Assert.That(
            old.KeysOfClient(client.PublicKey, server.PublicKey),
            Is.EqualTo(oldFresh.KeysOfClient(client.PublicKey, server.PublicKey))
        );
    }

    private static SecurityPolicy Policy(string name) => SecurityPolicy.Find(name)!;

    private static ECDiffieHellman KeyOf(SecurityPolicy policy, string secret) =>
        ECDiffieHellman.Create(new ECParameters { Curve = CertificateKinds.CurveOf(policy.CertificateKind), D = Bytes(secret) });

    private static string OneMore(string secret)
    {
        var bytes = Bytes(secret);
        bytes[^1]++;
        return Hex(bytes);
    }

    private static byte[] Bytes(string hex) => Convert.FromHexString(hex);

    private static string Hex(byte[] bytes) => Convert.ToHexStringLower(bytes);
}
