using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Server.Tests.Conformance;

/// <summary>Calls with the arguments of the common clients.</summary>
internal abstract class ConnectFixture : UaServerFixture
{
    protected static async Task<uint> SubscribeAsync(UaTestClient client, int variable)
    {
        var subscription = await client.CallAsync<CreateSubscriptionResponse>(
            new CreateSubscriptionRequest
            {
                RequestedPublishingInterval = 50,
                RequestedMaxKeepAliveCount = 1000,
                PublishingEnabled = true,
            },
            Stop
        );
        await AddAsync(client, subscription.SubscriptionId, variable);
        return subscription.SubscriptionId;
    }

    protected static Task<CreateMonitoredItemsResponse> AddAsync(UaTestClient client, uint subscription, int variable) =>
        AddAsync(client, subscription, (uint)variable, UaTestNodes.IdOfVariable(variable));

    protected static Task<CreateMonitoredItemsResponse> AddAsync(UaTestClient client, uint subscription, params NodeId[] nodes) =>
        AddAsync(client, subscription, 0, nodes);

    protected static Task<CreateMonitoredItemsResponse> AddAsync(
        UaTestClient client,
        uint subscription,
        uint firstHandle,
        params NodeId[] nodes
    ) =>
        client.CallAsync<CreateMonitoredItemsResponse>(
            new CreateMonitoredItemsRequest
            {
                SubscriptionId = subscription,
                TimestampsToReturn = TimestampsToReturn.Both,
                ItemsToCreate =
                [
                    .. nodes.Select(
                        (node, i) =>
                            new MonitoredItemCreateRequest
                            {
                                ItemToMonitor = new ReadValueId { NodeId = node, AttributeId = 13 },
                                MonitoringMode = MonitoringMode.Reporting,
                                RequestedParameters = new MonitoringParameters
                                {
                                    ClientHandle = firstHandle + (uint)i,
                                    QueueSize = 1,
                                    SamplingInterval = 250,
                                },
                            }
                    ),
                ],
            },
            Stop
        );

    protected static async Task<ReferenceDescription[]> BrowseAsync(UaTestClient client, NodeId node, NodeId referenceType) => (
            await client.CallAsync<BrowseResponse>(
                new BrowseRequest
                {
                    NodesToBrowse =
                    [
                        new BrowseDescription
                        {
                            NodeId = node,
                            ReferenceTypeId = referenceType,
                            IncludeSubtypes = true,
                            ResultMask = 63,
                        },
                    ],
                },
                Stop
            )
        ).Results[0].References;

    protected static async Task<DataValue> ReadAsync(UaTestClient client, NodeId node, AttributeId attribute) =>
        (
            await client.CallAsync<ReadResponse>(
                new ReadRequest
                {
                    TimestampsToReturn = TimestampsToReturn.Neither,
                    NodesToRead = [new ReadValueId { NodeId = node, AttributeId = (uint)attribute }],
                },
                Stop
            )
        ).Results[0];

    protected static (uint Handle, long Value)[] Values(PublishResponse response) =>
        [
            .. response
                .NotificationMessage.NotificationData.Select(d => d!.Body)
                .OfType<DataChangeNotification>()
                .SelectMany(d => d.MonitoredItems)
                .Select(item => (item.ClientHandle, item.Value.Value.Bits)),
        ];
}
