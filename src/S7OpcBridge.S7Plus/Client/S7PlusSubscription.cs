using S7OpcBridge.S7Plus.Client;
using S7OpcBridge.S7Plus.Jobs;
using S7OpcBridge.S7Plus.Messages;
using S7OpcBridge.S7Plus.Values;

namespace S7OpcBridge.S7Plus;

/// <summary>The options of a subscription.</summary>
public sealed record S7PlusSubscriptionOptions
{
    /// <summary>The shortest cycle that CPUs are known to support.</summary>
    public static readonly TimeSpan ShortestCycle = TimeSpan.FromMilliseconds(100);

    /// <summary>Interval at which the CPU checks for changes; at least <see cref="ShortestCycle"/>.</summary>
    public TimeSpan Cycle { get; init; } = TimeSpan.FromSeconds(1);

    /// <summary>Number of notifications that the CPU may send before the client allows more, 2–200, which protects a slow client. 0: no limit.</summary>
    public int Credit { get; init; }

    /// <summary>True: the CPU sends a notification each cycle, an empty one without changes. False: only on changes.</summary>
    public bool EveryCycle { get; init; }
}

/// <summary>
/// Called with each notification, on the receiving task; the changed items are valid during the call. Must be fast and must not block or throw.
/// </summary>
public delegate void S7PlusNotified(S7PlusSubscription subscription);

/// <summary>
/// Items whose changes the CPU sends: first all values, then the changed ones. Keeps the last bytes of all items. A notification allocates nothing.
/// </summary>
public sealed class S7PlusSubscription : INotified
{
    private readonly S7PlusConnection _connection;
    private readonly ItemSlots _slots;
    private readonly S7PlusNotified _notified;
    private readonly CreditAccount? _credit;
    private readonly int[] _changed;
    private readonly int[] _stamps;
    private int _changedCount;
    private int _stamp;

    internal S7PlusSubscription(S7PlusConnection connection, ItemSlots slots, S7PlusSubscriptionOptions options, S7PlusNotified notified)
    {
        _connection = connection;
        _slots = slots;
        _notified = notified;
        _changed = new int[slots.Count];
        _stamps = new int[slots.Count];
        Options = options;
        _credit = options.Credit == 0 ? null : new CreditAccount(options.Credit);
    }

    /// <summary>Its options.</summary>
    public S7PlusSubscriptionOptions Options { get; }

    /// <summary>Number of items.</summary>
    public int Count => _slots.Count;

    /// <summary>The items in the last notification, with a value or an error.</summary>
    public ReadOnlySpan<int> Changed => _changed.AsSpan(0, _changedCount);

    /// <summary>Time of the CPU in the last notification; null: unknown.</summary>
    public DateTime? CpuTime { get; private set; }

    /// <summary>Number of the last notification.</summary>
    public uint Sequence { get; private set; }

    /// <summary>True when the connection has ended or the subscription was deleted.</summary>
    public bool IsEnded { get; private set; }

    internal uint Id { get; set; }

    uint INotified.Id
    {
        get => Id;
        set => Id = value;
    }

    /// <summary>Status of an item.</summary>
    public S7PlusItemStatus StatusOf(int item) => _slots.StatusOf(item);

    /// <summary>Last bytes of an item; empty unless its status is Ok. Changes with the next notification.</summary>
    public ReadOnlySpan<byte> DataOf(int item) => _slots.DataOf(item);

    /// <summary>An item.</summary>
    public S7PlusItem ItemOf(int item) => _slots[item];

    /// <summary>Deletes the subscription in the CPU.</summary>
    public async ValueTask DeleteAsync(CancellationToken cancellationToken)
    {
        if (IsEnded)
            return;
        _connection.Subscriptions.Remove(Id);
        IsEnded = true;
        await _connection.AskAsync(ObjectLife.Delete(Id), (ref _) => true, cancellationToken).ConfigureAwait(false);
    }

    int INotified.Receive(in NotificationHead head, ref PlusReader from)
    {
        var foreign = 0;
        _changedCount = 0;
        _stamp++;
        while (NotificationRecord.TryRead(ref from, out var record))
        {
            if (record.HasValue)
                _slots.TakeValue(record.Reference, ref from);
            else if (record.IsError)
                _slots.TakeError(
                    record.Reference,
                    record.Code == NotificationRecord.AddressError2 ? S7PlusItemStatus.SymbolChanged : S7PlusItemStatus.NotSubscribed
                );
            else
            {
                foreign++;
                if (record.TrySkip(ref from))
                    continue;
                break;
            }
            var item = (int)record.Reference - 1;
            if (_stamps[item] == _stamp)
                continue;
            _stamps[item] = _stamp;
            _changed[_changedCount++] = item;
        }
        Sequence = head.Sequence;
        CpuTime = head.Microseconds is > 0 and < long.MaxValue / 10
            ? DateTime.UnixEpoch.AddTicks((long)(head.Microseconds % (1UL << 56)) * TimeSpan.TicksPerMicrosecond)
            : null;
        if (_credit?.Renew(head.CreditTick) is { } limit)
            PlusSubscriptionRequests.Renew(_connection, Id, limit);
        _notified(this);
        return foreign;
    }

    void INotified.End() => IsEnded = true;
}
