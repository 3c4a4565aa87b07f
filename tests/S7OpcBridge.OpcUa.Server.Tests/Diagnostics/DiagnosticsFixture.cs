using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Server.Tests.Diagnostics;

/// <summary>Reads the diagnostics of a server as clients do.</summary>
internal abstract class DiagnosticsFixture : AdminFixture
{
    protected const uint Sessions = Ids.Server_ServerDiagnostics_SessionsDiagnosticsSummary;

    protected static async Task<DataValue> ReadAsync(UaTestClient client, NodeId node) => (await client.ReadAsync(Stop, node))[0];

    protected static async Task<DataValue> ReadAsync(UaTestClient client, NodeId node, AttributeId attribute) =>
        (
            await client.CallAsync<ReadResponse>(
                new ReadRequest { NodesToRead = [new ReadValueId { NodeId = node, AttributeId = (uint)attribute }] },
                Stop
            )
        ).Results[0];

    protected static async Task<ReferenceDescription[]> BrowseAsync(
        UaTestClient client,
        NodeId node,
        BrowseDirection direction = BrowseDirection.Forward
    ) => (
            await client.CallAsync<BrowseResponse>(
                new BrowseRequest
                {
                    NodesToBrowse =
                    [
                        new BrowseDescription
                        {
                            NodeId = node,
                            BrowseDirection = direction,
                            ReferenceTypeId = Ids.Aggregates,
                            IncludeSubtypes = true,
                            ResultMask = 63,
                            NodeClassMask = direction == BrowseDirection.Forward && node == Sessions ? 3u : 0,
                        },
                    ],
                },
                Stop
            )
        ).Results[0].References;

    protected static async Task<uint> SubscribeAsync(UaTestClient client) =>
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

    protected static T Body<T>(in DataValue value) => (T)((ExtensionObject)value.Value.Reference!).Body!;
}
