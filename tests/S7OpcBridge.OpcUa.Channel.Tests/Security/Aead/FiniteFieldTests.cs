using System.Numerics;
using System.Security.Cryptography;
using S7OpcBridge.OpcUa.Channel.Security;
using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Channel.Tests.Security;

/// <summary>RSA_DH: Diffie-Hellman in ffdhe3072, which the test client computes from the formula of RFC 7919.</summary>
[CancelAfter(30_000)]
internal sealed class FiniteFieldTests : EllipticFixture
{
    [Test]
    public void Values_secret_and_keys_are_those_of_the_vectors()
    {
        FiniteFieldKey client = new(SHA256.HashData("ua-client"u8)),
            server = new(SHA256.HashData("ua-server"u8));
        Assert.That(HashOf(client.PublicKey), Is.EqualTo("7ec68456fea24c22df2cbd666b9a58fe63e677ef2c09a627eff1b99dc82e28a9"));
        Assert.That(HashOf(server.PublicKey), Is.EqualTo("5e4b3880eaca6639283d3b1a6d07bd83a53acb9a99dd04401b28f74ad57c8b8b"));
        var shared = server.Agree(client.PublicKey);
        Assert.That(client.Agree(server.PublicKey), Is.EqualTo(shared));
        Assert.That(HashOf(shared), Is.EqualTo("d0818f278ef6cf299adb06d3d9494caf832aa67f5e4f91a5b83058337a42dfdb"));
        using var material = new KeyMaterial(SecurityPolicy.RsaDhAesGcm);
        material.Add(shared);
        Assert.That(
            Convert.ToHexStringLower(material.KeysOfClient(client.PublicKey, server.PublicKey)),
            Is.EqualTo("43129cfe0286889fd20ae7c7ceb60b67d351f99c98fe248292d8fd05")
        );
        Assert.That(
            Convert.ToHexStringLower(material.KeysOfServer(client.PublicKey, server.PublicKey)),
            Is.EqualTo("b285733e23d4216dcec1075548f3c48b130d8318555e5ef4155a5f0d")
        );
    }

    [Test]
    public void Either_end_comes_to_the_same_secret()
    {
        using var client = new UaTestKeyAgreement(SecurityPolicy.RsaDhChaChaPoly);
        var server = new FiniteFieldKey();
        Assert.That(server.Agree(client.PublicKey), Is.EqualTo(client.Shared(server.PublicKey)));
        Assert.That(new FiniteFieldKey().PublicKey, Is.Not.EqualTo(server.PublicKey));
    }

    // With 0, 1 and p-1 everybody knows the secret.
    [Test]
    public async Task A_value_with_which_the_secret_were_none_is_refused()
    {
        await StartSecureAsync();
        var prime = UaTestKeyAgreement.Prime;
        foreach (var value in (BigInteger[])[0, 1, prime - 1, prime, prime + 1, (BigInteger.One << 3072) - 1])
            Assert.That(await OpenWithAsync(UaTestKeyAgreement.Padded(value)), Is.EqualTo("ERR BadNonceInvalid"));
        foreach (var length in (int[])[0, 32, 383, 385])
            Assert.That(await OpenWithAsync([.. Enumerable.Repeat((byte)2, length)]), Is.EqualTo("ERR BadSecurityChecksFailed"));
        Assert.That(() => new FiniteFieldKey().Agree(new byte[32]), Throws.InstanceOf<CryptographicException>());
    }

    [Test]
    public async Task A_renewal_with_the_value_of_before_is_refused()
    {
        await StartSecureAsync();
        var channel = await OpenAsync(SecurityPolicy.RsaDhAesGcm, MessageSecurityMode.Sign);
        using var key = new UaTestKeyAgreement(SecurityPolicy.RsaDhAesGcm);
        await channel.OpenAsync(Stop, renew: true, nonce: key.PublicKey);
        Assert.That(await StatusOf(channel.OpenAsync(Stop, renew: true, nonce: key.PublicKey)), Is.EqualTo("ERR BadSecurityChecksFailed"));
    }

    private async Task<string> OpenWithAsync(byte[] nonce)
    {
        var channel = await ConnectAsync();
        await channel.HelloAsync(Stop);
        return await StatusOf(channel.OpenAsync(Stop, Rsa, SecurityPolicy.RsaDhAesGcm, MessageSecurityMode.Sign, nonce: nonce));
    }

    private static string HashOf(byte[] bytes) => Convert.ToHexStringLower(SHA256.HashData(bytes));
}
