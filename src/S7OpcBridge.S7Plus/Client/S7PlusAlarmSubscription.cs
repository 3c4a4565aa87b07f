using S7OpcBridge.IsoOnTcp.Jobs;
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
    private readonly CreditAccount? _credit;
    private readonly WaitingMessages _notifications;
    private uint? _sequence;

    internal S7PlusAlarmSubscription(S7PlusConnection connection, S7PlusAlarmOptions options)
    {
        _connection = connection;
        _notifications = new WaitingMessages(options.QueueLength, options.QueueBytes);
        _credit = options.Credit == 0 ? null : new CreditAccount(options.Credit);
    }

    /// <summary>True when the connection has ended or the subscription was deleted.</summary>
    public bool IsEnded { get; private set; }

    /// <summary>Notifications that were lost: too many waited, or the CPU skipped numbers.</summary>
    public long Lost => _notifications.Lost;

    /// <summary>Notifications, or parts of them, that could not be read.</summary>
    public long Unread => _notifications.Unreadable;

    /// <summary>True where something was lost or could not be read since the last call: ask for the pending alarms again.</summary>
    public bool TakeLost() => _notifications.TakeLost();

    /// <summary>
    /// Waits for the next changes and returns those that are there, in the order of the CPU. Empty where it has ended, or where there is only a loss to
    /// tell (<see cref="TakeLost"/>). One caller at a time.
    /// </summary>
    public async ValueTask<IReadOnlyList<S7PlusAlarm>> ReceiveAsync(CancellationToken cancellationToken)
    {
        var records = new List<AlarmRecord>();
        while (records.Count == 0 && await _notifications.WaitAsync(cancellationToken).ConfigureAwait(false))
        {
            while (records.Count < MostPerCall && _notifications.TryTake(out var notification))
                Read(notification, records);
            if (records.Count == 0 && _notifications.HasLost)
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
            _notifications.Lose(head.Sequence > last ? head.Sequence - last - 1 : 1);
        _sequence = head.Sequence;
        if (_credit?.Renew(head.CreditTick) is { } limit)
            PlusSubscriptionRequests.Renew(_connection, ((INotified)this).Id, limit);
        _notifications.Offer(from.Bytes(from.Left));
        return 0;
    }

    void INotified.End()
    {
        IsEnded = true;
        _notifications.Complete();
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
        _notifications.CountUnreadable();
    }
}
