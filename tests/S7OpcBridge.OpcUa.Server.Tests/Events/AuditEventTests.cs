using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.OpcUa.Server.Events.Auditing;
using S7OpcBridge.OpcUa.Server.InformationModel;
using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Server.Tests.Events;

/// <summary>Who did what, as events for those who may know (OPC 10000-4, 6.5).</summary>
[CancelAfter(30_000)]
internal sealed class AuditEventTests : AdminFixture
{
    private static readonly string[] Fields =
    [
        "EventType",
        "SourceNode",
        "SourceName",
        "Message",
        "Severity",
        "Status",
        "ServerId",
        "ClientUserId",
        "ClientAuditEntryId",
        "ActionTimeStamp",
        "StatusCodeId",
        "SessionId",
        "SecureChannelId",
        "UserIdentityToken",
        "OldValue",
        "NewValue",
        "AttributeId",
        "MethodId",
        "InputArguments",
        "RequestHandle",
        "SecurityPolicyUri",
        "SecurityMode",
    ];

    [ConformanceUnit("Auditing Base")]
    [ConformanceUnit("Auditing Connections")]
    [ConformanceUnit("Auditing Secure Communication")]
    [Test]
    public async Task A_login_is_told_with_who_and_by_which_channel_but_not_with_the_password()
    {
        await StartSecureAsync();
        var audit = await UaTestEvents.ListenAsync(await UserAsync("admin"), Ids.Server, Stop, Fields);
        var mes = await UserAsync("mes");
        var channel = await audit.NextAsync(Stop, OfType(AuditTypes.OpenSecureChannel));
        var created = await audit.NextAsync(Stop, OfType(AuditTypes.CreateSession));
        var activated = await audit.NextAsync(Stop, OfType(AuditTypes.ActivateSession));
        Assert.Multiple(() =>
        {
            Assert.That(channel["SourceName"].Reference, Is.EqualTo("SecureChannel/OpenSecureChannel"));
            Assert.That(channel["SecurityPolicyUri"].Reference, Is.EqualTo(SecurityPolicy.Basic256Sha256.Uri));
            Assert.That(channel["SecurityMode"].Bits, Is.EqualTo((long)MessageSecurityMode.SignAndEncrypt));
            Assert.That(created["SessionId"].Reference, Is.EqualTo(mes.Session!.SessionId));
            Assert.That(activated["SourceName"].Reference, Is.EqualTo("Session/ActivateSession"));
            Assert.That(activated["SourceNode"].Reference, Is.EqualTo((NodeId)Ids.Server));
            Assert.That(activated["ClientUserId"].Reference, Is.EqualTo("mes"));
            Assert.That(activated["SecureChannelId"].Reference, Is.EqualTo(channel["SecureChannelId"].Reference));
            Assert.That(activated["Status"].Bits, Is.EqualTo(1));
            Assert.That(activated["ServerId"].Reference, Is.EqualTo("urn:test:server"));
            Assert.That(activated["ActionTimeStamp"].Bits, Is.Positive);
            var token = (UserNameIdentityToken)((ExtensionObject)activated["UserIdentityToken"].Reference!).Body!;
            Assert.That((token.UserName, token.Password), Is.EqualTo(("mes", (byte[]?)null)));
        });
    }

    [ConformanceUnit("Auditing Connections")]
    [Test]
    public async Task A_refused_login_is_told_with_its_status()
    {
        await StartSecureAsync();
        var audit = await UaTestEvents.ListenAsync(await UserAsync("admin"), Ids.Server, Stop, Fields);
        var client = await ClientAsync();
        await client.CreateSessionAsync(Stop);
        await StatusOf(
            client.ActivateAsync(
                Stop,
                Password("mes", "guess", client.ServerNonce),
                change: r => r.RequestHeader.AuditEntryId = "shift book 7"
            )
        );
        var refused = await audit.NextAsync(Stop, OfType(AuditTypes.ActivateSession));
        Assert.Multiple(() =>
        {
            Assert.That(refused["Status"].Bits, Is.Zero);
            Assert.That(refused["StatusCodeId"].Bits, Is.EqualTo(StatusCodes.BadUserAccessDenied));
            Assert.That(refused["ClientUserId"].Reference, Is.EqualTo("mes"));
            Assert.That(refused["ClientAuditEntryId"].Reference, Is.EqualTo("shift book 7"));
            Assert.That(refused["Severity"].Bits, Is.EqualTo(EventSeverity.Warning));
        });
    }

