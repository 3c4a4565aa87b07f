using System.Runtime.CompilerServices;
using S7OpcBridge.OpcUa.Channel.ClientMemory;
using S7OpcBridge.OpcUa.Server.Subscriptions.Items;
using S7OpcBridge.OpcUa.Server.Variables;

namespace S7OpcBridge.OpcUa.Server.Subscriptions.Queues;

/// <summary>
/// The queues of a subscription's monitored items (OPC 10000-4, 5.13.1.5): samples pass filter and sampling interval on the way in, and are taken in order when
/// a message is written. The newest value of an item is in the item, older ones are in a ring.
/// </summary>
/// <param name="held">Counts the memory of the older values.</param>
internal sealed partial class NotificationQueue(MonitoredItemStore items, HeldMemory held)
{
    private readonly Backlog _backlog = new(items, held);
    private readonly PendingItems _data = new(items),
        _events = new(items);
    private readonly List<int> _triggered = [];
    private List<int> _deferred = [],
        _lookAgain = [];

    /// <summary>True when there is something to send.</summary>
    public bool HasNotifications => _data.Any || _events.Any;

    /// <summary>The item whose data is sent next; -1: none.</summary>
    public int FirstData => _data.First;

    /// <summary>The item whose events are sent next; -1: none.</summary>
    public int FirstEvents => _events.First;

    /// <summary>Values and events that queues had no room for, since the start.</summary>
    public uint Overflows => _backlog.Overflows + LostEvents;

    /// <summary>Passes a sample through the item's filter and sampling interval into its queue.</summary>
    /// <param name="slot">The item.</param>
    /// <param name="sample">What was sampled, index range applied.</param>
    /// <param name="now">Milliseconds of the server's clock.</param>
    public void Offer(int slot, in Sample sample, long now)
    {
        ref var item = ref items[slot];
        var mode = item.Modes.Mode;
        if (mode == MonitoringMode.Disabled)
            return;
        if (item.Has(ItemFlags.First))
            item.Flags &= ~ItemFlags.First;
        else if (!Passes(slot, ref item, sample) || item.Has(ItemFlags.Gated) && ComesTooSoon(slot, ref item, sample, now))
            return;
        if (item.Has(ItemFlags.Gated))
            items.PeriodOf(slot) = PeriodAt(slot, now);
        Enqueue(slot, ref item, sample);
    }

    /// <summary>The same for the common case: a scalar for an item with <see cref="MonitoredItem.IsPlain"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void OfferPlain(int slot, ref MonitoredItem item, in VariableRow row, long serverTime)
    {
        if (
            item.Status == row.Status
            && (
                item.Modes.Trigger == DataChangeTrigger.Status
                || item.Bits == row.Bits
                    && item.Type == row.Type
                    && (item.Modes.Trigger == DataChangeTrigger.StatusValue || item.SourceTime == row.SourceTime)
            )
        )
            return;
        item.Bits = row.Bits;
        item.SourceTime = row.SourceTime;
        item.ServerTime = serverTime;
        item.Status = row.Status;
        item.Type = row.Type;
        item.Flags |= ItemFlags.Unsent;
        Announce(slot, ref item);
    }

    /// <summary>Queues the newest value again without the filter; does nothing if a value is queued already.</summary>
    public void Resend(int slot)
    {
        ref var item = ref items[slot];
        if (item.Modes.Mode != MonitoringMode.Reporting || item.Has(ItemFlags.First) || item.Has(ItemFlags.Events))
            return;
        item.Flags |= ItemFlags.Unsent;
        Announce(slot, ref item);
    }

    /// <summary>The oldest queued value of an item.</summary>
    /// <param name="slot">An item with data.</param>
    /// <param name="overflow">True if values next to it were lost.</param>
    public Sample Peek(int slot, out bool overflow)
    {
        ref readonly var item = ref items[slot];
        if (item.Has(ItemFlags.Older))
        {
            ref readonly var oldest = ref _backlog.OldestOf(slot);
            overflow = oldest.Overflow;
            return oldest.Sample;
        }

        overflow = item.Has(ItemFlags.Overflow);
        return items.SampleOf(slot);
    }

    /// <summary>Removes the oldest queued value of an item: it has been sent.</summary>
    public void Pop(int slot)
    {
        ref var item = ref items[slot];
        if (item.Has(ItemFlags.Older))
        {
            _backlog.Pop(slot);
            return;
        }

        item.Flags &= ~(ItemFlags.Unsent | ItemFlags.Overflow);
        _data.Sent(slot);
    }

    /// <summary>A bit for each item with data to send in the item's block of 64, from that item on.</summary>
    public ulong DataFrom(int slot) => _data.BlockFrom(slot);

    /// <summary>Removes items of such a block whose only value was sent; the caller has cleared their flags Unsent and Pending.</summary>
    public void PlainSent(int slot, ulong sent) => _data.BlockSent(slot, sent);

    /// <summary>Changes the monitoring mode. A disabled item empties its queue, a reporting one sends what it has.</summary>
    public void SetMode(int slot, MonitoringMode mode)
    {
        ref var item = ref items[slot];
        if (item.Modes.Mode == MonitoringMode.Disabled)
            item.Flags |= ItemFlags.First;
        item.Modes = item.Modes.With(mode);
        if (mode == MonitoringMode.Disabled)
            Clear(slot);
        else if (mode == MonitoringMode.Sampling && item.Has(ItemFlags.Pending))
            ListOf(item).Remove(slot);
        else if (mode == MonitoringMode.Reporting && HasUnsent(slot))
            Announce(slot, ref item);
    }

