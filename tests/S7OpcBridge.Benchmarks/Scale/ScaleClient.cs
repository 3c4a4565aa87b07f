using S7OpcBridge.OpcUa;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Benchmarks;

/// <summary>A client that listens to tags of the plant: it keeps the last value of each, and how old each stamp was when it came.</summary>
internal sealed class ScaleClient : IAsyncDisposable
{
    private const int PerCall = 1_000,
        Parked = 4;

    private readonly UaTestClient _client;
    private readonly CancellationTokenSource _ends = new();
    private readonly List<Task> _listening = [];
    private readonly Lock _gate = new();
    private readonly Variant[] _last;
    private readonly List<int> _ages = [];
    private readonly HashSet<uint> _numbers = [];
    private bool _ageing;
    private uint _subscription;
    private long _notifications;
    private int _came;

    private ScaleClient(UaTestClient client, int tags) => (_client, _last) = (client, new Variant[tags]);

    /// <summary>Notifications so far.</summary>
    public long Notifications => Interlocked.Read(ref _notifications);

    /// <summary>Items of which a value has come.</summary>
    public int Came => Volatile.Read(ref _came);

    /// <summary>Connects and makes an empty subscription.</summary>
    /// <param name="port">Port of the bridge.</param>
    /// <param name="tags">Most tags that will be subscribed to.</param>
    /// <param name="publishing">Publishing interval in milliseconds.</param>
    public static async Task<ScaleClient> ConnectAsync(int port, int tags, double publishing)
    {
        var client = new ScaleClient(await ScaleSession.OpenAsync(port), tags);
        var created = await client._client.CallAsync<CreateSubscriptionResponse>(
            new CreateSubscriptionRequest
            {
                RequestedPublishingInterval = publishing,
                RequestedMaxKeepAliveCount = 20,
                RequestedLifetimeCount = 1000,
                PublishingEnabled = true,
            },
            CancellationToken.None
        );
        client._subscription = created.SubscriptionId;
        for (var i = 0; i < Parked; i++)
            client._listening.Add(client.ListenAsync());
        return client;
    }

    /// <summary>Subscribes to some of the tags; the client's handle of each is its number.</summary>
    public async Task SubscribeAsync(ScaleTags tags, int first, int end)
    {
        for (; first < end; first += PerCall)
        {
            var response = await _client.CallAsync<CreateMonitoredItemsResponse>(
                new CreateMonitoredItemsRequest
                {
                    SubscriptionId = _subscription,
                    TimestampsToReturn = TimestampsToReturn.Source,
                    ItemsToCreate =
                    [
                        .. Enumerable
                            .Range(first, Math.Min(PerCall, end - first))
                            .Select(tag => new MonitoredItemCreateRequest
                            {
                                ItemToMonitor = new ReadValueId
                                {
                                    NodeId = new NodeId(2, tags.NodeOf(tag)),
                                    AttributeId = (uint)AttributeId.Value,
                                },
                                MonitoringMode = MonitoringMode.Reporting,
                                RequestedParameters = new MonitoringParameters
                                {
                                    ClientHandle = (uint)tag,
                                    SamplingInterval = -1,
                                    QueueSize = 1,
                                },
                            }),
                    ],
                },
                CancellationToken.None
            );
            if (response.Results.FirstOrDefault(result => !result.StatusCode.IsGood) is { } refused)
                throw new InvalidOperationException($"The bridge refused an item: {refused.StatusCode}.");
        }
    }

    /// <summary>Notes the age of every stamp from now on.</summary>
    public void Measure()
    {
        lock (_gate)
        {
            _ages.Clear();
            _ageing = true;
        }
    }

    /// <summary>The ages in microseconds since <see cref="Measure"/>, and no more from now on.</summary>
    public int[] Ages()
    {
        lock (_gate)
        {
            _ageing = false;
            return [.. _ages];
        }
    }

    /// <summary>The last value of a tag.</summary>
    public Variant Last(int tag)
    {
        lock (_gate)
            return _last[tag];
    }

    /// <summary>Messages that the server numbered, from 1 on, and that never came.</summary>
    public int MissingMessages()
    {
        lock (_gate)
            return _numbers.Count == 0 ? 0 : (int)_numbers.Max() - _numbers.Count;
    }

    public async ValueTask DisposeAsync()
    {
        await _ends.CancelAsync();
        await Task.WhenAll(_listening).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        await _client.DisposeAsync();
    }

    private async Task ListenAsync()
    {
        var acknowledged = new List<SubscriptionAcknowledgement>();
        while (!_ends.IsCancellationRequested)
        {
            var response = await _client.CallAsync<PublishResponse>(
                new PublishRequest { SubscriptionAcknowledgements = [.. acknowledged] },
                _ends.Token
            );
            var now = ScalePlant.Clock();
            acknowledged.Clear();
            var message = response.NotificationMessage;
            if (message.NotificationData.Length == 0)
                continue;
            acknowledged.Add(
                new SubscriptionAcknowledgement { SubscriptionId = response.SubscriptionId, SequenceNumber = message.SequenceNumber }
            );
            Take(message, now);
        }
    }

    private void Take(NotificationMessage message, int now)
    {
        lock (_gate)
        {
            _numbers.Add(message.SequenceNumber);
            foreach (var data in message.NotificationData)
            {
                if (data?.Body is not DataChangeNotification changes)
                    continue;
                _notifications += changes.MonitoredItems.Length;
                foreach (var item in changes.MonitoredItems)
                {
                    var tag = (int)item.ClientHandle;
                    _came += _last[tag].IsNull ? 1 : 0;
                    _last[tag] = item.Value.Value;
                    if (_ageing && tag % 10 == ScaleTags.Stamp)
                        _ages.Add(now - (int)item.Value.Value.Bits & int.MaxValue);
                }
            }
        }
    }
}
