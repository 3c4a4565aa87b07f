using S7OpcBridge.OpcUa.Channel.ClientMemory;

namespace S7OpcBridge.OpcUa.Server.Subscriptions.Queues;

/// <summary>The rings of a subscription, for items with older values.</summary>
/// <param name="held">Counts the memory of the rings.</param>
internal sealed class RingPool(HeldMemory held)
{
    private readonly List<SampleRing> _rings = [];
    private readonly Stack<int> _free = new();

    /// <summary>The ring of that number.</summary>
    public SampleRing this[int ring] => _rings[ring];

    /// <summary>Rents an empty ring.</summary>
    public int Rent()
    {
        if (_free.TryPop(out var ring))
            return ring;
        _rings.Add(new SampleRing(held));
        return _rings.Count - 1;
    }

    /// <summary>Shrinks the rings to their content.</summary>
    public void GiveBackMemory() => _rings.ForEach(static ring => ring.Fit());

    /// <summary>Returns a ring to the pool.</summary>
    public void Return(int ring)
    {
        _rings[ring].Clear();
        _free.Push(ring);
    }
}
