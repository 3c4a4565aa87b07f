using System.Runtime.InteropServices;

namespace S7OpcBridge.OpcUa.Server.Subscriptions;

/// <summary>
/// The subscriptions of one session, and which of them comes next: higher priority first (OPC 10000-4, 5.14.1.2). Inside the session's gate only.
/// </summary>
internal sealed class SubscriptionsByTurn
{
    private readonly List<Subscription> _all = [];

    /// <summary>All of them, in the order in which they were added.</summary>
    public IReadOnlyList<Subscription> All => _all;

    /// <summary>The same for loops that allocate nothing; valid until one is added or removed.</summary>
    public ReadOnlySpan<Subscription> Span => CollectionsMarshal.AsSpan(_all);

    /// <summary>How many. Any thread.</summary>
    public int Count => _all.Count;

    /// <summary>When the next publishing cycle of any of them is due, in milliseconds of the server's clock; <see cref="long.MaxValue"/>: never.</summary>
    public long NextCycle
    {
        get
        {
            var next = long.MaxValue;
            foreach (var subscription in Span)
                next = Math.Min(next, subscription.NextCycle);
            return next;
        }
    }

    public void Add(Subscription subscription) => _all.Add(subscription);

    public void Remove(Subscription subscription) => _all.Remove(subscription);

    public void Clear() => _all.Clear();

    public Subscription? Find(uint id)
    {
        foreach (var subscription in Span)
        {
            if (subscription.Id == id)
                return subscription;
        }

        return null;
    }

    /// <summary>The subscription of the highest priority whose publishing cycle is due.</summary>
    public Subscription? NextDue(long now)
    {
        Subscription? next = null;
        foreach (var subscription in Span)
        {
            if (subscription.NextCycle <= now && (next is null || subscription.Settings.Priority > next.Settings.Priority))
                next = subscription;
        }

        return next;
    }

    /// <summary>The subscription of the highest priority that waits for a Publish request; of one priority the one that has waited longest.</summary>
    public Subscription? NextLate()
    {
        Subscription? next = null;
        foreach (var subscription in Span)
        {
            if (
                subscription.IsLate
                && (
                    next is null
                    || subscription.Settings.Priority > next.Settings.Priority
                    || subscription.Settings.Priority == next.Settings.Priority && subscription.Turn < next.Turn
                )
            )
                next = subscription;
        }

        return next;
    }
}
