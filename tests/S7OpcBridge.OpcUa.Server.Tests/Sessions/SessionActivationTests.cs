using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Server.Tests.Sessions;

/// <summary>What a client must prove to have its session, whoever its user is.</summary>
[CancelAfter(30_000)]
internal sealed class SessionActivationTests : AdminFixture
{
    [Test]
    [ConformanceUnit("Session Base")]
    public async Task Activation_needs_the_clients_own_signature()
    {
        await StartSecureAsync();
        var channel = await ConnectAsync();
        await channel.HelloAsync(Stop);
        await channel.OpenAsync(Stop, Certificates, SecurityPolicy.Basic256Sha256, MessageSecurityMode.SignAndEncrypt);
        var client = Keep(new UaTestClient(channel));
        var session = await client.CreateSessionAsync(Stop, Certificates);
        Assert.That(session.ServerSignature.Algorithm, Is.EqualTo("http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"));
        Assert.That(await StatusOf(client.ActivateAsync(Stop)), Is.EqualTo(nameof(StatusCodes.BadApplicationSignatureInvalid)));
        Assert.That(await StatusOf(client.ActivateAsync(Stop, certificates: Certificates)), Is.EqualTo(nameof(StatusCodes.Good)));
    }

    [TestCase(31, nameof(StatusCodes.BadNonceInvalid)), TestCase(32, nameof(StatusCodes.Good))]
    [
        TestCase(1024, nameof(StatusCodes.Good)),
        TestCase(1025, nameof(StatusCodes.BadNonceInvalid)),
        TestCase(50_000, nameof(StatusCodes.BadNonceInvalid))
    ]
    public async Task The_clients_nonce_has_32_bytes_at_least_and_1024_at_most(int length, string expected)
    {
        await StartSecureAsync();
        var channel = await ConnectAsync();
        await channel.HelloAsync(Stop);
        await channel.OpenAsync(Stop, Certificates, SecurityPolicy.Basic256Sha256, MessageSecurityMode.Sign);
        var client = Keep(new UaTestClient(channel));
        Assert.That(
            await StatusOf(client.CreateSessionAsync(Stop, Certificates, r => r.ClientNonce = RandomNumberGenerator.GetBytes(length))),
            Is.EqualTo(expected)
        );
    }

    [Test]
    public async Task Of_two_activations_with_one_signature_at_the_same_time_one_holds()
    {
        var (asked, both) = (0, new TaskCompletionSource());
        await StartSecureAsync(o =>
            o with
            {
                CheckUserName = async (name, _, _, _) =>
                {
                    if (Interlocked.Increment(ref asked) == 2)
                        both.SetResult();
                    await both.Task;
                    return new UaUser(name, ["Operator"]);
                },
            }
        );
        var channel = await ConnectAsync();
        await channel.HelloAsync(Stop);
        await channel.OpenAsync(Stop, Certificates, SecurityPolicy.Basic256Sha256, MessageSecurityMode.SignAndEncrypt);
        var client = Keep(new UaTestClient(channel));
        await client.CreateSessionAsync(Stop, Certificates);
        var identity = Password("mes", "mes", client.ServerNonce);
        var statuses = await Task.WhenAll(
            StatusOf(client.ActivateAsync(Stop, identity, Certificates)),
            StatusOf(client.ActivateAsync(Stop, identity, Certificates))
        );
        Assert.That(statuses, Is.EquivalentTo((string[])["Good", "BadApplicationSignatureInvalid"]));
        Assert.That(await StatusOf(client.ReadAsync(Stop, Ids.Server_ServerStatus_State)), Is.EqualTo("Good"));
    }

    [Test]
    public async Task The_application_must_be_the_one_in_its_certificate()
    {
        await StartSecureAsync();
        var channel = await ConnectAsync();
        await channel.HelloAsync(Stop);
        await channel.OpenAsync(Stop, Certificates, SecurityPolicy.Basic256Sha256, MessageSecurityMode.Sign);
        var client = Keep(new UaTestClient(channel));
        var asAnother = client.CreateSessionAsync(Stop, Certificates, r => r.ClientDescription.ApplicationUri = "urn:somebody:else");
        Assert.That(await StatusOf(asAnother), Is.EqualTo(nameof(StatusCodes.BadCertificateUriInvalid)));
        var withAnother = client.CreateSessionAsync(Stop, Certificates, r => r.ClientCertificate = Certificates.Server.Leaf);
        Assert.That(await StatusOf(withAnother), Is.EqualTo(nameof(StatusCodes.BadCertificateInvalid)));
    }

    [TestCase("urn:test:client", "urn:other", "Good")]
    [TestCase("urn:other", "urn:test:client", "BadCertificateUriInvalid")]
    public async Task Of_several_uris_in_a_certificate_the_first_is_the_application(string first, string second, string expected)
    {
        await StartSecureAsync();
        using var key = RSA.Create(2048);
        var request = new CertificateRequest("CN=two", key, HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1);
        var names = new SubjectAlternativeNameBuilder();
        names.AddUri(new Uri(first));
        names.AddUri(new Uri(second));
        request.CertificateExtensions.Add(names.Build());
        var now = TimeProvider.System.GetUtcNow();
        using var certificate = request.CreateSelfSigned(now.AddDays(-1), now.AddDays(1));
        var two = new UaTestCertificates(Certificates.Server.Certificate, certificate);
        var channel = await ConnectAsync();
        await channel.HelloAsync(Stop);
        await channel.OpenAsync(Stop, two, SecurityPolicy.Basic256Sha256, MessageSecurityMode.Sign);
        Assert.That(await StatusOf(Keep(new UaTestClient(channel)).CreateSessionAsync(Stop, two)), Is.EqualTo(expected));
    }
}
