using System.Collections.Immutable;

namespace S7OpcBridge.Core;

/// <summary>
/// How long the cycles of a scan class took, in buckets. The read lane counts with plain additions, anybody may read: each figure is true by itself, and two of them
/// may be a cycle apart.
/// </summary>
public sealed class CycleTimes
{
    // Before what is made from it.
    private static readonly ImmutableArray<double> Seconds = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10];
    private static readonly long[] Bounds = [.. Seconds.Select(static seconds => (long)(seconds * TimeSpan.TicksPerSecond))];

    private readonly long[] _counts = new long[Bounds.Length + 1];
    private long _sum;

    internal CycleTimes()
    {
    }

    /// <summary>Upper bounds of the buckets, included; one bucket more takes what is longer.</summary>
    public static ImmutableArray<double> BoundsInSeconds => Seconds;

    /// <summary>Cycles in a bucket.</summary>
    /// <param name="bucket">0 to the number of bounds, which is the bucket of the longest.</param>
    public long CountOf(int bucket) => Volatile.Read(ref _counts[bucket]);

    /// <summary>Time of all cycles together.</summary>
    public TimeSpan Sum => new(Volatile.Read(ref _sum));

    internal void Add(long ticks)
    {
        var bucket = 0;
        while (bucket < Bounds.Length && ticks > Bounds[bucket])
            bucket++;
        Volatile.Write(ref _counts[bucket], _counts[bucket] + 1);
        Volatile.Write(ref _sum, _sum + ticks);
    }
}