    [Test]
    public async Task A_value_that_the_server_holds_itself_is_audited_with_the_value_before_the_write()
    {
        await StartSecureAsync();
        var admin = await UserAsync("admin");
        var audit = await UaTestEvents.ListenAsync(admin, Ids.Server, Stop, Fields);
        await WriteAsync(admin, Ids.Server_ServerDiagnostics_EnabledFlag, Variant.From(false));
        var raised = await audit.NextAsync(Stop, OfType(AuditTypes.WriteUpdate));
        Assert.That((raised["OldValue"].Bits, raised["NewValue"].Bits, raised["Status"].Bits), Is.EqualTo((1L, 0L, 1L)));
    }

    [ConformanceUnit("Auditing Write")]
    [Test]
    public async Task A_write_is_told_with_the_value_before_and_after_and_its_answer()
    {
        await StartSecureAsync(
            o =>
                o with
                {
                    Write = (_, writes, results, _) =>
                    {
                        results[writes[0]] = writes[0].Value.Bits == 9 ? StatusCodes.BadOutOfRange : StatusCodes.Good;
                        return default;
                    },
                },
            new UaTestNodes(BuiltInType.Int32, BuiltInType.Int32, BuiltInType.Int32) { IsWritable = v => v != 1 }
        );
        Server.Set(0, Variant.From(7));
        var audit = await UaTestEvents.ListenAsync(await UserAsync("admin"), Ids.Server, Stop, Fields);
        var mes = await UserAsync("mes", MessageSecurityMode.None);
        await WriteAsync(mes, UaTestNodes.IdOfVariable(0), Variant.From(8));
        await WriteAsync(mes, UaTestNodes.IdOfVariable(0), Variant.From(9));
        await WriteAsync(mes, UaTestNodes.IdOfVariable(1), Variant.From(1));
        var told = await audit.NextAsync(Stop, OfType(AuditTypes.WriteUpdate));
        Assert.Multiple(() =>
        {
            Assert.That(told["SourceNode"].Reference, Is.EqualTo(UaTestNodes.IdOfVariable(0)));
            Assert.That(told["SourceName"].Reference, Is.EqualTo("Attribute/Write"));
            Assert.That(
                (told["OldValue"].Bits, told["NewValue"].Bits, told["AttributeId"].Bits, told["Status"].Bits),
                Is.EqualTo((7L, 8L, 13L, 1L))
            );
            Assert.That(told["ClientUserId"].Reference, Is.EqualTo("mes"));
        });
        Assert.That(
            (await audit.NextAsync(Stop, OfType(AuditTypes.WriteUpdate)))["Message"].Reference!.ToString(),
            Does.Contain("BadOutOfRange")
        );
        Assert.That(
            (await audit.NextAsync(Stop, OfType(AuditTypes.WriteUpdate)))["Message"].Reference!.ToString(),
            Does.Contain("BadNotWritable")
        );
    }

