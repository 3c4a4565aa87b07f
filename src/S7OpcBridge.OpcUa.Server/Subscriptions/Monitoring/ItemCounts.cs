using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.OpcUa.Channel.ClientMemory;
using S7OpcBridge.OpcUa.Server.ClientMemory;
using S7OpcBridge.OpcUa.Server.Subscriptions.Items;

namespace S7OpcBridge.OpcUa.Server.Subscriptions.Monitoring;

/// <summary>Counts the monitored items of all sessions and what they take, for the limits. Any thread.</summary>
internal sealed class ItemCounts(SubscriptionLimits limits, ClientMemoryBudget memory)
{
    private readonly HeldMemory _memory = new(memory, ClientMemoryKind.MonitoredItems);
    private int _items;
    private long _granted,
        _aggregateRate;

    /// <summary>Monitored items alive.</summary>
    public int Items => Volatile.Read(ref _items);

    /// <summary>Bytes of items, filters, links and subscriptions.</summary>
    public long Bytes => _memory.Bytes;

    /// <summary>Results of all aggregates in 1,000 seconds.</summary>
    public long AggregateRate => Volatile.Read(ref _aggregateRate);

    /// <summary>Counts one more item; false: the limit is reached.</summary>
    public bool TryAdd(ItemAllowance allowance)
    {
        var items = Interlocked.Increment(ref _items);
        if (items <= limits.MaxMonitoredItems && (allowance.IsShareLeft || FairShare.IsPlenty(items, limits.MaxMonitoredItems)))
        {
            _memory.Add(ClientMemoryBudget.MonitoredItem);
            return true;
        }

        Interlocked.Decrement(ref _items);
        return false;
    }

    /// <summary>Counts one item less, and returns what its queue was granted.</summary>
    public void Remove(uint queueSize)
    {
        Interlocked.Decrement(ref _items);
        _memory.Add(-ClientMemoryBudget.MonitoredItem);
        ReturnQueue(queueSize);
    }

    /// <summary>Counts bytes of subscriptions, filters, links and other fields that few items have; negative: released.</summary>
    public void AddMemory(long bytes) => _memory.Add(bytes);

    /// <summary>Counts results of aggregates in 1,000 seconds; negative: they ended.</summary>
    public void AddAggregateRate(long rate)
    {
        if (rate != 0)
            Interlocked.Add(ref _aggregateRate, rate);
    }

    /// <summary>Grants a queue size as long as the limit of all granted queues allows it; otherwise 1.</summary>
    public uint GrantQueue(uint requested)
    {
        var size = (uint)Math.Clamp(requested, 1, Math.Max(1, limits.MaxQueueSize));
        if (size == 1)
            return 1;
        if (Interlocked.Add(ref _granted, size) <= limits.MaxQueuedSamples)
            return size;
        Interlocked.Add(ref _granted, -(long)size);
        return 1;
    }

    /// <summary>The same for events; a request of 0 gets the default size (OPC 10000-4, 7.21).</summary>
    public uint GrantEventQueue(uint requested) => GrantQueue(requested == 0 ? (uint)limits.DefaultEventQueueSize : requested);

    /// <summary>Returns what <see cref="GrantQueue"/> has granted.</summary>
    public void ReturnQueue(uint queueSize)
    {
        if (queueSize > 1)
            Interlocked.Add(ref _granted, -(long)queueSize);
    }
}
