using S7OpcBridge.OpcUa;
using S7OpcBridge.Testing;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>
/// A client of our own with one subscription: it keeps Publish requests waiting, acknowledges, checks the sequence numbers, and keeps all that comes.
/// </summary>
internal sealed class Subscriber : IAsyncDisposable
{
    private const int Waiting = 3;
    private const uint LongestToken = 3_600_000;

    private readonly UaTestClient _client;
    private readonly CancellationTokenSource _ending = new();
    private readonly List<DataValue>[] _seen;
    private readonly Lock _gate = new();
    private Task _pump = Task.CompletedTask;
    private TaskCompletionSource _news = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private uint _lastSequence,
        _subscription;

    private Subscriber(UaTestClient client, int nodes)
    {
        _client = client;
        _seen = [.. Enumerable.Range(0, nodes).Select(_ => new List<DataValue>())];
    }

    /// <summary>How long the server remembers a client that has gone without a word.</summary>
    /// <param name="Session">Timeout of the session.</param>
    /// <param name="Cycles">Lifetime of the subscription in publishing cycles.</param>
    public sealed record SessionLifetimes(TimeSpan Session, uint Cycles);

    /// <summary>Id of the subscription.</summary>
    public uint SubscriptionId => _subscription;

    /// <summary>Changes that came.</summary>
    public int Changes
    {
        get
        {
            lock (_gate)
                return _seen.Sum(node => node.Count);
        }
    }

    /// <summary>Sequence numbers that were left out.</summary>
    public int Gaps { get; private set; }

    /// <summary>Messages with notifications.</summary>
    public int Messages { get; private set; }

    /// <summary>Why it gets nothing any more; null: it does.</summary>
    public Exception? Ended { get; private set; }

    /// <summary>The session's client, for anything else.</summary>
    public UaTestClient Client => _client;

    /// <summary>Subscribes to nodes of namespace 2 with a queue each that takes what comes in a minute.</summary>
    public static Task<Subscriber> SubscribeAsync(
        string endpoint,
        double interval,
        CancellationToken cancellationToken,
        params string[] nodes
    ) => SubscribeAsync(endpoint, interval, new SessionLifetimes(TimeSpan.FromMinutes(1), 3000), cancellationToken, nodes);

    /// <summary>The same for a client that the server is to forget sooner, or later.</summary>
    public static async Task<Subscriber> SubscribeAsync(
        string endpoint,
        double interval,
        SessionLifetimes remembrance,
        CancellationToken cancellationToken,
        params string[] nodes
    )
    {
        var channel = await UaTestChannel.ConnectAsync(new Uri(endpoint).Port, cancellationToken);
        await channel.HelloAsync(cancellationToken);
        await channel.OpenAsync(cancellationToken, lifetime: LongestToken);
        var client = new UaTestClient(channel);
        await client.CreateSessionAsync(
            cancellationToken,
            change: request => request.RequestedSessionTimeout = remembrance.Session.TotalMilliseconds
        );
        await client.ActivateAsync(cancellationToken);
        var subscriber = new Subscriber(client, nodes.Length);
        var created = await client.CallAsync<CreateSubscriptionResponse>(
            new CreateSubscriptionRequest
            {
                RequestedPublishingInterval = interval,
                RequestedLifetimeCount = remembrance.Cycles,
                RequestedMaxKeepAliveCount = 20,
                PublishingEnabled = true,
            },
            cancellationToken
        );
        subscriber._subscription = created.SubscriptionId;
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
                                ItemToMonitor = new ReadValueId { NodeId = new NodeId(2, node), AttributeId = (uint)AttributeId.Value },
                                MonitoringMode = MonitoringMode.Reporting,
                                RequestedParameters = new MonitoringParameters
                                {
                                    ClientHandle = (uint)index,
                                    SamplingInterval = 0,
                                    QueueSize = 1000,
                                    DiscardOldest = true,
                                },
                            }
                    ),
                ],
            },
            cancellationToken
        );
        Assert.That(items.Results.Select(result => result.StatusCode.IsGood), Is.All.True);
        subscriber._pump = subscriber.PumpAsync();
        return subscriber;
    }

    /// <summary>What a node has been seen as so far.</summary>
    public DataValue[] Of(int node)
    {
        lock (_gate)
            return [.. _seen[node]];
    }

    /// <summary>The good numbers of a node in their order.</summary>
    public long[] NumbersOf(int node) =>
        [.. Of(node).Where(value => (value.Status.Value & 0xFFFF0000) == 0).Select(value => value.Value.Bits)];

    /// <summary>Waits for a value that comes from now on.</summary>
    public async Task<DataValue> NextAsync(int node, Func<DataValue, bool> wanted, CancellationToken cancellationToken)
    {
        for (var from = Of(node).Length; ; )
        {
            Task news;
            DataValue[] seen;
            lock (_gate)
                (news, seen) = (_news.Task, [.. _seen[node].Skip(from)]);
            foreach (var value in seen)
            {
                if (wanted(value))
                    return value;
            }
            if (Ended is { } ended)
                throw new InvalidOperationException("The subscriber gets nothing any more.", ended);
            await news.WaitAsync(cancellationToken);
        }
    }

    /// <summary>Waits for a good value beyond the last one, which shows that values flow.</summary>
    public Task<DataValue> FlowAsync(int node, CancellationToken cancellationToken) =>
        NextAsync(node, static value => (value.Status.Value & 0xFFFF0000) == 0, cancellationToken);

    /// <summary>Reads a node of namespace 2.</summary>
    public async Task<DataValue> ReadAsync(string node, CancellationToken cancellationToken) =>
        (await _client.ReadAsync(cancellationToken, new NodeId(2, node)))[0];

    public async ValueTask DisposeAsync()
    {
        await _ending.CancelAsync();
        await _pump;
        await _client.DisposeAsync();
        _ending.Dispose();
    }

    private async Task PumpAsync()
    {
        var asked = new Queue<Task<PublishResponse>>();
        SubscriptionAcknowledgement[] acknowledge = [];
        try
        {
            while (true)
            {
                while (asked.Count < Waiting)
                {
                    asked.Enqueue(
                        _client.CallAsync<PublishResponse>(new PublishRequest { SubscriptionAcknowledgements = acknowledge }, _ending.Token)
                    );
                    acknowledge = [];
                }
                // Requests are answered in their order.
                var message = (await asked.Dequeue()).NotificationMessage;
                if (message.NotificationData is { Length: > 0 })
                    acknowledge =
                    [
                        new SubscriptionAcknowledgement { SubscriptionId = _subscription, SequenceNumber = message.SequenceNumber },
                    ];
                Take(message);
            }
        }
        catch (Exception e)
        {
            if (!_ending.IsCancellationRequested)
                Ended ??= e;
            Ring();
        }
    }

    private void Take(NotificationMessage message)
    {
        if (message.NotificationData is not { Length: > 0 } notifications)
            return;
        lock (_gate)
        {
            Messages++;
            if (_lastSequence != 0 && message.SequenceNumber != _lastSequence + 1)
                Gaps++;
            _lastSequence = message.SequenceNumber;
            foreach (var notification in notifications)
            {
                if (notification?.Body is not DataChangeNotification change)
                    continue;
                foreach (var item in change.MonitoredItems)
                    _seen[item.ClientHandle].Add(item.Value);
            }
        }
        Ring();
    }

    private void Ring()
    {
        TaskCompletionSource rung;
        lock (_gate)
            (rung, _news) = (_news, new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously));
        rung.SetResult();
    }
}
