using S7OpcBridge.History.Chunks;
using S7OpcBridge.OpcUa;

namespace S7OpcBridge.History.Reading;

/// <summary>Makes pages of a series and of the gaps of its PLC.</summary>
internal static class PageReader
{
    // Gaps stand behind values of the same time.
    private const long GapSequence = 1L << 62;

    // What a value takes in an answer besides itself: encoding mask, status, source and server time.
    private const int BytesAround = 22;

    // Gaps are few.
    private const int WantedGaps = 1;

    /// <summary>Reads a page.</summary>
    /// <param name="values">The series.</param>
    /// <param name="gaps">The gaps of its PLC; null: it has none.</param>
    /// <param name="since">Gaps before this time are not its gaps.</param>
    /// <param name="range">What is read.</param>
    /// <param name="after">Where the page before ended.</param>
    /// <param name="into">Takes the values; at least one.</param>
    /// <param name="maxBytes">The most bytes in an answer.</param>
    /// <param name="cancellationToken">Ends the reading.</param>
    public static async ValueTask<StoreProgress> ReadAsync(
        SeriesReader values,
        SeriesReader? gaps,
        long since,
        HistoryRange range,
        HistoryPosition? after,
        Memory<DataValue> into,
        int maxBytes,
        CancellationToken cancellationToken
    )
    {
        var (low, high) = range.Backward
            ? (range.To == long.MaxValue ? long.MaxValue : range.To + 1, range.From)
            : (range.From, range.To - 1);
        if (after is { } position)
            (low, high) = range.Backward ? (low, Math.Min(high, position.Time)) : (Math.Max(low, position.Time), high);
        low = Math.Max(low, 0);
        if (range.To == long.MaxValue && !range.Backward)
            high = long.MaxValue;
        var page = new Page(after, range.Backward, into, maxBytes);
        if (low > high)
            return page.Finish();

        await using var gap = new Cursor(
            gaps?.ReadAsync(Math.Max(low, since), high, range.Backward, WantedGaps, cancellationToken),
            cancellationToken
        );
        await gap.NextAsync().ConfigureAwait(false);
        await foreach (var part in values.ReadAsync(low, high, range.Backward, into.Length, cancellationToken).ConfigureAwait(false))
        {
            var rest = part;
            while (true)
            {
                var before = gap.HasCurrent ? CountBefore(rest, gap.Current, range.Backward) : rest.Count;
                if (!page.Add(rest[..before]))
                    return page.Finish();
                if (before == rest.Count)
                    break;
                rest = rest[before..];
                if (!page.Add(gap.Current))
                    return page.Finish();
                await gap.NextAsync().ConfigureAwait(false);
            }
        }

        while (gap.HasCurrent)
        {
            if (!page.Add(gap.Current))
                return page.Finish();
            await gap.NextAsync().ConfigureAwait(false);
        }

        return page.Finish();
    }

    /// <summary>How many values come before a gap in the order of reading.</summary>
    private static int CountBefore(ReadOnlySpan<StoredValue> values, in StoredValue gap, bool backward)
    {
        var (low, high) = (0, values.Length);
        // As a rule the gap comes behind them all.
        for (var at = high - 1; low < high; at = (low + high) / 2)
        {
            if (StoredValue.Compare(gap, values[at]) < 0 != backward)
                high = at;
            else
                low = at + 1;
        }

        return low;
    }

    /// <summary>The gaps one by one.</summary>
    private sealed class Cursor(IAsyncEnumerable<ArraySegment<StoredValue>>? parts, CancellationToken cancellationToken) : IAsyncDisposable
    {
        private readonly IAsyncEnumerator<ArraySegment<StoredValue>>? _parts = parts?.GetAsyncEnumerator(cancellationToken);
        private StoredValue _current;
        private int _next;

        public bool HasCurrent { get; private set; }

        public ref readonly StoredValue Current => ref _current;

        public async ValueTask NextAsync()
        {
            while (_parts is not null)
            {
                if (_next < _parts.Current.Count)
                {
                    var gap = _parts.Current[_next++];
                    _current = gap with { Sequence = gap.Sequence | GapSequence };
                    HasCurrent = true;
                    return;
                }

                if (!await _parts.MoveNextAsync().ConfigureAwait(false))
                    break;
                _next = 0;
            }

            HasCurrent = false;
        }

        public ValueTask DisposeAsync() => _parts?.DisposeAsync() ?? ValueTask.CompletedTask;
    }

    private sealed class Page(HistoryPosition? after, bool backward, Memory<DataValue> into, int maxBytes)
    {
        private int _count;
        private HistoryPosition _last;
        private long _bytes;
        private bool _isFull;

        /// <summary>Adds a value unless it belongs to the page before; false: the page is full, and it belongs to the next.</summary>
        public bool Add(in StoredValue value) => Add(new ReadOnlySpan<StoredValue>(in value));

        /// <summary>Adds values one after the other.</summary>
        public bool Add(ReadOnlySpan<StoredValue> values)
        {
            // What follows something that was added does not belong to the page before.
            while (_count == 0 && values.Length > 0 && IsOfPageBefore(values[0]))
                values = values[1..];
            foreach (ref readonly var value in values)
            {
                if (!AddNew(value))
                    return false;
            }

            return true;
        }

        private bool IsOfPageBefore(in StoredValue value)
        {
            if (after is not { } position)
                return false;
            var order = value.Time != position.Time ? value.Time.CompareTo(position.Time) : value.Sequence.CompareTo(position.Sequence);
            return backward ? order >= 0 : order <= 0;
        }

        private bool AddNew(in StoredValue value)
        {
            _bytes += BytesAround + SizeOf(value.Value);
            if (_count == into.Length || (_count > 0 && _bytes > maxBytes))
            {
                _isFull = true;
                return false;
            }

            into.Span[_count++] = new(value.Value, value.Status, value.Time, value.Time);
            _last = new(value.Time, value.Sequence);
            return true;
        }

        public StoreProgress Finish() => new(_count, _isFull ? _last : null);

        private static int SizeOf(in Variant value) =>
            value.Reference is null ? 9 : EncodedVariant.Write(value)?.Length ?? EncodedVariant.MaxBytes;
    }
}
