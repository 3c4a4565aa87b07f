using S7OpcBridge.OpcUa.Server.Subscriptions;
using S7OpcBridge.OpcUa.Server.Tests.Subscriptions;
using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Server.Tests.Conformance;

/// <summary>
/// How many items, subscriptions and queued values a client may count on (facets of OPC 10000-7, 6.6.15 to 6.6.19), and where the server ends.
/// </summary>
[CancelAfter(60_000)]
internal sealed class MonitoringCapacityTests : UaServerFixture
{
    [Test]
    [ConformanceUnit("Monitor Items 2")]
    [ConformanceUnit("Monitor Items 10")]
    [ConformanceUnit("Monitor Items 100")]
    [ConformanceUnit("Monitor Items 500")]
    [ConformanceUnit("Subscription Minimum 1")]
    [ConformanceUnit("Subscription Minimum 02")]
    [ConformanceUnit("Subscription Minimum 05")]
    public async Task Half_the_sessions_have_five_subscriptions_with_500_items_and_every_item_reports()
    {
        const int sessions = 25,
            subscriptions = 5,
            items = 500;
        await StartAsync(variables: items);
        for (var i = 0; i < items; i++)
            Server.Set(i, Variant.From(i));
        var clients = new List<UaTestClient>();
        for (var i = 0; i < sessions; i++)
            clients.Add(await SessionAsync());
        var received = await Task.WhenAll(clients.Select(ReceiveAllAsync));
        Assert.That(received, Is.All.EqualTo(subscriptions * items));
        Assert.That(Server.Server.MonitoredItems, Is.EqualTo(sessions * subscriptions * items));

        static async Task<int> ReceiveAllAsync(UaTestClient client)
        {
            for (var i = 0; i < subscriptions; i++)
            {
                var subscription = await client.CallAsync<CreateSubscriptionResponse>(
                    new CreateSubscriptionRequest
                    {
                        RequestedPublishingInterval = 50,
                        RequestedMaxKeepAliveCount = 10_000,
                        PublishingEnabled = true,
                    },
                    Stop
                );
                var created = await client.CallAsync<CreateMonitoredItemsResponse>(
                    new CreateMonitoredItemsRequest
                    {
                        SubscriptionId = subscription.SubscriptionId,
                        ItemsToCreate =
                        [
                            .. Enumerable
                                .Range(0, items)
                                .Select(variable => new MonitoredItemCreateRequest
                                {
                                    ItemToMonitor = new ReadValueId { NodeId = UaTestNodes.IdOfVariable(variable), AttributeId = 13 },
                                    MonitoringMode = MonitoringMode.Reporting,
                                    RequestedParameters = new MonitoringParameters { ClientHandle = (uint)(i * items + variable) },
                                }),
                        ],
                    },
                    Stop
                );
                Assert.That(created.Results.Select(result => result.StatusCode.Value), Is.All.EqualTo(StatusCodes.Good));
            }

            var handles = new HashSet<uint>();
            while (handles.Count < subscriptions * items)
            {
                var published = await client.CallAsync<PublishResponse>(new PublishRequest(), Stop);
                foreach (
                    var item in published
                        .NotificationMessage.NotificationData.Select(d => d!.Body)
                        .OfType<DataChangeNotification>()
                        .SelectMany(d => d.MonitoredItems)
                )
                    handles.Add(item.ClientHandle);
            }

            return handles.Count;
        }
    }

    [TestCase(2u), TestCase(5u)]
    [ConformanceUnit("Monitor MinQueueSize_02")]
    [ConformanceUnit("Monitor MinQueueSize_05")]
    public void A_queue_holds_as_many_values_as_were_asked_for(uint size)
    {
        using var rig = new Rig();
        var subscription = rig.Subscribe();
        var item = rig.Monitor(subscription, TestNodes.FirstPlain, queueSize: size, discardOldest: true);
        Assert.That(item.RevisedQueueSize, Is.EqualTo(size));
        for (var value = 1; value <= 20; value++)
            rig.Set(TestNodes.FirstPlain, value);
        var data = rig.Next().Data;
        Assert.That(
            data.Select(d => BitConverter.Int64BitsToDouble(d.Value.Value.Bits)),
            Is.EqualTo(Enumerable.Range(21 - (int)size, (int)size).Select(v => (double)v))
        );
        Assert.That(
            data.Select(d => (d.Value.Status.Value & 0x480) == 0x480),
            Is.EqualTo(Enumerable.Range(0, (int)size).Select(place => place == 0)),
            "the oldest tells of those that were lost"
        );
    }

    [Test]
    [ConformanceUnit("Base Info Server Capabilities")]
    public void A_million_items_are_monitored_and_one_more_is_refused()
    {
        using var rig = new Rig();
        for (var i = 0; i < 99; i++)
            Assert.That(Good(rig, 10_000), Is.EqualTo(10_000));
        // The last part is for many, not for one.
        for (var i = 0; i < 100; i++)
            Assert.That(Good(rig, 100), Is.EqualTo(100));
        Assert.That(rig.Services.MonitoredItemCount, Is.EqualTo(1_000_000));
        Assert.That(
            StatusCodes.NameOf(rig.Monitor(rig.Subscribe(), TestNodes.FirstPlain).StatusCode),
            Is.EqualTo("BadTooManyMonitoredItems"),
            "of all sessions together"
        );

        // By a session of its own.
        static int Good(Rig rig, int items)
        {
            var owner = rig.Services.CreateOwner(new OwnerIdentity(null, null, false));
            var created = rig.Services.CreateSubscription(owner, new CreateSubscriptionRequest { RequestedPublishingInterval = 3_600_000 });
            var item = new MonitoredItemCreateRequest
            {
                ItemToMonitor = new ReadValueId { NodeId = TestNodes.Id(TestNodes.FirstPlain), AttributeId = 13 },
                MonitoringMode = MonitoringMode.Reporting,
            };
            return rig
                .Services.CreateMonitoredItems(
                    owner,
                    new CreateMonitoredItemsRequest
                    {
                        SubscriptionId = created.SubscriptionId,
                        ItemsToCreate = [.. Enumerable.Repeat(item, items)],
                    }
                )
                .Results.Count(result => result.StatusCode.IsGood);
        }
    }
}
