using S7OpcBridge.OpcUa;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Bridge.Tests;

/// <summary>A client with a subscription that keeps everything it is sent.</summary>
internal sealed class Watcher
{
    private readonly UaTestClient _client;
    private readonly uint _subscription;
    private readonly List<List<DataValue>> _seen = [];
    private uint[] _items = [];
    private SubscriptionAcknowledgement[] _acknowledge = [];

    private Watcher(UaTestClient client, uint subscription) => (_client, _subscription) = (client, subscription);

    /// <summary>Subscribes to nodes, all with one sampling interval in milliseconds.</summary>
    public static async Task<Watcher> SubscribeAsync(UaTestClient client, double sampling, CancellationToken token, params NodeId[] nodes)
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
        var watcher = new Watcher(client, created.SubscriptionId);
        foreach (var _ in nodes)
            watcher._seen.Add([]);
        var items = await client.CallAsync<CreateMonitoredItemsResponse>(
            new CreateMonitoredItemsRequest
            {
                SubscriptionId = created.SubscriptionId,
                TimestampsToReturn = TimestampsToReturn.Both,
                ItemsToCreate =
                [
                    .. nodes.Select(
                        (node, index) =>
                            new MonitoredItemCreateRequest
                            {
                                ItemToMonitor = new ReadValueId { NodeId = node, AttributeId = (uint)AttributeId.Value },
                                MonitoringMode = MonitoringMode.Reporting,
                                RequestedParameters = ParametersOf(index, sampling),
                            }
                    ),
                ],
            },
            token
        );
        Assert.That(items.Results.Select(result => result.StatusCode.IsGood), Is.All.True);
        watcher._items = [.. items.Results.Select(result => result.MonitoredItemId)];
        return watcher;
    }

    /// <summary>What a node has been seen as so far.</summary>
    public IReadOnlyList<DataValue> Of(int node) => _seen[node];

    /// <summary>The statuses that a node went through, repetitions left out.</summary>
    public string[] StatusesOf(int node)
    {
        var names = new List<string>();
        foreach (var value in _seen[node])
        {
            // The overflow bits say how values came, not what they are.
            var name = StatusCodes.NameOf(value.Status.Value & 0xFFFF0000);
            if (names.Count == 0 || names[^1] != name)
                names.Add(name);
        }
        return [.. names];
    }

    /// <summary>Takes notifications until something holds.</summary>
    public async Task UntilAsync(Func<bool> holds, CancellationToken token)
    {
        while (!holds())
            await TakeAsync(token);
    }

    public Task UntilAsync(int node, uint status, CancellationToken token) =>
        UntilAsync(() => _seen[node] is [.., var last] && (last.Status.Value & 0xFFFF0000) == status, token);

    /// <summary>Takes one answer, with notifications or to keep the subscription alive.</summary>
    public async Task TakeAsync(CancellationToken token)
    {
        var answer = await _client.CallAsync<PublishResponse>(new PublishRequest { SubscriptionAcknowledgements = _acknowledge }, token);
        _acknowledge = answer.NotificationMessage.NotificationData is { Length: > 0 }
            ?
            [
                new SubscriptionAcknowledgement
                {
                    SubscriptionId = answer.SubscriptionId,
                    SequenceNumber = answer.NotificationMessage.SequenceNumber,
                },
            ]
            : [];
        foreach (var notification in answer.NotificationMessage.NotificationData ?? [])
        {
            if (notification?.Body is not DataChangeNotification change)
                continue;
            foreach (var item in change.MonitoredItems)
                _seen[(int)item.ClientHandle].Add(item.Value);
        }
    }

    /// <summary>Asks for another sampling interval.</summary>
    public async Task SampleEveryAsync(int node, double sampling, CancellationToken token)
    {
        var answer = await _client.CallAsync<ModifyMonitoredItemsResponse>(
            new ModifyMonitoredItemsRequest
            {
                SubscriptionId = _subscription,
                TimestampsToReturn = TimestampsToReturn.Both,
                ItemsToModify =
                [
                    new MonitoredItemModifyRequest { MonitoredItemId = _items[node], RequestedParameters = ParametersOf(node, sampling) },
                ],
            },
            token
        );
        Assert.That(answer.Results[0].StatusCode.IsGood, Is.True);
    }

    private static MonitoringParameters ParametersOf(int node, double sampling) =>
        new()
        {
            ClientHandle = (uint)node,
            SamplingInterval = sampling,
            QueueSize = 20,
            DiscardOldest = true,
        };
}
