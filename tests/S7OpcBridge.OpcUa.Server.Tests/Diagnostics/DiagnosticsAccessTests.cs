using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Server.Tests.Diagnostics;

/// <summary>Who may read which diagnostics, and switch them off (OPC 10000-5, 6.3.3 ff.).</summary>
[CancelAfter(30_000)]
internal sealed class DiagnosticsAccessTests : DiagnosticsFixture
{
    [ConformanceUnit("Base Info Diagnostics")]
    [Test]
    public async Task Security_is_read_by_a_SecurityAdmin_on_an_encrypted_channel_only()
    {
        await StartSecureAsync();
        UaTestClient[] others =
        [
            await SessionAsync(),
            await UserAsync("admin", MessageSecurityMode.Sign),
            await UserAsync("admin", MessageSecurityMode.None),
            await UserAsync("config"),
        ];
        foreach (var other in others)
        {
            var status = other == others[^1] ? "BadUserAccessDenied" : "BadSecurityModeInsufficient";
            Assert.That(
                StatusCodes.NameOf(
                    (await ReadAsync(other, Ids.Server_ServerDiagnostics_SessionsDiagnosticsSummary_SessionSecurityDiagnosticsArray)).Status
                ),
                Is.EqualTo(status)
            );
            Assert.That(StatusCodes.NameOf((await ReadAsync(other, await SecurityOfAsync(other))).Status), Is.EqualTo(status));
        }

        var admin = await UserAsync("admin");
        var all = (
            (ExtensionObject?[])
                (await ReadAsync(admin, Ids.Server_ServerDiagnostics_SessionsDiagnosticsSummary_SessionSecurityDiagnosticsArray))
                    .Value
                    .Reference!
        )
            .Select(o => (SessionSecurityDiagnosticsDataType)o!.Body!)
            .ToArray();
        Assert.That(all.Select(s => s.ClientUserIdOfSession), Is.EqualTo(new[] { null, "admin", "admin", "config", "admin" }));
        var own = Body<SessionSecurityDiagnosticsDataType>(await ReadAsync(admin, await SecurityOfAsync(admin)));
        Assert.Multiple(() =>
        {
            Assert.That(
                (own.AuthenticationMechanism, own.SecurityMode, own.SecurityPolicyUri),
                Is.EqualTo(("UserName", MessageSecurityMode.SignAndEncrypt, SecurityPolicy.Basic256Sha256.Uri))
            );
            Assert.That(own.ClientCertificate, Is.EqualTo(Certificates.Client.Leaf));
            Assert.That(own.ClientUserIdHistory, Is.EqualTo(new[] { "admin" }));
        });
    }

    [TestCase("mes"), TestCase("admin")]
    public async Task UserAccessLevel_says_whether_a_Read_is_answered(string user)
    {
        await StartSecureAsync();
        await UserAsync("config");
        foreach (var mode in (MessageSecurityMode[])[MessageSecurityMode.Sign, MessageSecurityMode.SignAndEncrypt])
        {
            var client = await UserAsync(user, mode);
            await SubscribeAsync(client);
            var nodes = new HashSet<NodeId>();
            await AddVariablesAsync(client, Ids.Server_ServerDiagnostics, nodes);
            Assert.That(nodes, Has.Count.GreaterThan(150));
            foreach (var node in nodes)
            {
                var answered = (await ReadAsync(client, node)).Status.IsGood;
                Assert.That(
                    (await ReadAsync(client, node, AttributeId.UserAccessLevel)).Value.Bits & 1,
                    Is.EqualTo(answered ? 1 : 0),
                    $"{node} {mode}"
                );
            }
        }
    }

