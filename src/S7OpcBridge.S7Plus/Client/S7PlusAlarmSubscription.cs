using System.Threading.Channels;
using S7OpcBridge.S7Plus.Alarms;
using S7OpcBridge.S7Plus.Client;
using S7OpcBridge.S7Plus.Messages;
using S7OpcBridge.S7Plus.Values;

namespace S7OpcBridge.S7Plus;

/// <summary>
/// The changes of a CPU's alarms: comings, goings, acknowledgements, those of other clients too. The receive loop only copies notifications into a bounded
/// queue; <see cref="ReceiveAsync"/> reads them. Ask for the pending alarms after subscribing, then apply what comes later.
/// </summary>
public sealed class S7PlusAlarmSubscription : INotified
{
    // What one call returns at most, so that a caller that is behind gets its alarms in pieces.
    private const int MostPerCall = 1000;
    private const int MostPerNotification = 1000;

    private readonly S7PlusConnection _connection;
    private readonly S7PlusAlarmOptions _options;
    private readonly CreditAccount? _credit;
    private readonly Channel<byte[]> _queue = Channel.CreateUnbounded<byte[]>(
        new UnboundedChannelOptions { SingleReader = true, SingleWriter = true }
    );
    private long _queuedBytes;
    private int _queued;
    private uint? _sequence;
    private int _hasLost;
    private long _lost;
    private long _unread;

    internal S7PlusAlarmSubscription(S7PlusConnection connection, S7PlusAlarmOptions options)
    {
        _connection = connection;
        _options = options;
        _credit = options.Credit == 0 ? null : new CreditAccount(options.Credit);
    }

    /// <summary>True when the connection has ended or the subscription was deleted.</summary>
    public bool IsEnded { get; private set; }

    /// <summary>Notifications that were lost: too many waited, or the CPU skipped numbers.</summary>
    public long Lost => Interlocked.Read(ref _lost);

    /// <summary>Notifications, or parts of them, that could not be read.</summary>
    public long Unread => Interlocked.Read(ref _unread);

    /// <summary>True where something was lost or could not be read since the last call: ask for the pending alarms again.</summary>
    public bool TakeLost() => Interlocked.Exchange(ref _hasLost, 0) != 0;

    /// <summary>
    /// Waits for the next changes and returns those that are there, in the order of the CPU. Empty where it has ended, or where there is only a loss to
    /// tell (<see cref="TakeLost"/>). One caller at a time.
    /// </summary>
    public async ValueTask<IReadOnlyList<S7PlusAlarm>> ReceiveAsync(CancellationToken cancellationToken)
    {
        var records = new List<AlarmRecord>();
        while (records.Count == 0 && await _queue.Reader.WaitToReadAsync(cancellationToken).ConfigureAwait(false))
        {
            while (records.Count < MostPerCall && _queue.Reader.TryRead(out var notification))
            {
                Interlocked.Decrement(ref _queued);
                Interlocked.Add(ref _queuedBytes, -notification.Length);
                Read(notification, records);
            }
            if (records.Count == 0 && Volatile.Read(ref _hasLost) != 0)
                break;
        }
        return await _connection.TextLists.ComposeAsync(records, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Deletes the subscription in the CPU.</summary>
    public async ValueTask DeleteAsync(CancellationToken cancellationToken)
    {
        if (IsEnded)
            return;
        INotified self = this;
        _connection.Subscriptions.Remove(self.Id);
        self.End();
        await _connection.AskAsync(ObjectLife.Delete(self.Id), (ref _) => true, cancellationToken).ConfigureAwait(false);
    }

    uint INotified.Id { get; set; }

    int INotified.Receive(in NotificationHead head, ref PlusReader from)
    {
        if (_sequence is { } last && head.Sequence != last + 1 && head.Sequence != 0)
            Lose(head.Sequence > last ? head.Sequence - last - 1 : 1);
        _sequence = head.Sequence;
        if (_credit?.Renew(head.CreditTick) is { } limit)
            PlusSubscriptionRequests.Renew(_connection, ((INotified)this).Id, limit);
        if (_queued >= _options.QueueLength || Interlocked.Read(ref _queuedBytes) + from.Left > _options.QueueBytes)
        {
            Lose(1);
            return 0;
        }
        Interlocked.Increment(ref _queued);
        Interlocked.Add(ref _queuedBytes, from.Left);
        _queue.Writer.TryWrite(from.Bytes(from.Left).ToArray());
        return 0;
    }

    void INotified.End()
    {
        IsEnded = true;
        _queue.Writer.TryComplete();
    }

    private void Lose(long count)
    {
        Interlocked.Add(ref _lost, count);
        Volatile.Write(ref _hasLost, 1);
    }

    private void Read(byte[] notification, List<AlarmRecord> into)
    {
        try
        {
            if (AlarmNotification.Read(notification, into, into.Count + MostPerNotification))
                return;
        }
        catch (S7PlusProtocolException)
        {
            // What is not understood harms nobody: the list of pending alarms says where they are.
        }
        Interlocked.Increment(ref _unread);
        Volatile.Write(ref _hasLost, 1);
    }
}
