using System.Security.Cryptography;
using System.Text;
using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Server.Tests.Sessions;

/// <summary>Users with access tokens: how a token comes to its check, and what happens when its time is over.</summary>
[CancelAfter(30_000)]
internal sealed class AccessTokenTests : AdminFixture
{
    private static readonly byte[] Jwt = Encoding.ASCII.GetBytes(string.Concat(Enumerable.Repeat("eyJhbGciOiJSUzI1NiJ9.", 100)));
    private static readonly NodeId Tag = UaTestNodes.IdOfVariable(0);
    private TimeSpan? _lasts;

    [TestCase(false), TestCase(true)]
    [ConformanceUnit("Security User JWT IssuedToken")]
    public async Task A_token_is_taken_once_in_either_form_and_its_user_has_the_name_and_roles_of_the_check(bool isEncryptedSecret)
    {
        await StartSecureAsync(WithIssuer);
        var client = await UserChannelAsync(SecurityPolicy.Aes256Sha256RsaPss);
        var secret = isEncryptedSecret
            ? new UaTestRsaSecret(SecurityPolicy.Aes256Sha256RsaPss, client.ServerNonce, Jwt).ToBytes()
            : Blocks(Jwt, client.ServerNonce, SecurityPolicy.Aes256Sha256RsaPss);
        var token = Token(secret, SecurityPolicy.Aes256Sha256RsaPss);
        Assert.That(await StatusOf(client.ActivateAsync(Stop, token, Certificates)), Is.EqualTo("Good"));
        Assert.That((await Server.HappensAsync<SessionActivated>(Stop)).User, Is.EqualTo("anna@login"));
        Assert.That(await StatusOf(client.ActivateAsync(Stop, token, Certificates)), Is.EqualTo("BadIdentityTokenInvalid"), "recorded");
    }

    [Test]
    public async Task Over_None_a_token_is_encrypted_for_the_certificate()
    {
        await StartSecureAsync(options => WithIssuer(options) with { CheckUserName = null });
        var client = await ClientAsync();
        var session = await client.CreateSessionAsync(Stop);
        Assert.That(session.ServerCertificate, Is.EqualTo(Certificates.Server.Leaf));
        Assert.That(
            await StatusOf(client.ActivateAsync(Stop, Token(Jwt, SecurityPolicy.Basic256Sha256))),
            Is.EqualTo("BadIdentityTokenInvalid"),
            "in plain text"
        );
        var secret = Blocks(Jwt, client.ServerNonce, SecurityPolicy.Basic256Sha256);
        Assert.That(await StatusOf(client.ActivateAsync(Stop, Token(secret, SecurityPolicy.Basic256Sha256))), Is.EqualTo("Good"));
    }

    [Test]
    [ConformanceUnit("Security User JWT Token Policy")]
    public async Task Each_issuer_has_a_policy_of_its_own_that_says_where_to_get_a_token()
    {
        var second = new UserTokenIssuer("""{"ua:authorityUrl":"https://b"}""", (_, _, _) => default);
        await StartSecureAsync(options =>
        {
            var one = WithIssuer(options);
            return one with { TokenIssuers = [.. one.TokenIssuers, second] };
        });
        var client = await ClientAsync();
        var endpoints = (await client.CallAsync<GetEndpointsResponse>(new GetEndpointsRequest(), Stop)).Endpoints;
        foreach (var endpoint in endpoints)
        {
            var tokens = endpoint.UserIdentityTokens.Where(t => t.TokenType == UserTokenType.IssuedToken).ToArray();
            Assert.That(
                tokens.Select(t => t.IssuerEndpointUrl),
                Is.EqualTo((string[])["""{"ua:authorityUrl":"https://a"}""", second.Metadata])
            );
            Assert.That(tokens.Select(t => t.IssuedTokenType), Is.All.EqualTo("http://opcfoundation.org/UA/UserToken#JWT"));
            Assert.That(tokens.Select(t => SecurityPolicy.Find(t.SecurityPolicyUri)!.IsSecure), Is.All.True);
        }

        await client.CreateSessionAsync(Stop);
        var secret = Blocks(Jwt, client.ServerNonce, SecurityPolicy.Basic256Sha256);
        Assert.That(
            await StatusOf(client.ActivateAsync(Stop, Token(secret, SecurityPolicy.Basic256Sha256, "jwt2"))),
            Is.EqualTo("BadUserAccessDenied"),
            "the second issuer admits nobody"
        );
    }

    [TestCase("wrong", "BadIdentityTokenRejected"), TestCase("nobody", "BadUserAccessDenied")]
    public async Task What_the_check_refuses_is_refused_with_its_status_and_nothing_of_the_token_is_told(string text, string status)
    {
        await StartSecureAsync(WithIssuer);
        var client = await ClientAsync();
        await client.CreateSessionAsync(Stop);
        var secret = Blocks(Encoding.ASCII.GetBytes(text), client.ServerNonce, SecurityPolicy.Basic256Sha256);
        Assert.That(await StatusOf(client.ActivateAsync(Stop, Token(secret, SecurityPolicy.Basic256Sha256))), Is.EqualTo(status));
        Assert.That((await Server.HappensAsync<SessionRejected>(Stop)).Text, Does.Not.Contain(text));
    }

