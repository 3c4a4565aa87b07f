using System.Collections.Concurrent;
using S7OpcBridge.OpcUa.Channel.ClientMemory;
using S7OpcBridge.OpcUa.Server.ClientMemory;
using S7OpcBridge.OpcUa.Server.Counters;
using S7OpcBridge.OpcUa.Server.Subscriptions.Items;
using S7OpcBridge.OpcUa.Server.Subscriptions.Monitoring;
using S7OpcBridge.OpcUa.Server.Subscriptions.Timing;

namespace S7OpcBridge.OpcUa.Server.Subscriptions;

/// <summary>What the subscriptions of a server share, and the counts for its Limits.</summary>
internal sealed class SubscriptionHost(MonitoringContext monitoring, LiveTable<Subscription> alive, ClientMemoryBudget memory)
{
    // A client may always have so many bytes of filters and links.
    private const long SmallMemory = 64 * 1024;

    private readonly ConcurrentDictionary<uint, Subscription> _subscriptions = new();
    private int _lastId = Random.Shared.Next(1, 1 << 24); // random, so that ids of an earlier run are not those of other subscriptions now
    private long _turn;
    private readonly Lock _ended = new();
    private PublishingFigures _done;

    /// <summary>What the monitored items share.</summary>
    public MonitoringContext Monitoring => monitoring;

    /// <summary>See <see cref="SubscriptionServices.LostChanges"/>.</summary>
    public event Action<Exception>? LostChanges;

    /// <summary>The memory that all clients together may take.</summary>
    public ClientMemoryBudget Memory => memory;

    /// <summary>Monitored items with their filters may take half of the memory of all clients, so that queues and requests have the other half.</summary>
    private long MostItemMemory => Math.Min(memory.Most / 2, 1L << 50);

    private long MostAggregateRate => Limits.MaxAggregateResultsPerSecond * 1000L;

    public SubscriptionLimits Limits => monitoring.Limits;

    /// <summary>The time.</summary>
    public ServerClock Clock => monitoring.Clock;

    /// <summary>Drives publishing cycles and sampling.</summary>
    public TimerLoop Timers => monitoring.Timers;

    /// <summary>Subscriptions alive.</summary>
    public ICollection<Subscription> Subscriptions => _subscriptions.Values;

    public Subscription? Find(uint id) => _subscriptions.GetValueOrDefault(id);

    /// <summary>Raises <see cref="LostChanges"/>.</summary>
    public void ReportLostChanges(Exception error) => LostChanges?.Invoke(error);

    /// <summary>Makes a subscription under a new id; null: there are too many.</summary>
    public Subscription? Create(SessionSubscriptions owner, SubscriptionSettings settings, bool publishingEnabled)
    {
        if (_subscriptions.Count >= Limits.MaxSubscriptions)
            return null;
        var subscription = new Subscription((uint)Interlocked.Increment(ref _lastId), this, owner, settings, publishingEnabled);
        _subscriptions[subscription.Id] = subscription;
        subscription.Slot = alive.Add(subscription);
        monitoring.Counts.AddMemory(ClientMemoryBudget.Subscription);
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
                monitoring.Counts.AddMemory(-ClientMemoryBudget.Subscription);
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

    /// <summary>What a session that wants a number of items more may take within its shares. Not to be called inside any gate.</summary>
    public ItemAllowance AllowanceOf(SessionSubscriptions owner, int more)
    {
        while (
            monitoring.Counts.Items + more > Limits.MaxMonitoredItems
            && TryDropLeftBehind(static subscription => subscription.Items.Store.Count > 0)
        ) { }

        while (monitoring.Counts.Bytes > MostItemMemory / 10 * 9 && TryDropLeftBehind(static subscription => subscription.Items.Bytes > 0))
        { }

        return new ItemAllowance(
            ShareLeft(owner, Limits.MaxMonitoredItems, monitoring.Counts.Items, more, static items => items.Store.Count, FairShare.Small)
                > 0,
            ShareLeft(owner, EventItems.MaxItems, monitoring.Listeners.Items, more, static items => items.Events.Count, FairShare.Small),
            ShareLeft(owner, MostItemMemory, monitoring.Counts.Bytes, MostItemMemory / 4, static items => items.Bytes, SmallMemory),
            ShareLeft(
                owner,
                MostAggregateRate,
                monitoring.Counts.AggregateRate,
                MostAggregateRate / 4,
                static items => items.AggregateRate,
                MostAggregateRate / 100
            ),
            MostAggregateRate
        );
    }

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
        while (_subscriptions.Count >= Limits.MaxSubscriptions && TryDropLeftBehind(static _ => true)) { }

        var taken = _subscriptions.Count;
        if (FairShare.IsPlenty(taken, Limits.MaxSubscriptions))
            return true;
        var byClient = owner.Identity.Client.LargestShare(
            _subscriptions.Values.Select(static subscription => (subscription.Owner.Identity.Client, 1L))
        );
        return FairShare.Allows(Limits.MaxSubscriptions, taken, owner.SubscriptionCount, byClient);
    }

    // The one whose session ended first: it had the most time to be transferred.
    private bool TryDropLeftBehind(Func<Subscription, bool> isWorthIt)
    {
        var oldest = _subscriptions
            .Values.Where(subscription => subscription is { IsClosed: false, Owner.LeftBehind: > 0 } && isWorthIt(subscription))
            .MinBy(static subscription => subscription.Owner.LeftBehind);
        if (oldest is null)
            return false;
        oldest.InGate(() =>
        {
            if (oldest.Owner.LeftBehind > 0)
                oldest.Owner.Drop(oldest);
        });
        return true;
    }
}
