using NUnit.Framework;
using S7OpcBridge.OpcUa;

namespace S7OpcBridge.Testing;

/// <summary>The events of one node, as a client hears of them.</summary>
public sealed class UaTestEvents
{
    private readonly UaTestClient _client;
    private readonly string[] _fields;
    private readonly Queue<Variant[]> _come = new();

    private UaTestEvents(UaTestClient client, string[] fields) => (_client, _fields) = (client, fields);

    /// <summary>Subscribes; a field is a path from BaseEventType.</summary>
    public static async Task<UaTestEvents> ListenAsync(UaTestClient client, NodeId node, CancellationToken token, params string[] fields)
    {
        var created = await client.CallAsync<CreateSubscriptionResponse>(
            new CreateSubscriptionRequest
            {
                RequestedPublishingInterval = 20,
                RequestedLifetimeCount = 10_000,
                RequestedMaxKeepAliveCount = 1000,
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
                            QueueSize = 1000,
                            DiscardOldest = true,
                            Filter = ExtensionObject.From(filter),
                        },
                    },
                ],
            },
            token
        );
        Assert.That(StatusCodes.NameOf(items.Results[0].StatusCode), Is.EqualTo("Good"));
        Assert.That(((EventFilterResult)items.Results[0].FilterResult!.Body!).SelectClauseResults.Select(r => r.Value), Is.All.Zero);
        return new UaTestEvents(client, fields);
    }

    /// <summary>The next event that the test waits for, its fields by name; others are dropped.</summary>
    public async Task<Dictionary<string, Variant>> NextAsync(CancellationToken token, Func<Dictionary<string, Variant>, bool>? which = null)
    {
        while (true)
        {
            while (_come.TryDequeue(out var values))
            {
                var byName = _fields.Zip(values).ToDictionary(pair => pair.First, pair => pair.Second);
                if (which?.Invoke(byName) ?? true)
                    return byName;
            }

            await PublishAsync(token);
        }
    }

    /// <summary>Fetches one message; the first one of a subscription is a keep-alive where nothing has happened yet.</summary>
    public async Task PublishAsync(CancellationToken token)
    {
        var response = await _client.CallAsync<PublishResponse>(new PublishRequest(), token);
        foreach (var list in response.NotificationMessage.NotificationData.Select(o => o?.Body).OfType<EventNotificationList>())
        {
            foreach (var happened in list.Events)
                _come.Enqueue(happened.EventFields);
        }
    }
}
