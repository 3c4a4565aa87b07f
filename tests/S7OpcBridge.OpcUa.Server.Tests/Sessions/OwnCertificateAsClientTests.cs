using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.OpcUa.Channel.Security;
using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Server.Tests.Sessions;

/// <summary>
/// The server's own certificates are no client's and no user's, even where they are trusted and the proof is right: whoever shows one has its key, or has made
/// the server sign (CVE-2024-42513).
/// </summary>
[CancelAfter(30_000)]
internal sealed class OwnCertificateAsClientTests : AdminFixture
{
    private static readonly UaTestCertificates Reflected = new(Certificates.Server.Certificate, Certificates.Server.Certificate);

    [Test]
    public async Task The_servers_certificate_opens_no_channel_though_it_is_trusted()
    {
        await StartSecureAsync();
        Assert.That(await StatusOf(OpenAsync(Reflected)), Is.EqualTo("ERR BadSecurityChecksFailed"));
        var rejected = await Server.HappensAsync<ChannelRejected>(Stop);
        Assert.That(StatusCodes.NameOf(rejected.Status), Is.EqualTo("BadCertificateUseNotAllowed"));
        Assert.That(rejected.Text, Does.Contain("own certificate"));
        Assert.That(await StatusOf(OpenAsync(Certificates)), Is.EqualTo("Good"), "others are let in");
    }

    [Test]
    public async Task Nor_does_one_that_is_retired()
    {
        await StartSecureAsync();
        var renewed = new UaTestCertificates();
        Server.Server.Renew(renewed.Server, Certificates.Server);
        Assert.That(await StatusOf(OpenAsync(Reflected)), Is.EqualTo("ERR BadSecurityChecksFailed"));
        Assert.That((await Server.HappensAsync<ChannelRejected>(Stop)).Status.Value, Is.EqualTo(StatusCodes.BadCertificateUseNotAllowed));
    }

    [Test]
    public async Task The_servers_certificate_is_no_user()
    {
        var asked = 0;
        await StartSecureAsync(options =>
            options with
            {
                CheckUserCertificate = (chain, _, _) => ValueTask.FromResult<UaUser?>(new UaUser($"{chain[0].Subject} {asked++}", [])),
            }
        );
        var client = Keep(new UaTestClient(await OpenAsync(Certificates)));
        await client.CreateSessionAsync(Stop, Certificates);
        Assert.That(await StatusOf(ActivateAsync(Certificates.Server)), Is.EqualTo("BadIdentityTokenRejected"));
        Assert.That(asked, Is.Zero, "the users are not asked");
        Assert.That((await Server.HappensAsync<SessionRejected>(Stop)).Text, Does.Contain("own certificate"));
        Assert.That(await StatusOf(ActivateAsync(Certificates.Client)), Is.EqualTo("Good"), "another one");

        Task ActivateAsync(OwnCertificate user) =>
            client.ActivateAsync(
                Stop,
                ExtensionObject.From(new X509IdentityToken { PolicyId = "certificate-Basic256Sha256", CertificateData = user.Leaf }),
                Certificates,
                request =>
                    request.UserTokenSignature = Signatures.Sign(
                        SecurityPolicy.Basic256Sha256,
                        user,
                        Certificates.Server.Leaf,
                        client.ServerNonce
                    )
            );
    }

    private async Task<UaTestChannel> OpenAsync(UaTestCertificates certificates)
    {
        var channel = await ConnectAsync();
        await channel.HelloAsync(Stop);
        await channel.OpenAsync(Stop, certificates, SecurityPolicy.Basic256Sha256, MessageSecurityMode.SignAndEncrypt);
        return channel;
    }
}
