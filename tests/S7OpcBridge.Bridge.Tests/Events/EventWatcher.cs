using S7OpcBridge.OpcUa;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Bridge.Tests;

/// <summary>A client that listens to the events of one node and keeps the fields of each.</summary>
internal sealed class EventWatcher(UaTestClient client)
{
    private readonly Queue<Variant[]> _come = new();

    /// <summary>Subscribes; a field is a path from BaseEventType.</summary>
    public static async Task<EventWatcher> SubscribeAsync(UaTestClient client, NodeId node, CancellationToken token, params string[] fields)
    {
        var created = await client.CallAsync<CreateSubscriptionResponse>(
            new CreateSubscriptionRequest
            {
                RequestedPublishingInterval = 50,
                RequestedLifetimeCount = 1000,
                RequestedMaxKeepAliveCount = 10,
                PublishingEnabled = true,
            },
            token
        );
        var filter = new EventFilter
        {
            SelectClauses =
            [
                .. fields.Select(field => new SimpleAttributeOperand
                {
                    TypeDefinitionId = Ids.BaseEventType,
                    BrowsePath = [new QualifiedName(0, field)],
                    AttributeId = (uint)AttributeId.Value,
                }),
            ],
        };
        var items = await client.CallAsync<CreateMonitoredItemsResponse>(
            new CreateMonitoredItemsRequest
            {
                SubscriptionId = created.SubscriptionId,
                TimestampsToReturn = TimestampsToReturn.Both,
                ItemsToCreate =
                [
                    new MonitoredItemCreateRequest
                    {
                        ItemToMonitor = new ReadValueId { NodeId = node, AttributeId = (uint)AttributeId.EventNotifier },
                        MonitoringMode = MonitoringMode.Reporting,
                        RequestedParameters = new MonitoringParameters
                        {
                            ClientHandle = 1,
                            QueueSize = 100,
                            DiscardOldest = true,
                            Filter = ExtensionObject.Of(filter),
                        },
                    },
                ],
            },
            token
        );
        Assert.That(StatusCodes.NameOf(items.Results[0].StatusCode), Is.EqualTo("Good"));
        return new EventWatcher(client);
    }

    /// <summary>The next event that the test waits for; others are dropped.</summary>
    public async Task<Variant[]> NextAsync(CancellationToken token, Func<Variant[], bool>? which = null)
    {
        while (true)
        {
            while (_come.TryDequeue(out var fields))
            {
                if (which?.Invoke(fields) ?? true)
                    return fields;
            }

            var response = await client.CallAsync<PublishResponse>(new PublishRequest(), token);
            foreach (var list in response.NotificationMessage.NotificationData.Select(o => o?.Body).OfType<EventNotificationList>())
            {
                foreach (var happened in list.Events)
                    _come.Enqueue(happened.EventFields);
            }
        }
    }
}
