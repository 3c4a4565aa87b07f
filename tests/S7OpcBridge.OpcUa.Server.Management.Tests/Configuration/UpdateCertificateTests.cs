using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using System.Text;
using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.OpcUa.Server.Events.Auditing;
using S7OpcBridge.Testing;
using static S7OpcBridge.OpcUa.Server.Management.Configuration.ConfigurationIds;

namespace S7OpcBridge.OpcUa.Server.Management.Tests.Configuration;

/// <summary>The application certificate is asked for, pushed, and taken into use.</summary>
[CancelAfter(60_000)]
internal sealed class UpdateCertificateTests : ConfigurationFixture
{
    private static readonly UaTestAuthority Root = UaTestAuthority.Root("Plant root", Now),
        Issuing = Root.Below("Plant issuing", Now);

    [TestCase(true)]
    [TestCase(false)]
    [ConformanceUnit("Push Model for Global Certificate and TrustList Management")]
    public async Task A_certificate_for_the_request_is_shown_to_new_channels_after_ApplyChanges_and_no_session_is_dropped(bool newKey)
    {
        await StartAsync();
        var (admin, bystander) = (await AdminAsync(), await UserAsync("mes", MessageSecurityMode.SignAndEncrypt));
        var signed = Sign(await RequestAsync(admin, newKey));
        Assert.That(await UpdateAsync(admin, signed, [Root.Certificate, Issuing.Certificate]), Is.EqualTo("Good"));
        Assert.That(await ShownAsync(), Is.EqualTo(Certificates.Server.Leaf), "nothing counts before ApplyChanges");
        Assert.That(await StatusOfAsync(admin, ApplyChanges), Is.EqualTo("Good"));
        Assert.That(
            await ShownAsync(),
            Is.EqualTo((byte[])[.. signed.RawData, .. Issuing.Certificate.RawData, .. Root.Certificate.RawData]),
            "with its chain, nearest first"
        );
        Assert.That(Stores.Installed!.Certificate.Thumbprint, Is.EqualTo(signed.Thumbprint));
        foreach (var client in (UaTestClient[])[admin, bystander])
            Assert.That(await client.ReadAsync(Stop, Ids.Server_ServerStatus_State), Has.Length.EqualTo(1));
    }

    [TestCase("PEM")]
    [TestCase("PFX")]
    public async Task A_certificate_may_bring_its_key(string format)
    {
        await StartAsync();
        var admin = await AdminAsync();
        using var pushed = UaTestCertificates.Create("urn:test:server");
        using var key = pushed.GetRSAPrivateKey()!;
        var secret = format == "PEM" ? Encoding.UTF8.GetBytes(key.ExportPkcs8PrivateKeyPem()) : pushed.Export(X509ContentType.Pfx);
        Assert.That(await UpdateAsync(admin, pushed, [], format, secret), Is.EqualTo("Good"));
        await CallAsync(admin, ApplyChanges);
        Assert.That(await ShownAsync(), Is.EqualTo(pushed.RawData));
        Assert.That(Server.Events.OfType<ConfigurationCalled>().Select(e => e.Text), Has.None.Contain("PRIVATE KEY"));

        // And it is one that opens channels.
        var known = new OwnCertificate(
            X509CertificateLoader.LoadPkcs12(pushed.Export(X509ContentType.Pfx), null, X509KeyStorageFlags.Exportable)
        );
        Assert.That(Stores.Installed!.Key.ExportRSAPublicKey(), Is.EqualTo(known.Key.ExportRSAPublicKey()));
    }

    [Test]
    public async Task Other_auditors_learn_of_the_change_and_never_of_the_key()
    {
        await StartAsync();
        var (admin, auditor) = (await AdminAsync(), await AdminAsync());
        var events = await UaTestEvents.ListenAsync(
            auditor,
            Ids.Server,
            Stop,
            ["EventType", "Message", "MethodId", "InputArguments", "CertificateGroup", "TrustListId", "ClientUserId"]
        );
        using var pushed = UaTestCertificates.Create("urn:test:server");
        using var key = pushed.GetRSAPrivateKey()!;
        await UpdateAsync(admin, pushed, [], "PEM", Encoding.UTF8.GetBytes(key.ExportPkcs8PrivateKeyPem()));
        await PushAsync(admin, new TrustListContent { TrustedCertificates = [Root.Certificate.RawData] });
        await CallAsync(admin, ApplyChanges);

        var update = await events.NextAsync(Stop, e => e["MethodId"].Reference is NodeId method && method == UpdateCertificate);
        var inputs = (Variant[])update["InputArguments"].Reference!;
        var values = inputs.Select(input => input.Reference is NodeId { IsNull: true } ? null : input.Reference);
        Assert.That(values, Is.EqualTo(new object?[6]), "no values are told");
        Assert.That(inputs[5].Type, Is.EqualTo(BuiltInType.ByteString));
        var trust = await events.NextAsync(Stop, e => e["EventType"].Reference is NodeId type && type == AuditTypes.TrustListUpdated);
        Assert.That(
            (trust["TrustListId"].Reference, trust["ClientUserId"].Reference),
            Is.EqualTo(((object)(NodeId)TrustList, (object)"admin"))
        );
        var certificate = await events.NextAsync(
            Stop,
            e => e["EventType"].Reference is NodeId type && type == AuditTypes.CertificateUpdated
        );
        Assert.That(certificate["CertificateGroup"].Reference, Is.EqualTo((NodeId)DefaultApplicationGroup));
    }

