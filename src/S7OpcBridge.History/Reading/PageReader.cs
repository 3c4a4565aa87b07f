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

    /// <summary>Reads a page.</summary>
    /// <param name="values">The series.</param>
    /// <param name="gaps">The gaps of its PLC; null: it has none.</param>
    /// <param name="since">Gaps before this time are not its gaps.</param>
    /// <param name="range">What is read.</param>
    /// <param name="after">Where the page before ended.</param>
    /// <param name="maxValues">The most values.</param>
    /// <param name="maxBytes">The most bytes in an answer.</param>
    /// <param name="cancellationToken">Ends the reading.</param>
    public static async ValueTask<HistoryPage> ReadAsync(SeriesReader values, SeriesReader? gaps, long since, HistoryRange range, HistoryPosition? after,
        int maxValues, int maxBytes, CancellationToken cancellationToken)
    {
        var (low, high) = range.Backward ? (range.To == long.MaxValue ? long.MaxValue : range.To + 1, range.From) : (range.From, range.To - 1);
        if (after is { } position)
            (low, high) = range.Backward ? (low, Math.Min(high, position.Time)) : (Math.Max(low, position.Time), high);
        low = Math.Max(low, 0);
        if (range.To == long.MaxValue && !range.Backward)
            high = long.MaxValue;
        var page = new Page(after, range.Backward, Math.Max(1, maxValues), maxBytes);
        if (low > high)
            return page.Finish();

        await using var gap = new Cursor(gaps?.ReadAsync(Math.Max(low, since), high, range.Backward, cancellationToken), cancellationToken);
        await gap.NextAsync().ConfigureAwait(false);
        await foreach (var part in values.ReadAsync(low, high, range.Backward, cancellationToken).ConfigureAwait(false))
        {
            foreach (var value in part)
            {
                while (gap.Current is { } before && StoredValue.Compare(before, value) < 0 != range.Backward)
                {
                    if (!page.Add(before))
                        return page.Finish();
                    await gap.NextAsync().ConfigureAwait(false);
                }

                if (!page.Add(value))
                    return page.Finish();
            }
        }

        while (gap.Current is { } rest)
        {
            if (!page.Add(rest))
                return page.Finish();
            await gap.NextAsync().ConfigureAwait(false);
        }

        return page.Finish();
    }

    /// <summary>The gaps one by one.</summary>
    private sealed class Cursor(IAsyncEnumerable<ArraySegment<StoredValue>>? parts, CancellationToken cancellationToken) : IAsyncDisposable
    {
        private readonly IAsyncEnumerator<ArraySegment<StoredValue>>? _parts = parts?.GetAsyncEnumerator(cancellationToken);
        private int _next;

        public StoredValue? Current { get; private set; }

        public async ValueTask NextAsync()
        {
            while (_parts is not null)
            {
                if (_next < _parts.Current.Count)
                {
                    var gap = _parts.Current[_next++];
                    Current = gap with { Sequence = gap.Sequence | GapSequence };
                    return;
                }

                if (!await _parts.MoveNextAsync().ConfigureAwait(false))
                    break;
                _next = 0;
            }

            Current = null;
        }

        public ValueTask DisposeAsync() => _parts?.DisposeAsync() ?? ValueTask.CompletedTask;
    }

    private sealed class Page(HistoryPosition? after, bool backward, int maxValues, int maxBytes)
    {
        private readonly List<DataValue> _values = new(Math.Min(maxValues, 1000));
        private HistoryPosition _last;
        private long _bytes;
        private bool _isFull;

        /// <summary>Adds a value unless it belongs to the page before; false: the page is full, and it belongs to the next.</summary>
        public bool Add(in StoredValue value)
        {
            if (after is { } position)
            {
                var order = value.Time != position.Time ? value.Time.CompareTo(position.Time) : value.Sequence.CompareTo(position.Sequence);
                if (backward ? order >= 0 : order <= 0)
                    return true;
            }

            _bytes += BytesAround + SizeOf(value.Value);
            if (_values.Count == maxValues || (_values.Count > 0 && _bytes > maxBytes))
            {
                _isFull = true;
                return false;
            }

            _values.Add(new(value.Value, value.Status, value.Time, value.Time));
            _last = new(value.Time, value.Sequence);
            return true;
        }

        public HistoryPage Finish() => new(_values, _isFull ? _last : null);

        private static int SizeOf(in Variant value) => value.Reference is null ? 9 : EncodedVariant.Write(value)?.Length ?? EncodedVariant.MaxBytes;
    }
}
