using S7OpcBridge.OpcUa.Channel.Channels;
using S7OpcBridge.OpcUa.Server;
using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Channel.Tests.Security;

[CancelAfter(30_000)]
internal sealed class SecureChannelTests : UaServerFixture
{
    private static readonly UaTestCertificates Certificates = UaTestCertificates.Shared;

    private static IEnumerable<TestCaseData> Modes()
    {
        foreach (var policy in SecurityPolicy.All.Where(p => p.IsSecure))
        {
            yield return new TestCaseData(policy, MessageSecurityMode.Sign);
            yield return new TestCaseData(policy, MessageSecurityMode.SignAndEncrypt);
        }
    }

    [TestCaseSource(nameof(Modes))]
    [ConformanceUnit("SecurityPolicy [A] - Aes128-Sha256-RsaOaep")]
    [ConformanceUnit("SecurityPolicy [B] - Basic256Sha256")]
    [ConformanceUnit("SecurityPolicy - Aes256-Sha256-RsaPss")]
    [ConformanceUnit("Security Signing Required")]
    [ConformanceUnit("Security Encryption Required")]
    public async Task Every_policy_and_mode_carries_a_session(SecurityPolicy policy, MessageSecurityMode mode)
    {
        await StartSecureAsync();
        Server.Set(0, Variant.From(42));
        var client = Keep(await UaTestClient.ConnectAsync(Server.Port, Certificates, policy, mode, Stop));
        Assert.That((await client.ReadAsync(Stop, UaTestNodes.IdOfVariable(0)))[0].Value.Bits, Is.EqualTo(42));
    }

    [TestCaseSource(nameof(Modes))]
    public async Task After_a_renewal_the_server_keeps_the_old_token_until_the_client_has_used_the_new_one(
        SecurityPolicy policy,
        MessageSecurityMode mode
    )
    {
        await StartSecureAsync();
        var channel = Keep(await UaTestChannel.ConnectAsync(Server.Port, Stop));
        await channel.HelloAsync(Stop);
        await channel.OpenAsync(Stop, Certificates, policy, mode);
        var first = channel.TokenId;
        await channel.SendAsync(new GetEndpointsRequest(), Stop);
        await channel.ReceiveAsync(Stop);
        await channel.OpenAsync(Stop, renew: true);
        await channel.SendAsync(new GetEndpointsRequest(), Stop);
        await channel.ReceiveAsync(Stop);
        Assert.That(channel.ReceivedTokens, Is.EqualTo((uint[])[first, first + 1]));
        Assert.That(channel.ReceivedSequence, Is.EqualTo((uint[])[1, 2, 3, 4]), "numbers go on over the renewal");
    }

    [Test]
    [ConformanceUnit("UA Secure Conversation")]
    public async Task Requests_with_the_old_token_are_taken_until_the_new_one_was_used_and_not_after()
    {
        await StartAsync();
        var channel = await OpenAsync();
        var first = channel.TokenId;
        await channel.OpenAsync(Stop, renew: true);
        var second = channel.TokenId;
        foreach (var token in (uint[])[first, first, second])
        {
            channel.TokenId = token;
            await channel.SendAsync(new GetEndpointsRequest(), Stop);
            await channel.ReceiveAsync(Stop);
        }

        Assert.That(channel.ReceivedTokens, Is.EqualTo((uint[])[first, first, second]));
        channel.TokenId = first;
        await channel.SendAsync(new GetEndpointsRequest(), Stop);
        Assert.That(await StatusOf(channel.ReceiveAsync(Stop)), Is.EqualTo("ERR BadSecureChannelTokenUnknown"));
    }

    [Test]
    public async Task A_token_is_good_for_a_quarter_longer_than_its_lifetime()
    {
        await StartAsync(o => OnClock(o with { Limits = o.Limits with { IdleChannelTimeout = TimeSpan.FromHours(1) } }));
        var channel = await OpenAsync();
        Assert.That(channel.Lifetime, Is.EqualTo(60_000));
        Clock.Advance(TimeSpan.FromSeconds(74));
        await channel.SendAsync(new GetEndpointsRequest(), Stop);
        await channel.ReceiveAsync(Stop);
        Clock.Advance(TimeSpan.FromSeconds(2));
        Assert.That(await channel.HangsUpAsync(Stop), Is.True);
        Assert.That((await Server.HappensAsync<ChannelClosed>(Stop)).Text, Does.Contain("not renewed"));
    }

