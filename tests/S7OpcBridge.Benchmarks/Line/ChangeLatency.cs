using System.Diagnostics;
using S7OpcBridge.Bridge;
using S7OpcBridge.OpcUa;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Benchmarks;

/// <summary>How long a change in the PLC's memory takes to the client that subscribed, over real sockets on both sides.</summary>
internal static class ChangeLatency
{
    private const int Changes = 100;
    private static readonly TimeSpan Scan = TimeSpan.FromMilliseconds(100),
        Publishing = TimeSpan.FromMilliseconds(100);

    /// <summary>95th percentile as a share of scan plus publishing interval.</summary>
    public static async Task<double?> ShareAsync()
    {
        await using var plant = new ChangingPlant(Scan, tags: 1);
        await plant.StartAsync(CancellationToken.None);
        await using var client = await UaTestClient.ConnectAsync(plant.Port, CancellationToken.None);
        await SubscribeAsync(client);
        var latencies = await MeasureAsync(plant, client);
        Array.Sort(latencies);
        Console.WriteLine(
            $"     change to client: median {latencies[Changes / 2]:F0} ms, 95 % {latencies[Changes * 95 / 100]:F0} ms, longest {latencies[^1]:F0} ms"
        );
        return latencies[Changes * 95 / 100] / (Scan + Publishing).TotalMilliseconds;
    }

    private static async Task SubscribeAsync(UaTestClient client)
    {
        var subscription = await client.CallAsync<CreateSubscriptionResponse>(
            new CreateSubscriptionRequest
            {
                RequestedPublishingInterval = Publishing.TotalMilliseconds,
                RequestedLifetimeCount = 1000,
                RequestedMaxKeepAliveCount = 100,
                PublishingEnabled = true,
            },
            CancellationToken.None
        );
        await client.CallAsync<CreateMonitoredItemsResponse>(
            new CreateMonitoredItemsRequest
            {
                SubscriptionId = subscription.SubscriptionId,
                TimestampsToReturn = TimestampsToReturn.Both,
                ItemsToCreate =
                [
                    new MonitoredItemCreateRequest
                    {
                        ItemToMonitor = new ReadValueId
                        {
                            NodeId = new NodeId(TagAddressSpace.NamespaceIndex, "P/V0"),
                            AttributeId = (uint)AttributeId.Value,
                        },
                        MonitoringMode = MonitoringMode.Reporting,
                        RequestedParameters = new MonitoringParameters
                        {
                            ClientHandle = 1,
                            SamplingInterval = -1,
                            QueueSize = 1,
                            DiscardOldest = true,
                        },
                    },
                ],
            },
            CancellationToken.None
        );
    }

    private static async Task<double[]> MeasureAsync(ChangingPlant plant, UaTestClient client)
    {
        var latencies = new double[Changes];
        var random = new Random(1);
        SubscriptionAcknowledgement[] acknowledge = [];
        for (var change = 0; change < Changes; change++)
        {
            // Changes come at any phase of the two rhythms.
            await Task.Delay(random.Next(100, 300));
            var changedAt = 0L;
            plant.Change(0, change + 1, ref changedAt);
            for (var seen = -1; seen != change + 1; )
            {
                var answer = await client.CallAsync<PublishResponse>(
                    new PublishRequest { SubscriptionAcknowledgements = acknowledge },
                    CancellationToken.None
                );
                acknowledge =
                [
                    new SubscriptionAcknowledgement
                    {
                        SubscriptionId = answer.SubscriptionId,
                        SequenceNumber = answer.NotificationMessage.SequenceNumber,
                    },
                ];
                foreach (var notification in answer.NotificationMessage.NotificationData ?? [])
                {
                    if (notification?.Body is DataChangeNotification { MonitoredItems: [.., var last] })
                        seen = (int)last!.Value.Value.Bits;
                }
            }
            latencies[change] = Stopwatch.GetElapsedTime(changedAt).TotalMilliseconds;
        }
        return latencies;
    }
}
