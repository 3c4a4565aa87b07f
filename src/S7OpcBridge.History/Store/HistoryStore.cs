using Microsoft.Extensions.Logging;
using S7OpcBridge.History.Chunks;
using S7OpcBridge.History.Recording;
using S7OpcBridge.History.Store;
using S7OpcBridge.OpcUa;

namespace S7OpcBridge.History;

/// <summary>
/// The values of historized tags, in order of time. A series is the history of one key; its data type may change with time. Events are a series too: record
/// each as a ByteString of its encoded fields. Any thread may read.
/// </summary>
public sealed class HistoryStore : IAsyncDisposable
{
    private static readonly long MostAhead = TimeSpan.TicksPerDay,
        MostBehind = 3660 * TimeSpan.TicksPerDay;
    private readonly OpenStore _open;
    private readonly TimeProvider _time;
    private long _refused,
        _overflowTold;

    private HistoryStore(OpenStore open, TimeProvider time) => (_open, _time) = (open, time);

    /// <summary>Figures of this moment; cheap, from any thread.</summary>
    public HistoryFigures Figures => _open.Figures() with { Lost = _open.Writer.Lost + Interlocked.Read(ref _refused) };

    /// <summary>Opens or makes the store and reads the journal of the process before, whether it was stopped or killed.</summary>
    /// <exception cref="HistoryException">The folder cannot be used; the message says why.</exception>
    public static async Task<HistoryStore> OpenAsync(
        HistoryOptions options,
        TimeProvider time,
        ILogger logger,
        CancellationToken cancellationToken
    ) => new(await Task.Run(() => OpenStore.Open(options, time, logger), cancellationToken).ConfigureAwait(false), time);

    /// <summary>The number of a key, which is made where it is new. Any thread; not for the hot path.</summary>
    /// <param name="key">Stable over reloads and restarts: the NodeId's string.</param>
    /// <param name="plc">The PLC whose gaps are gaps of this series too; empty: none.</param>
    public int SeriesOf(string key, string plc)
    {
        var now = UaTime.Now(_time);
        if (plc.Length > 0)
            _open.UsePlc(plc, now);
        return _open.Table.Get(key, plc, now).Row.Id;
    }

    /// <summary>
    /// Hands over a value; it is stored and readable at the next commit. Any thread. Never waits for the disk; allocates nothing for numbers.
    /// </summary>
    /// <returns>
    /// False: too many values wait, the time is out of range (ten years back to a day ahead, not older than <see cref="HistoryOptions.Keep"/>) or an encoded
    /// value is larger than 1 MB. The value is counted as lost and BadDataLost will stand where it is missing.
    /// </returns>
    public bool Record(int series, in Variant value, StatusCode status, long sourceTime)
    {
        var now = _open.Now;
        var type = ValueForms.TypeByte(value);
        var encoded = type == ValueForms.EncodedType ? EncodedVariant.Write(value) : null;
        var isTimeRight = sourceTime <= now + MostAhead && sourceTime >= now - MostBehind && sourceTime >= _open.Oldest && sourceTime > 0;
        if (
            isTimeRight
            && (type != ValueForms.EncodedType || encoded is not null)
            && _open.Queue.TryAdd(new(series, type, status.Value, sourceTime, value.Bits, encoded))
        )
        {
            return true;
        }

        Interlocked.Increment(ref _refused);
        _open.Table[series].Plc?.Refuse(isTimeRight ? sourceTime : now);
        if (isTimeRight && now - _overflowTold >= TimeSpan.TicksPerMinute && _open.Queue.Count >= _open.Options.MaxWaiting)
        {
            _overflowTold = now;
            HistoryLog.Overflow(_open.Log, _open.Queue.Count);
        }

        return false;
    }

    /// <summary>Values of a PLC are missing from a time on: every series of it shows a BadDataLost there. Any thread.</summary>
    public void MarkLost(string plc, long from) => _open.MarkLost(plc, from);

    /// <summary>Returns when everything recorded before is committed and readable.</summary>
    /// <exception cref="HistoryException">It could not be written.</exception>
    public Task FlushAsync(CancellationToken cancellationToken) => _open.FlushAsync(cancellationToken);

    /// <summary>Reads a part of a range. A key that was never recorded has no values.</summary>
    /// <remarks>
    /// <c>after</c> is <see cref="HistoryPage.Next"/> of the page before; null: from the start of the range. <c>maxValues</c> is at least 1; <c>maxBytes</c>
    /// counts the values as they are encoded in an answer, and one value is returned in any case.
    /// </remarks>
    /// <exception cref="HistoryException">The server that holds the values cannot be reached.</exception>
    public ValueTask<HistoryPage> ReadAsync(
        string key,
        HistoryRange range,
        HistoryPosition? after,
        int maxValues,
        int maxBytes,
        CancellationToken cancellationToken
    ) => HistoryPage.ReadAsync(maxValues, values => ReadAsync(key, range, after, values, maxBytes, cancellationToken));

    /// <summary>
    /// The same into memory of the caller, which takes at least one value. Local files are read on the caller's thread, so that the caller decides whom that
    /// holds up.
    /// </summary>
    /// <exception cref="HistoryException">The server that holds the values cannot be reached.</exception>
    public ValueTask<StoreProgress> ReadAsync(
        string key,
        HistoryRange range,
        HistoryPosition? after,
        Memory<DataValue> values,
        int maxBytes,
        CancellationToken cancellationToken
    ) => _open.ReadAsync(key, range, after, values, maxBytes, cancellationToken);

    /// <summary>The nearest value before or after a time; null: there is none.</summary>
    /// <exception cref="HistoryException">The server that holds the values cannot be reached.</exception>
    public async ValueTask<DataValue?> FindAsync(string key, HistorySearch search, CancellationToken cancellationToken)
    {
        if (search.Time == long.MaxValue && !search.Inclusive && !search.Backward)
            return null;
        var from =
            search.Inclusive ? search.Time
            : search.Backward ? search.Time - 1
            : search.Time + 1;
        var range = new HistoryRange(from, search.Backward ? long.MinValue : long.MaxValue, search.Backward);
        HistoryPosition? after = null;
        do
        {
            var page = await ReadAsync(key, range, after, search.Usable ? 64 : 1, int.MaxValue, cancellationToken).ConfigureAwait(false);
            foreach (var value in page.Values)
            {
                if (!search.Usable || !value.Status.IsBad)
                    return value;
            }

            after = page.Next;
        } while (after is not null);
        return null;
    }

    /// <summary>Commits what waits and closes the files.</summary>
    public ValueTask DisposeAsync() => _open.DisposeAsync();
}