    [Test]
    public async Task When_a_token_expires_the_session_goes_on_as_anonymous_until_it_brings_a_new_one()
    {
        var clock = new ManualClock();
        _lasts = TimeSpan.FromSeconds(2);
        await StartSecureAsync(options => WithIssuer(options) with { Time = clock });
        Server.Set(0, Variant.From(1));
        var client = await LoggedInAsync();
        Assert.That(await ReadAsync(client), Is.EqualTo("Good"));
        await ExpireAsync(clock, async () => await ReadAsync(client) == "BadUserAccessDenied");
        Assert.That(
            (await Server.HappensAsync<SessionActivated>(Stop, e => e.Text.Contains("expired"))).Text,
            Does.Contain("goes on as anonymous: the access token of user 'anna@login' has expired")
        );
        await client.ActivateAsync(
            Stop,
            Token(Blocks(Jwt, client.ServerNonce, SecurityPolicy.Basic256Sha256), SecurityPolicy.Basic256Sha256)
        );
        Assert.That(await ReadAsync(client), Is.EqualTo("Good"), "with a new token");
    }

    [Test]
    public async Task When_a_token_expires_where_nobody_is_anonymous_the_session_ends()
    {
        var clock = new ManualClock();
        _lasts = TimeSpan.FromSeconds(2);
        await StartSecureAsync(options => WithIssuer(options) with { Time = clock, AllowAnonymous = false });
        var client = await LoggedInAsync();
        var other = await UserAsync("mes");
        await ExpireAsync(
            clock,
            async () => await StatusOf(client.ReadAsync(Stop, Ids.Server_ServerStatus_State)) == "BadSessionIdInvalid"
        );
        Assert.That(
            (await Server.HappensAsync<SessionClosed>(Stop)).Text,
            Does.Contain("the access token of user 'anna@login' has expired")
        );
        Assert.That(await StatusOf(other.ReadAsync(Stop, Ids.Server_ServerStatus_State)), Is.EqualTo("Good"), "others stay");
    }

    [Test]
    public async Task A_new_token_before_the_end_of_the_old_one_lets_the_session_go_on_undisturbed()
    {
        var clock = new ManualClock();
        _lasts = TimeSpan.FromSeconds(5);
        await StartSecureAsync(options => WithIssuer(options) with { Time = clock });
        Server.Set(0, Variant.From(1));
        var client = await LoggedInAsync();
        for (var i = 0; i < 4; i++)
        {
            clock.Advance(TimeSpan.FromSeconds(3));
            await client.ActivateAsync(
                Stop,
                Token(Blocks(Jwt, client.ServerNonce, SecurityPolicy.Basic256Sha256), SecurityPolicy.Basic256Sha256)
            );
            Assert.That(await ReadAsync(client), Is.EqualTo("Good"));
        }

        Assert.That(Server.Events.OfType<SessionActivated>().Select(e => e.User), Is.All.EqualTo("anna@login"));
    }

    private UaServerOptions WithIssuer(UaServerOptions options) =>
        options with
        {
            TokenIssuers =
            [
                new UserTokenIssuer("""{"ua:authorityUrl":"https://a"}""", (token, _, _) => ValueTask.FromResult(Check(token.Span))),
            ],
            Permissions = PermissionSet
                .ForEverybody(NodePermissions.Browse)
                .With(WellKnownRoles.Operator, NodePermissions.Browse | NodePermissions.Read),
        };

    private UaUser? Check(ReadOnlySpan<byte> token) =>
        token.SequenceEqual(Jwt) ? new UaUser("anna@login", ["Operator"]) { Lasts = _lasts }
        : token.SequenceEqual("nobody"u8) ? null
        : throw new UaException(StatusCodes.BadIdentityTokenRejected, "An access token is not signed by its issuer.");

    private async Task<UaTestClient> LoggedInAsync()
    {
        var client = await ClientAsync();
        await client.CreateSessionAsync(Stop);
        await client.ActivateAsync(
            Stop,
            Token(Blocks(Jwt, client.ServerNonce, SecurityPolicy.Basic256Sha256), SecurityPolicy.Basic256Sha256)
        );
        return client;
    }

    private async Task<UaTestClient> UserChannelAsync(SecurityPolicy policy)
    {
        var channel = await ConnectAsync();
        await channel.HelloAsync(Stop);
        await channel.OpenAsync(Stop, Certificates, policy, MessageSecurityMode.SignAndEncrypt);
        var client = Keep(new UaTestClient(channel));
        await client.CreateSessionAsync(Stop, Certificates);
        return client;
    }

    // The sweep, once per second, runs beside the test.
    private static Task ExpireAsync(ManualClock clock, Func<Task<bool>> isSeen)
    {
        clock.Advance(TimeSpan.FromSeconds(2.5));
        return Poll.UntilAsync(isSeen, static isSo => isSo, Stop);
    }

    private static async Task<string> ReadAsync(UaTestClient client) => StatusCodes.NameOf((await client.ReadAsync(Stop, Tag))[0].Status);

    private static ExtensionObject Token(byte[] secret, SecurityPolicy policy, string issuer = "jwt1") =>
        ExtensionObject.From(new IssuedIdentityToken { PolicyId = $"{issuer}-{policy.Name}", TokenData = secret });

    private static byte[] Blocks(byte[] token, byte[] nonce, SecurityPolicy policy)
    {
        byte[] plain = [.. BitConverter.GetBytes(token.Length + nonce.Length), .. token, .. nonce];
        var most = policy == SecurityPolicy.Aes256Sha256RsaPss ? 190 : 214;
        var padding = policy == SecurityPolicy.Aes256Sha256RsaPss ? RSAEncryptionPadding.OaepSHA256 : RSAEncryptionPadding.OaepSHA1;
        return [.. plain.Chunk(most).SelectMany(part => Certificates.ServerKey.Encrypt(part, padding))];
    }
}
