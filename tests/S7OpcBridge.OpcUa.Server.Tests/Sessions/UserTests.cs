using System.Text;
using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.OpcUa.Channel.Security;
using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Server.Tests.Sessions;

[CancelAfter(30_000)]
internal sealed class UserTests : UaServerFixture
{
    private static readonly UaTestCertificates Certificates = UaTestCertificates.Shared;

    [Test]
    [ConformanceUnit("Security User Name Password")]
    public async Task A_password_is_accepted_over_None_because_it_is_encrypted_for_the_certificate()
    {
        await StartSecureAsync();
        var client = await ClientAsync();
        var session = await client.CreateSessionAsync(Stop);
        Assert.That(session.ServerCertificate, Is.EqualTo(Certificates.Server.Leaf));
        await client.ActivateAsync(Stop, UserName("mes", "secret", client.ServerNonce, SecurityPolicy.Basic256Sha256));
        Assert.That((await Server.HappensAsync<SessionActivated>(Stop)).User, Is.EqualTo("mes"));
    }

    [Test]
    [ConformanceUnit("Security User Name Password")]
    public async Task A_wrong_password_is_access_denied_and_the_session_may_try_again()
    {
        await StartSecureAsync();
        var client = await ClientAsync();
        await client.CreateSessionAsync(Stop);
        var wrong = client.ActivateAsync(Stop, UserName("mes", "guess", client.ServerNonce, SecurityPolicy.Basic256Sha256));
        Assert.That(await StatusOf(wrong), Is.EqualTo(nameof(StatusCodes.BadUserAccessDenied)));
        await client.ActivateAsync(Stop, UserName("mes", "secret", client.ServerNonce, SecurityPolicy.Basic256Sha256));
    }

    [Test]
    [ConformanceUnit("Security User Name Password")]
    public async Task A_recorded_password_is_worthless_after_its_nonce()
    {
        await StartSecureAsync();
        var client = await ClientAsync();
        await client.CreateSessionAsync(Stop);
        var recorded = UserName("mes", "secret", client.ServerNonce, SecurityPolicy.Basic256Sha256);
        await client.ActivateAsync(Stop, recorded);
        Assert.That(await StatusOf(client.ActivateAsync(Stop, recorded)), Is.EqualTo(nameof(StatusCodes.BadIdentityTokenInvalid)));
        Assert.That(
            await StatusOf(client.ReadAsync(Stop, Ids.Server_ServerStatus_State)),
            Is.EqualTo(nameof(StatusCodes.Good)),
            "the failure changed nothing"
        );
    }

    [TestCase("nobody-offers-this"), TestCase("username-Aes256_Sha256_RsaPss"), TestCase("anonymous")]
    [ConformanceUnit("Security Invalid user token")]
    public async Task A_policy_id_that_is_not_offered_is_refused(string policyId)
    {
        await StartSecureAsync();
        var client = await ClientAsync();
        await client.CreateSessionAsync(Stop);
        var token = UserName("mes", "secret", client.ServerNonce, SecurityPolicy.Basic256Sha256, policyId);
        Assert.That(await StatusOf(client.ActivateAsync(Stop, token)), Is.EqualTo(nameof(StatusCodes.BadIdentityTokenInvalid)));
    }

    [Test]
    [ConformanceUnit("Security Invalid user token")]
    public async Task Anonymous_is_refused_where_it_is_not_offered()
    {
        await StartSecureAsync(o => o with { AllowAnonymous = false });
        var client = await ClientAsync();
        await client.CreateSessionAsync(Stop);
        Assert.That(await StatusOf(client.ActivateAsync(Stop)), Is.EqualTo(nameof(StatusCodes.BadIdentityTokenInvalid)));
        Assert.That(
            await StatusOf(client.ActivateAsync(Stop, change: r => r.UserIdentityToken = null)),
            Is.EqualTo(nameof(StatusCodes.BadIdentityTokenInvalid))
        );
        Assert.That((await Server.HappensAsync<SessionRejected>(Stop)).Text, Does.Contain("not offered"));
    }

    [Test]
    public async Task A_missing_token_is_anonymous()
    {
        await StartAsync();
        var client = await ClientAsync();
        await client.CreateSessionAsync(Stop);
        Assert.That(
            await StatusOf(client.ActivateAsync(Stop, change: r => r.UserIdentityToken = null)),
            Is.EqualTo(nameof(StatusCodes.Good))
        );
    }

