using System.Collections.Concurrent;
using S7OpcBridge.S7Plus.Messages;
using S7OpcBridge.S7Plus.Values;

namespace S7OpcBridge.S7Plus.Client;

/// <summary>The subscriptions of a connection by the ids that the CPU assigned.</summary>
internal sealed class SubscriptionTable
{
    // The CPU requires a different RID for each subscription of a session.
    private const uint FirstRid = 0x7FFF_C001;

    private readonly ConcurrentDictionary<uint, INotified> _byId = new();
    private int _made;

    /// <summary>The RID for the next subscription.</summary>
    public uint NextRid() => FirstRid + (uint)(Interlocked.Increment(ref _made) - 1);

    public void Add(uint id, INotified subscription) => _byId[id] = subscription;

    public void Remove(uint id) => _byId.TryRemove(id, out _);

    /// <summary>Dispatches a notification.</summary>
    /// <returns>How much of it nobody expected: 1 where there is no such subscription, otherwise the number of its records that are of no item.</returns>
    public int Receive(ref PlusReader from)
    {
        var head = NotificationHead.Read(ref from);
        if (!_byId.TryGetValue(head.Subscription, out var subscription))
            return 1;
        return subscription.Receive(head, ref from);
    }

    /// <summary>Notifies all subscriptions that the connection has ended.</summary>
    public void End()
    {
        foreach (var subscription in _byId.Values)
            subscription.End();
        _byId.Clear();
    }
}