    [ConformanceUnit("Auditing Method")]
    [ConformanceUnit("Auditing Cancel")]
    [ConformanceUnit("Auditing Connections")]
    [Test]
    public async Task A_method_call_a_cancel_and_the_end_of_a_session_are_told()
    {
        await StartSecureAsync();
        var audit = await UaTestEvents.ListenAsync(await UserAsync("admin"), Ids.Server, Stop, Fields);
        var mes = await UserAsync("mes");
        await mes.CallAsync<CallResponse>(
            new CallRequest
            {
                MethodsToCall =
                [
                    new CallMethodRequest
                    {
                        ObjectId = Ids.Server,
                        MethodId = Ids.Server_GetMonitoredItems,
                        InputArguments = [Variant.From(5u)],
                    },
                ],
            },
            Stop
        );
        await mes.CallAsync<CancelResponse>(new CancelRequest { RequestHandle = 77 }, Stop);
        await mes.CallAsync<CloseSessionResponse>(new CloseSessionRequest(), Stop);
        await mes.DisposeAsync();
        var call = await audit.NextAsync(Stop, OfType(AuditTypes.UpdateMethod));
        Assert.That(call["MethodId"].Reference, Is.EqualTo((NodeId)Ids.Server_GetMonitoredItems));
        Assert.That(((Variant[])call["InputArguments"].Reference!).Single().Bits, Is.EqualTo(5));
        Assert.That((call["Status"].Bits, call["StatusCodeId"].Bits), Is.EqualTo((0L, (long)StatusCodes.BadSubscriptionIdInvalid)));
        Assert.That((await audit.NextAsync(Stop, OfType(AuditTypes.Cancel)))["RequestHandle"].Bits, Is.EqualTo(77));
        Assert.That((await audit.NextAsync(Stop, OfType(AuditTypes.Session)))["SourceName"].Reference, Is.EqualTo("Session/CloseSession"));
        Assert.That(
            (await audit.NextAsync(Stop, OfType(AuditTypes.Channel)))["SourceName"].Reference,
            Is.EqualTo("SecureChannel/CloseSecureChannel")
        );
    }

    [TestCase(Ids.Server, Ids.Server_ResendData, TestName = "{m}_to_a_method_that_takes_none")]
    [TestCase(12637u, 12616u, TestName = "{m}_to_a_server_without_push_management")]
    [TestCase(Ids.Server, 12616u, TestName = "{m}_to_an_object_without_the_method")]
    [TestCase(12637u, 99_999u, TestName = "{m}_to_no_method")]
    public async Task A_private_key_that_is_pushed_is_in_no_event(uint target, uint method)
    {
        await StartSecureAsync();
        var audit = await UaTestEvents.ListenAsync(await UserAsync("admin"), Ids.Server, Stop, Fields);
        var mes = await UserAsync("mes");
        Variant[] arguments =
        [
            Variant.From((NodeId)1u),
            Variant.FromByteString("a key"u8.ToArray()),
            Variant.FromArray(BuiltInType.ByteString, new byte[]?[] { [1] }),
            Variant.From("PFX"),
        ];
        await mes.CallAsync<CallResponse>(
            new CallRequest
            {
                MethodsToCall =
                [
                    new CallMethodRequest
                    {
                        ObjectId = target,
                        MethodId = method,
                        InputArguments = arguments,
                    },
                ],
            },
            Stop
        );
        var told = (Variant[])(await audit.NextAsync(Stop, OfType(AuditTypes.UpdateMethod)))["InputArguments"].Reference!;
        Assert.That(told.Select(a => a.Type), Is.EqualTo(arguments.Select(a => a.Type)), "how many and of which types is told");
        Assert.That((told[1].Reference, told[2].Reference, told[3].Reference), Is.EqualTo(((object?)null, (object?)null, (object?)null)));
    }

    [ConformanceUnit("Auditing Secure Communication")]
    [Test]
    public async Task A_refused_certificate_is_told_by_its_own_event_beside_that_of_the_channel()
    {
        var trusts = true;
        await StartSecureAsync(o =>
            o with
            {
                CheckClientCertificate = (_, _) => trusts ? StatusCodes.Good : StatusCodes.BadCertificateUntrusted,
            }
        );
        var audit = await UaTestEvents.ListenAsync(await UserAsync("admin"), Ids.Server, Stop, Fields);
        trusts = false;
        var channel = await ConnectAsync();
        await channel.HelloAsync(Stop);
        Assert.That(
            async () => await channel.OpenAsync(Stop, Certificates, SecurityPolicy.Basic256Sha256, MessageSecurityMode.Sign),
            Throws.InstanceOf<Exception>()
        );
        var refused = await audit.NextAsync(Stop, OfType(AuditTypes.OpenSecureChannel));
        Assert.That((refused["Status"].Bits, refused["StatusCodeId"].Bits), Is.EqualTo((0L, (long)StatusCodes.BadCertificateUntrusted)));
        Assert.That((await audit.NextAsync(Stop, OfType(AuditTypes.CertificateUntrusted)))["Status"].Bits, Is.Zero);
    }