    [Test]
    [ConformanceUnit("Session Change User")]
    public async Task The_user_may_change_on_one_channel_but_not_together_with_the_channel()
    {
        await StartSecureAsync();
        var first = await ClientAsync();
        await first.CreateSessionAsync(Stop);
        await first.ActivateAsync(Stop);
        await first.ActivateAsync(Stop, UserName("mes", "secret", first.ServerNonce, SecurityPolicy.Basic256Sha256));
        var second = await ClientAsync();
        second.TakeSessionFrom(first);
        Assert.That(await StatusOf(second.ActivateAsync(Stop)), Is.EqualTo(nameof(StatusCodes.BadIdentityChangeNotSupported)));
    }

    [Test]
    [ConformanceUnit("Session Change User")]
    public async Task What_is_monitored_follows_the_user_of_now()
    {
        await StartSecureAsync(o =>
            o with
            {
                Permissions = PermissionSet
                    .ForEverybody(NodePermissions.Browse)
                    .With(WellKnownRoles.Operator, NodePermissions.Browse | NodePermissions.Read),
            }
        );
        Server.Set(0, Variant.From(1));
        var client = await ClientAsync();
        await client.CreateSessionAsync(Stop);
        await client.ActivateAsync(Stop, UserName("mes", "secret", client.ServerNonce, SecurityPolicy.Basic256Sha256));
        var subscription = await client.CallAsync<CreateSubscriptionResponse>(
            new CreateSubscriptionRequest
            {
                RequestedPublishingInterval = 10,
                RequestedMaxKeepAliveCount = 10_000,
                PublishingEnabled = true,
            },
            Stop
        );
        await client.CallAsync<CreateMonitoredItemsResponse>(
            new CreateMonitoredItemsRequest
            {
                SubscriptionId = subscription.SubscriptionId,
                ItemsToCreate =
                [
                    new MonitoredItemCreateRequest
                    {
                        ItemToMonitor = { NodeId = UaTestNodes.IdOfVariable(0), AttributeId = 13 },
                        MonitoringMode = MonitoringMode.Reporting,
                    },
                ],
            },
            Stop
        );
        Assert.That(await NextAsync(), Is.EqualTo("1 Good"));
        await client.ActivateAsync(Stop);
        Assert.That(await NextAsync(), Is.EqualTo("0 BadUserAccessDenied"));
        Server.Set(0, Variant.From(2));
        await client.ActivateAsync(Stop, UserName("mes", "secret", client.ServerNonce, SecurityPolicy.Basic256Sha256));
        Assert.That(await NextAsync(), Is.EqualTo("2 Good"), "and what came while nobody might see it is seen as it is now");

        async Task<string> NextAsync()
        {
            DataChangeNotification? change = null;
            while (change is null)
                change = (await client.CallAsync<PublishResponse>(new PublishRequest(), Stop))
                    .NotificationMessage.NotificationData.Select(d => d!.Body)
                    .OfType<DataChangeNotification>()
                    .FirstOrDefault();
            var value = change.MonitoredItems.Single().Value;
            return $"{value.Value.Bits} {StatusCodes.NameOf(value.Status)}";
        }
    }

    [Test]
    [ConformanceUnit("Security User X509")]
    public async Task A_certificate_is_a_user_only_with_proof_of_its_key_and_never_over_None()
    {
        await StartSecureAsync();
        var channel = await ConnectAsync();
        await channel.HelloAsync(Stop);
        await channel.OpenAsync(Stop, Certificates, SecurityPolicy.Aes256Sha256RsaPss, MessageSecurityMode.Sign);
        var client = Keep(new UaTestClient(channel));
        var session = await client.CreateSessionAsync(Stop, Certificates);
        var identity = ExtensionObject.From(
            new X509IdentityToken { PolicyId = "certificate-Aes256_Sha256_RsaPss", CertificateData = Certificates.Client.Leaf }
        );
        Assert.That(
            await StatusOf(client.ActivateAsync(Stop, identity, Certificates)),
            Is.EqualTo(nameof(StatusCodes.BadUserSignatureInvalid))
        );
        var proven = client.ActivateAsync(
            Stop,
            identity,
            Certificates,
            request =>
                request.UserTokenSignature = Signatures.Sign(
                    SecurityPolicy.Aes256Sha256RsaPss,
                    Certificates.Client,
                    Certificates.Server.Leaf,
                    client.ServerNonce
                )
        );
        Assert.That(await StatusOf(proven), Is.EqualTo(nameof(StatusCodes.Good)));
        Assert.That(
            session
                .ServerEndpoints.Where(e => e.SecurityMode == MessageSecurityMode.None)
                .SelectMany(e => e.UserIdentityTokens)
                .Select(t => t.TokenType),
            Has.None.EqualTo(UserTokenType.Certificate)
        );
    }

