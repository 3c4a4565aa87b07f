using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Server.Tests.History;

[CancelAfter(30_000)]
internal sealed class HistoryNodesTests : HistoryFixture
{
    [Test]
    public async Task A_historized_variable_says_so_in_its_attributes()
    {
        Record(0, At(0), Variant.From(1.0));
        await StartAsync();
        var client = await SessionAsync();
        foreach (
            var attribute in (AttributeId[])
                [AttributeId.AccessLevel, AttributeId.UserAccessLevel, AttributeId.AccessLevelEx, AttributeId.Historizing]
        )
        {
            var isBit = attribute == AttributeId.Historizing;
            Assert.That(await ReadAsync(client, Toy, attribute), Is.EqualTo(isBit ? 1 : 5), $"{attribute}");
            Assert.That(await ReadAsync(client, UaTestNodes.IdOfVariable(1), attribute), Is.EqualTo(isBit ? 0 : 1), $"{attribute}");
        }
    }

    [TestCase(0, false), TestCase(1, true)]
    public async Task UaExpert_finds_the_property_Stepped_by_its_path(int variable, bool isStepped)
    {
        await StartAsync(configuration: v =>
            v == 0 ? HistoryConfiguration.Sloped
            : v == 1 ? HistoryConfiguration.Stepped
            : null
        );
        var client = await SessionAsync();
        var id = UaTestNodes.IdOfVariable(variable);
        var found = await FindAsync(client, id, (Ids.HasHistoricalConfiguration, "HA Configuration"), (Ids.HasProperty, "Stepped"));
        Assert.That(await ReadAsync(client, found, AttributeId.Value), Is.EqualTo(isStepped ? 1 : 0));
        var rules = await FindAsync(
            client,
            UaTestNodes.IdOfVariable(variable),
            (Ids.HasHistoricalConfiguration, "HA Configuration"),
            (Ids.HasComponent, "AggregateConfiguration"),
            (Ids.HasProperty, "PercentDataGood")
        );
        Assert.That(await ReadAsync(client, rules, AttributeId.Value), Is.EqualTo(100));
        var none = await client.CallAsync<TranslateBrowsePathsToNodeIdsResponse>(
            Path(UaTestNodes.IdOfVariable(2), (Ids.HasHistoricalConfiguration, "HA Configuration")),
            Stop
        );
        Assert.That(StatusCodes.NameOf(none.Results[0].StatusCode), Is.EqualTo("BadNoMatch"));
    }

    [TestCase(1u), TestCase(2u), TestCase(100u)]
    public async Task The_reference_to_the_configuration_comes_once_whatever_the_page(uint pageSize)
    {
        Record(0, At(0), Variant.From(1.0));
        await StartAsync();
        var client = await SessionAsync();
        var found = new List<ReferenceDescription>();
        var answer = (
            await client.CallAsync<BrowseResponse>(
                new BrowseRequest
                {
                    RequestedMaxReferencesPerNode = pageSize,
                    NodesToBrowse =
                    [
                        new BrowseDescription
                        {
                            NodeId = Toy,
                            BrowseDirection = BrowseDirection.Both,
                            ResultMask = 63,
                        },
                    ],
                },
                Stop
            )
        ).Results[0];
        found.AddRange(answer.References);
        while (answer.ContinuationPoint is { Length: > 0 } point)
        {
            answer = (await client.CallAsync<BrowseNextResponse>(new BrowseNextRequest { ContinuationPoints = [point] }, Stop)).Results[0];
            found.AddRange(answer.References);
        }

        Assert.That(
            found.Select(r => (r.ReferenceTypeId.Numeric, r.BrowseName.Name)),
            Is.EqualTo(
                ((uint, string?)[])
                    [
                        (Ids.HasTypeDefinition, "BaseDataVariableType"),
                        (Ids.HasHistoricalConfiguration, "HA Configuration"),
                        (Ids.Organizes, "Toys"),
                    ]
            )
        );
    }

