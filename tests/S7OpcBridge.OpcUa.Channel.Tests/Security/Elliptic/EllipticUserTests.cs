using System.Security.Cryptography;
using S7OpcBridge.OpcUa.Channel.Security;
using S7OpcBridge.OpcUa.Server;
using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Channel.Tests.Security;

/// <summary>Users under ECC_nistP256 and ECC_nistP384; the client encrypts passwords by code of its own.</summary>
[CancelAfter(30_000)]
internal sealed class EllipticUserTests : EllipticFixture
{
    [TestCaseSource(nameof(Modes))]
    public async Task A_password_is_encrypted_for_a_key_that_is_used_once(SecurityPolicy policy, MessageSecurityMode mode)
    {
        await StartSecureAsync();
        var client = await CreateSessionAsync(policy, mode);
        var key = UaTestSecret.KeyIn(client.Session!.ResponseHeader, Of(policy), policy);
        var token = Token("secret", client, key, policy);
        var activated = await client.ActivateAsync(
            Stop,
            token,
            Of(policy),
            r => r.RequestHeader.AdditionalHeader = UaTestSecret.Ask(policy)
        );
        Assert.That((await Server.HappensAsync<SessionActivated>(Stop)).User, Is.EqualTo("mes"));

        Assert.That(await StatusOf(client.ActivateAsync(Stop, token, Of(policy))), Is.EqualTo("BadIdentityTokenInvalid"), "a recorded one");
        var next = UaTestSecret.KeyIn(activated.ResponseHeader, Of(policy), policy);
        Assert.That(next, Is.Not.EqualTo(key));
        Assert.That(
            await StatusOf(client.ActivateAsync(Stop, Token("guess", client, next, policy), Of(policy))),
            Is.EqualTo("BadUserAccessDenied")
        );
        Assert.That(
            await StatusOf(client.ActivateAsync(Stop, Token("secret", client, next, policy, withCertificate: false), Of(policy))),
            Is.EqualTo("Good")
        );
        Assert.That(
            await StatusOf(client.ActivateAsync(Stop, Token("secret", client, next, policy), Of(policy))),
            Is.EqualTo("BadIdentityTokenInvalid"),
            "no key was asked for"
        );
    }

    [TestCaseSource(nameof(Modes))]
    public async Task An_access_token_is_encrypted_like_a_password(SecurityPolicy policy, MessageSecurityMode mode)
    {
        var jwt = new string('j', 2500);
        await StartSecureAsync(options =>
            options with
            {
                TokenIssuers =
                [
                    new UserTokenIssuer(
                        "{}",
                        (token, _, _) => ValueTask.FromResult(token.Length == jwt.Length ? new UaUser("anna", ["Operator"]) : null)
                    ),
                ],
            }
        );
        var client = await CreateSessionAsync(policy, mode);
        var key = UaTestSecret.KeyIn(client.Session!.ResponseHeader, Of(policy), policy);
        var token = ExtensionObject.From(
            new IssuedIdentityToken
            {
                PolicyId = $"jwt1-{policy.Name}",
                TokenData = UaTestSecret.Encrypt(jwt, client.ServerNonce, key, Of(policy), policy),
            }
        );
        Assert.That(await StatusOf(client.ActivateAsync(Stop, token, Of(policy))), Is.EqualTo("Good"));
        Assert.That((await Server.HappensAsync<SessionActivated>(Stop)).User, Is.EqualTo("anna"));
        Assert.That(await StatusOf(client.ActivateAsync(Stop, token, Of(policy))), Is.EqualTo("BadIdentityTokenInvalid"), "a recorded one");
    }

    private static readonly SecurityPolicy[] OnP256 =
    [
        SecurityPolicy.EccNistP256,
        SecurityPolicy.EccNistP256AesGcm,
        SecurityPolicy.EccNistP256ChaChaPoly,
    ];

    [TestCaseSource(nameof(OnP256))]
    public async Task A_damaged_password_is_invalid_whatever_was_damaged(SecurityPolicy policy)
    {
        await StartSecureAsync();
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

            var identity = ExtensionObject.From(
                new UserNameIdentityToken
                {
                    PolicyId = $"username-{policy.Name}",
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
            var identity = ExtensionObject.From(
                new X509IdentityToken { PolicyId = "certificate-ECC_nistP256", CertificateData = user.Client.Leaf }
            );
            var activation = client.ActivateAsync(
                Stop,
                identity,
                P256,
                request =>
                    request.UserTokenSignature = Signatures.Sign(
                        user == Rsa ? SecurityPolicy.Basic256Sha256 : policy,
                        user.Client,
                        P256.Server.Leaf,
                        client.ServerNonce
                    )
            );
            Assert.That(await StatusOf(activation), Is.EqualTo(status));
        }
    }

    private static ExtensionObject Token(
        string password,
        UaTestClient client,
        byte[] key,
        SecurityPolicy policy,
        bool withCertificate = true
    ) =>
        ExtensionObject.From(
            new UserNameIdentityToken
            {
                PolicyId = $"username-{policy.Name}",
                UserName = "mes",
                Password = UaTestSecret.Encrypt(password, client.ServerNonce, key, Of(policy), policy, withCertificate),
            }
        );

    private async Task<UaTestClient> CreateSessionAsync(SecurityPolicy policy, MessageSecurityMode mode)
    {
        var client = Keep(new UaTestClient(await OpenAsync(policy, mode)));
        var nonce = RandomNumberGenerator.GetBytes(32);
        var session = await client.CreateSessionAsync(
            Stop,
            Of(policy),
            r => (r.ClientNonce, r.RequestHeader.AdditionalHeader) = (nonce, UaTestSecret.Ask(policy))
        );
        if (policy.IsAead)
            return client; // whose signature it has checked
        byte[] signed = [.. Of(policy).Client.Leaf, .. nonce];
        Assert.That(Of(policy).ServerCurve!.VerifyData(signed, session.ServerSignature.Signature!, UaTestCertificates.HashOf(policy)));
        return client;
    }
}