    [TestCase("not a certificate", "BadIdentityTokenInvalid"), TestCase("", "BadIdentityTokenInvalid")]
    public async Task What_is_no_certificate_is_an_invalid_token(string data, string status)
    {
        await StartSecureAsync();
        var channel = await ConnectAsync();
        await channel.HelloAsync(Stop);
        await channel.OpenAsync(Stop, Certificates, SecurityPolicy.Aes256Sha256RsaPss, MessageSecurityMode.SignAndEncrypt);
        var client = Keep(new UaTestClient(channel));
        await client.CreateSessionAsync(Stop, Certificates);
        var identity = ExtensionObject.From(
            new X509IdentityToken { PolicyId = "certificate-Aes256_Sha256_RsaPss", CertificateData = Encoding.UTF8.GetBytes(data) }
        );
        Assert.That(await StatusOf(client.ActivateAsync(Stop, identity, Certificates)), Is.EqualTo(status));
    }

    [Test]
    public async Task A_user_who_may_not_log_in_any_more_loses_the_session_and_nobody_else_does()
    {
        await StartSecureAsync();
        var client = await ClientAsync();
        await client.CreateSessionAsync(Stop);
        await client.ActivateAsync(Stop, UserName("mes", "secret", client.ServerNonce, SecurityPolicy.Basic256Sha256));
        var other = await SessionAsync();
        Server.Server.RecheckUsers(user => user.Name == "mes" ? null : user);
        Assert.That(
            await StatusOf(client.ReadAsync(Stop, Ids.Server_ServerStatus_State)),
            Is.EqualTo(nameof(StatusCodes.BadSessionIdInvalid))
        );
        Assert.That(await StatusOf(other.ReadAsync(Stop, Ids.Server_ServerStatus_State)), Is.EqualTo(nameof(StatusCodes.Good)));
        Assert.That((await Server.HappensAsync<SessionRejected>(Stop)).User, Is.EqualTo("mes"));
    }

    [Test]
    public async Task Other_roles_hold_in_a_session_that_is_open()
    {
        await StartSecureAsync(o =>
            o with
            {
                Permissions = PermissionSet
                    .ForEverybody(NodePermissions.Browse)
                    .With(WellKnownRoles.Operator, NodePermissions.Browse | NodePermissions.Read),
            }
        );
        Server.Set(0, Variant.From(1));
        var client = await ClientAsync();
        await client.CreateSessionAsync(Stop);
        await client.ActivateAsync(Stop, UserName("mes", "secret", client.ServerNonce, SecurityPolicy.Basic256Sha256));
        Assert.That(await ReadToyAsync(client), Is.EqualTo("Good"));
        Server.Server.RecheckUsers(user => user with { Roles = ["Observer"] });
        Assert.That(await ReadToyAsync(client), Is.EqualTo("BadUserAccessDenied"));
        Server.Server.RecheckUsers(user => user with { Roles = ["Operator"] });
        Assert.That(await ReadToyAsync(client), Is.EqualTo("Good"));
        Assert.That(
            (await Server.HappensAsync<SessionActivated>(Stop, e => e.Text.Contains("Observer"))).Text,
            Does.Contain("continues session 'test' as mes with other roles: Observer")
        );
    }

    private static async Task<string> ReadToyAsync(UaTestClient client) =>
        StatusCodes.NameOf((await client.ReadAsync(Stop, UaTestNodes.IdOfVariable(0)))[0].Status);

    private static ExtensionObject UserName(string name, string password, byte[] nonce, SecurityPolicy policy, string? policyId = null)
    {
        var text = Encoding.UTF8.GetBytes(password);
        byte[] plain = [.. BitConverter.GetBytes(text.Length + nonce.Length), .. text, .. nonce];
        return ExtensionObject.From(
            new UserNameIdentityToken
            {
                PolicyId = policyId ?? $"username-{policy.Name}",
                UserName = name,
                Password = Certificates.ServerKey.Encrypt(plain, policy.Encryption!),
                EncryptionAlgorithm = policy.EncryptionAlgorithm,
            }
        );
    }

    private Task StartSecureAsync(Func<UaServerOptions, UaServerOptions>? change = null) =>
        StartAsync(options =>
        {
            var secure = options with
            {
                SecurityPolicies = SecurityPolicy.All,
                Certificate = Certificates.Server,
                CheckClientCertificate = (_, _) => StatusCodes.Good,
                CheckUserName = (name, password, _, _) =>
                    ValueTask.FromResult(name == "mes" && password.Span.SequenceEqual("secret"u8) ? new UaUser(name, ["Operator"]) : null),
                CheckUserCertificate = (chain, _, _) => ValueTask.FromResult<UaUser?>(new UaUser(chain[0].Subject, [])),
            };
            return change?.Invoke(secure) ?? secure;
        });
}
