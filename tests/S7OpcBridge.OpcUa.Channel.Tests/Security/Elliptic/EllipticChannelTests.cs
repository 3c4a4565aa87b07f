using System.Security.Cryptography;
using S7OpcBridge.OpcUa.Channel.Channels;
using S7OpcBridge.OpcUa.Channel.Security;
using S7OpcBridge.OpcUa.Channel.Security.Elliptic;
using S7OpcBridge.OpcUa.Server;
using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Channel.Tests.Security;

/// <summary>Channels, sessions and users under ECC_nistP256 and ECC_nistP384; the client derives keys and encrypts passwords by code of its own.</summary>
[CancelAfter(30_000)]
internal sealed class EllipticChannelTests : UaServerFixture
{
    private static readonly UaTestCertificates P256 = new(CertificateKind.NistP256), P384 = new(CertificateKind.NistP384), Rsa = UaTestCertificates.Shared;

    private static IEnumerable<TestCaseData> Modes() =>
        from policy in SecurityPolicy.Elliptic
        from mode in (MessageSecurityMode[])[MessageSecurityMode.Sign, MessageSecurityMode.SignAndEncrypt]
        select new TestCaseData(policy, mode);

    [TestCaseSource(nameof(Modes))]
    public async Task Every_policy_and_mode_carries_a_session(SecurityPolicy policy, MessageSecurityMode mode)
    {
        await StartSecureAsync(variables: 3000);
        Server.Set(2999, Variant.Of(42));
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
        Assert.That(await client.ReadAsync(Stop, [.. Enumerable.Range(0, 2000).Select(UaTestNodes.IdOfVariable)]), Has.Length.EqualTo(2000));
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
        var frame = SignedChunk.Seal(header, [0, 0, 0, 0, 1, 0, 0, 0, .. UaTestChannel.Encode(request)], SecurityPolicy.EccNistP256, P256.Client.Curve!);
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
        await channel.SendRawAsync(SignedChunk.Seal(header, new byte[100], SecurityPolicy.EccNistP256, P256.Client.Curve!), Stop);
        Assert.That(await StatusOf(channel.ReceiveFrameAsync(Stop)), Is.EqualTo("ERR BadSecurityChecksFailed"));
        var rejected = await Server.HappensAsync<ChannelRejected>(Stop);
        Assert.That(rejected.Text, Does.Contain("ECC_nistP256 asks for"));
    }

