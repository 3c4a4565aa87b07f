using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Server.Tests.Conformance;

/// <summary>
/// What the common clients do between TCP and their first value, in their order, with their numbers. Where such a client runs in our own CI (node-opcua) or was
/// run by hand (docs/conformance.md) this is the short form of it; the others cannot be had here.
/// </summary>
[CancelAfter(30_000)]
internal sealed class ConnectSequenceTests : ConnectFixture
{
    private const string Url = "opc.tcp://localhost:4840";
    private static readonly uint[] FoundationReads =
    [
        2269,
        2271,
        2272,
        2735,
        2736,
        2737,
        3704,
        11702,
        11703,
        12911,
        11705,
        11707,
        11709,
        11710,
        11711,
        11712,
        11713,
        11714,
        12165,
        12166,
        12167,
        12168,
        24095,
        24096,
        24097,
        24098,
        24104,
    ];

    [Test]
    [ConformanceUnit("Security None CreateSession ActivateSession")]
    public async Task The_Foundations_client_compares_endpoints_reads_27_limits_and_comes_back_with_its_subscription()
    {
        await StartAsync();
        Server.Set(0, Variant.From(1));
        var discovery = await ClientAsync();
        var offered = (await discovery.CallAsync<GetEndpointsResponse>(new GetEndpointsRequest { EndpointUrl = Url }, Stop)).Endpoints;
        await discovery.DisposeAsync();

        // Over None it first tries without a certificate.
        var client = await ClientAsync();
        var created = await client.CreateSessionAsync(Stop, change: request => request.ClientCertificate = null);
        Assert.That(created.ServerEndpoints.Select(UaTestChannel.Encode), Is.EquivalentTo(offered.Select(UaTestChannel.Encode)));
        Assert.That(
            (created.ServerNonce!.Length, created.SessionId.IsNull, created.RevisedSessionTimeout),
            Is.EqualTo((32, false, 60_000.0))
        );
        await client.ActivateAsync(Stop);
        var arrays = await client.ReadAsync(Stop, Ids.Server_NamespaceArray, Ids.Server_ServerArray);
        Assert.That(
            arrays[1].Value,
            Is.EqualTo(Variant.FromArray(BuiltInType.String, (string[])["urn:test:server"]))
                .Using<Variant>((a, b) => a.ToString() == b.ToString())
        );
        Assert.That((await client.ReadAsync(Stop, 11705u))[0].Value.Bits, Is.Positive, "it sizes the next Read by it");
        var limits = await client.ReadAsync(Stop, [.. FoundationReads.Select(id => (NodeId)id)]);
        Assert.That(limits.Select(value => StatusCodes.NameOf(value.Status)), Is.All.EqualTo("Good").Or.EqualTo("BadNodeIdUnknown"));

        var subscription = await SubscribeAsync(client, 0);
        var first = await client.CallAsync<PublishResponse>(new PublishRequest(), Stop);
        await client.DisposeAsync();

        // Its session is gone: it makes another one and asks for the subscription; without a user over None that is refused, and it makes a new one.
        var again = await SessionAsync();
        var transfer = await again.CallAsync<TransferSubscriptionsResponse>(
            new TransferSubscriptionsRequest { SubscriptionIds = [subscription], SendInitialValues = true },
            Stop
        );
        Assert.That(StatusCodes.NameOf(transfer.Results[0].StatusCode), Is.EqualTo("BadUserAccessDenied"));
        await SubscribeAsync(again, 0);
        Assert.That(Values(await again.CallAsync<PublishResponse>(new PublishRequest(), Stop)), Is.EqualTo(Values(first)));
    }

    [Test]
    public async Task Milo_and_Ignition_create_an_item_per_call_and_walk_the_data_types()
    {
        await StartAsync(variables: 300);
        for (var i = 0; i < 300; i++)
            Server.Set(i, Variant.From(i));
        var client = await SessionAsync();
        var subscription = await client.CallAsync<CreateSubscriptionResponse>(
            new CreateSubscriptionRequest
            {
                RequestedPublishingInterval = 50,
                RequestedMaxKeepAliveCount = 1000,
                PublishingEnabled = true,
            },
            Stop
        );
        for (var i = 0; i < 300; i++)
            await AddAsync(client, subscription.SubscriptionId, i);
        var seen = new HashSet<uint>();
        while (seen.Count < 300)
            seen.UnionWith(Values(await client.CallAsync<PublishResponse>(new PublishRequest(), Stop)).Select(value => value.Handle));

        // DataTypeTree: from BaseDataType along HasSubtype; the encodings of each; its definition.
        var (types, open) = (new List<NodeId>(), new Queue<NodeId>([24u]));
        while (open.TryDequeue(out var type))
        {
            types.Add(type);
            foreach (var reference in await BrowseAsync(client, type, Ids.HasSubtype))
                open.Enqueue(reference.NodeId.Id);
        }

        Assert.That(types, Has.Count.GreaterThan(200));
        foreach (var type in types)
        {
            foreach (var encoding in await BrowseAsync(client, type, Ids.HasEncoding))
                Assert.That(
                    StatusCodes.NameOf((await ReadAsync(client, encoding.NodeId.Id, AttributeId.BrowseName)).Status),
                    Is.EqualTo("Good"),
                    $"the encoding {encoding.NodeId} of {type} is there"
                );
            var definition = await ReadAsync(client, type, AttributeId.DataTypeDefinition);
            Assert.That(StatusCodes.NameOf(definition.Status), Is.EqualTo("Good").Or.EqualTo("BadAttributeIdInvalid"));
            if (
                definition.Value.Reference is ExtensionObject { Body: StructureDefinition structure }
                && !structure.DefaultEncodingId.IsNull
            )
                Assert.That(
                    StatusCodes.NameOf((await ReadAsync(client, structure.DefaultEncodingId, AttributeId.NodeClass)).Status),
                    Is.EqualTo("Good"),
                    $"default encoding of {type}"
                );
        }
    }

