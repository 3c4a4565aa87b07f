using S7OpcBridge.OpcUa.Channel.ClientMemory;

namespace S7OpcBridge.OpcUa.Server.ClientMemory;

/// <summary>
/// Collects garbage after clients have released much memory, so that the system gets it back. An idle server allocates next to nothing, so the runtime would
/// not collect for hours.
/// </summary>
/// <param name="budget">What clients hold.</param>
/// <param name="time">The clock.</param>
internal sealed class MemoryTrimmer(ClientMemoryBudget budget, TimeProvider time)
{
    // The later collections are for pools: they release only in a collection, and only what was unused for a while.
    private static readonly TimeSpan[] After = [TimeSpan.FromSeconds(3), TimeSpan.FromSeconds(20), TimeSpan.FromSeconds(45)];

    // The least released memory that is worth a collection, which stops all threads for a moment.
    private readonly long _worth = Math.Max(8L << 20, budget.Most / 8);
    private long _peak, _level, _since;
    private int _done = After.Length;

    /// <summary>Collects if it is due. To be called about every second, by one thread at a time.</summary>
    public void Check()
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
            (_done, _peak) = (After.Length, taken); // the memory is in use again
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
