using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Server.Conditions.Tests;

/// <summary>A client that has changed its event filter loses its connection and comes back; then there is an alarm.</summary>
[CancelAfter(30_000)]
internal sealed class ReconnectTests : AdminFixture
{
    private ConditionSet _conditions = new(TimeProvider.System, "");

    [SetUp]
    public void MakeConditions() => _conditions = new ConditionSet(TimeProvider.System, "urn:test:server");

    [TearDown]
    public void EndConditions() => _conditions.Dispose();

    [TestCase(false), TestCase(true)]
    [ConformanceUnit("Monitor Events")]
    public async Task An_alarm_after_a_reconnect_comes_by_the_filter_that_was_modified_before(bool inNewSession)
    {
        await StartSecureAsync(options => options with { Extensions = [new ConditionExtension(_conditions)] });
        _conditions.Replace([
            new ConditionDefinition(
                new NodeId(2, "Toys/V0/_Alarm"),
                UaTestNodes.IdOfVariable(0),
                ConditionKind.OffNormal,
                "Too hot",
                new ConditionRules()
            )
            {
                Message = new ConditionText(new LocalizedText("too hot", "en"), default),
            },
        ]);
        var first = await UserAsync("mes");
        var subscription = await first.CallAsync<CreateSubscriptionResponse>(
            new CreateSubscriptionRequest
            {
                RequestedPublishingInterval = 20,
                RequestedLifetimeCount = 10_000,
                RequestedMaxKeepAliveCount = 1000,
                PublishingEnabled = true,
            },
            Stop
        );
        var item = await ListenAsync(first, subscription.SubscriptionId);
        await ModifyAsync(first, subscription.SubscriptionId, item);
        _ = first.CallAsync<PublishResponse>(new PublishRequest(), Stop); // dies with its connection
        await first.ReadAsync(Stop, Ids.Server_ServerStatus_State);
        await first.DisposeAsync();
        await Server.HappensAsync<ChannelClosed>(Stop);

        var second = inNewSession ? await UserAsync("mes") : await ReturnAsync(first);
        if (inNewSession)
        {
            var transferred = await second.CallAsync<TransferSubscriptionsResponse>(
                new TransferSubscriptionsRequest { SubscriptionIds = [subscription.SubscriptionId], SendInitialValues = true },
                Stop
            );
            Assert.That(StatusCodes.NameOf(transferred.Results[0].StatusCode), Is.EqualTo("Good"));
        }

        Server.Server.Events.Raise(new UaEvent(Ids.SystemEventType, Ids.Server, "Server", 100, "below what the filter lets through"));
        _conditions.Update(0, new ConditionUpdate(ConditionStates.Active, 800, null, 0));
        var fields = await NextAsync(second);
        Assert.That(fields, Has.Length.EqualTo(3));
        Assert.That(
            (fields[0].Reference, fields[1].Bits, ((LocalizedText)fields[2].Reference!).Text),
            Is.EqualTo(((object?)UaTestNodes.IdOfVariable(0), 800L, "too hot"))
        );
    }

    private async Task<UaTestClient> ReturnAsync(UaTestClient first)
    {
        var channel = await ConnectAsync();
        await channel.HelloAsync(Stop);
        await channel.OpenAsync(Stop, Certificates, SecurityPolicy.Basic256Sha256, MessageSecurityMode.SignAndEncrypt);
        var client = Keep(new UaTestClient(channel));
        client.TakeSessionFrom(first);
        await client.ActivateAsync(Stop, Password("mes", "mes", client.ServerNonce), Certificates);
        return client;
    }

    private static async Task<uint> ListenAsync(UaTestClient client, uint subscription)
    {
        var created = await client.CallAsync<CreateMonitoredItemsResponse>(
            new CreateMonitoredItemsRequest
            {
                SubscriptionId = subscription,
                ItemsToCreate =
                [
                    new MonitoredItemCreateRequest
                    {
                        ItemToMonitor = new ReadValueId { NodeId = Ids.Server, AttributeId = (uint)AttributeId.EventNotifier },
                        MonitoringMode = MonitoringMode.Reporting,
                        RequestedParameters = Parameters(EventRig.Select("Message")),
                    },
                ],
            },
            Stop
        );
        return created.Results[0].MonitoredItemId;
    }

    private static async Task ModifyAsync(UaTestClient client, uint subscription, uint item)
    {
        var filter = EventRig.Where(
            EventRig.Select("SourceNode", "Severity", "Message"),
            EventRig.Element(FilterOperator.GreaterThanOrEqual, EventRig.Field("Severity"), Variant.From((ushort)500))
        );
        var modified = await client.CallAsync<ModifyMonitoredItemsResponse>(
            new ModifyMonitoredItemsRequest
            {
                SubscriptionId = subscription,
                ItemsToModify = [new MonitoredItemModifyRequest { MonitoredItemId = item, RequestedParameters = Parameters(filter) }],
            },
            Stop
        );
        Assert.That(StatusCodes.NameOf(modified.Results[0].StatusCode), Is.EqualTo("Good"));
    }

    private static MonitoringParameters Parameters(EventFilter filter) =>
        new()
        {
            ClientHandle = 1,
            QueueSize = 100,
            DiscardOldest = true,
            Filter = ExtensionObject.From(filter),
        };

    private static async Task<Variant[]> NextAsync(UaTestClient client)
    {
        while (true)
        {
            var published = await client.CallAsync<PublishResponse>(new PublishRequest(), Stop);
            foreach (var list in published.NotificationMessage.NotificationData.Select(o => o?.Body).OfType<EventNotificationList>())
                return list.Events[0].EventFields;
        }
    }
}
