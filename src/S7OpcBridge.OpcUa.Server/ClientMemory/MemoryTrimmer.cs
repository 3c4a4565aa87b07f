using S7OpcBridge.OpcUa.Channel.ClientMemory;

namespace S7OpcBridge.OpcUa.Server.ClientMemory;

/// <summary>
/// Collects garbage after clients have released much memory, or have left much garbage behind, so that the system gets it back. An idle server allocates next
/// to nothing, so the runtime would not collect for hours.
/// </summary>
/// <param name="budget">What clients hold.</param>
internal sealed class MemoryTrimmer(ClientMemoryBudget budget, TimeProvider time)
{
    // The later collections are for pools: they release only in a collection, and only what was unused for a while.
    private static readonly TimeSpan[] After = [TimeSpan.FromSeconds(3), TimeSpan.FromSeconds(20), TimeSpan.FromSeconds(45)];

    // A collection stops all threads for a moment: garbage alone is no reason for one more often than that.
    private static readonly TimeSpan ForGarbage = TimeSpan.FromMinutes(10);

    // The least garbage that is worth a collection, and what a server allocates at most in a second in which it is idle.
    private const long MuchGarbage = 32L << 20,
        Idle = 1L << 20;

    // The least released memory that is worth a collection.
    private readonly long _worth = Math.Max(8L << 20, budget.Most / 8);
    private long _peak,
        _level,
        _since,
        _allocated,
        _rest = long.MaxValue;
    private long? _collected;
    private int _done = After.Length;

    /// <summary>Collects if it is due. To be called about every second, by one thread at a time.</summary>
    public void Check()
    {
        var taken = budget.Taken;
        _peak = Math.Max(_peak, taken);
        if (_done == After.Length)
        {
            if (_peak - taken < _worth && !HasGarbage(taken))
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
            (_peak, _rest, _collected) = (taken, long.MaxValue, time.GetTimestamp());
    }

    // Requests leave garbage that no client holds. The heap has grown by it, and nothing else is allocated.
    private bool HasGarbage(long taken)
    {
        var own = GC.GetGCMemoryInfo(GCKind.Any).TotalCommittedBytes - taken;
        var allocated = GC.GetTotalAllocatedBytes();
        var isIdle = allocated - _allocated < Idle;
        _allocated = allocated;
        _rest = Math.Min(_rest, own);
        return isIdle
            && own - _rest > Math.Max(MuchGarbage, _rest / 4)
            && (_collected is not { } last || time.GetElapsedTime(last) > ForGarbage);
    }
}
