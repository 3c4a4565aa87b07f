using S7OpcBridge.OpcUa.Channel.Channels;
using S7OpcBridge.OpcUa.Channel.Security.Elliptic;
using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Channel.Tests.Security;

/// <summary>Channels and sessions under ECC_nistP256 and ECC_nistP384; the client derives keys by code of its own.</summary>
[CancelAfter(30_000)]
internal sealed class EllipticChannelTests : EllipticFixture
{
    [TestCaseSource(nameof(Modes))]
    public async Task Every_policy_and_mode_carries_a_session(SecurityPolicy policy, MessageSecurityMode mode)
    {
        await StartSecureAsync(variables: 3000);
        Server.Set(2999, Variant.From(42));
        var client = Keep(await UaTestClient.ConnectAsync(Server.Port, Of(policy), policy, mode, Stop));
        Assert.That((await client.ReadAsync(Stop, UaTestNodes.IdOfVariable(2999)))[0].Value.Bits, Is.EqualTo(42));
        var all = await client.ReadAsync(Stop, [.. Enumerable.Range(0, 3000).Select(UaTestNodes.IdOfVariable)]);
        Assert.That(all, Has.Length.EqualTo(3000));
        Assert.That(client.Session!.ServerCertificate, Is.EqualTo(Of(policy).Server.Leaf));
    }

    [TestCaseSource(nameof(Modes))]
    public async Task Tokens_are_renewed_with_new_keys_and_numbers_begin_at_0_and_go_on(SecurityPolicy policy, MessageSecurityMode mode)
    {
        await StartSecureAsync();
        var channel = await OpenAsync(policy, mode);
        var first = channel.TokenId;
        for (var i = 0; i < 3; i++)
        {
            await channel.SendAsync(new GetEndpointsRequest(), Stop);
            await channel.ReceiveAsync(Stop);
            await channel.OpenAsync(Stop, renew: true);
        }

        await channel.SendAsync(new GetEndpointsRequest(), Stop);
        await channel.ReceiveAsync(Stop);
        Assert.That(channel.ReceivedTokens, Is.EqualTo((uint[])[first, first + 1, first + 2, first + 3]));
        Assert.That(channel.ReceivedSequence, Is.EqualTo(Enumerable.Range(0, 8)));
    }

    [Test]
    public async Task Chunks_cut_small_and_put_together_again_are_the_same([Values] bool isLong)
    {
        await StartSecureAsync(variables: 2000);
        var policy = isLong ? SecurityPolicy.EccNistP384 : SecurityPolicy.EccNistP256;
        var channel = await ConnectAsync();
        await channel.HelloAsync(Stop, receiveBuffer: 8192, sendBuffer: 8192);
        await channel.OpenAsync(Stop, Of(policy), policy, MessageSecurityMode.SignAndEncrypt);
        var client = Keep(new UaTestClient(channel));
        await client.CreateSessionAsync(Stop, Of(policy));
        await client.ActivateAsync(Stop, certificates: Of(policy));
        Assert.That(
            await client.ReadAsync(Stop, [.. Enumerable.Range(0, 2000).Select(UaTestNodes.IdOfVariable)]),
            Has.Length.EqualTo(2000)
        );
        Assert.That(channel.MostChunks, Is.GreaterThan(1));
    }

    [Test]
    public async Task The_nonce_of_before_and_what_is_no_point_on_the_curve_are_refused()
    {
        await StartSecureAsync();
        var channel = await OpenAsync(SecurityPolicy.EccNistP256, MessageSecurityMode.Sign);
        foreach (var nonce in (byte[][])[new byte[64], [.. Enumerable.Repeat((byte)0xFF, 64)], new byte[63], new byte[65], []])
        {
            var other = await ConnectAsync();
            await other.HelloAsync(Stop);
            var opening = other.OpenAsync(Stop, P256, SecurityPolicy.EccNistP256, MessageSecurityMode.Sign, nonce: nonce);
            Assert.That(await StatusOf(opening), Is.EqualTo("ERR BadSecurityChecksFailed").Or.EqualTo("ERR BadNonceInvalid"));
        }

        using var key = new EphemeralKey(SecurityPolicy.EccNistP256);
        await channel.OpenAsync(Stop, renew: true, nonce: key.PublicKey);
        Assert.That(await StatusOf(channel.OpenAsync(Stop, renew: true, nonce: key.PublicKey)), Is.EqualTo("ERR BadSecurityChecksFailed"));
    }

