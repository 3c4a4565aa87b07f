using System.Collections.Immutable;

namespace S7OpcBridge.Core;

/// <summary>
/// Histogram of the cycle times of one scan class. Written by the read lane without synchronization, readable from any thread: each figure is consistent in
/// itself, two figures may be one cycle apart.
/// </summary>
public sealed class CycleTimes
{
    // Declared before the fields that use it.
    private static readonly ImmutableArray<double> Seconds = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10];
    private static readonly long[] Bounds = [.. Seconds.Select(static seconds => (long)(seconds * TimeSpan.TicksPerSecond))];

    private readonly long[] _counts = new long[Bounds.Length + 1];
    private long _sum;

    internal CycleTimes() { }

    /// <summary>Upper bounds of the buckets, inclusive; one more bucket counts longer cycles.</summary>
    public static ImmutableArray<double> BoundsInSeconds => Seconds;

    /// <summary>Number of cycles in a bucket.</summary>
    /// <param name="bucket">0 to the number of bounds; the last one counts the longest cycles.</param>
    public long CountOf(int bucket) => Volatile.Read(ref _counts[bucket]);

    /// <summary>Total time of all cycles.</summary>
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