    [Test]
    public async Task Each_endpoint_shows_the_certificate_of_its_policy_and_none_is_there_that_was_not_asked_for()
    {
        await StartSecureAsync();
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

    [TestCaseSource(nameof(Modes))]
    public async Task A_password_is_encrypted_for_a_key_that_is_used_once(SecurityPolicy policy, MessageSecurityMode mode)
    {
        await StartSecureAsync();
        var client = await CreateSessionAsync(policy, mode);
        var key = UaTestSecret.KeyIn(client.Session!.ResponseHeader, Of(policy), policy);
        var token = Token("secret", client, key, policy);
        var activated = await client.ActivateAsync(Stop, token, Of(policy), r => r.RequestHeader.AdditionalHeader = UaTestSecret.Ask(policy));
        Assert.That((await Server.HappensAsync<SessionActivated>(Stop)).User, Is.EqualTo("mes"));

        Assert.That(await StatusOf(client.ActivateAsync(Stop, token, Of(policy))), Is.EqualTo("BadIdentityTokenInvalid"), "a recorded one");
        var next = UaTestSecret.KeyIn(activated.ResponseHeader, Of(policy), policy);
        Assert.That(next, Is.Not.EqualTo(key));
        Assert.That(await StatusOf(client.ActivateAsync(Stop, Token("guess", client, next, policy), Of(policy))), Is.EqualTo("BadUserAccessDenied"));
        Assert.That(await StatusOf(client.ActivateAsync(Stop, Token("secret", client, next, policy, withCertificate: false), Of(policy))), Is.EqualTo("Good"));
        Assert.That(
            await StatusOf(client.ActivateAsync(Stop, Token("secret", client, next, policy), Of(policy))),
            Is.EqualTo("BadIdentityTokenInvalid"),
            "no key was asked for"
        );
    }

    [Test]
    public async Task A_damaged_password_is_invalid_whatever_was_damaged()
    {
        await StartSecureAsync();
        var policy = SecurityPolicy.EccNistP256;
        var client = await CreateSessionAsync(policy, MessageSecurityMode.SignAndEncrypt);
        var key = UaTestSecret.KeyIn(client.Session!.ResponseHeader, P256, policy);
        var good = UaTestSecret.Encrypt("secret", client.ServerNonce, key, P256, policy);
        var seed = new Random(4711);
        for (var i = 0; i < 60; i++)
        {
            var bytes = good.ToArray();
            bytes[seed.Next(bytes.Length)] ^= (byte)(1 << seed.Next(8));
            if (i % 3 == 0)
            {
                // With a right signature over what is wrong.
                var signed = bytes[..^64];
                bytes = [.. signed, .. P256.Client.Curve!.SignData(signed, HashAlgorithmName.SHA256)];
                if (bytes.AsSpan(0, signed.Length).SequenceEqual(good.AsSpan(0, signed.Length)))
                    continue;
            }

            var identity = ExtensionObject.Of(
                new UserNameIdentityToken
                {
                    PolicyId = "username-ECC_nistP256",
                    UserName = "mes",
                    Password = i % 7 == 0 ? bytes[..seed.Next(bytes.Length)] : bytes,
                }
            );
            var status = await StatusOf(client.ActivateAsync(Stop, identity, P256));
            // The signing time and the certificate's tail are covered by the signature alone.
            Assert.That(status, Is.EqualTo("BadIdentityTokenInvalid").Or.EqualTo("Good").And.Not.EqualTo("BadInternalError"));
            if (status == "Good")
                Assert.That(i % 3, Is.Zero, "an unsigned change got through");
            if (status == "Good")
                return;
        }
    }

    [Test]
    [ConformanceUnit("Security User X509")]
    public async Task A_users_certificate_must_be_of_the_policys_curve()
    {
        await StartSecureAsync();
        var policy = SecurityPolicy.EccNistP256;
        foreach (var (user, status) in new[] { (P256, "Good"), (P384, "BadUserSignatureInvalid"), (Rsa, "BadUserSignatureInvalid") })
        {
            var client = await CreateSessionAsync(policy, MessageSecurityMode.Sign);
            var identity = ExtensionObject.Of(new X509IdentityToken { PolicyId = "certificate-ECC_nistP256", CertificateData = user.Client.Leaf });
            var activation = client.ActivateAsync(Stop, identity, P256, request => request.UserTokenSignature =
                Signatures.Sign(user == Rsa ? SecurityPolicy.Basic256Sha256 : policy, user.Client, P256.Server.Leaf, client.ServerNonce));
            Assert.That(await StatusOf(activation), Is.EqualTo(status));
        }
    }

    private static UaTestCertificates Of(SecurityPolicy policy) => policy == SecurityPolicy.EccNistP384 ? P384 : P256;

    private static ExtensionObject Token(string password, UaTestClient client, byte[] key, SecurityPolicy policy, bool withCertificate = true) =>
        ExtensionObject.Of(
            new UserNameIdentityToken
            {
                PolicyId = $"username-{policy.Name}",
                UserName = "mes",
                Password = UaTestSecret.Encrypt(password, client.ServerNonce, key, Of(policy), policy, withCertificate),
            }
        );

    private async Task<UaTestChannel> OpenAsync(SecurityPolicy policy, MessageSecurityMode mode)
    {
        var channel = await ConnectAsync();
        await channel.HelloAsync(Stop);
        await channel.OpenAsync(Stop, Of(policy), policy, mode);
        return channel;
    }

    private async Task<UaTestClient> CreateSessionAsync(SecurityPolicy policy, MessageSecurityMode mode)
    {
        var client = Keep(new UaTestClient(await OpenAsync(policy, mode)));
        var nonce = RandomNumberGenerator.GetBytes(32);
        var session = await client.CreateSessionAsync(
            Stop,
            Of(policy),
            r => (r.ClientNonce, r.RequestHeader.AdditionalHeader) = (nonce, UaTestSecret.Ask(policy))
        );
        byte[] signed = [.. Of(policy).Client.Leaf, .. nonce];
        Assert.That(
            Of(policy)
                .ServerCurve!.VerifyData(
                    signed,
                    session.ServerSignature.Signature!,
                    policy == SecurityPolicy.EccNistP384 ? HashAlgorithmName.SHA384 : HashAlgorithmName.SHA256
                )
        );
        return client;
    }

    private Task StartSecureAsync(Func<UaServerOptions, UaServerOptions>? change = null, int variables = 3) =>
        StartAsync(
            options =>
            {
                var secure = options with
                {
                    SecurityPolicies = [SecurityPolicy.EccNistP384, SecurityPolicy.EccNistP256, SecurityPolicy.Basic256Sha256],
                    Certificate = Rsa.Server,
                    EllipticCertificates = [P256.Server, P384.Server],
                    CheckClientCertificate = (_, _) => StatusCodes.Good,
                    CheckUserName = (name, password, _, _) =>
                        ValueTask.FromResult(name == "mes" && password.Span.SequenceEqual("secret"u8) ? new UaUser(name, ["Operator"]) : null),
                    CheckUserCertificate = (chain, _, _) => ValueTask.FromResult<UaUser?>(new UaUser(chain[0].Subject, [])),
                };
                return change?.Invoke(secure) ?? secure;
            },
            variables: variables
        );
}
