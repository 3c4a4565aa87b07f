using System.Buffers;
using System.Runtime.CompilerServices;
using S7OpcBridge.History.Chunks;
using S7OpcBridge.OpcUa;

namespace S7OpcBridge.History.Reading;

/// <summary>Reads the values of one series in order of time, from its chunks in memory and in the sources.</summary>
/// <param name="series">The number of the series.</param>
/// <param name="memory">Its chunks in memory, with data. Collected before the sources are read, because chunks move from memory to the sources.</param>
/// <param name="sources">The other places of chunks, in the order in which chunks move through them.</param>
/// <param name="damaged">Called with a sentence for each damaged place.</param>
internal sealed class SeriesReader(int series, IReadOnlyList<Chunk> memory, IReadOnlyList<ChunkSource> sources, Action<string> damaged)
{
    private readonly Dictionary<long, ChunkSource> _home = [];

    /// <summary>The values between two times, both included, in segments that follow one another. A segment is valid until the next is requested.</summary>
    /// <param name="wanted">How many values the caller is likely to take; saves reading what nobody takes.</param>
    public async IAsyncEnumerable<ArraySegment<StoredValue>> ReadAsync(
        long low,
        long high,
        bool backward,
        int wanted,
        [EnumeratorCancellation] CancellationToken cancellationToken
    )
    {
        foreach (var day in await DaysAsync(low, high, backward, cancellationToken).ConfigureAwait(false))
        {
            var (from, to) = (Math.Max(low, UtcDay.Start(day)), Math.Min(high, UtcDay.Start(day + 1) - 1));
            while (from <= to)
            {
                cancellationToken.ThrowIfCancellationRequested();
                var (chunks, until) = await FindAsync(day, from, to, backward, wanted, cancellationToken).ConfigureAwait(false);
                var (first, last) =
                    until is not { } end ? (from, to)
                    : backward ? (end + 1, to)
                    : (from, end - 1);
                foreach (var group in Overlapping.Groups(chunks, backward))
                {
                    cancellationToken.ThrowIfCancellationRequested();
                    var values = await UnpackAsync(group, cancellationToken).ConfigureAwait(false);
                    try
                    {
                        if (Within(values, first, last) is { Count: > 0 } part)
                        {
                            if (backward)
                                part.AsSpan().Reverse();
                            yield return part;
                        }
                    }
                    finally
                    {
                        values.AsSpan().Clear();
                        ArrayPool<StoredValue>.Shared.Return(values.Array!);
                    }
                }

                if (until is null)
                    break;
                (from, to) = backward ? (from, until.Value) : (until.Value, to);
            }
        }
    }

    private static ArraySegment<StoredValue> Within(ArraySegment<StoredValue> part, long low, long high)
    {
        ReadOnlySpan<StoredValue> values = part;
        var start = 0;
        while (start < values.Length && values[start].Time < low)
            start++;
        var end = values.Length;
        while (end > start && values[end - 1].Time > high)
            end--;
        return part[start..end];
    }

    private async ValueTask<IReadOnlyList<int>> DaysAsync(long low, long high, bool backward, CancellationToken cancellationToken)
    {
        var days = new SortedSet<int>(memory.Select(chunk => chunk.Day));
        foreach (var source in sources)
            days.UnionWith(await source.DaysAsync(cancellationToken).ConfigureAwait(false));
        var wanted = days.Where(day => day >= UtcDay.FromTicks(low) && day <= UtcDay.FromTicks(high)).ToArray();
        if (backward)
            Array.Reverse(wanted);
        return wanted;
    }

    private async ValueTask<(IReadOnlyList<Chunk> Chunks, long? Until)> FindAsync(
        int day,
        long low,
        long high,
        bool backward,
        int wanted,
        CancellationToken cancellationToken
    )
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
                window = await source.FindAsync(series, day, low, high, backward, wanted, cancellationToken).ConfigureAwait(false);
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
                until =
                    until is not { } before ? end
                    : backward ? Math.Max(before, end)
                    : Math.Min(before, end);
        }

        return ([.. bySequence.Values], until);
    }

    private static void Add(Dictionary<long, Chunk> chunks, Chunk chunk)
    {
        if (!chunks.TryGetValue(chunk.Sequence, out var other) || other.Count < chunk.Count)
            chunks[chunk.Sequence] = chunk;
    }

    /// <summary>The values of chunks in order, in an array of the pool.</summary>
    private async ValueTask<ArraySegment<StoredValue>> UnpackAsync(IReadOnlyList<Chunk> group, CancellationToken cancellationToken)
    {
        var values = ArrayPool<StoredValue>.Shared.Rent(group[0].Data is null ? 1 : group[0].Count);
        var count = 0;
        foreach (var chunk in group)
        {
            try
            {
                var data = chunk.Data ?? await LoadAsync(chunk, cancellationToken).ConfigureAwait(false);
                if (data is null)
                    continue;
                var found = chunk with { Data = data };
                ChunkValues.Check(found);
                values = WithRoom(values, count, Math.Max(1, found.Count));
                if (found.Count > 0)
                    ChunkValues.Unpack(found, values.AsSpan(count));
                else
                    values[count] = Lost(chunk);
                count += Math.Max(1, found.Count);
            }
            catch (InvalidDataException e)
            {
                damaged(e.Message);
                values = WithRoom(values, count, 1);
                values[count++] = Lost(chunk);
            }
        }

        Sort(values.AsSpan(0, count));
        return new(values, 0, count);
    }

    private static void Sort(Span<StoredValue> values)
    {
        for (var i = 1; i < values.Length; i++)
        {
            if (StoredValue.Compare(values[i - 1], values[i]) > 0)
            {
                values.Sort(static (left, right) => StoredValue.Compare(left, right));
                return;
            }
        }
    }

    private static StoredValue[] WithRoom(StoredValue[] values, int count, int more)
    {
        if (values.Length - count >= more)
            return values;
        var larger = ArrayPool<StoredValue>.Shared.Rent(Math.Max(count + more, 2 * count));
        values.AsSpan(0, count).CopyTo(larger);
        values.AsSpan(0, count).Clear();
        ArrayPool<StoredValue>.Shared.Return(values);
        return larger;
    }

    private ValueTask<byte[]?> LoadAsync(Chunk chunk, CancellationToken cancellationToken) =>
        _home[chunk.Sequence].LoadAsync(chunk, cancellationToken);

    private static StoredValue Lost(Chunk chunk) => new(chunk.First, chunk.Sequence, default, StatusCodes.BadDataLost);
}
