using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.OpcUa.Server.Counters;
using S7OpcBridge.OpcUa.Server.Diagnostics;
using S7OpcBridge.OpcUa.Server.Subscriptions;
using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Server.Tests.Diagnostics;

/// <summary>ServerDiagnostics as clients read it (OPC 10000-5, 6.3.3 ff.).</summary>
[CancelAfter(30_000)]
internal sealed class ServerDiagnosticsTests : AdminFixture
{
    private const uint Sessions = Ids.Server_ServerDiagnostics_SessionsDiagnosticsSummary;

    [ConformanceUnit("Base Info Diagnostics")]
    [Test]
    public async Task The_summary_counts_sessions_and_subscriptions_that_are_and_were()
    {
        await StartSecureAsync();
        var client = await SessionAsync();
        var other = await SessionAsync();
        await SubscribeAsync(other);
        await other.CallAsync<CloseSessionResponse>(new CloseSessionRequest { DeleteSubscriptions = true }, Stop);
        var refused = await ClientAsync();
        await refused.CreateSessionAsync(Stop);
        await StatusOf(refused.ActivateAsync(Stop, Password("mes", "guess", refused.ServerNonce)));
        await SubscribeAsync(client);
        var summary = Body<ServerDiagnosticsSummaryDataType>(await ReadAsync(client, Ids.Server_ServerDiagnostics_ServerDiagnosticsSummary));
        Assert.Multiple(() =>
        {
            Assert.That((summary.CurrentSessionCount, summary.CumulatedSessionCount), Is.EqualTo((2u, 3u)));
            Assert.That((summary.CurrentSubscriptionCount, summary.CumulatedSubscriptionCount, summary.PublishingIntervalCount), Is.EqualTo((1u, 2u, 1u)));
            Assert.That((summary.RejectedSessionCount, summary.SecurityRejectedSessionCount), Is.EqualTo((1u, 1u)));
            Assert.That((summary.RejectedRequestsCount, summary.SecurityRejectedRequestsCount), Is.EqualTo((1u, 1u)));
        });
        Assert.That((await ReadAsync(client, Ids.Server_ServerDiagnostics_ServerDiagnosticsSummary_CumulatedSessionCount)).Value.Bits, Is.EqualTo(3));
    }

    [Test]
    [ConformanceUnit("Base Info Diagnostics")]
    public async Task Sessions_that_time_out_or_are_thrown_out_are_counted_apart()
    {
        await StartAsync(OnClock);
        var client = await SessionAsync();
        await (await ClientAsync()).CreateSessionAsync(Stop); // never activated, and never heard of again
        var early = await ClientAsync();
        await early.CreateSessionAsync(Stop);
        await StatusOf(early.ReadAsync(Stop, Ids.Server_ServerStatus_State)); // used before it is activated
        for (var i = 0; i < 7; i++)
        {
            Clock.Advance(TimeSpan.FromSeconds(10));
            await client.ReadAsync(Stop, Ids.Server_ServerStatus_State);
        }

        var summary = Body<ServerDiagnosticsSummaryDataType>(await ReadAsync(client, Ids.Server_ServerDiagnostics_ServerDiagnosticsSummary));
        Assert.That((summary.SessionTimeoutCount, summary.SessionAbortCount, summary.CurrentSessionCount), Is.EqualTo((1u, 1u, 1u)));
    }

