using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Server.Tests.Services;

/// <summary>The line from the table to a subscriber over a real channel; the rules of subscriptions have tests of their own.</summary>
[CancelAfter(20_000)]
internal sealed class SubscriptionLineTests : UaServerFixture
{
    [Test]
    public async Task A_change_in_the_table_reaches_the_subscriber_and_can_be_published_again()
    {
        await StartAsync();
        Server.Set(0, Variant.From(1));
        var client = await SessionAsync();
        var subscription = await SubscribeAsync(client, 0);
        var first = await client.CallAsync<PublishResponse>(new PublishRequest(), Stop);
        Assert.That(Values(first), Is.EqualTo(((uint, long)[])[(100, 1)]));

        var next = client.CallAsync<PublishResponse>(
            new PublishRequest
            {
                SubscriptionAcknowledgements =
                [
                    new SubscriptionAcknowledgement
                    {
                        SubscriptionId = subscription,
                        SequenceNumber = first.NotificationMessage.SequenceNumber,
                    },
                ],
            },
            Stop
        );
        Server.Set(0, Variant.From(2));
        var second = await next;
        Assert.That(Values(second), Is.EqualTo(((uint, long)[])[(100, 2)]));
        Assert.That(second.Results.Select(StatusCodes.NameOf), Is.EqualTo((string[])["Good"]));

        var again = await client.CallAsync<RepublishResponse>(
            new RepublishRequest { SubscriptionId = subscription, RetransmitSequenceNumber = second.NotificationMessage.SequenceNumber },
            Stop
        );
        Assert.That(UaTestChannel.Encode(again.NotificationMessage), Is.EqualTo(UaTestChannel.Encode(second.NotificationMessage)));
    }

    [Test]
    public async Task A_client_that_comes_back_on_another_channel_goes_on_where_it_was()
    {
        await StartAsync();
        Server.Set(0, Variant.From(1));
        var first = await SessionAsync();
        await SubscribeAsync(first, 0);
        await first.CallAsync<PublishResponse>(new PublishRequest(), Stop);
        _ = first.CallAsync<PublishResponse>(new PublishRequest(), Stop); // parked; dies with its connection
        await first.ReadAsync(Stop, Ids.Server_ServerStatus_State);
        await first.DisposeAsync();
        await Server.HappensAsync<ChannelClosed>(Stop);

        Server.Set(0, Variant.From(2));
        var second = await ClientAsync();
        second.TakeSessionFrom(first);
        await second.ActivateAsync(Stop);
        Assert.That(Values(await second.CallAsync<PublishResponse>(new PublishRequest(), Stop)), Is.EqualTo(((uint, long)[])[(100, 2)]));
    }

    [Test]
    [ConformanceUnit("Session Base")]
    public async Task What_waits_on_the_channel_of_before_is_answered_there_and_carries_nothing()
    {
        await StartAsync();
        Server.Set(0, Variant.From(1));
        var first = await SessionAsync();
        await SubscribeAsync(first, 0);
        await first.CallAsync<PublishResponse>(new PublishRequest(), Stop);
        var parked = first.CallAsync<PublishResponse>(new PublishRequest(), Stop);
        await first.ReadAsync(Stop, Ids.Server_ServerStatus_State);

        // The Foundation's client comes back like this: the old channel is still open.
        var second = await ClientAsync();
        second.TakeSessionFrom(first);
        await second.ActivateAsync(Stop);
        Assert.That(await StatusOf(parked), Is.EqualTo("BadSecureChannelIdInvalid"));
        Server.Set(0, Variant.From(2));
        Assert.That(Values(await second.CallAsync<PublishResponse>(new PublishRequest(), Stop)), Is.EqualTo(((uint, long)[])[(100, 2)]));
    }

    [Test]
    public async Task Many_items_arrive_in_messages_that_the_client_takes()
    {
        await StartAsync(variables: 3000);
        for (var i = 0; i < 3000; i++)
            Server.Set(i, Variant.From(i));
        var channel = await ConnectAsync();
        await channel.HelloAsync(Stop, receiveBuffer: 8192, maxMessage: 20_000);
        await channel.OpenAsync(Stop);
        var client = Keep(new UaTestClient(channel));
        await client.CreateSessionAsync(Stop);
        await client.ActivateAsync(Stop);
        var subscription = await client.CallAsync<CreateSubscriptionResponse>(
            new CreateSubscriptionRequest
            {
                RequestedPublishingInterval = 10,
                RequestedMaxKeepAliveCount = 1000,
                PublishingEnabled = true,
            },
            Stop
        );
        for (var i = 0; i < 3000; i += 500)
            await AddAsync(client, subscription.SubscriptionId, [.. Enumerable.Range(i, 500)]);
        var received = new Dictionary<uint, long>();
        while (received.Count < 3000)
        {
            var response = await client.CallAsync<PublishResponse>(new PublishRequest(), Stop);
            Assert.That(UaTestChannel.Encode(response), Has.Length.LessThanOrEqualTo(20_000));
            foreach (var (handle, value) in Values(response))
                received[handle] = value;
        }

        Assert.That(received.All(pair => pair.Key - 100 == pair.Value), Is.True);
    }

    private static async Task<uint> SubscribeAsync(UaTestClient client, params int[] variables)
    {
        var subscription = await client.CallAsync<CreateSubscriptionResponse>(
            new CreateSubscriptionRequest
            {
                RequestedPublishingInterval = 10,
                RequestedMaxKeepAliveCount = 1000,
                PublishingEnabled = true,
            },
            Stop
        );
        await AddAsync(client, subscription.SubscriptionId, variables);
        return subscription.SubscriptionId;
    }

    private static Task<CreateMonitoredItemsResponse> AddAsync(UaTestClient client, uint subscription, int[] variables) =>
        client.CallAsync<CreateMonitoredItemsResponse>(
            new CreateMonitoredItemsRequest
            {
                SubscriptionId = subscription,
                TimestampsToReturn = TimestampsToReturn.Both,
                ItemsToCreate =
                [
                    .. variables.Select(variable => new MonitoredItemCreateRequest
                    {
                        ItemToMonitor = new ReadValueId { NodeId = UaTestNodes.IdOfVariable(variable), AttributeId = 13 },
                        MonitoringMode = MonitoringMode.Reporting,
                        RequestedParameters = new MonitoringParameters { ClientHandle = 100 + (uint)variable },
                    }),
                ],
            },
            Stop
        );

    private static IEnumerable<(uint Handle, long Value)> Values(PublishResponse response) =>
        response
            .NotificationMessage.NotificationData.Select(d => d!.Body)
            .OfType<DataChangeNotification>()
            .SelectMany(d => d.MonitoredItems)
            .Select(item => (item.ClientHandle, item.Value.Value.Bits));
}