    [Test]
    public async Task A_turned_bit_in_the_opening_is_noticed()
    {
        await StartSecureAsync();
        var request = new OpenSecureChannelRequest
        {
            SecurityMode = MessageSecurityMode.Sign,
            ClientNonce = new EphemeralKey(SecurityPolicy.EccNistP256).PublicKey,
            RequestedLifetime = 60_000,
        };
        var header = AsymmetricHeader.Write(0, SecurityPolicy.EccNistP256.Uri, P256.Client.Leaf, P256.Server.Thumbprint);
        var frame = SignedChunk.Seal(
            header,
            [0, 0, 0, 0, 1, 0, 0, 0, .. UaTestChannel.Encode(request)],
            SecurityPolicy.EccNistP256,
            P256.Client,
            alsoSigned: default
        );
        for (var at = header.Length; at < frame.Length; at += 7)
        {
            var turned = frame.ToArray();
            turned[at] ^= 1;
            var channel = await ConnectAsync();
            await channel.HelloAsync(Stop);
            await channel.SendRawAsync(turned, Stop);
            Assert.That(await StatusOf(channel.ReceiveFrameAsync(Stop)), Is.EqualTo("ERR BadSecurityChecksFailed"));
        }
    }

    [TestCase(true), TestCase(false)]
    public async Task A_certificate_of_another_kind_than_the_policy_asks_for_is_refused(bool isRsa)
    {
        await StartSecureAsync();
        var channel = await ConnectAsync();
        await channel.HelloAsync(Stop);
        var mixed = isRsa ? Rsa : P384;
        var header = AsymmetricHeader.Write(0, SecurityPolicy.EccNistP256.Uri, mixed.Client.Leaf, P256.Server.Thumbprint);
        await channel.SendRawAsync(SignedChunk.Seal(header, new byte[100], SecurityPolicy.EccNistP256, P256.Client, default), Stop);
        Assert.That(await StatusOf(channel.ReceiveFrameAsync(Stop)), Is.EqualTo("ERR BadSecurityChecksFailed"));
        var rejected = await Server.HappensAsync<ChannelRejected>(Stop);
        Assert.That(rejected.Text, Does.Contain("ECC_nistP256 requires"));
    }

    [Test]
    public async Task Each_endpoint_shows_the_certificate_of_its_policy_and_none_is_there_that_was_not_asked_for()
    {
        SecurityPolicy[] offered = [SecurityPolicy.EccNistP384, SecurityPolicy.EccNistP256, SecurityPolicy.Basic256Sha256];
        await StartSecureAsync(o => o with { SecurityPolicies = offered });
        var client = await ClientAsync();
        var endpoints = (await client.CallAsync<GetEndpointsResponse>(new GetEndpointsRequest(), Stop)).Endpoints;
        Assert.That(
            endpoints
                .Where(e => e.SecurityMode == MessageSecurityMode.Sign)
                .Select(e => (e.SecurityPolicyUri![43..], Convert.ToHexString(e.ServerCertificate!))),
            Is.EqualTo(
                ((string, string)[])
                    [
                        ("ECC_nistP384", Convert.ToHexString(P384.Server.Leaf)),
                        ("ECC_nistP256", Convert.ToHexString(P256.Server.Leaf)),
                        ("Basic256Sha256", Convert.ToHexString(Rsa.Server.Leaf)),
                    ]
            )
        );
        Assert.That(
            endpoints
                .Where(e => e.SecurityPolicyUri!.EndsWith("ECC_nistP256", StringComparison.Ordinal))
                .SelectMany(e => e.UserIdentityTokens)
                .Select(t => t.PolicyId)
                .Distinct(),
            Is.EquivalentTo((string[])["anonymous", "username-ECC_nistP256", "certificate-ECC_nistP256"])
        );
    }

    [Test]
    public async Task Without_a_certificate_of_the_curve_the_server_does_not_start()
    {
        Assert.That(
            () => StartAsync(o => o with { SecurityPolicies = [SecurityPolicy.EccNistP256], Certificate = Rsa.Server }),
            Throws.ArgumentException.With.Message.Contains("NistP256")
        );
        await StartSecureAsync(o => o with { SecurityPolicies = [SecurityPolicy.Basic256Sha256] });
        var channel = await ConnectAsync();
        await channel.HelloAsync(Stop);
        Assert.That(
            await StatusOf(channel.OpenAsync(Stop, P256, SecurityPolicy.EccNistP256, MessageSecurityMode.Sign)),
            Is.EqualTo("ERR BadSecurityPolicyRejected"),
            "not offered"
        );
    }
}