    [ConformanceUnit("Base Info Diagnostics")]
    [Test]
    public async Task Every_session_has_an_object_whose_id_is_its_own_with_true_counters()
    {
        await StartAsync();
        var client = await SessionAsync();
        var id = client.Session!.SessionId;
        await client.ReadAsync(Stop, Ids.Server_ServerStatus_State);
        await StatusOf(client.CallAsync<ReadResponse>(new ReadRequest { NodesToRead = [] }, Stop));
        var session = (await BrowseAsync(client, Sessions)).Single(r => r.NodeId.Id == id);
        Assert.That((session.BrowseName.Name, session.NodeClass), Is.EqualTo(("test", NodeClass.Object)));
        Assert.That(session.TypeDefinition.Id, Is.EqualTo((NodeId)Ids.SessionDiagnosticsObjectType));
        var parts = await BrowseAsync(client, id);
        Assert.That(
            parts.Select(p => p.BrowseName.Name),
            Is.EqualTo(new[] { "SessionDiagnostics", "SessionSecurityDiagnostics", "SubscriptionDiagnosticsArray" })
        );
        var figures = Body<SessionDiagnosticsDataType>(await ReadAsync(client, parts[0].NodeId.Id));
        Assert.Multiple(() =>
        {
            Assert.That((figures.SessionId, figures.SessionName, figures.ActualSessionTimeout), Is.EqualTo((id, "test", 60_000.0)));
            Assert.That(figures.ClientDescription.ApplicationUri, Is.EqualTo("urn:test:client"));
            Assert.That((figures.ReadCount.TotalCount, figures.ReadCount.ErrorCount), Is.EqualTo((3u, 1u)), "this read included");
            Assert.That((figures.BrowseCount.TotalCount, figures.TotalRequestCount.TotalCount), Is.EqualTo((2u, 6u)), "the activation included");
            Assert.That(
                figures.ClientConnectionTime,
                Is.InRange(UaTime.Now(TimeProvider.System) - TimeSpan.FromMinutes(1).Ticks, UaTime.Now(TimeProvider.System))
            );
        });
        var members = await BrowseAsync(client, parts[0].NodeId.Id);
        Assert.That(members, Has.Length.EqualTo(43));
        Assert.That((await ReadAsync(client, members.Single(m => m.BrowseName.Name == "SessionName").NodeId.Id)).Value.Reference, Is.EqualTo("test"));
        Assert.That((await BrowseAsync(client, Ids.Server_ServerDiagnostics_SessionsDiagnosticsSummary_SessionDiagnosticsArray)).Select(r => r.NodeId.Id),
            Does.Contain(parts[0].NodeId.Id), "the same variable is a component of the array");
    }

    [ConformanceUnit("Base Info Diagnostics")]
    [Test]
    public async Task A_path_leads_from_the_server_to_a_member_and_every_node_found_can_be_read()
    {
        await StartAsync();
        var client = await SessionAsync();
        await SubscribeAsync(client);
        var open = new Stack<NodeId>([Ids.Server_ServerDiagnostics]);
        var seen = new HashSet<NodeId>();
        while (open.TryPop(out var node))
        {
            foreach (var reference in await BrowseAsync(client, node))
            {
                if (!seen.Add(reference.NodeId.Id))
                    continue;
                open.Push(reference.NodeId.Id);
                var isSecurity = reference.NodeId.Id.ToString().Contains("Security") || reference.BrowseName.Name!.StartsWith("SessionSecurity");
                if (reference.NodeClass == NodeClass.Variable)
                    Assert.That(
                        StatusCodes.NameOf((await ReadAsync(client, reference.NodeId.Id)).Status),
                        Is.EqualTo(isSecurity ? "BadSecurityModeInsufficient" : "Good"),
                        $"{reference.NodeId.Id}"
                    );
                var back = await BrowseAsync(client, reference.NodeId.Id, BrowseDirection.Inverse);
                Assert.That(back.Select(r => r.NodeId.Id), Does.Contain(node), $"{reference.NodeId.Id} back to {node}");
            }
        }

        Assert.That(seen, Has.Count.GreaterThan(43 + 9 + 31));
    }

    [Test]
    public async Task A_session_that_is_gone_has_no_node()
    {
        await StartAsync();
        var client = await SessionAsync();
        var other = await SessionAsync();
        var figures = (await BrowseAsync(client, other.Session!.SessionId))[0].NodeId.Id;
        await other.CallAsync<CloseSessionResponse>(new CloseSessionRequest(), Stop);
        Assert.That(StatusCodes.NameOf((await ReadAsync(client, figures)).Status), Is.EqualTo("BadNodeIdUnknown"));
        Assert.That((await BrowseAsync(client, Sessions)).Select(r => r.NodeId.Id), Has.None.EqualTo(other.Session!.SessionId));
    }

