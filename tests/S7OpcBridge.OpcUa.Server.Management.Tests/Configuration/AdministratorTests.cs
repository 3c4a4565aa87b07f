using S7OpcBridge.Testing;
using static S7OpcBridge.OpcUa.Server.Management.Configuration.ConfigurationIds;

namespace S7OpcBridge.OpcUa.Server.Management.Tests.Configuration;

/// <summary>Who may use ServerConfiguration, and what it says to those who use it wrongly.</summary>
[CancelAfter(60_000)]
internal sealed class AdministratorTests : ConfigurationFixture
{
    private static readonly uint[] Methods =
    [
        Open,
        Close,
        Read,
        Write,
        GetPosition,
        SetPosition,
        OpenWithMasks,
        CloseAndUpdate,
        AddCertificate,
        RemoveCertificate,
        UpdateCertificate,
        CreateSigningRequest,
        GetRejectedList,
        ApplyChanges,
        CancelChanges,
    ];

    [TestCase(null, MessageSecurityMode.None, "BadSecurityModeInsufficient")]
    [TestCase("admin", MessageSecurityMode.None, "BadSecurityModeInsufficient")]
    [TestCase("admin", MessageSecurityMode.Sign, "BadSecurityModeInsufficient")]
    [TestCase(null, MessageSecurityMode.SignAndEncrypt, "BadUserAccessDenied")]
    [TestCase("mes", MessageSecurityMode.SignAndEncrypt, "BadUserAccessDenied")]
    public async Task Nobody_but_a_SecurityAdmin_over_SignAndEncrypt_may_call_anything(
        string? user,
        MessageSecurityMode mode,
        string status
    )
    {
        await StartAsync();
        var client = await UserAsync(user, mode);
        foreach (var method in Methods)
            Assert.That(await StatusOfAsync(client, method), Is.EqualTo(status), $"i={method}");
        Assert.That(Server.Events.OfType<AccessDenied>().Count(), Is.EqualTo(Methods.Length));
    }

    [Test]
    public async Task UserExecutable_tells_who_may_call()
    {
        await StartAsync();
        foreach (var (client, may) in new[] { (await AdminAsync(), 1L), (await UserAsync("mes", MessageSecurityMode.SignAndEncrypt), 0L) })
        {
            var read = await client.CallAsync<ReadResponse>(
                new ReadRequest
                {
                    NodesToRead = [new ReadValueId { NodeId = ApplyChanges, AttributeId = (uint)AttributeId.UserExecutable }],
                },
                Stop
            );
            Assert.That(read.Results[0].Value.Bits, Is.EqualTo(may));
        }
    }

    [Test]
    public async Task Arguments_are_checked_one_by_one()
    {
        await StartAsync();
        var admin = await AdminAsync();
        Assert.That(await StatusOfAsync(admin, Open), Is.EqualTo("BadArgumentsMissing"));
        Assert.That(await StatusOfAsync(admin, ApplyChanges, Variant.From(1)), Is.EqualTo("BadTooManyArguments"));
        var wrong = await CallAsync(admin, Read, Variant.From(1u), Variant.From("ten"));
        Assert.That(StatusCodes.NameOf(wrong.StatusCode), Is.EqualTo("BadInvalidArgument"));
        Assert.That(wrong.InputArgumentResults.Select(s => StatusCodes.NameOf(s)), Is.EqualTo((string[])["Good", "BadTypeMismatch"]));
    }

    private static async Task<int> ChildrenAsync(UaTestClient client) => (
            await client.CallAsync<BrowseResponse>(
                new BrowseRequest
                {
                    NodesToBrowse =
                    [
                        new BrowseDescription
                        {
                            NodeId = CertificateGroups,
                            BrowseDirection = BrowseDirection.Forward,
                            ReferenceTypeId = Ids.Aggregates,
                            IncludeSubtypes = true,
                        },
                    ],
                },
                Stop
            )
        ).Results[0].References.Length;

    [Test]
    public async Task The_object_tells_what_it_can_do()
    {
        await StartAsync();
        var client = await UserAsync("mes", MessageSecurityMode.SignAndEncrypt);
        var values = await client.ReadAsync(Stop, SupportedPrivateKeyFormats, MaxTrustListSize, MulticastDnsEnabled, ServerCapabilities);
        Assert.That(values[0].Value.Reference, Is.EqualTo((string[])["PEM", "PFX"]));
        Assert.That(values[1].Value.Bits, Is.EqualTo(60_000));
        Assert.That(values[2].Value.Bits, Is.Zero);
        Assert.That(values[3].Value.Reference, Is.EqualTo((string[])["DA"]));
        Assert.That(
            (await client.ReadAsync(Stop, Size, CertificateTypes)).Select(value => StatusCodes.NameOf(value.Status)),
            Is.All.EqualTo("BadUserAccessDenied")
        );
        Assert.That(await ChildrenAsync(client), Is.Zero, "the certificate groups are for SecurityAdmin's eyes");
        var admin = await AdminAsync();
        Assert.That(await ChildrenAsync(admin), Is.EqualTo(1));
        Assert.That(
            (await admin.ReadAsync(Stop, CertificateTypes))[0].Value.Reference,
            Is.EqualTo(new NodeId[] { RsaSha256ApplicationCertificateType })
        );
        var changed = (await admin.ReadAsync(Stop, LastUpdateTime))[0];
        Assert.That(UaTime.ToTicks(changed.Value.Bits), Is.EqualTo(new DateTime(2026, 1, 2, 3, 4, 5, DateTimeKind.Utc).Ticks));
    }

    [Test]
    public async Task Without_stores_there_is_no_such_object()
    {
        await StartAsync(static options => options);
        var client = await SessionAsync();
        Assert.That(
            StatusCodes.NameOf((await client.ReadAsync(Stop, SupportedPrivateKeyFormats))[0].Status),
            Is.EqualTo("BadNodeIdUnknown")
        );
        Assert.That(await StatusOfAsync(client, GetRejectedList), Is.EqualTo("BadNodeIdUnknown"));
    }

    [Test]
    public async Task Rejected_clients_are_listed()
    {
        await StartAsync();
        var admin = await AdminAsync();
        var stranger = UaTestAuthority.SelfSigned("stranger", Now);
        Stores.Rejected.Add(stranger);
        Assert.That((await CallAsync(admin, GetRejectedList)).OutputArguments[0].Reference, Is.EqualTo(new[] { stranger.RawData }));
    }
}