    [ConformanceUnit("Auditing Base")]
    [TestCase("admin", MessageSecurityMode.None)]
    [TestCase("admin", MessageSecurityMode.Sign)]
    [TestCase("mes", MessageSecurityMode.SignAndEncrypt)]
    [TestCase("config", MessageSecurityMode.SignAndEncrypt)]
    public async Task Nobody_else_is_told(string user, MessageSecurityMode mode)
    {
        await StartSecureAsync();
        var listener = await UaTestEvents.ListenAsync(await UserAsync(user, mode), Ids.Server, Stop, Fields);
        await UserAsync("mes"); // a login that an auditor would see
        Server.Server.Events.Raise(new UaEvent(Ids.SystemEventType, Ids.Server, "Server", 1, "the end"));
        Assert.That((await listener.NextAsync(Stop))["EventType"].Reference, Is.EqualTo((NodeId)Ids.SystemEventType));
    }

    [Test]
    public async Task What_a_user_does_beside_OPC_UA_is_told_like_a_method_call()
    {
        await StartSecureAsync();
        var audit = await UaTestEvents.ListenAsync(await UserAsync("admin"), Ids.Server, Stop, Fields);
        Server.Server.AuditAction("Web/certificates/trust", "anna", StatusCodes.BadNotFound, "No such certificate.");
        var told = await audit.NextAsync(Stop, OfType(AuditTypes.UpdateMethod));
        Assert.That(
            (told["SourceName"].Reference, told["ClientUserId"].Reference, told["Status"].Bits, (uint)told["StatusCodeId"].Bits),
            Is.EqualTo(("Web/certificates/trust", "anna", 0L, StatusCodes.BadNotFound))
        );
    }

    [Test]
    public async Task Auditing_says_whether_there_can_be_an_audit()
    {
        await StartSecureAsync();
        Assert.That((await (await SessionAsync()).ReadAsync(Stop, Ids.Server_Auditing))[0].Value.Bits, Is.EqualTo(1));
        await Server.DisposeAsync();
        await StartAsync();
        Assert.That((await (await SessionAsync()).ReadAsync(Stop, Ids.Server_Auditing))[0].Value.Bits, Is.Zero);
    }

    [TestCase(AuditTypes.Channel, "AuditChannelEventType")]
    [TestCase(AuditTypes.OpenSecureChannel, "AuditOpenSecureChannelEventType")]
    [TestCase(AuditTypes.Session, "AuditSessionEventType")]
    [TestCase(AuditTypes.CreateSession, "AuditCreateSessionEventType")]
    [TestCase(AuditTypes.ActivateSession, "AuditActivateSessionEventType")]
    [TestCase(AuditTypes.Cancel, "AuditCancelEventType")]
    [TestCase(AuditTypes.UrlMismatch, "AuditUrlMismatchEventType")]
    [TestCase(AuditTypes.CertificateDataMismatch, "AuditCertificateDataMismatchEventType")]
    [TestCase(AuditTypes.CertificateExpired, "AuditCertificateExpiredEventType")]
    [TestCase(AuditTypes.CertificateInvalid, "AuditCertificateInvalidEventType")]
    [TestCase(AuditTypes.CertificateUntrusted, "AuditCertificateUntrustedEventType")]
    [TestCase(AuditTypes.CertificateRevoked, "AuditCertificateRevokedEventType")]
    [TestCase(AuditTypes.CertificateMismatch, "AuditCertificateMismatchEventType")]
    [TestCase(AuditTypes.WriteUpdate, "AuditWriteUpdateEventType")]
    [TestCase(AuditTypes.UpdateMethod, "AuditUpdateMethodEventType")]
    [TestCase(AuditTypes.TrustListUpdated, "TrustListUpdatedAuditEventType")]
    [TestCase(AuditTypes.CertificateUpdated, "CertificateUpdatedAuditEventType")]
    public void The_ids_of_the_types_are_those_of_namespace_0(uint id, string name)
    {
        var nodes = Namespace0.Load(TimeProvider.System);
        Assert.That(nodes.BrowseNameOf(nodes.Find(new NodeIdView(0, id))).Name, Is.EqualTo(name));
    }

    private static Func<Dictionary<string, Variant>, bool> OfType(uint type) =>
        fields => fields["EventType"].Reference is NodeId id && id == type;
}