    [ConformanceUnit("Base Info Diagnostics")]
    [Test]
    public async Task A_slow_subscriber_is_seen_by_its_neighbours()
    {
        await StartAsync();
        var slow = await SessionAsync();
        var id = await SubscribeAsync(slow);
        await slow.CallAsync<CreateMonitoredItemsResponse>(new CreateMonitoredItemsRequest
        {
            SubscriptionId = id,
            TimestampsToReturn = TimestampsToReturn.Both,
            ItemsToCreate =
            [
                new MonitoredItemCreateRequest
                {
                    ItemToMonitor = new ReadValueId { NodeId = UaTestNodes.IdOfVariable(0), AttributeId = 13 },
                    MonitoringMode = MonitoringMode.Reporting,
                    RequestedParameters = new MonitoringParameters { QueueSize = 2, DiscardOldest = true },
                },
            ],
        }, Stop);
        for (var i = 1; i <= 10; i++)
            Server.Set(0, Variant.Of(i));
        var client = await SessionAsync();
        var variable = (await BrowseAsync(client, Ids.Server_ServerDiagnostics_SubscriptionDiagnosticsArray)).Single(r => r.BrowseName.Name == $"{id}");
        SubscriptionDiagnosticsDataType figures;
        do
            figures = Body<SubscriptionDiagnosticsDataType>(await ReadAsync(client, variable.NodeId.Id));
        while (figures.LatePublishRequestCount < 2);
        Assert.Multiple(() =>
        {
            Assert.That((figures.SubscriptionId, figures.SessionId), Is.EqualTo((id, slow.Session!.SessionId)));
            Assert.That(figures.MonitoringQueueOverflowCount, Is.EqualTo(9), "ten and the first value, in a queue of two");
            Assert.That(figures.CurrentLifetimeCount, Is.Positive);
        });
        var own = (await BrowseAsync(client, slow.Session!.SessionId))[0].NodeId.Id;
        Assert.That((await ReadAsync(client, own)).Status.IsBad, "a neighbour may not read it");
        var ofSession = Body<SessionDiagnosticsDataType>(await ReadAsync(slow, own));
        Assert.That(
            (ofSession.CurrentSubscriptionsCount, ofSession.CurrentMonitoredItemsCount, ofSession.CurrentPublishRequestsInQueue),
            Is.EqualTo((1u, 1u, 0u))
        );
    }