    [Test]
    public async Task What_is_wrong_with_a_certificate_is_said_by_its_code_and_changes_nothing()
    {
        await StartAsync();
        var admin = await AdminAsync();
        using var own = UaTestCertificates.Create("urn:test:server");
        using var other = UaTestCertificates.Create("urn:somebody:else");
        using var key = own.GetRSAPrivateKey()!;
        var pem = Encoding.UTF8.GetBytes(key.ExportPkcs8PrivateKeyPem());
        var request = await RequestAsync(admin, newKey: false);
        Assert.That(await UpdateAsync(admin, own, []), Is.EqualTo("BadSecurityChecksFailed"), "no key of ours");
        Assert.That(await UpdateAsync(admin, other, [], "PEM", pem), Is.EqualTo("BadCertificateUriInvalid"));
        Assert.That(await UpdateAsync(admin, own, [], "PEM", "-----BEGIN NOTHING-----"u8.ToArray()), Is.EqualTo("BadSecurityChecksFailed"));
        Assert.That(await UpdateAsync(admin, own, [], "PFX", [0x30, 1, 2]), Is.EqualTo("BadSecurityChecksFailed"));
        Assert.That(await UpdateAsync(admin, own, [], "JWK", pem), Is.EqualTo("BadNotSupported"));
        Assert.That(await UpdateAsync(admin, Sign(request), []), Is.EqualTo("BadCertificateChainIncomplete"));
        Assert.That(
            await UpdateAsync(admin, Sign(request, until: Now.AddDays(-1)), [Root.Certificate, Issuing.Certificate]),
            Is.EqualTo("BadCertificateTimeInvalid")
        );
        Assert.That(
            await StatusOfAsync(
                admin,
                UpdateCertificate,
                Variant.From((NodeId)14088u),
                Variant.From(default(NodeId)),
                Variant.FromByteString(own.RawData),
                default,
                Variant.From(""),
                default
            ),
            Is.EqualTo("BadInvalidArgument"),
            "another group"
        );
        Assert.That(
            await StatusOfAsync(
                admin,
                UpdateCertificate,
                Variant.From(default(NodeId)),
                Variant.From((NodeId)12559u),
                Variant.FromByteString(own.RawData),
                default,
                Variant.From(""),
                default
            ),
            Is.EqualTo("BadInvalidArgument"),
            "another type"
        );
        Assert.That(
            await StatusOfAsync(admin, UpdateCertificate, default, default, Variant.FromByteString([1]), default, default, default),
            Is.EqualTo("BadCertificateInvalid")
        );
        Assert.That(await StatusOfAsync(admin, ApplyChanges), Is.EqualTo("BadNothingToDo"));
        Assert.That(Stores.Installed, Is.Null);
    }

    [Test]
    public async Task A_request_names_the_subject_that_was_asked_for_and_a_new_key_takes_a_nonce()
    {
        await StartAsync();
        var admin = await AdminAsync();
        var named = await RequestAsync(admin, newKey: false, "CN=Edge/O=Plant");
        Assert.That(named.SubjectName.Name, Is.EqualTo("CN=Edge, O=Plant"));
        Assert.That(
            await StatusOfAsync(admin, CreateSigningRequest, default, default, Variant.From("no subject"), Variant.From(false), default),
            Is.EqualTo("BadInvalidArgument")
        );
        Assert.That(
            await StatusOfAsync(
                admin,
                CreateSigningRequest,
                default,
                default,
                default,
                Variant.From(true),
                Variant.FromByteString(new byte[31])
            ),
            Is.EqualTo("BadInvalidArgument")
        );
    }