    [TestCase(0u, 3_600_000u), TestCase(1u, 10_000u), TestCase(uint.MaxValue, 3_600_000u), TestCase(123_456u, 123_456u)]
    public async Task The_lifetime_is_revised_in_milliseconds(uint asked, uint revised)
    {
        await StartAsync();
        var channel = await ConnectAsync();
        await channel.HelloAsync(Stop);
        await channel.OpenAsync(Stop, lifetime: asked);
        Assert.That(channel.Lifetime, Is.EqualTo(revised));
    }

    [Test]
    public async Task A_renewal_on_a_connection_without_a_channel_is_refused()
    {
        await StartAsync();
        var channel = await ConnectAsync();
        await channel.HelloAsync(Stop);
        Assert.That(await StatusOf(channel.OpenAsync(Stop, renew: true)), Is.EqualTo("ERR BadTcpSecureChannelUnknown"));
    }

    [Test]
    public async Task A_chunk_for_another_channel_ends_this_one()
    {
        await StartAsync();
        var channel = await OpenAsync();
        channel.ChannelId++;
        await channel.SendAsync(new GetEndpointsRequest(), Stop);
        Assert.That(await StatusOf(channel.ReceiveAsync(Stop)), Is.EqualTo("ERR BadTcpSecureChannelUnknown"));
    }

    [Test]
    public async Task A_renewal_with_the_nonce_of_before_is_refused()
    {
        await StartSecureAsync();
        var nonce = new byte[32];
        var channel = Keep(await UaTestChannel.ConnectAsync(Server.Port, Stop));
        await channel.HelloAsync(Stop);
        await channel.OpenAsync(Stop, Certificates, SecurityPolicy.Basic256Sha256, MessageSecurityMode.Sign, nonce: nonce);
        Assert.That(await StatusOf(channel.OpenAsync(Stop, renew: true, nonce: nonce)), Is.EqualTo("ERR BadSecurityChecksFailed"));
    }

    [Test]
    public async Task A_client_that_is_not_trusted_learns_nothing_and_the_event_tells_all()
    {
        await StartSecureAsync(o => o with { CheckClientCertificate = (_, _) => StatusCodes.BadCertificateRevoked });
        var channel = await ConnectAsync();
        await channel.HelloAsync(Stop);
        var opening = channel.OpenAsync(Stop, Certificates, SecurityPolicy.Aes256Sha256RsaPss, MessageSecurityMode.Sign);
        Assert.That(await StatusOf(opening), Is.EqualTo("ERR BadSecurityChecksFailed"));
        var rejected = await Server.HappensAsync<ChannelRejected>(Stop);
        Assert.That(StatusCodes.NameOf(rejected.Status), Is.EqualTo(nameof(StatusCodes.BadCertificateRevoked)));
        Assert.That(rejected.Certificate.ToArray(), Is.EqualTo(Certificates.Client.Leaf));
        Assert.That(rejected.CertificateName, Is.EqualTo($"'CN=S7OpcBridge test' ({Certificates.Client.Certificate.Thumbprint})"));
    }

    [Test]
    public async Task A_renewal_that_is_refused_names_the_certificate_too()
    {
        var isTrusted = true;
        await StartSecureAsync(o =>
            o with
            {
                CheckClientCertificate = (_, _) => isTrusted ? StatusCodes.Good : StatusCodes.BadCertificateRevoked,
            }
        );
        var channel = await ConnectAsync();
        await channel.HelloAsync(Stop);
        await channel.OpenAsync(Stop, Certificates, SecurityPolicy.Aes256Sha256RsaPss, MessageSecurityMode.Sign);
        isTrusted = false;
        Assert.That(await StatusOf(channel.OpenAsync(Stop, renew: true)), Is.EqualTo("ERR BadSecurityChecksFailed"));
        Assert.That((await Server.HappensAsync<ChannelRejected>(Stop)).Certificate.ToArray(), Is.EqualTo(Certificates.Client.Leaf));
    }

