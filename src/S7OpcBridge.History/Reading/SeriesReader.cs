using System.Runtime.CompilerServices;
using S7OpcBridge.History.Chunks;
using S7OpcBridge.OpcUa;

namespace S7OpcBridge.History.Reading;

/// <summary>Reads one series in order of time over all places where its chunks are.</summary>
/// <param name="series">The number of the series.</param>
/// <param name="memory">Its chunks in memory, with data, taken before anything is read from the sources: chunks move from memory to those.</param>
/// <param name="sources">In the order in which chunks move.</param>
/// <param name="damaged">Told once for each damaged place met.</param>
internal sealed class SeriesReader(int series, IReadOnlyList<Chunk> memory, IReadOnlyList<ChunkSource> sources, Action<string> damaged)
{
    private readonly Dictionary<long, ChunkSource> _home = [];

    /// <summary>Values between two times, both included, some at a time; over all results in order.</summary>
    public async IAsyncEnumerable<ArraySegment<StoredValue>> ReadAsync(long low, long high, bool backward,
        [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        foreach (var day in await DaysAsync(low, high, backward, cancellationToken).ConfigureAwait(false))
        {
            var (from, to) = (Math.Max(low, UtcDay.Start(day)), Math.Min(high, UtcDay.Start(day + 1) - 1));
            while (from <= to)
            {
                var (chunks, until) = await FindAsync(day, from, to, backward, cancellationToken).ConfigureAwait(false);
                var (first, last) = until is not { } end ? (from, to) : backward ? (end + 1, to) : (from, end - 1);
                foreach (var group in Overlapping.Groups(chunks, backward))
                {
                    var values = await UnpackAsync(group, cancellationToken).ConfigureAwait(false);
                    if (Within(values, first, last) is { Count: > 0 } part)
                    {
                        if (backward)
                            part.AsSpan().Reverse();
                        yield return part;
                    }
                }

                if (until is null)
                    break;
                (from, to) = backward ? (from, until.Value) : (until.Value, to);
            }
        }
    }

    private static ArraySegment<StoredValue> Within(StoredValue[] values, long low, long high)
    {
        var start = 0;
        while (start < values.Length && values[start].Time < low)
            start++;
        var end = values.Length;
        while (end > start && values[end - 1].Time > high)
            end--;
        return new(values, start, end - start);
    }

    private async ValueTask<IReadOnlyList<int>> DaysAsync(long low, long high, bool backward, CancellationToken cancellationToken)
    {
        var days = new SortedSet<int>(memory.Select(chunk => chunk.Day));
        foreach (var source in sources)
            days.UnionWith(await source.DaysAsync(cancellationToken).ConfigureAwait(false));
        var wanted = days.Where(day => day >= UtcDay.Of(low) && day <= UtcDay.Of(high)).ToArray();
        if (backward)
            Array.Reverse(wanted);
        return wanted;
    }

    private async ValueTask<(IReadOnlyList<Chunk> Chunks, long? Until)> FindAsync(int day, long low, long high, bool backward,
        CancellationToken cancellationToken)
    {
        // The same chunk may be met in two places while it moves; an open one may have grown. Its first sequence number says that it is the same.
        var bySequence = new Dictionary<long, Chunk>();
        long? until = null;
        foreach (var chunk in memory)
        {
            if (chunk.Day == day && chunk.Last >= low && chunk.First <= high)
                Add(bySequence, chunk);
        }

        foreach (var source in sources)
        {
            ChunkWindow window;
            try
            {
                window = await source.FindAsync(series, day, low, high, backward, cancellationToken).ConfigureAwait(false);
            }
            catch (InvalidDataException e)
            {
                damaged(e.Message);
                window = new([new(0, series, low, low, long.MinValue + day, 0, [])], null);
            }

            foreach (var chunk in window.Chunks)
            {
                Add(bySequence, chunk);
                _home[chunk.Sequence] = source;
            }

            if (window.Until is { } end)
                until = until is not { } before ? end : backward ? Math.Max(before, end) : Math.Min(before, end);
        }

        return ([.. bySequence.Values], until);
    }

    private static void Add(Dictionary<long, Chunk> chunks, Chunk chunk)
    {
        if (!chunks.TryGetValue(chunk.Sequence, out var other) || other.Count < chunk.Count)
            chunks[chunk.Sequence] = chunk;
    }

    private async ValueTask<StoredValue[]> UnpackAsync(IReadOnlyList<Chunk> group, CancellationToken cancellationToken)
    {
        var parts = new List<StoredValue[]>(group.Count);
        foreach (var chunk in group)
        {
            try
            {
                var data = chunk.Data ?? await LoadAsync(chunk, cancellationToken).ConfigureAwait(false);
                parts.Add(data is null ? [] : chunk.Count == 0 ? Lost(chunk) : ChunkValues.All(chunk with { Data = data }));
            }
            catch (InvalidDataException e)
            {
                damaged(e.Message);
                parts.Add(Lost(chunk));
            }
        }

        var values = parts.Count == 1 ? parts[0] : [.. parts.SelectMany(part => part)];
        for (var i = 1; i < values.Length; i++)
        {
            if (StoredValue.Compare(values[i - 1], values[i]) > 0)
            {
                Array.Sort(values, StoredValue.Compare);
                break;
            }
        }

        return values;
    }

    private ValueTask<byte[]?> LoadAsync(Chunk chunk, CancellationToken cancellationToken) => _home[chunk.Sequence].LoadAsync(chunk, cancellationToken);

    private static StoredValue[] Lost(Chunk chunk) => [new(chunk.First, chunk.Sequence, default, StatusCodes.BadDataLost)];
}