    [Test]
    [ConformanceUnit("Historical Access Read Raw")]
    public async Task Every_mandatory_member_of_the_capabilities_has_a_value()
    {
        await StartAsync(
            new HistoryLimits
            {
                MaxValuesPerNode = 77,
                MaxContinuationPoints = 33,
                MaxNodesPerCall = 11,
            }
        );
        var client = await SessionAsync();
        foreach (
            var (id, value) in ((uint, long)[])
                [
                    (Ids.HistoryServerCapabilities_AccessHistoryDataCapability, 1),
                    (Ids.HistoryServerCapabilities_AccessHistoryEventsCapability, 0),
                    (Ids.HistoryServerCapabilities_MaxReturnDataValues, 77),
                    (Ids.HistoryServerCapabilities_MaxReturnEventValues, 0),
                    (Ids.HistoryServerCapabilities_InsertDataCapability, 0),
                    (Ids.HistoryServerCapabilities_ReplaceDataCapability, 0),
                    (Ids.HistoryServerCapabilities_UpdateDataCapability, 0),
                    (Ids.HistoryServerCapabilities_DeleteRawCapability, 0),
                    (Ids.HistoryServerCapabilities_DeleteAtTimeCapability, 0),
                    (Ids.HistoryServerCapabilities_InsertEventCapability, 0),
                    (Ids.HistoryServerCapabilities_ReplaceEventCapability, 0),
                    (Ids.HistoryServerCapabilities_UpdateEventCapability, 0),
                    (Ids.HistoryServerCapabilities_DeleteEventCapability, 0),
                    (Ids.HistoryServerCapabilities_InsertAnnotationCapability, 0),
                    (Ids.Server_ServerCapabilities_MaxHistoryContinuationPoints, 33),
                    (12165, 11),
                ]
        )
            Assert.That(await ReadAsync(client, id, AttributeId.Value), Is.EqualTo(value), $"i={id}");
    }

    [TestCase(Ids.Server_ServerCapabilities_AggregateFunctions), TestCase(Ids.HistoryServerCapabilities_AggregateFunctions)]
    public async Task The_aggregates_are_listed_where_clients_look(uint folder)
    {
        await StartAsync();
        var found = (
            await (await SessionAsync()).CallAsync<BrowseResponse>(
                new BrowseRequest
                {
                    NodesToBrowse =
                    [
                        new BrowseDescription
                        {
                            NodeId = folder,
                            ReferenceTypeId = Ids.Organizes,
                            ResultMask = 63,
                        },
                    ],
                },
                Stop
            )
        ).Results[0].References;
        Assert.That(
            found.Select(r => r.BrowseName.Name),
            Does.Contain("Interpolative").And.Contain("StandardDeviationSample").And.Contain("Average")
        );
        Assert.That(found, Has.Length.EqualTo(22));
    }

    private static async Task<long> ReadAsync(UaTestClient client, NodeId node, AttributeId attribute)
    {
        var read = await client.CallAsync<ReadResponse>(
            new ReadRequest { NodesToRead = [new ReadValueId { NodeId = node, AttributeId = (uint)attribute }] },
            Stop
        );
        Assert.That(StatusCodes.NameOf(read.Results[0].Status), Is.EqualTo("Good"), $"{node} {attribute}");
        return read.Results[0].Value.Bits;
    }

    private static async Task<NodeId> FindAsync(UaTestClient client, NodeId start, params (uint Type, string Name)[] path)
    {
        var found = (await client.CallAsync<TranslateBrowsePathsToNodeIdsResponse>(Path(start, path), Stop)).Results[0];
        Assert.That(StatusCodes.NameOf(found.StatusCode), Is.EqualTo("Good"));
        return found.Targets[0].TargetId.Id;
    }

    private static TranslateBrowsePathsToNodeIdsRequest Path(NodeId start, params (uint Type, string Name)[] path) =>
        new()
        {
            BrowsePaths =
            [
                new BrowsePath
                {
                    StartingNode = start,
                    RelativePath = new RelativePath
                    {
                        Elements =
                        [
                            .. path.Select(p => new RelativePathElement
                            {
                                ReferenceTypeId = p.Type,
                                TargetName = new QualifiedName(0, p.Name),
                            }),
                        ],
                    },
                },
            ],
        };
}
