using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Server.Tests.InformationModel;

/// <summary>What a client finds out about the other servers of a redundant set (10000-4, 6.6.2; 10000-5, 6.3.7 and 6.3.9).</summary>
[CancelAfter(30_000)]
internal sealed class RedundancyTests : UaServerFixture
{
    private const uint RedundancyType = 2034,
        NonTransparentRedundancyType = 2039;

    private IReadOnlyList<RedundantServer> _set =
    [
        new("urn:test:a", "a", ["opc.tcp://a.plant.local:4840"], 180),
        new("urn:test:server", "this", ["opc.tcp://this.plant.local:4840"], 1, ServerState.Unknown),
    ];

    [Test]
    public async Task The_set_is_described_in_one_order_with_this_server_as_it_is_now()
    {
        await StartAsync(options => options with { Redundancy = Set, ServiceLevel = () => 240 });
        var client = await SessionAsync();
        var values = await client.ReadAsync(
            Stop,
            Ids.Server_ServerRedundancy_RedundancySupport,
            Ids.Server_ServerRedundancy_ServerUriArray,
            Ids.Server_ServerRedundancy_RedundantServerArray,
            Ids.Server_EstimatedReturnTime
        );
        Assert.Multiple(() =>
        {
            Assert.That(values[0].Value.Bits, Is.EqualTo((long)RedundancySupport.Hot));
            Assert.That(values[1].Value.Reference, Is.EqualTo(new[] { "urn:test:a", "urn:test:server" }));
            Assert.That(Servers(values[2]), Is.EqualTo(new[] { "urn:test:a 180 Running", "urn:test:server 240 Running" }));
            Assert.That(values[3].Value.Bits, Is.Zero, "unknown while it runs");
        });
        _set = [_set[1]];
        Assert.That(
            Servers((await client.ReadAsync(Stop, Ids.Server_ServerRedundancy_RedundantServerArray))[0]),
            Has.Length.EqualTo(1),
            "it may change"
        );
    }

    [Test]
    public async Task The_object_is_of_the_type_for_non_transparent_redundancy_and_has_its_parts()
    {
        await StartAsync(options => options with { Redundancy = Set });
        var client = await SessionAsync();
        var references = await BrowseAsync(client, Ids.Server_ServerRedundancy, BrowseDirection.Forward);
        Assert.That(
            references.Single(r => r.ReferenceTypeId == Ids.HasTypeDefinition).NodeId.Id,
            Is.EqualTo((NodeId)NonTransparentRedundancyType)
        );
        Assert.That(
            references.Where(r => r.ReferenceTypeId == Ids.HasProperty).Select(r => r.BrowseName.Name),
            Is.EquivalentTo(new[] { "RedundancySupport", "ServerUriArray", "RedundantServerArray" })
        );
        foreach (var part in references.Where(r => r.ReferenceTypeId == Ids.HasProperty))
        {
            var owner = (await BrowseAsync(client, part.NodeId.Id, BrowseDirection.Inverse)).Single(r =>
                r.ReferenceTypeId == Ids.HasProperty
            );
            Assert.That(owner.NodeId.Id, Is.EqualTo((NodeId)Ids.Server_ServerRedundancy), part.BrowseName.Name);
        }

        var type = await client.CallAsync<ReadResponse>(
            new ReadRequest
            {
                NodesToRead =
                [
                    new ReadValueId { NodeId = Ids.Server_ServerRedundancy_RedundantServerArray, AttributeId = (uint)AttributeId.DataType },
                    new ReadValueId
                    {
                        NodeId = Ids.Server_ServerRedundancy_RedundantServerArray,
                        AttributeId = (uint)AttributeId.ValueRank,
                    },
                ],
            },
            Stop
        );
        Assert.That(
            (type.Results[0].Value.Reference, type.Results[1].Value.Bits),
            Is.EqualTo(((object)(NodeId)Ids.RedundantServerDataType, 1L))
        );
    }