    [Test]
    public async Task While_one_session_has_changes_others_have_none_and_the_end_of_the_session_forgets_them()
    {
        await StartAsync();
        var (first, second) = (await AdminAsync(), await AdminAsync());
        await PushAsync(first, new TrustListContent { TrustedCertificates = [Root.Certificate.RawData] });
        var signed = Sign(await RequestAsync(second, newKey: false));
        Assert.That(await UpdateAsync(second, signed, [Root.Certificate, Issuing.Certificate]), Is.EqualTo("BadTransactionPending"));
        Assert.That(await StatusOfAsync(second, Open, Variant.From((byte)6)), Is.EqualTo("BadTransactionPending"));
        Assert.That(
            await StatusOfAsync(second, AddCertificate, Variant.FromByteString(signed.RawData), Variant.From(true)),
            Is.EqualTo("BadTransactionPending")
        );
        Assert.That(await StatusOfAsync(second, ApplyChanges), Is.EqualTo("BadTransactionPending"));
        Assert.That(await StatusOfAsync(second, CancelChanges), Is.EqualTo("BadTransactionPending"));
        Assert.That(await StatusOfAsync(first, CancelChanges), Is.EqualTo("Good"));
        Assert.That(await StatusOfAsync(first, ApplyChanges), Is.EqualTo("BadNothingToDo"));

        await PushAsync(first, new TrustListContent { TrustedCertificates = [Root.Certificate.RawData] });
        await first.CallAsync<CloseSessionResponse>(new CloseSessionRequest(), Stop);
        while (await UpdateAsync(second, signed, [Root.Certificate, Issuing.Certificate]) == "BadTransactionPending")
            await Task.Yield();
        Assert.That(await StatusOfAsync(second, ApplyChanges), Is.EqualTo("Good"));
        Assert.That(Stores.Trust.TrustedCertificates, Is.Empty);
    }

    private static async Task<CertificateRequest> RequestAsync(UaTestClient admin, bool newKey, string? subject = null)
    {
        var answer = await CallAsync(
            admin,
            CreateSigningRequest,
            Variant.From((NodeId)DefaultApplicationGroup),
            Variant.From((NodeId)RsaSha256ApplicationCertificateType),
            Variant.From(subject),
            Variant.From(newKey),
            Variant.FromByteString(newKey ? RandomNumberGenerator.GetBytes(32) : null)
        );
        Assert.That(StatusCodes.NameOf(answer.StatusCode), Is.EqualTo("Good"));
        return CertificateRequest.LoadSigningRequest(
            (byte[])answer.OutputArguments[0].Reference!,
            HashAlgorithmName.SHA256,
            CertificateRequestLoadOptions.UnsafeLoadCertificateExtensions,
            RSASignaturePadding.Pkcs1
        );
    }

    private static X509Certificate2 Sign(CertificateRequest request, DateTimeOffset? until = null)
    {
        var names = new SubjectAlternativeNameBuilder();
        names.AddUri(new Uri("urn:test:server"));
        request.CertificateExtensions.Clear();
        request.CertificateExtensions.Add(names.Build());
        request.CertificateExtensions.Add(new X509KeyUsageExtension(UaTestAuthority.ApplicationUsage, true));
        return request.Create(
            Issuing.Certificate,
            Now.AddDays(-30),
            until ?? Now.AddDays(90),
            RandomNumberGenerator.GetBytes(8) is var serial && (serial[0] = 0x41) > 0 ? serial : []
        );
    }

    private static Task<string> UpdateAsync(
        UaTestClient admin,
        X509Certificate2 certificate,
        X509Certificate2[] issuers,
        string? format = null,
        byte[]? key = null
    ) =>
        StatusOfAsync(
            admin,
            UpdateCertificate,
            Variant.From((NodeId)DefaultApplicationGroup),
            Variant.From((NodeId)RsaSha256ApplicationCertificateType),
            Variant.FromByteString(certificate.RawData),
            Variant.FromArray(BuiltInType.ByteString, issuers.Select(i => i.RawData).ToArray<byte[]?>()),
            Variant.From(format),
            Variant.FromByteString(key)
        );

    private async Task<byte[]?> ShownAsync()
    {
        var channel = Keep(await UaTestChannel.OpenAsync(Server.Port, Stop));
        await channel.SendAsync(new GetEndpointsRequest { EndpointUrl = "opc.tcp://localhost" }, Stop);
        return UaTestClient.Decode<GetEndpointsResponse>((await channel.ReceiveAsync(Stop)).Body).Endpoints[0].ServerCertificate;
    }
}
