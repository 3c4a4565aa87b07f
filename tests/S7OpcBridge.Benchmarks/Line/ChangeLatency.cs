using System.Buffers.Binary;
using System.Diagnostics;
using Microsoft.Extensions.Logging.Abstractions;
using S7OpcBridge.Core;
using S7OpcBridge.OpcUa;
using S7OpcBridge.S7;
using S7OpcBridge.Server;
using S7OpcBridge.Simulator;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Benchmarks;

/// <summary>How long a change in the PLC's memory takes to the client that subscribed, over real sockets on both sides.</summary>
internal static class ChangeLatency
{
    private const int Changes = 100;
    private static readonly TimeSpan Scan = TimeSpan.FromMilliseconds(100), Publishing = TimeSpan.FromMilliseconds(100);

    /// <summary>95th percentile as a share of scan plus publishing interval.</summary>
    public static async Task<double?> ShareAsync()
    {
        await using var plc = new SoftPlc(new SoftPlcOptions(), TimeProvider.System);
        plc.Memory.AddBlock(1, 16);
        plc.Start();
        await using var acquisition = new Acquisition(MapOf(plc.Port), TimeProvider.System, NullLoggerFactory.Instance);
        await using var server = new BridgeServer(
            acquisition, new UaServerOptions { ApplicationUri = "urn:bench", Endpoint = "opc.tcp://127.0.0.1:0" }, "urn:bench:tags", NullLoggerFactory.Instance);
        await server.StartAsync(CancellationToken.None);
        acquisition.Start();
        await using var client = await UaTestClient.ConnectAsync(server.Port, CancellationToken.None);
        await SubscribeAsync(client);
        var latencies = await MeasureAsync(plc, client);
        Array.Sort(latencies);
        Console.WriteLine($"     change to client: median {latencies[Changes / 2]:F0} ms, 95 % {latencies[Changes * 95 / 100]:F0} ms, longest {latencies[^1]:F0} ms");
        return latencies[Changes * 95 / 100] / (Scan + Publishing).TotalMilliseconds;
    }

    private static async Task SubscribeAsync(UaTestClient client)
    {
        var subscription = await client.CallAsync<CreateSubscriptionResponse>(
            new CreateSubscriptionRequest { RequestedPublishingInterval = Publishing.TotalMilliseconds, RequestedLifetimeCount = 1000, RequestedMaxKeepAliveCount = 100, PublishingEnabled = true },
            CancellationToken.None);
        await client.CallAsync<CreateMonitoredItemsResponse>(new CreateMonitoredItemsRequest
        {
            SubscriptionId = subscription.SubscriptionId,
            TimestampsToReturn = TimestampsToReturn.Both,
            ItemsToCreate =
            [
                new MonitoredItemCreateRequest
                {
                    ItemToMonitor = new ReadValueId { NodeId = new NodeId(TagAddressSpace.NamespaceIndex, "P/Counter"), AttributeId = (uint)AttributeId.Value },
                    MonitoringMode = MonitoringMode.Reporting,
                    RequestedParameters = new MonitoringParameters { ClientHandle = 1, SamplingInterval = -1, QueueSize = 1, DiscardOldest = true },
                },
            ],
        }, CancellationToken.None);
    }

    private static async Task<double[]> MeasureAsync(SoftPlc plc, UaTestClient client)
    {
        var latencies = new double[Changes];
        var random = new Random(1);
        SubscriptionAcknowledgement[] acknowledge = [];
        for (var change = 0; change < Changes; change++)
        {
            // Changes come at any phase of the two rhythms.
            await Task.Delay(random.Next(100, 300));
            var clock = Stopwatch.StartNew();
            using (var hold = plc.Memory.Hold())
                BinaryPrimitives.WriteInt32BigEndian(hold.Block(1), change + 1);
            for (var seen = -1; seen != change + 1;)
            {
                var answer = await client.CallAsync<PublishResponse>(new PublishRequest { SubscriptionAcknowledgements = acknowledge }, CancellationToken.None);
                acknowledge = [new SubscriptionAcknowledgement { SubscriptionId = answer.SubscriptionId, SequenceNumber = answer.NotificationMessage.SequenceNumber }];
                foreach (var notification in answer.NotificationMessage.NotificationData ?? [])
                {
                    if (notification?.Body is DataChangeNotification { MonitoredItems: [.., var last] })
                        seen = (int)last!.Value.Value.Bits;
                }
            }
            latencies[change] = clock.Elapsed.TotalMilliseconds;
        }
        return latencies;
    }

    private static TagMap MapOf(int port) => new()
    {
        Plcs = [new PlcDefinition { Index = 0, Name = "P", Connection = new S7ConnectionOptions { Host = "127.0.0.1", Port = port } }],
        ScanGroups = [new ScanGroup(0, 0, "normal", Scan)],
        Tags = [new Tag { Id = 0, Path = "Counter", Plc = 0, ScanGroup = 0, Address = new S7Address(S7Area.DataBlock, 1, 0), Type = new S7DataType(S7TypeKind.DInt) }],
    };
}