    /// <summary>Applies a changed queue size or discard policy: values without room are dropped by the policy, and the overflow is marked.</summary>
    public void Resize(int slot)
    {
        ref var item = ref items[slot];
        var queueSize = items.SettingsOf(slot).QueueSize;
        LostEvents += items.DetailsOf(slot)?.Events?.Shrink(queueSize, item.Has(ItemFlags.DiscardOldest)) ?? 0;
        _backlog.Shrink(slot);
        if (queueSize == 1)
            item.Flags &= ~ItemFlags.Overflow; // a queue of one never reports an overflow
    }

    /// <summary>Marks an item as triggered: what it has queued is sent, and so is what comes in this publishing cycle.</summary>
    public void Trigger(int slot)
    {
        ref var item = ref items[slot];
        if (item.Modes.Mode != MonitoringMode.Sampling)
            return;
        if (!item.Has(ItemFlags.Triggered))
            _triggered.Add(slot);
        item.Flags |= ItemFlags.Triggered;
        if (HasUnsent(slot))
            Announce(slot, ref item);
    }

    /// <summary>Clears the triggers at the end of a publishing cycle.</summary>
    public void EndCycle()
    {
        foreach (var slot in _triggered)
            items[slot].Flags &= ~ItemFlags.Triggered;
        _triggered.Clear();
    }

    /// <summary>Moves the items with a held value whose next sampling period has begun to <paramref name="due"/>.</summary>
    public void TakeDeferred(List<int> due, long now)
    {
        if (_deferred.Count == 0)
            return;
        (_deferred, _lookAgain) = (_lookAgain, _deferred);
        foreach (var slot in _lookAgain)
        {
            ref var item = ref items[slot];
            if (!item.Has(ItemFlags.Deferred))
                continue;
            if (item.Has(ItemFlags.Gated) && PeriodAt(slot, now) == items.PeriodOf(slot))
            {
                _deferred.Add(slot);
                continue;
            }

            item.Flags &= ~ItemFlags.Deferred;
            due.Add(slot);
        }

        _lookAgain.Clear();
    }

    /// <summary>Drops half of each item's older values by the discard policy, when the memory for clients is short.</summary>
    public void DropHalf() => _backlog.DropHalf();

    /// <summary>Empties an item's queue.</summary>
    public void Clear(int slot)
    {
        ref var item = ref items[slot];
        if (item.Has(ItemFlags.Pending))
            ListOf(item).Remove(slot);
        _backlog.Clear(slot);
        item.Flags &= ~(ItemFlags.Unsent | ItemFlags.Overflow | ItemFlags.Deferred);
        items.DetailsOf(slot)?.Events?.Clear();
    }

    private uint PeriodAt(int slot, long now) => (uint)(long)(now / (double)items.SettingsOf(slot).SamplingInterval);

    private PendingItems ListOf(in MonitoredItem item) => item.Has(ItemFlags.Events) ? _events : _data;

    private bool HasUnsent(int slot) => items[slot].Has(ItemFlags.Unsent) || items.DetailsOf(slot)?.Events?.Count > 0;

    // Scalars without a deadband, the common case, are compared with the fields of the item.
    private bool Passes(int slot, ref MonitoredItem item, in Sample sample)
    {
        if (item.Status != sample.Status)
            return true;
        if (item.Has(ItemFlags.Shared) || sample.Shared is not null || item.Has(ItemFlags.Deadband))
            return ChangeFilter.Passes(item.Modes.Trigger, items.DeadbandOf(slot), items.SampleOf(slot), sample);
        return item.Modes.Trigger switch
        {
            DataChangeTrigger.Status => false,
            DataChangeTrigger.StatusValue => item.Bits != sample.Bits || item.Type != sample.Type,
            _ => item.Bits != sample.Bits || item.Type != sample.Type || item.SourceTime != sample.SourceTime,
        };
    }

    // In one sampling period only the latest value counts: it replaces one that is not sent yet, or waits for the next period.
    // The first value after BadWaitingForInitialData does not wait.
    private bool ComesTooSoon(int slot, ref MonitoredItem item, in Sample sample, long now)
    {
        if (
            PeriodAt(slot, now) != items.PeriodOf(slot)
            || item.Status == StatusCodes.BadWaitingForInitialData && !item.Has(ItemFlags.Unsent)
        )
            return false;
        if (item.Has(ItemFlags.Unsent))
        {
            items.SetSample(slot, sample);
        }
        else if (!item.Has(ItemFlags.Deferred))
        {
            item.Flags |= ItemFlags.Deferred;
            _deferred.Add(slot);
        }

        return true;
    }

    private void Enqueue(int slot, ref MonitoredItem item, in Sample sample)
    {
        if (item.Has(ItemFlags.Unsent | ItemFlags.Long))
            _backlog.MakeRoom(slot, ref item);
        items.SetSample(slot, sample);
        item.Flags |= ItemFlags.Unsent;
        Announce(slot, ref item);
        if (item.Has(ItemFlags.Triggers))
            TriggerLinked(items.DetailsOf(slot)!.Triggered!);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void Announce(int slot, ref MonitoredItem item)
    {
        if (!item.Has(ItemFlags.Pending) && (item.Modes.Mode == MonitoringMode.Reporting || item.Has(ItemFlags.Triggered)))
            ListOf(item).Add(slot, ref item);
    }

    private void TriggerLinked(HashSet<uint> linked)
    {
        foreach (var id in linked)
        {
            if (items.Find(id) is >= 0 and var slot)
                Trigger(slot);
        }
    }
}
