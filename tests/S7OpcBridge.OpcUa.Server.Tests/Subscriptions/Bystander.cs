using System.Diagnostics;
using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Server.Tests.Subscriptions;

/// <summary>A client that subscribes to the first variable at 100 ms, while another one attacks.</summary>
internal sealed class Bystander
{
    private readonly UaTestServer _server;
    private readonly UaTestClient _client;
    private int _last;

    private Bystander(UaTestServer server, UaTestClient client) => (_server, _client) = (server, client);

    /// <summary>The longest time that a value took from the table to the client.</summary>
    public TimeSpan Longest { get; private set; }

    public static async Task<Bystander> SubscribeAsync(UaTestServer server, UaTestClient client, CancellationToken token)
    {
        var subscription = await SubscribeAsync(client, 100, token);
        await client.CallAsync<CreateMonitoredItemsResponse>(
            new CreateMonitoredItemsRequest
            {
                SubscriptionId = subscription,
                TimestampsToReturn = TimestampsToReturn.Both,
                ItemsToCreate =
                [
                    new MonitoredItemCreateRequest
                    {
                        ItemToMonitor = new ReadValueId { NodeId = UaTestNodes.IdOfVariable(0), AttributeId = (uint)AttributeId.Value },
                        MonitoringMode = MonitoringMode.Reporting,
                        RequestedParameters = new MonitoringParameters
                        {
                            SamplingInterval = 0,
                            QueueSize = 1,
                            DiscardOldest = true,
                        },
                    },
                ],
            },
            token
        );
        return new Bystander(server, client);
    }

    public static async Task<uint> SubscribeAsync(UaTestClient client, double interval, CancellationToken token) =>
        (
            await client.CallAsync<CreateSubscriptionResponse>(
                new CreateSubscriptionRequest
                {
                    RequestedPublishingInterval = interval,
                    RequestedLifetimeCount = 10_000,
                    RequestedMaxKeepAliveCount = 1000,
                    PublishingEnabled = true,
                },
                token
            )
        ).SubscriptionId;

    /// <summary>Sets the variable on a thread as a PLC's, and waits until the client has the value; so many times.</summary>
    public async Task SeeChangesAsync(int times, CancellationToken token)
    {
        for (var i = 0; i < times; i++)
        {
            var began = Stopwatch.GetTimestamp();
            var value = ++_last;
            await Task.Run(() => _server.Set(0, Variant.From(value)), token);
            while (!await HasComeAsync(value, token)) { }

            var took = Stopwatch.GetElapsedTime(began);
            Longest = took > Longest ? took : Longest;
        }
    }

    private async Task<bool> HasComeAsync(int value, CancellationToken token)
    {
        var response = await _client.CallAsync<PublishResponse>(new PublishRequest(), token);
        return response
            .NotificationMessage.NotificationData.Select(data => data?.Body)
            .OfType<DataChangeNotification>()
            .SelectMany(change => change.MonitoredItems)
            .Any(item => item.Value.Value.Bits == value);
    }
}