    [Test]
    public async Task Telegraf_and_benthos_discover_on_one_connection_and_take_the_policy_id_from_CreateSession()
    {
        await StartAsync();
        var discovery = await ClientAsync();
        await discovery.CallAsync<GetEndpointsResponse>(new GetEndpointsRequest { EndpointUrl = Url }, Stop);
        var client = await ClientAsync();
        var created = await client.CreateSessionAsync(Stop);
        var anonymous = created
            .ServerEndpoints.Single(endpoint => endpoint.SecurityMode == MessageSecurityMode.None)
            .UserIdentityTokens.Single(token => token.TokenType == UserTokenType.Anonymous);
        await client.ActivateAsync(Stop, ExtensionObject.From(new AnonymousIdentityToken { PolicyId = anonymous.PolicyId }));
        var build = await client.ReadAsync(Stop, 2255u, 2261u, 2263u, 2264u, 2258u);
        Assert.That(build.Select(value => StatusCodes.NameOf(value.Status)), Is.All.EqualTo("Good"));
        var revised = await client.CallAsync<CreateSubscriptionResponse>(
            new CreateSubscriptionRequest
            {
                RequestedPublishingInterval = 100,
                RequestedMaxKeepAliveCount = 3000,
                RequestedLifetimeCount = 10_000,
                PublishingEnabled = true,
            },
            Stop
        );
        Assert.That((revised.RevisedMaxKeepAliveCount, revised.RevisedLifetimeCount), Is.EqualTo((3000u, 10_000u)));
        Assert.That(
            StatusCodes.NameOf((await AddAsync(client, revised.SubscriptionId, (NodeId)2258u)).Results[0].StatusCode),
            Is.EqualTo("Good"),
            "the heartbeat on CurrentTime"
        );
    }

    [Test]
    public async Task UaExpert_reads_every_attribute_of_a_node_in_one_Read()
    {
        await StartAsync();
        var client = await ClientAsync();
        var server = (await client.CallAsync<FindServersResponse>(new FindServersRequest { EndpointUrl = Url }, Stop)).Servers.Single();
        var endpoint = (await client.CallAsync<GetEndpointsResponse>(new GetEndpointsRequest { EndpointUrl = Url }, Stop)).Endpoints[0];
        Assert.That(server.DiscoveryUrls, Does.Contain(endpoint.EndpointUrl), "it warns of a difference");
        await client.CreateSessionAsync(Stop);
        await client.ActivateAsync(Stop);
        var objects = await BrowseAsync(client, Ids.ObjectsFolder, Ids.HierarchicalReferences);
        Assert.That(objects.Select(reference => reference.BrowseName.Name), Does.Contain("Server").And.Contain(UaTestNodes.Folder));
        foreach (
            var node in (NodeId[])
                [
                    UaTestNodes.IdOfVariable(0),
                    new NodeId(2, UaTestNodes.Folder),
                    Ids.Server,
                    Ids.Server_GetMonitoredItems,
                    Ids.Int32,
                    Ids.Organizes,
                ]
        )
        {
            var read = await client.CallAsync<ReadResponse>(
                new ReadRequest
                {
                    TimestampsToReturn = TimestampsToReturn.Both,
                    NodesToRead =
                    [
                        .. Enumerable.Range(1, 27).Select(attribute => new ReadValueId { NodeId = node, AttributeId = (uint)attribute }),
                    ],
                },
                Stop
            );
            Assert.That(
                read.Results.Select(value => StatusCodes.NameOf(value.Status)),
                Is.All.EqualTo("Good").Or.EqualTo("BadAttributeIdInvalid").Or.EqualTo("BadWaitingForInitialData")
            );
            Assert.That(
                read.Results.Take(4).Concat(read.Results[5..7]).Select(value => value.Status.Value),
                Is.All.Zero,
                $"id, class, names and write masks of {node}"
            );
        }
    }
}
