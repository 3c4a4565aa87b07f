using System.Diagnostics;
using S7OpcBridge.OpcUa;
using S7OpcBridge.Testing;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>An honest client that measures how it is served: a subscription, and again and again a Read and a HistoryRead of a few values.</summary>
internal sealed class ServedClient : IAsyncDisposable
{
    private static readonly NodeId Count = new(2, "Line1/Count");
    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(100);

    private readonly UaTestClient _subscriber,
        _reader;
    private readonly CancellationTokenSource _ending = new();
    private readonly Lock _gate = new();
    private readonly uint _subscription;
    private Task[] _loops = [];
    private long _lastMessage,
        _messages,
        _alarms;
    private TimeSpan _gap,
        _read,
        _history;

    private ServedClient(UaTestClient subscriber, UaTestClient reader, uint subscription) =>
        (_subscriber, _reader, _subscription) = (subscriber, reader, subscription);

    /// <summary>Notifications of the changing value so far.</summary>
    public long Messages => Interlocked.Read(ref _messages);

    /// <summary>Events of the alarm so far.</summary>
    public long Alarms => Interlocked.Read(ref _alarms);

    /// <summary>Why a loop ended; null: all go on.</summary>
    public Exception? Ended => _loops.Select(loop => loop.Exception?.InnerException).FirstOrDefault(error => error is not null);

    public static async Task<ServedClient> ConnectAsync(int port, CancellationToken cancellationToken)
    {
        var (subscriber, reader) = (await OpenAsync(port, cancellationToken), await OpenAsync(port, cancellationToken));
        var subscription = await HostileClient.SubscribeAsync(subscriber, Interval.TotalMilliseconds, cancellationToken);
        var created = await HostileClient.CreateAsync(
            subscriber,
            subscription,
            cancellationToken,
            HostileClient.Item(Count, AttributeId.Value, null),
            HostileClient.Item(Ids.Server, AttributeId.EventNotifier, HostileClient.Everything(), 100)
        );
        Assert.That(created.Results.Select(result => result.StatusCode.IsGood), Is.All.True);
        var client = new ServedClient(subscriber, reader, subscription);
        client.Restart();
        client._loops = [client.PublishAsync(), client.ReadAsync(), client.ReadHistoryAsync()];
        return client;
    }

    // For longer than the test takes, however long the server stands still.
    private static async Task<UaTestClient> OpenAsync(int port, CancellationToken cancellationToken)
    {
        const uint hour = 3_600_000;
        var channel = await UaTestChannel.ConnectAsync(port, cancellationToken);
        await channel.HelloAsync(cancellationToken);
        await channel.OpenAsync(cancellationToken, lifetime: hour);
        var client = new UaTestClient(channel);
        await client.CreateSessionAsync(cancellationToken, change: request => request.RequestedSessionTimeout = hour);
        await client.ActivateAsync(cancellationToken);
        return client;
    }

    /// <summary>Begins to measure anew.</summary>
    public void Restart()
    {
        lock (_gate)
            (_lastMessage, _gap, _read, _history) = (Stopwatch.GetTimestamp(), default, default, default);
    }

    /// <summary>The longest times since the last restart: between two notifications, for a Read, for a HistoryRead.</summary>
    public (TimeSpan Gap, TimeSpan Read, TimeSpan History) Longest()
    {
        lock (_gate)
            return (_gap, _read, _history);
    }

    /// <summary>Waits until it has been served for a while: so many notifications more, and alarms.</summary>
    public async Task IsServedAsync(int notifications, CancellationToken cancellationToken)
    {
        const int someAlarms = 3;
        var (enough, alarms) = (Messages + notifications, Alarms + someAlarms);
        await Poll.UntilAsync(() => Messages >= enough && Alarms >= alarms || Ended is not null, cancellationToken);
    }

    public async ValueTask DisposeAsync()
    {
        await _ending.CancelAsync();
        await Task.WhenAll(_loops).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        await _subscriber.DisposeAsync();
        await _reader.DisposeAsync();
        _ending.Dispose();
    }

    private async Task PublishAsync()
    {
        var asked = new Queue<Task<PublishResponse>>();
        SubscriptionAcknowledgement[] acknowledge = [];
        while (true)
        {
            while (asked.Count < 3)
            {
                asked.Enqueue(
                    _subscriber.CallAsync<PublishResponse>(new PublishRequest { SubscriptionAcknowledgements = acknowledge }, _ending.Token)
                );
                acknowledge = [];
            }

            var message = (await asked.Dequeue()).NotificationMessage;
            if (message.NotificationData is not { Length: > 0 })
                continue;
            acknowledge = [new SubscriptionAcknowledgement { SubscriptionId = _subscription, SequenceNumber = message.SequenceNumber }];
            foreach (var notification in message.NotificationData)
            {
                if (notification?.Body is EventNotificationList events)
                    Interlocked.Add(ref _alarms, events.Events.Length);
                else
                    TakeValue();
            }
        }
    }

    private void TakeValue()
    {
        lock (_gate)
        {
            var now = Stopwatch.GetTimestamp();
            _gap = Longer(_gap, Stopwatch.GetElapsedTime(_lastMessage, now));
            _lastMessage = now;
        }

        Interlocked.Increment(ref _messages);
    }

    private async Task ReadAsync()
    {
        while (true)
        {
            var begin = Stopwatch.GetTimestamp();
            await _reader.ReadAsync(_ending.Token, Count);
            lock (_gate)
                _read = Longer(_read, Stopwatch.GetElapsedTime(begin));
            await Task.Delay(Interval, TimeProvider.System, _ending.Token);
        }
    }

    private async Task ReadHistoryAsync()
    {
        while (true)
        {
            var begin = Stopwatch.GetTimestamp();
            var details = new ReadRawModifiedDetails { EndTime = UaTime.Now(TimeProvider.System), NumValuesPerNode = 10 };
            await _reader.CallAsync<HistoryReadResponse>(HostileClient.History(details, Count), _ending.Token);
            lock (_gate)
                _history = Longer(_history, Stopwatch.GetElapsedTime(begin));
            await Task.Delay(Interval, TimeProvider.System, _ending.Token);
        }
    }

    private static TimeSpan Longer(TimeSpan one, TimeSpan other) => one > other ? one : other;
}
