using System.Security.Cryptography;
using S7OpcBridge.OpcUa.Channel.Channels;
using S7OpcBridge.OpcUa.Channel.Client;
using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Channel.Tests.Security;

/// <summary>An OPN names the certificate of the server for which it was encrypted (GCVE-105-2026-002): everything else in these is right.</summary>
[CancelAfter(30_000)]
internal sealed class OwnThumbprintTests : UaServerFixture
{
    private static readonly UaTestCertificates Certificates = UaTestCertificates.Shared;
    private static readonly SecurityPolicy Policy = SecurityPolicy.Basic256Sha256;

    private static readonly Lazy<OwnCertificate> Elliptic = new(static () =>
        new OwnCertificate(UaTestCertificates.Create("urn:test:server", CertificateKind.NistP256))
    );

    private static IEnumerable<TestCaseData> Wrong()
    {
        var own = Certificates.Server.Thumbprint;
        yield return new TestCaseData((object)Array.Empty<byte>()).SetArgDisplayNames("empty");
        yield return new TestCaseData((object)own[..19]).SetArgDisplayNames("cut");
        yield return new TestCaseData((object)(byte[])[.. own, 0]).SetArgDisplayNames("long");
        yield return new TestCaseData((object)Certificates.Client.Thumbprint).SetArgDisplayNames("the client's");
        yield return new TestCaseData((object)Elliptic.Value.Thumbprint).SetArgDisplayNames("the server's other one");
        yield return new TestCaseData((object)new byte[20]).SetArgDisplayNames("nobody's");
    }

    private int _asked;

    [SetUp]
    public void Reset() => _asked = 0;

    [TestCaseSource(nameof(Wrong))]
    public async Task A_channel_is_opened_for_a_certificate_that_the_server_has(byte[] thumbprint)
    {
        await StartSecureAsync();
        var channel = await ConnectAsync();
        await channel.HelloAsync(Stop);
        Assert.That(
            await AnswerAsync(channel, Frame(0, thumbprint, SecurityTokenRequestType.Issue, 1)),
            Is.EqualTo("ERR BadSecurityChecksFailed")
        );
        Assert.That(
            (await Server.HappensAsync<ChannelRejected>(Stop)).Status.Value,
            Is.EqualTo(StatusCodes.BadCertificateInvalid),
            "the log says more"
        );
        Assert.That(_asked, Is.Zero, "before the client's certificate is looked at");
    }

    [TestCaseSource(nameof(Wrong))]
    public async Task A_renewal_names_the_certificate_of_its_channel(byte[] thumbprint)
    {
        await StartSecureAsync();
        var channel = await ConnectAsync();
        await channel.HelloAsync(Stop);
        await channel.OpenAsync(Stop, Certificates, Policy, MessageSecurityMode.Sign);
        var frame = Frame(channel.ChannelId, thumbprint, SecurityTokenRequestType.Renew, channel.NextSequence);
        Assert.That(await AnswerAsync(channel, frame), Is.EqualTo("ERR BadSecurityChecksFailed"));
    }

    [Test]
    public async Task A_retired_certificate_opens_no_channel_and_renews_none_but_its_own()
    {
        await StartSecureAsync();
        var ofOld = await OpenSecureAsync();
        var renewed = new UaTestCertificates();
        Server.Server.Renew(renewed.Server);
        var late = await ConnectAsync();
        await late.HelloAsync(Stop);
        var frame = Frame(0, Certificates.Server.Thumbprint, SecurityTokenRequestType.Issue, 1);
        Assert.That(await AnswerAsync(late, frame), Is.EqualTo("ERR BadSecurityChecksFailed"));
        Assert.That((await Server.HappensAsync<ChannelRejected>(Stop)).Status.Value, Is.EqualTo(StatusCodes.BadCertificateInvalid));

        var ofNew = await ConnectAsync();
        await ofNew.HelloAsync(Stop);
        await ofNew.OpenAsync(
            Stop,
            new UaTestCertificates(renewed.Server.Certificate, Certificates.Client.Certificate),
            Policy,
            MessageSecurityMode.Sign
        );
        frame = Frame(ofNew.ChannelId, Certificates.Server.Thumbprint, SecurityTokenRequestType.Renew, ofNew.NextSequence);
        Assert.That(await AnswerAsync(ofNew, frame), Is.EqualTo("ERR BadSecurityChecksFailed"));

        frame = Frame(ofOld.ChannelId, Certificates.Server.Thumbprint, SecurityTokenRequestType.Renew, ofOld.NextSequence);
        Assert.That(await AnswerAsync(ofOld, frame), Is.EqualTo("Good"), "a channel goes on with the certificate for which it was opened");
    }