    [Test]
    public async Task What_came_in_place_of_a_certificate_is_no_name()
    {
        await StartSecureAsync();
        var channel = await ConnectAsync();
        await channel.HelloAsync(Stop);
        byte[] frame =
        [
            .. AsymmetricHeader.Write(
                0,
                SecurityPolicy.Aes256Sha256RsaPss.Uri,
                [0x30, 0x82, 0x00, 0x04, 1, 2, 3, 4],
                Certificates.Server.Thumbprint
            ),
            .. new byte[256],
        ];
        System.Buffers.Binary.BinaryPrimitives.WriteInt32LittleEndian(frame.AsSpan(4), frame.Length);
        await channel.SendRawAsync(frame, Stop);
        Assert.That(await StatusOf(channel.ReceiveFrameAsync(Stop)), Is.EqualTo("ERR BadSecurityChecksFailed"));
        Assert.That((await Server.HappensAsync<ChannelRejected>(Stop)).CertificateName, Is.Null);
    }

    [Test]
    [ConformanceUnit("Security Policy Required")]
    public async Task A_policy_that_is_not_offered_is_refused()
    {
        await StartSecureAsync(o => o with { SecurityPolicies = [SecurityPolicy.Aes256Sha256RsaPss] });
        var channel = await ConnectAsync();
        await channel.HelloAsync(Stop);
        var opening = channel.OpenAsync(Stop, Certificates, SecurityPolicy.Basic256Sha256, MessageSecurityMode.Sign);
        Assert.That(await StatusOf(opening), Is.EqualTo("ERR BadSecurityPolicyRejected"));
    }

    [Test]
    [ConformanceUnit("Security None")]
    [ConformanceUnit("Security Policy Required")]
    public async Task Without_security_there_is_discovery_but_no_session_where_none_is_not_offered()
    {
        await StartSecureAsync(o => o with { SecurityPolicies = [SecurityPolicy.Aes256Sha256RsaPss] });
        var client = await ClientAsync();
        var endpoints = await client.CallAsync<GetEndpointsResponse>(new GetEndpointsRequest(), Stop);
        Assert.That(
            endpoints.Endpoints.Select(e => e.SecurityMode),
            Is.EqualTo((MessageSecurityMode[])[MessageSecurityMode.SignAndEncrypt, MessageSecurityMode.Sign])
        );
        Assert.That(await StatusOf(client.CreateSessionAsync(Stop)), Is.EqualTo(nameof(StatusCodes.BadSecurityPolicyRejected)));
    }

    [Test]
    [ConformanceUnit("UA Secure Conversation")]
    [ConformanceUnit("Security Signing Required")]
    public async Task A_turned_bit_in_a_request_ends_the_channel()
    {
        await StartSecureAsync();
        var channel = await ConnectAsync();
        await channel.HelloAsync(Stop);
        await channel.OpenAsync(Stop, Certificates, SecurityPolicy.Aes256Sha256RsaPss, MessageSecurityMode.SignAndEncrypt);
        var chunk = channel.MessageChunk('F', 9, UaTestChannel.Encode(new GetEndpointsRequest()));
        chunk[^20] ^= 1;
        await channel.SendRawAsync(chunk, Stop);
        Assert.That(await StatusOf(channel.ReceiveAsync(Stop)), Is.EqualTo("ERR BadSecurityChecksFailed"));
    }

    [Test]
    public async Task Channels_that_are_closed_leave_their_session_alive()
    {
        await StartAsync();
        var first = await SessionAsync();
        await first.Channel.SendRawAsync(first.Channel.CloseChunk(), Stop);
        await Server.HappensAsync<ChannelClosed>(Stop);
        var second = await ClientAsync();
        second.TakeSessionFrom(first);
        await second.ActivateAsync(Stop);
        Assert.That((await second.ReadAsync(Stop, Ids.Server_ServerStatus_State))[0].Status, Is.EqualTo((StatusCode)StatusCodes.Good));
    }

    private Task StartSecureAsync(Func<UaServerOptions, UaServerOptions>? change = null) =>
        StartAsync(options =>
        {
            var secure = options with
            {
                SecurityPolicies = SecurityPolicy.All,
                Certificate = Certificates.Server,
                CheckClientCertificate = (_, _) => StatusCodes.Good,
            };
            return change?.Invoke(secure) ?? secure;
        });
}