    [Test]
    public async Task FindServers_answers_with_the_URLs_of_all_and_can_be_asked_for_one()
    {
        await StartAsync(options => options with { Redundancy = Set });
        var client = await ClientAsync();
        var url = $"opc.tcp://127.0.0.1:{Server.Port}";
        var all = await client.CallAsync<FindServersResponse>(new FindServersRequest { EndpointUrl = url }, Stop);
        Assert.That(
            all.Servers.Select(s => $"{s.ApplicationUri} {s.DiscoveryUrls[0]}"),
            Is.EquivalentTo(new[] { $"urn:test:server {url}", "urn:test:a opc.tcp://a.plant.local:4840" })
        );
        var one = await client.CallAsync<FindServersResponse>(
            new FindServersRequest { EndpointUrl = url, ServerUris = ["urn:test:a"] },
            Stop
        );
        Assert.That(one.Servers.Single().ApplicationName, Is.EqualTo(new LocalizedText("a", "en")));
    }

    [Test]
    public async Task A_planned_stop_tells_level_zero_and_when_the_server_is_back()
    {
        await StartAsync(options =>
            options with
            {
                Redundancy = Set with { ReturnsAfter = TimeSpan.FromMinutes(2) },
                ShutdownDelay = TimeSpan.FromSeconds(2),
            }
        );
        var client = await SessionAsync();
        await client.CallAsync<CreateSubscriptionResponse>(
            new CreateSubscriptionRequest
            {
                RequestedPublishingInterval = 50,
                RequestedMaxKeepAliveCount = 100,
                RequestedLifetimeCount = 10_000,
            },
            Stop
        );
        var before = UaTime.Now(TimeProvider.System);
        var stopping = Server.Server.StopAsync(Stop);
        var values = await client.ReadAsync(
            Stop,
            Ids.Server_ServiceLevel,
            Ids.Server_EstimatedReturnTime,
            Ids.Server_ServerRedundancy_RedundantServerArray
        );
        await stopping;
        Assert.That(values[0].Value.Bits, Is.Zero);
        Assert.That(values[1].Value.Bits - before, Is.InRange(TimeSpan.FromSeconds(121).Ticks, TimeSpan.FromSeconds(180).Ticks));
        Assert.That(Servers(values[2]), Has.Member("urn:test:server 0 Shutdown"));
    }

    [Test]
    public async Task Without_a_set_there_is_no_redundancy()
    {
        await StartAsync();
        var client = await SessionAsync();
        var values = await client.ReadAsync(
            Stop,
            Ids.Server_ServerRedundancy_RedundancySupport,
            Ids.Server_ServerRedundancy_RedundantServerArray,
            Ids.Server_EstimatedReturnTime
        );
        Assert.That(values[0].Value.Bits, Is.EqualTo((long)RedundancySupport.None));
        Assert.That(values.Skip(1).Select(value => value.Status.Value), Is.All.EqualTo(StatusCodes.BadNodeIdUnknown));
        var references = await BrowseAsync(client, Ids.Server_ServerRedundancy, BrowseDirection.Forward);
        Assert.That(references.Single(r => r.ReferenceTypeId == Ids.HasTypeDefinition).NodeId.Id, Is.EqualTo((NodeId)RedundancyType));
        Assert.That(references.Single(r => r.ReferenceTypeId == Ids.HasProperty).BrowseName.Name, Is.EqualTo("RedundancySupport"));
    }

    private RedundantSet Set => new() { Servers = () => _set };

    private static async Task<ReferenceDescription[]> BrowseAsync(UaTestClient client, NodeId node, BrowseDirection direction)
    {
        var browse = new BrowseDescription
        {
            NodeId = node,
            BrowseDirection = direction,
            ResultMask = 63,
        };
        return (await client.CallAsync<BrowseResponse>(new BrowseRequest { NodesToBrowse = [browse] }, Stop)).Results[0].References;
    }

    private static string[] Servers(DataValue value) =>
        [
            .. ((ExtensionObject[])value.Value.Reference!)
                .Select(o => (RedundantServerDataType)o.Body!)
                .Select(s => $"{s.ServerId} {s.ServiceLevel} {s.ServerState}"),
        ];
}
