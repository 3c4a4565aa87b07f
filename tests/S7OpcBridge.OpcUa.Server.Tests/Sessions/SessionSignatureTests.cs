using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Server.Tests.Sessions;

/// <summary>
/// What the server signs at CreateSession: the client's own certificate and its nonce, and nothing else that a client sends (GCVE-105-2026-005: otherwise it
/// signs what a client likes).
/// </summary>
[CancelAfter(30_000)]
internal sealed class SessionSignatureTests : AdminFixture
{
    private static readonly DateTimeOffset Now = TimeProvider.System.GetUtcNow();
    private static readonly UaTestAuthority Plant = UaTestAuthority.Root("plant", Now);
    private static readonly UaTestCertificates Issued = new(Certificates.Server.Certificate, Plant.Issue("client", Now), Plant.Certificate);

    [SetUp]
    public Task StartServer() => StartSecureAsync();

    [Test]
    [ConformanceUnit("Session Base")]
    public async Task The_signature_covers_the_leaf_whatever_certificates_follow_it()
    {
        var leaf = Issued.Client.Certificate.RawData;
        Assert.That(await SignedAsync(leaf), Is.True, "the leaf");
        Assert.That(await SignedAsync([.. leaf, .. Plant.Certificate.RawData]), Is.True, "the chain of the channel");
        Assert.That(await SignedAsync([.. leaf, .. Certificates.Server.Certificate.RawData]), Is.True, "a foreign certificate");
    }

    [TestCase(1), TestCase(2_048), TestCase(50_000)]
    public async Task Noise_behind_the_leaf_is_not_signed(int length) =>
        Assert.That(
            await StatusOf(SignedAsync([.. Issued.Client.Certificate.RawData, .. RandomNumberGenerator.GetBytes(length)])),
            Is.EqualTo("BadCertificateInvalid")
        );

    [Test]
    public async Task What_follows_the_leaf_is_whole_certificates_and_five_at_most()
    {
        var (leaf, issuer) = (Issued.Client.Certificate.RawData, Plant.Certificate.RawData);
        Assert.That(await StatusOf(SignedAsync([.. leaf, .. issuer[..^1]])), Is.EqualTo("BadCertificateInvalid"), "cut");
        Assert.That(await StatusOf(SignedAsync([.. leaf, .. issuer, 0])), Is.EqualTo("BadCertificateInvalid"), "a byte more");
        Assert.That(await StatusOf(SignedAsync([.. leaf, .. issuer, .. issuer, .. issuer, .. issuer])), Is.EqualTo("Good"), "five");
        Assert.That(
            await StatusOf(SignedAsync([.. leaf, .. issuer, .. issuer, .. issuer, .. issuer, .. issuer])),
            Is.EqualTo("BadCertificateInvalid"),
            "six"
        );
        Assert.That(await StatusOf(SignedAsync(issuer)), Is.EqualTo("BadCertificateInvalid"), "another leaf");
        Assert.That(await StatusOf(SignedAsync([])), Is.EqualTo("BadCertificateInvalid"), "none");
    }

    /// <summary>Creates a session with this certificate; true if the server signed the leaf and the nonce.</summary>
    private async Task<bool> SignedAsync(byte[] certificate)
    {
        var channel = await ConnectAsync();
        await channel.HelloAsync(Stop);
        await channel.OpenAsync(Stop, Issued, SecurityPolicy.Basic256Sha256, MessageSecurityMode.Sign);
        var client = Keep(new UaTestClient(channel));
        var nonce = RandomNumberGenerator.GetBytes(32);
        var session = await client.CreateSessionAsync(Stop, Issued, r => (r.ClientCertificate, r.ClientNonce) = (certificate, nonce));
        using var key = Certificates.Server.Certificate.GetRSAPublicKey()!;
        return key.VerifyData(
            (byte[])[.. Issued.Client.Certificate.RawData, .. nonce],
            session.ServerSignature.Signature!,
            HashAlgorithmName.SHA256,
            RSASignaturePadding.Pkcs1
        );
    }
}