    [Test]
    public async Task Decryption_signature_and_padding_that_fail_are_one_refusal()
    {
        await StartSecureAsync();
        using var other = RSA.Create(2048);
        Func<byte[]>[] wrong =
        [
            () => Flip(Frame(0, Certificates.Server.Thumbprint, SecurityTokenRequestType.Issue, 1), 1),
            () => Flip(Frame(0, Certificates.Server.Thumbprint, SecurityTokenRequestType.Issue, 1), 256 + 1),
            () => Frame(0, Certificates.Server.Thumbprint, SecurityTokenRequestType.Issue, 1, other),
            () => Frame(0, Certificates.Server.Thumbprint, SecurityTokenRequestType.Issue, 1)[..^1],
            () => Frame(0, Certificates.Server.Thumbprint, SecurityTokenRequestType.Issue, 1)[..^256],
            () => Frame(0, Certificates.Server.Thumbprint, SecurityTokenRequestType.Issue, 1)[..^512],
        ];
        var seen = new List<string>();
        foreach (var frame in wrong.Select(make => make()))
        {
            BitConverter.TryWriteBytes(frame.AsSpan(4), frame.Length);
            var channel = await ConnectAsync();
            await channel.HelloAsync(Stop);
            await channel.SendRawAsync(frame, Stop);
            seen.Add(await ErrorAsync(channel));
        }

        Assert.That(seen, Is.All.EqualTo(seen[0]), "code and text");
        Assert.That(seen[0], Does.StartWith("ERR BadSecurityChecksFailed"));
        Assert.That(
            Server
                .Events.OfType<ChannelRejected>()
                .Select(e => (e.Status, e.Text.Replace($"{e.Remote}", "", StringComparison.Ordinal)))
                .Distinct(),
            Has.Exactly(1).Items,
            "the log"
        );
    }

    private static async Task<string> ErrorAsync(UaTestChannel channel)
    {
        try
        {
            await channel.ReceiveFrameAsync(Stop);
            return "Good";
        }
        catch (UaTestErrorException e)
        {
            return e.Message;
        }
    }

    private static byte[] Flip(byte[] frame, int fromEnd)
    {
        frame[^fromEnd] ^= 4;
        return frame;
    }

    [Test]
    public async Task The_right_thumbprint_opens_it()
    {
        await StartSecureAsync();
        var channel = await ConnectAsync();
        await channel.HelloAsync(Stop);
        Assert.That(
            await AnswerAsync(channel, Frame(0, Certificates.Server.Thumbprint, SecurityTokenRequestType.Issue, 1)),
            Is.EqualTo("Good")
        );
    }

    [Test]
    public async Task A_renewal_of_another_connections_channel_is_refused_and_that_channel_lives_on()
    {
        await StartSecureAsync();
        var (first, second) = (await OpenSecureAsync(), await OpenSecureAsync());
        var frame = Frame(first.ChannelId, Certificates.Server.Thumbprint, SecurityTokenRequestType.Renew, second.NextSequence);
        Assert.That(await AnswerAsync(second, frame), Is.EqualTo("ERR BadTcpSecureChannelUnknown"));
        await first.SendAsync(new GetEndpointsRequest(), Stop);
        Assert.That((await first.ReceiveAsync(Stop)).Body, Is.Not.Empty);
    }

    [TestCase("http://opcfoundation.org/UA/SecurityPolicy#Basic128Rsa15"), TestCase("http://opcfoundation.org/UA/SecurityPolicy#Basic256")]
    public async Task Policies_with_a_padding_oracle_are_refused_before_a_key_is_used(string policy)
    {
        await StartSecureAsync();
        var channel = await ConnectAsync();
        await channel.HelloAsync(Stop);
        byte[] frame =
        [
            .. AsymmetricHeader.Write(0, policy, Certificates.Client.Chain, Certificates.Server.Thumbprint),
            .. new byte[100 * 256],
        ];
        BitConverter.TryWriteBytes(frame.AsSpan(4), frame.Length);
        Assert.That(await AnswerAsync(channel, frame), Is.EqualTo("ERR BadSecurityPolicyRejected"));
    }

    private async Task<UaTestChannel> OpenSecureAsync()
    {
        var channel = await ConnectAsync();
        await channel.HelloAsync(Stop);
        await channel.OpenAsync(Stop, Certificates, Policy, MessageSecurityMode.Sign);
        return channel;
    }

    private static byte[] Frame(uint channel, byte[] thumbprint, SecurityTokenRequestType type, uint sequence, RSA? signer = null)
    {
        var body = ClientMessage.Encode(
            new OpenSecureChannelRequest
            {
                RequestHeader = { Timestamp = 1 },
                RequestType = type,
                SecurityMode = MessageSecurityMode.Sign,
                ClientNonce = RandomNumberGenerator.GetBytes(Policy.NonceLength),
                RequestedLifetime = 60_000,
            }
        );
        byte[] content = [.. BitConverter.GetBytes(sequence), .. BitConverter.GetBytes(77u), .. body];
        var header = AsymmetricHeader.Write(channel, Policy.Uri, Certificates.Client.Chain, thumbprint);
        return AsymmetricChunk.Seal(header, content, Policy, signer ?? Certificates.Client.Key, Certificates.ServerKey);
    }

    private static async Task<string> AnswerAsync(UaTestChannel channel, byte[] frame)
    {
        await channel.SendRawAsync(frame, Stop);
        return await StatusOf(channel.ReceiveFrameAsync(Stop));
    }

    private Task StartSecureAsync() =>
        StartAsync(options =>
            options with
            {
                SecurityPolicies = SecurityPolicy.All,
                Certificate = Certificates.Server,
                EllipticCertificates = [Elliptic.Value],
                CheckClientCertificate = (_, _) =>
                {
                    _asked++;
                    return StatusCodes.Good;
                },
            }
        );
}
