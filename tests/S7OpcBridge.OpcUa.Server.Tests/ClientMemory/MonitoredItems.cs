using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Server.Tests.ClientMemory;

/// <summary>Monitored items in any number, by which a client takes memory.</summary>
internal static class MonitoredItems
{
    /// <summary>Asks for items of one variable; how many the server granted.</summary>
    public static async Task<int> CreateAsync(UaTestClient client, uint subscription, int count, CancellationToken cancellationToken) =>
        (
            await client.CallAsync<CreateMonitoredItemsResponse>(
                new CreateMonitoredItemsRequest
                {
                    SubscriptionId = subscription,
                    ItemsToCreate =
                    [
                        .. Enumerable.Repeat(
                            new MonitoredItemCreateRequest
                            {
                                ItemToMonitor = new ReadValueId { NodeId = UaTestNodes.IdOfVariable(0), AttributeId = 13 },
                            },
                            count
                        ),
                    ],
                },
                cancellationToken
            )
        ).Results.Count(result => result.StatusCode.IsGood);
}