    [Test]
    public async Task The_array_of_all_sessions_shows_a_user_its_own_and_SecurityAdmin_all()
    {
        const uint array = Ids.Server_ServerDiagnostics_SessionsDiagnosticsSummary_SessionDiagnosticsArray;
        await StartSecureAsync();
        UaTestClient[] mes = [await UserAsync("mes"), await UserAsync("mes", MessageSecurityMode.Sign)];
        UaTestClient[] others =
        [
            await SessionAsync(),
            await SessionAsync(),
            await UserAsync("config"),
            await UserAsync("admin", MessageSecurityMode.Sign),
        ];
        Assert.That(await IdsAsync(mes[0]), Is.EquivalentTo(mes.Select(client => client.Session!.SessionId)));
        foreach (var other in others)
            Assert.That(await IdsAsync(other), Is.EqualTo(new[] { other.Session!.SessionId }));
        var admin = await UserAsync("admin");
        Assert.That(await IdsAsync(admin), Is.EquivalentTo(mes.Concat(others).Append(admin).Select(client => client.Session!.SessionId)));
        var monitored = await mes[0]
            .CallAsync<CreateMonitoredItemsResponse>(
                new CreateMonitoredItemsRequest
                {
                    SubscriptionId = await SubscribeAsync(mes[0]),
                    ItemsToCreate =
                    [
                        new MonitoredItemCreateRequest
                        {
                            ItemToMonitor = new ReadValueId { NodeId = array, AttributeId = 13 },
                            MonitoringMode = MonitoringMode.Reporting,
                        },
                    ],
                },
                Stop
            );
        DataChangeNotification? change = null;
        while (change is null)
            change = (await mes[0].CallAsync<PublishResponse>(new PublishRequest(), Stop))
                .NotificationMessage.NotificationData.Select(o => o?.Body)
                .OfType<DataChangeNotification>()
                .FirstOrDefault();
        Assert.That(
            (monitored.Results.Length, StatusCodes.NameOf(change.MonitoredItems[0].Value.Status)),
            Is.EqualTo((1, "BadUserAccessDenied")),
            "who monitors it would be told of others later"
        );

        static async Task<NodeId[]> IdsAsync(UaTestClient client) =>
            [
                .. ((ExtensionObject[])(await ReadAsync(client, array)).Value.Reference!).Select(entry =>
                    ((SessionDiagnosticsDataType)entry.Body!).SessionId
                ),
            ];
    }

    [ConformanceUnit("Base Info Diagnostics")]
    [Test]
    public async Task An_administrator_switches_the_diagnostics_off_and_on()
    {
        await StartSecureAsync();
        var client = await SessionAsync();
        const uint flag = Ids.Server_ServerDiagnostics_EnabledFlag,
            count = Ids.Server_ServerDiagnostics_ServerDiagnosticsSummary_CumulatedSessionCount;
        Assert.That(await WriteAsync(client, flag, Variant.From(false)), Is.EqualTo("BadUserAccessDenied"));
        var config = await UserAsync("config");
        Assert.That(await WriteAsync(config, flag, Variant.From(1)), Is.EqualTo("BadTypeMismatch"));
        Assert.That(await WriteAsync(config, flag, Variant.From(false)), Is.EqualTo("Good"));
        Assert.That((await ReadAsync(client, flag)).Value.Bits, Is.Zero);
        Assert.That(StatusCodes.NameOf((await ReadAsync(client, count)).Status), Is.EqualTo("BadNotReadable"));
        Assert.That(await BrowseAsync(client, Sessions), Has.Length.EqualTo(2), "the arrays remain");
        Assert.That(
            StatusCodes.NameOf(
                (
                    await client.CallAsync<ReadResponse>(
                        new ReadRequest { NodesToRead = [new ReadValueId { NodeId = client.Session!.SessionId, AttributeId = 1 }] },
                        Stop
                    )
                )
                    .Results[0]
                    .Status
            ),
            Is.EqualTo("BadNodeIdUnknown")
        );
        Assert.That(await WriteAsync(config, flag, Variant.From(true)), Is.EqualTo("Good"));
        await SessionAsync();
        Assert.That((await ReadAsync(client, count)).Value.Bits, Is.EqualTo(1), "counted from when they were switched on");
    }

    [Test]
    public async Task What_roles_forbid_is_counted()
    {
        await StartAsync(
            o => o with { Permissions = PermissionSet.ForEverybody(NodePermissions.Browse | NodePermissions.Read) },
            new UaTestNodes(BuiltInType.Int32) { IsWritable = _ => true },
            1
        );
        var client = await SessionAsync();
        Assert.That(await WriteAsync(client, UaTestNodes.IdOfVariable(0), Variant.From(1)), Is.EqualTo("BadUserAccessDenied"));
        var figures = Body<SessionDiagnosticsDataType>(
            await ReadAsync(client, (await BrowseAsync(client, client.Session!.SessionId))[0].NodeId.Id)
        );
        Assert.That(
            (figures.UnauthorizedRequestCount, figures.WriteCount.TotalCount, figures.WriteCount.ErrorCount),
            Is.EqualTo((1u, 1u, 0u))
        );
    }

    private static async Task<NodeId> SecurityOfAsync(UaTestClient client) =>
        (await BrowseAsync(client, client.Session!.SessionId))[1].NodeId.Id;

    private static async Task AddVariablesAsync(UaTestClient client, NodeId node, HashSet<NodeId> variables)
    {
        foreach (var below in await BrowseAsync(client, node))
        {
            var id = below.NodeId.Id;
            if (below.NodeClass == NodeClass.Variable && !variables.Add(id))
                continue;
            await AddVariablesAsync(client, id, variables);
        }
    }
}
