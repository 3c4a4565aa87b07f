using System.Collections.Concurrent;
using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.OpcUa.Channel.ClientMemory;
using S7OpcBridge.OpcUa.Server.ClientMemory;
using S7OpcBridge.OpcUa.Server.Counters;
using S7OpcBridge.OpcUa.Server.Subscriptions.Delivery;
using S7OpcBridge.OpcUa.Server.Subscriptions.Items;
using S7OpcBridge.OpcUa.Server.Subscriptions.Timing;

namespace S7OpcBridge.OpcUa.Server.Subscriptions;

/// <summary>What the subscriptions of a server share, and the counts for its limits.</summary>
internal sealed class SubscriptionHost(
    AddressSpace nodes,
    VariableTable table,
    SubscriptionLimits limits,
    ServerClock clock,
    TimerLoop timers,
    EventListeners listeners,
    LiveTable<Subscription> alive,
    ClientMemoryBudget memory
)
{
    // A client may always have so many bytes of filters and links.
    private const long SmallMemory = 64 * 1024;

    private readonly HeldMemory _itemMemory = new(memory, ClientMemoryKind.MonitoredItems);
    private readonly ConcurrentDictionary<uint, Subscription> _subscriptions = new();
    private int _items,
        _lastId = Random.Shared.Next(1, 1 << 24); // random, so that ids of an earlier run are not those of other subscriptions now
    private long _granted,
        _turn,
        _aggregateRate;
    private readonly Lock _ended = new();
    private PublishingFigures _done;

    /// <summary>All nodes.</summary>
    public AddressSpace Nodes => nodes;

    /// <summary>The variables.</summary>
    public VariableTable Table => table;

    /// <summary>See <see cref="SubscriptionServices.LostChanges"/>.</summary>
    public event Action<Exception>? LostChanges;

    /// <summary>The subscriptions with items for events.</summary>
    public EventListeners Listeners => listeners;

    /// <summary>The memory that all clients together may take.</summary>
    public ClientMemoryBudget Memory => memory;

    /// <summary>Monitored items with their filters may take half of the memory of all clients, so that queues and requests have the other half.</summary>
    private long MostItemMemory => Math.Min(memory.Most / 2, 1L << 50);

    private long MostAggregateRate => limits.MaxAggregateResultsPerSecond * 1000L;

    /// <summary>The limits.</summary>
    public SubscriptionLimits Limits => limits;

    /// <summary>The time.</summary>
    public ServerClock Clock => clock;

    /// <summary>Drives publishing cycles and sampling.</summary>
    public TimerLoop Timers => timers;

    /// <summary>Subscriptions alive.</summary>
    public ICollection<Subscription> Subscriptions => _subscriptions.Values;

    /// <summary>Monitored items alive.</summary>
    public int MonitoredItems => Volatile.Read(ref _items);

    /// <summary>The subscription of that id.</summary>
    public Subscription? Find(uint id) => _subscriptions.GetValueOrDefault(id);

    /// <summary>Raises <see cref="LostChanges"/>.</summary>
    public void ReportLostChanges(Exception error) => LostChanges?.Invoke(error);

    /// <summary>Makes a subscription under a new id; null: there are too many.</summary>
    public Subscription? Create(SessionSubscriptions owner, SubscriptionSettings settings, bool publishingEnabled)
    {
        if (_subscriptions.Count >= limits.MaxSubscriptions)
            return null;
        var subscription = new Subscription((uint)Interlocked.Increment(ref _lastId), this, owner, settings, publishingEnabled);
        _subscriptions[subscription.Id] = subscription;
        subscription.Slot = alive.Add(subscription);
        _itemMemory.Add(ClientMemoryBudget.Subscription);
        return subscription;
    }

    /// <summary>Removes a closed subscription and keeps its figures.</summary>
    public void Remove(Subscription subscription)
    {
        lock (_ended)
        {
            if (_subscriptions.TryRemove(subscription.Id, out _))
            {
                _done = _done.Plus(subscription);
                _itemMemory.Add(-ClientMemoryBudget.Subscription);
            }
        }
        alive.Remove(subscription.Slot);
    }

    /// <summary>Figures of all subscriptions since the start. Walks those that exist.</summary>
    public PublishingFigures Figures()
    {
        lock (_ended)
        {
            var sum = _done;
            foreach (var (_, subscription) in _subscriptions)
                sum = sum.Plus(subscription);
            return sum;
        }
    }

    /// <summary>Returns a number larger than all before.</summary>
    public long NextTurn() => Interlocked.Increment(ref _turn);

    /// <summary>Counts one more item; false: the limit is reached.</summary>
    public bool TryAddItem(ItemAllowance allowance)
    {
        var items = Interlocked.Increment(ref _items);
        if (items <= limits.MaxMonitoredItems && (allowance.IsShareLeft || FairShare.IsPlenty(items, limits.MaxMonitoredItems)))
        {
            _itemMemory.Add(ClientMemoryBudget.MonitoredItem);
            return true;
        }

        Interlocked.Decrement(ref _items);
        return false;
    }

    /// <summary>What a session that wants a number of items more may take within its shares. Not to be called inside any gate.</summary>
    public ItemAllowance AllowanceOf(SessionSubscriptions owner, int more)
    {
        while (
            MonitoredItems + more > limits.MaxMonitoredItems && TryDropLeftBehind(static subscription => subscription.Items.Store.Count > 0)
        ) { }

        while (_itemMemory.Bytes > MostItemMemory / 10 * 9 && TryDropLeftBehind(static subscription => subscription.Items.Bytes > 0)) { }

        return new ItemAllowance(
            ShareLeft(owner, limits.MaxMonitoredItems, MonitoredItems, more, static items => items.Store.Count, FairShare.Small) > 0,
            ShareLeft(owner, EventItems.MaxItems, listeners.Items, more, static items => items.Events.Count, FairShare.Small),
            ShareLeft(owner, MostItemMemory, _itemMemory.Bytes, MostItemMemory / 4, static items => items.Bytes, SmallMemory),
            ShareLeft(
                owner,
                MostAggregateRate,
                Volatile.Read(ref _aggregateRate),
                MostAggregateRate / 4,
                static items => items.AggregateRate,
                MostAggregateRate / 100
            ),
            MostAggregateRate
        );
    }

    /// <summary>Counts results of aggregates in 1,000 seconds; negative: they ended.</summary>
    public void CountAggregateRate(long rate)
    {
        if (rate != 0)
            Interlocked.Add(ref _aggregateRate, rate);
    }

    /// <summary>Counts bytes of filters, links and other fields that few items have; negative: released.</summary>
    public void CountItemMemory(long bytes) => _itemMemory.Add(bytes);

    // While at most half is taken shares need not be counted.
    private long ShareLeft(SessionSubscriptions owner, long most, long taken, long more, Func<MonitoredItems, long> what, long small)
    {
        if (taken + more <= most / 2)
            return most / 2 - taken;
        var bySession = 0L;
        var byClient = owner.Identity.Client.LargestShare(
            _subscriptions.Values.Select(subscription =>
            {
                var amount = what(subscription.Items);
                bySession += subscription.Owner == owner ? amount : 0;
                return (subscription.Owner.Identity.Client, amount);
            })
        );
        return FairShare.Left(most, taken, bySession, byClient, small);
    }

    /// <summary>True if there is room for one more subscription; if need be drops one whose session has ended. Not to be called inside any gate.</summary>
    public bool HasRoomFor(SessionSubscriptions owner)
    {
        while (_subscriptions.Count >= limits.MaxSubscriptions && TryDropLeftBehind(static _ => true)) { }

        var taken = _subscriptions.Count;
        if (FairShare.IsPlenty(taken, limits.MaxSubscriptions))
            return true;
        var byClient = owner.Identity.Client.LargestShare(
            _subscriptions.Values.Select(static subscription => (subscription.Owner.Identity.Client, 1L))
        );
        return FairShare.Allows(limits.MaxSubscriptions, taken, owner.SubscriptionCount, byClient);
    }

    // The one whose session ended first: it had the most time to be transferred.
    private bool TryDropLeftBehind(Func<Subscription, bool> isWorthIt)
    {
        var oldest = _subscriptions
            .Values.Where(subscription => subscription is { IsClosed: false, Owner.LeftBehind: > 0 } && isWorthIt(subscription))
            .MinBy(static subscription => subscription.Owner.LeftBehind);
        if (oldest is null)
            return false;
        oldest.InGate(static subscription =>
        {
            if (subscription.Owner.LeftBehind > 0)
                subscription.Owner.Drop(subscription);
        });
        return true;
    }

    /// <summary>Counts one item less, and returns what its queue was granted.</summary>
    public void RemoveItem(uint queueSize)
    {
        Interlocked.Decrement(ref _items);
        _itemMemory.Add(-ClientMemoryBudget.MonitoredItem);
        ReturnQueue(queueSize);
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
