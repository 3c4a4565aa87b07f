using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Server.Tests.Diagnostics;

/// <summary>ServerDiagnostics as clients read it (OPC 10000-5, 6.3.3 ff.).</summary>
[CancelAfter(30_000)]
internal sealed class ServerDiagnosticsTests : DiagnosticsFixture
{
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
        var summary = Body<ServerDiagnosticsSummaryDataType>(
            await ReadAsync(client, Ids.Server_ServerDiagnostics_ServerDiagnosticsSummary)
        );
        Assert.Multiple(() =>
        {
            Assert.That((summary.CurrentSessionCount, summary.CumulatedSessionCount), Is.EqualTo((2u, 3u)));
            Assert.That(
                (summary.CurrentSubscriptionCount, summary.CumulatedSubscriptionCount, summary.PublishingIntervalCount),
                Is.EqualTo((1u, 2u, 1u))
            );
            Assert.That((summary.RejectedSessionCount, summary.SecurityRejectedSessionCount), Is.EqualTo((1u, 1u)));
            Assert.That((summary.RejectedRequestsCount, summary.SecurityRejectedRequestsCount), Is.EqualTo((1u, 1u)));
        });
        Assert.That(
            (await ReadAsync(client, Ids.Server_ServerDiagnostics_ServerDiagnosticsSummary_CumulatedSessionCount)).Value.Bits,
            Is.EqualTo(3)
        );
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

        var summary = Body<ServerDiagnosticsSummaryDataType>(
            await ReadAsync(client, Ids.Server_ServerDiagnostics_ServerDiagnosticsSummary)
        );
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
            Assert.That(
                (figures.BrowseCount.TotalCount, figures.TotalRequestCount.TotalCount),
                Is.EqualTo((2u, 6u)),
                "the activation included"
            );
            Assert.That(
                figures.ClientConnectionTime,
                Is.InRange(UaTime.Now(TimeProvider.System) - TimeSpan.FromMinutes(1).Ticks, UaTime.Now(TimeProvider.System))
            );
        });
        var members = await BrowseAsync(client, parts[0].NodeId.Id);
        Assert.That(members, Has.Length.EqualTo(43));
        Assert.That(
            (await ReadAsync(client, members.Single(m => m.BrowseName.Name == "SessionName").NodeId.Id)).Value.Reference,
            Is.EqualTo("test")
        );
        Assert.That(
            (await BrowseAsync(client, Ids.Server_ServerDiagnostics_SessionsDiagnosticsSummary_SessionDiagnosticsArray)).Select(r =>
                r.NodeId.Id
            ),
            Does.Contain(parts[0].NodeId.Id),
            "the same variable is a component of the array"
        );
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
                var isSecurity =
                    reference.NodeId.Id.ToString().Contains("Security") || reference.BrowseName.Name!.StartsWith("SessionSecurity");
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
        await slow.CallAsync<CreateMonitoredItemsResponse>(
            new CreateMonitoredItemsRequest
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
            },
            Stop
        );
        for (var i = 1; i <= 10; i++)
            Server.Set(0, Variant.From(i));
        var client = await SessionAsync();
        var variable = (await BrowseAsync(client, Ids.Server_ServerDiagnostics_SubscriptionDiagnosticsArray)).Single(r =>
            r.BrowseName.Name == $"{id}"
        );
        SubscriptionDiagnosticsDataType figures;
        do figures = Body<SubscriptionDiagnosticsDataType>(await ReadAsync(client, variable.NodeId.Id));
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
        await client.CallAsync<CreateMonitoredItemsResponse>(
            new CreateMonitoredItemsRequest
            {
                SubscriptionId = id,
                TimestampsToReturn = TimestampsToReturn.Both,
                ItemsToCreate =
                [
                    new MonitoredItemCreateRequest
                    {
                        ItemToMonitor = new ReadValueId
                        {
                            NodeId = Ids.Server_ServerDiagnostics_ServerDiagnosticsSummary_CurrentSessionCount,
                            AttributeId = 13,
                        },
                        MonitoringMode = MonitoringMode.Reporting,
                        RequestedParameters = new MonitoringParameters { QueueSize = 10 },
                    },
                ],
            },
            Stop
        );
        var seen = new List<long>();
        await NextAsync();
        await SessionAsync();
        await NextAsync();
        Assert.That(seen, Is.EqualTo(new[] { 1L, 2L }));

        async Task NextAsync()
        {
            for (var before = seen.Count; seen.Count == before; )
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
}
