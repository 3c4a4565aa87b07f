using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Server.Tests.ClientMemory;

/// <summary>Queues and messages kept for Republish when they hold the most of a memory that is short: they are made smaller, and their session stays.</summary>
[CancelAfter(60_000)]
internal sealed class QueuesGiveWayTests : UaServerFixture
{
    private const long Sixteen = 16L << 20;
    private const int Large = 900_000;

    [Test]
    public async Task A_long_queue_of_large_values_loses_its_older_half_and_its_session_goes_on()
    {
        await StartAsync(
            options => options with { Limits = options.Limits with { ClientMemory = Sixteen } },
            UaTestNodes.Many(1, BuiltInType.String),
            1
        );
        var client = await SessionAsync();
        await MonitorAsync(client, await SubscribeAsync(client, 3_600_000), queueSize: 1000);
        for (var i = 0; i < 60; i++)
        {
            Server.Set(0, Variant.From(new string((char)('a' + i % 26), Large)));
            await FitsAsync();
        }

        Assert.That(Server.Server.ClientMemory.GaveWay, Is.GreaterThan(0));
        Assert.That((string?)(await client.ReadAsync(Stop, UaTestNodes.IdOfVariable(0)))[0].Value.Reference, Has.Length.EqualTo(Large));
    }

    [Test]
    public async Task Messages_that_nobody_acknowledges_give_way_and_their_session_goes_on()
    {
        await StartAsync(
            options => options with { Limits = options.Limits with { ClientMemory = Sixteen } },
            UaTestNodes.Many(1, BuiltInType.String),
            1
        );
        Server.Set(0, Variant.From(new string('a', Large)));
        var client = await SessionAsync();
        var sent = new List<PublishResponse>();
        for (var i = 0; i < 30; i++)
        {
            await MonitorAsync(client, await SubscribeAsync(client, 100), queueSize: 1);
            PublishResponse response;
            do response = await client.CallAsync<PublishResponse>(new PublishRequest(), Stop);
            while (response.NotificationMessage.NotificationData.Length == 0);
            sent.Add(response);
            await FitsAsync();
        }

        var again = new List<string>();
        foreach (var each in sent)
        {
            again.Add(
                await StatusOf(
                    client.CallAsync<RepublishResponse>(
                        new RepublishRequest
                        {
                            SubscriptionId = each.SubscriptionId,
                            RetransmitSequenceNumber = each.NotificationMessage.SequenceNumber,
                        },
                        Stop
                    )
                )
            );
        }

        Assert.That(again.Distinct().Order(), Is.EqualTo(new[] { "BadMessageNotAvailable", "Good" }), "some have given way, and not all");
        Assert.That(Server.Server.ClientMemory.GaveWay, Is.GreaterThan(0));
    }

    private async Task FitsAsync()
    {
        while (Server.Server.ClientMemory.Taken > Sixteen)
            await Task.Delay(5, Stop);
    }

    private static async Task<uint> SubscribeAsync(UaTestClient client, double interval) =>
        (
            await client.CallAsync<CreateSubscriptionResponse>(
                new CreateSubscriptionRequest
                {
                    RequestedPublishingInterval = interval,
                    PublishingEnabled = true,
                    RequestedMaxKeepAliveCount = 100,
                    RequestedLifetimeCount = 1000,
                },
                Stop
            )
        ).SubscriptionId;

    private static async Task MonitorAsync(UaTestClient client, uint subscription, uint queueSize)
    {
        var created = await client.CallAsync<CreateMonitoredItemsResponse>(
            new CreateMonitoredItemsRequest
            {
                SubscriptionId = subscription,
                ItemsToCreate =
                [
                    new MonitoredItemCreateRequest
                    {
                        ItemToMonitor = new ReadValueId { NodeId = UaTestNodes.IdOfVariable(0), AttributeId = 13 },
                        MonitoringMode = MonitoringMode.Reporting,
                        RequestedParameters = new MonitoringParameters { QueueSize = queueSize, DiscardOldest = true },
                    },
                ],
            },
            Stop
        );
        Assert.That(created.Results[0].StatusCode.IsGood, Is.True);
    }
}