    [Test]
    [ConformanceUnit("Base Info Diagnostics")]
    public async Task Figures_can_be_subscribed_to()
    {
        await StartAsync();
        var client = await SessionAsync();
        var id = await SubscribeAsync(client);
        await client.CallAsync<CreateMonitoredItemsResponse>(new CreateMonitoredItemsRequest
        {
            SubscriptionId = id,
            TimestampsToReturn = TimestampsToReturn.Both,
            ItemsToCreate =
            [
                new MonitoredItemCreateRequest
                {
                    ItemToMonitor = new ReadValueId { NodeId = Ids.Server_ServerDiagnostics_ServerDiagnosticsSummary_CurrentSessionCount, AttributeId = 13 },
                    MonitoringMode = MonitoringMode.Reporting,
                    RequestedParameters = new MonitoringParameters { QueueSize = 10 },
                },
            ],
        }, Stop);
        var seen = new List<long>();
        await NextAsync();
        await SessionAsync();
        await NextAsync();
        Assert.That(seen, Is.EqualTo(new[] { 1L, 2L }));

        async Task NextAsync()
        {
            for (var before = seen.Count; seen.Count == before;)
            {
                var response = await client.CallAsync<PublishResponse>(new PublishRequest(), Stop);
                seen.AddRange(
                    response
                        .NotificationMessage.NotificationData.Select(o => o?.Body)
                        .OfType<DataChangeNotification>()
                        .SelectMany(d => d.MonitoredItems)
                        .Select(i => i.Value.Value.Bits)
                );
            }
        }
    }

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
                StatusCodes.NameOf((await ReadAsync(other, Ids.Server_ServerDiagnostics_SessionsDiagnosticsSummary_SessionSecurityDiagnosticsArray)).Status),
                Is.EqualTo(status)
            );
            Assert.That(StatusCodes.NameOf((await ReadAsync(other, await SecurityOfAsync(other))).Status), Is.EqualTo(status));
        }

        var admin = await UserAsync("admin");
        var all = (
            (ExtensionObject?[])
                (await ReadAsync(admin, Ids.Server_ServerDiagnostics_SessionsDiagnosticsSummary_SessionSecurityDiagnosticsArray)).Value.Reference!
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

    [Test]
    public async Task The_array_of_all_sessions_shows_a_user_its_own_and_SecurityAdmin_all()
    {
        const uint array = Ids.Server_ServerDiagnostics_SessionsDiagnosticsSummary_SessionDiagnosticsArray;
        await StartSecureAsync();
        UaTestClient[] mes = [await UserAsync("mes"), await UserAsync("mes", MessageSecurityMode.Sign)];
        UaTestClient[] others = [await SessionAsync(), await SessionAsync(), await UserAsync("config"), await UserAsync("admin", MessageSecurityMode.Sign)];
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
            [.. ((ExtensionObject[])(await ReadAsync(client, array)).Value.Reference!).Select(entry => ((SessionDiagnosticsDataType)entry.Body!).SessionId)];
    }

    [ConformanceUnit("Base Info Diagnostics")]
    [Test]
    public async Task An_administrator_switches_the_diagnostics_off_and_on()
    {
        await StartSecureAsync();
        var client = await SessionAsync();
        const uint flag = Ids.Server_ServerDiagnostics_EnabledFlag, count = Ids.Server_ServerDiagnostics_ServerDiagnosticsSummary_CumulatedSessionCount;
        Assert.That(await WriteAsync(client, flag, Variant.Of(false)), Is.EqualTo("BadUserAccessDenied"));
        var config = await UserAsync("config");
        Assert.That(await WriteAsync(config, flag, Variant.Of(1)), Is.EqualTo("BadTypeMismatch"));
        Assert.That(await WriteAsync(config, flag, Variant.Of(false)), Is.EqualTo("Good"));
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
        Assert.That(await WriteAsync(config, flag, Variant.Of(true)), Is.EqualTo("Good"));
        await SessionAsync();
        Assert.That((await ReadAsync(client, count)).Value.Bits, Is.EqualTo(1), "counted from when they were switched on");
    }

    [Test]
    public async Task What_roles_forbid_is_counted()
    {
        await StartAsync(o => o with { Permissions = PermissionSet.OfEverybody(NodePermissions.Browse | NodePermissions.Read) },
            new UaTestNodes(BuiltInType.Int32) { IsWritable = _ => true }, 1);
        var client = await SessionAsync();
        Assert.That(await WriteAsync(client, UaTestNodes.IdOfVariable(0), Variant.Of(1)), Is.EqualTo("BadUserAccessDenied"));
        var figures = Body<SessionDiagnosticsDataType>(await ReadAsync(client, (await BrowseAsync(client, client.Session!.SessionId))[0].NodeId.Id));
        Assert.That((figures.UnauthorizedRequestCount, figures.WriteCount.TotalCount, figures.WriteCount.ErrorCount), Is.EqualTo((1u, 1u, 0u)));
    }

    [Test]
    public void To_ask_ten_thousand_times_at_once_costs_one_look()
    {
        var diagnostics = new ServerDiagnostics(new UaServerOptions { ApplicationUri = "urn:test", Time = Clock }, new ServerCounters());
        var table = new VariableTable(1, 1);
        using var services = new SubscriptionServices(
            new S7OpcBridge.OpcUa.Server.AddressSpace(table, Clock, Namespace0.Load(Clock)),
            table,
            new SubscriptionLimits(),
            Clock,
            alive: diagnostics.Subscriptions
        );
        services.CreateSubscription(services.CreateOwner(new OwnerIdentity(null, null, false)), new CreateSubscriptionRequest());
        var first = diagnostics.AllSubscriptions().Reference;
        Assert.That(first, Has.Length.EqualTo(1));
        Assert.That(diagnostics.AllSubscriptions().Reference, Is.SameAs(first));
        Clock.Advance(TimeSpan.FromMilliseconds(51));
        Assert.That(diagnostics.AllSubscriptions().Reference, Is.Not.SameAs(first));
    }

    [Test]
    public async Task Who_samples_the_figures_of_others_never_waits_for_their_gates()
    {
        using var rig = new Subscriptions.Rig();
        var id = rig.Subscribe();
        rig.Monitor(id, Subscriptions.TestNodes.Double);
        Assert.That(rig.Owner.Snapshot(), Has.Property("Items").EqualTo(1u));
        var subscription = rig.Services.Subscriptions.Single();
        using var inside = new ManualResetEventSlim();
        using var done = new ManualResetEventSlim();
        var busy = Task.Run(() =>
        {
            // Somebody who samples us while we sample him: he holds his gate until we are done.
            lock (rig.Owner.Gate)
            {
                inside.Set();
                done.Wait(Stop);
            }
        });
        inside.Wait(Stop);
        Assert.That((rig.Owner.Snapshot().Items, SubscriptionDiagnostics.Of(subscription)!.MonitoredItemCount), Is.EqualTo((1u, 1u)));
        done.Set();
        await busy;
    }

    [Test]
    public void Counting_allocates_nothing()
    {
        var counters = new SessionCounters();
        counters.Count(SessionServiceOf.Request(ReadRequest.EncodingId));
        var before = GC.GetAllocatedBytesForCurrentThread();
        for (var i = 0; i < 1000; i++)
            counters.Count(SessionServiceOf.Request(ReadRequest.EncodingId));
        Assert.That(GC.GetAllocatedBytesForCurrentThread() - before, Is.Zero);
        Assert.That(counters.Of(SessionService.Read).TotalCount, Is.EqualTo(1001));
    }

    private static async Task<DataValue> ReadAsync(UaTestClient client, NodeId node) => (await client.ReadAsync(Stop, node))[0];

    private static async Task<NodeId> SecurityOfAsync(UaTestClient client) => (await BrowseAsync(client, client.Session!.SessionId))[1].NodeId.Id;

    private static async Task<ReferenceDescription[]> BrowseAsync(UaTestClient client, NodeId node, BrowseDirection direction = BrowseDirection.Forward) =>
        (await client.CallAsync<BrowseResponse>(new BrowseRequest
        {
            NodesToBrowse =
            [
                new BrowseDescription
                {
                    NodeId = node, BrowseDirection = direction, ReferenceTypeId = Ids.Aggregates, IncludeSubtypes = true, ResultMask = 63,
                    NodeClassMask = direction == BrowseDirection.Forward && node == Sessions ? 3u : 0,
                },
            ],
        }, Stop)).Results[0].References;

    private static async Task<uint> SubscribeAsync(UaTestClient client) =>
        (
            await client.CallAsync<CreateSubscriptionResponse>(
                new CreateSubscriptionRequest
                {
                    RequestedPublishingInterval = 20,
                    RequestedLifetimeCount = 10_000,
                    RequestedMaxKeepAliveCount = 1000,
                    PublishingEnabled = true,
                },
                Stop
            )
        ).SubscriptionId;

    private static T Body<T>(in DataValue value) => (T)((ExtensionObject)value.Value.Reference!).Body!;
}
