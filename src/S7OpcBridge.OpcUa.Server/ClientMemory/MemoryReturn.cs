using S7OpcBridge.OpcUa.Channel.ClientMemory;

namespace S7OpcBridge.OpcUa.Server.ClientMemory;

/// <summary>
/// Gives memory back to the system after clients have given much of it back. A server at rest allocates next to nothing, so the collector would have no reason to look for
/// hours.
/// </summary>
/// <param name="budget">What clients hold.</param>
/// <param name="time">The clock.</param>
internal sealed class MemoryReturn(ClientMemoryBudget budget, TimeProvider time)
{
    // Pools let go only of what was not touched for a while, and only when there is a collection: the later ones are for them.
    private static readonly TimeSpan[] After = [TimeSpan.FromSeconds(3), TimeSpan.FromSeconds(20), TimeSpan.FromSeconds(45)];

    // A collection stops all threads for a moment: less than that is not worth it.
    private readonly long _worth = Math.Max(8L << 20, budget.Most / 8);
    private long _peak, _level, _since;
    private int _done = After.Length;

    /// <summary>Looks; to be called every second or so, by one thread at a time.</summary>
    public void Look()
    {
        var taken = budget.Taken;
        _peak = Math.Max(_peak, taken);
        if (_done == After.Length)
        {
            if (_peak - taken < _worth)
                return;
            (_done, _level, _since) = (0, taken, time.GetTimestamp());
        }
        else if (taken > _level + _worth)
        {
            (_done, _peak) = (After.Length, taken); // it is taken again
            return;
        }

        _level = Math.Min(_level, taken);
        if (time.GetElapsedTime(_since) < After[_done])
            return;
        GC.Collect(GC.MaxGeneration, GCCollectionMode.Aggressive, blocking: true, compacting: true);
        if (++_done == After.Length)
            _peak = taken;
    }
}
