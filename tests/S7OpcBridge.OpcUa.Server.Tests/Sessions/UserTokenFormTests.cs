using System.Text;
using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Server.Tests.Sessions;

/// <summary>User identity tokens that no policy offers, and tokens in a form that is not theirs: a status, and never an error of our own.</summary>
[CancelAfter(30_000)]
internal sealed class UserTokenFormTests : AdminFixture
{
    private static readonly Func<UaServerOptions, UaServerOptions>[] Offers =
    [
        o => o,
        o => o with { AllowAnonymous = false },
        o => o with { SecurityPolicies = [SecurityPolicy.None] },
        o => o with { SecurityPolicies = [SecurityPolicy.None, SecurityPolicy.Aes256Sha256RsaPss] },
        o => o with { SecurityPolicies = [SecurityPolicy.Basic256Sha256], CheckUserCertificate = (_, _, _) => default },
        o => o with { CheckUserCertificate = (_, _, _) => default },
        o => o with { TokenIssuers = [new("{}", (_, _, _) => default), new("{ }", (_, _, _) => default)], CheckUserName = null },
    ];

    [Test]
    public async Task No_endpoint_takes_a_secret_without_a_policy_that_protects_it([Range(0, 6)] int offer)
    {
        await StartSecureAsync(Offers[offer]);
        var client = await ClientAsync();
        var endpoints = (await client.CallAsync<GetEndpointsResponse>(new GetEndpointsRequest(), Stop)).Endpoints;
        var tokens = endpoints.SelectMany(e => e.UserIdentityTokens).ToArray();
        Assert.That(tokens.Where(t => t.TokenType != UserTokenType.Anonymous), Is.Not.Empty);
        foreach (var token in tokens.Where(t => t.TokenType != UserTokenType.Anonymous))
            Assert.That(SecurityPolicy.Find(token.SecurityPolicyUri ?? "")?.IsSecure, Is.True, token.PolicyId);
        foreach (var same in tokens.GroupBy(t => t.PolicyId))
            Assert.That(
                same.Select(t => (t.TokenType, t.SecurityPolicyUri, t.IssuedTokenType, t.IssuerEndpointUrl)).Distinct(),
                Has.Exactly(1).Items,
                "one id, one meaning"
            );
    }

    [Test]
    public async Task A_password_in_plain_text_is_refused_whatever_policy_it_names()
    {
        await StartSecureAsync();
        var client = await ClientAsync();
        await client.CreateSessionAsync(Stop);
        string?[] ids = [null, "", "anonymous", "username-None", .. SecurityPolicy.All.Select(p => $"username-{p.Name}")];
        foreach (var id in ids)
        {
            foreach (var algorithm in (string?[])[null, "", SecurityPolicy.Basic256Sha256.EncryptionAlgorithm])
            {
                var password = Encoding.UTF8.GetBytes("mes");
                var token = new UserNameIdentityToken
                {
                    PolicyId = id,
                    UserName = "mes",
                    Password = password,
                    EncryptionAlgorithm = algorithm,
                };
                Assert.That(
                    await StatusOf(client.ActivateAsync(Stop, ExtensionObject.From(token))),
                    Is.EqualTo("BadIdentityTokenInvalid"),
                    $"{id} {algorithm}"
                );
            }
        }
    }

    [Test]
    public async Task Tokens_of_another_type_are_invalid_and_no_error_of_ours()
    {
        await StartSecureAsync();
        var client = await ClientAsync();
        await client.CreateSessionAsync(Stop);
        ExtensionObject[] tokens =
        [
            ExtensionObject.From(new IssuedIdentityToken { PolicyId = "anonymous", TokenData = [1, 2, 3] }),
            ExtensionObject.From(new ReadValueId()),
            new(new NodeId(0, 999_999u), new byte[] { 1, 2, 3 }),
            new(new NodeId(9, "token"), new byte[] { 1, 2, 3 }),
        ];
        foreach (var token in tokens)
            Assert.That(await StatusOf(client.ActivateAsync(Stop, token)), Is.EqualTo("BadIdentityTokenInvalid"), $"{token.TypeId}");
        Assert.That(
            await StatusOf(client.ActivateAsync(Stop, Password("mes", "mes", client.ServerNonce))),
            Is.EqualTo("Good"),
            "the session may try again"
        );
        Assert.That(Server.Events.OfType<RequestFailed>(), Is.Empty);
    }

    [Test]
    public async Task Tokens_whose_length_is_not_that_of_their_body_are_faults_of_decoding([Values(-4, -1, 1, 4)] int more)
    {
        await StartSecureAsync();
        var client = await ClientAsync();
        await client.CreateSessionAsync(Stop);
        var request = new ActivateSessionRequest
        {
            RequestHeader =
            {
                AuthenticationToken = client.AuthenticationToken,
                RequestHandle = 1,
                Timestamp = UaTime.Now(TimeProvider.System),
            },
            UserIdentityToken = ExtensionObject.From(new AnonymousIdentityToken { PolicyId = "anonymous" }),
        };
        var body = UaTestChannel.Encode(request);
        var at = body.AsSpan().IndexOf((byte[])[13, 0, 0, 0, 9, 0, 0, 0, .. "anonymous"u8]);
        Assert.That(at, Is.Positive);
        body[at] = (byte)(13 + more);
        Assert.That(await StatusOf(SendAsync()), Is.EqualTo("BadDecodingError"));
        Assert.That(await StatusOf(client.ActivateAsync(Stop)), Is.EqualTo("Good"), "the session may try again");

        async Task SendAsync() => UaTestClient.Decode<ActivateSessionResponse>(await client.CallBodyAsync(body, Stop));
    }

    [Test]
    public async Task A_token_whose_body_is_XML_is_invalid_and_no_error_of_ours()
    {
        await StartSecureAsync();
        var client = await ClientAsync();
        await client.CreateSessionAsync(Stop);
        var request = new ActivateSessionRequest
        {
            RequestHeader =
            {
                AuthenticationToken = client.AuthenticationToken,
                RequestHandle = 1,
                Timestamp = UaTime.Now(TimeProvider.System),
            },
            UserIdentityToken = ExtensionObject.From(new AnonymousIdentityToken { PolicyId = "anonymous" }),
        };
        var body = UaTestChannel.Encode(request);
        var at = body.AsSpan().IndexOf((byte[])[1, 13, 0, 0, 0, 9, 0, 0, 0, .. "anonymous"u8]);
        Assert.That(at, Is.Positive);
        body[at] = 2; // XML instead of binary
        Assert.That(await StatusOf(SendAsync()), Is.EqualTo("BadIdentityTokenInvalid"));
        Assert.That(await StatusOf(client.ActivateAsync(Stop)), Is.EqualTo("Good"), "the session may try again");
        Assert.That(Server.Events.OfType<RequestFailed>(), Is.Empty);

        async Task SendAsync() => UaTestClient.Decode<ActivateSessionResponse>(await client.CallBodyAsync(body, Stop));
    }
}
