using S7OpcBridge.OpcUa.Channel.ClientMemory;

namespace S7OpcBridge.OpcUa.Server.Subscriptions;

/// <summary>Rings of a subscription, lent to the items that have a backlog.</summary>
/// <param name="held">Counts the memory of the rings.</param>
internal sealed class RingPool(HeldMemory held)
{
    private readonly List<SampleRing> _rings = [];
    private readonly Stack<int> _free = new();

    /// <summary>The ring of that number.</summary>
    public SampleRing this[int ring] => _rings[ring];

    /// <summary>Lends an empty ring.</summary>
    public int Rent()
    {
        if (_free.TryPop(out var ring))
            return ring;
        _rings.Add(new SampleRing(held));
        return _rings.Count - 1;
    }

    /// <summary>Makes the rings no larger than what is in them needs.</summary>
    public void GiveBackMemory() => _rings.ForEach(static ring => ring.Fit());

    /// <summary>Takes a ring back.</summary>
    public void Return(int ring)
    {
        _rings[ring].Clear();
        _free.Push(ring);
    }
}
