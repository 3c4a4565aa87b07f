using S7OpcBridge.History.Chunks;
using S7OpcBridge.History.Journal;

namespace S7OpcBridge.History.Recording;

/// <summary>The chunks in memory: open ones, and sealed ones that wait for the file of their day. One writer; any reader.</summary>
internal sealed class MemoryChunks(SeriesTable table)
{
    // All open chunks are in memory: with many series they are sealed earlier. Steps of the buffers' growth, less what one value may take.
    private const int Budget = 104 << 20,
        Step = 256,
        Margin = 32,
        MostSteps = 16,
        LeastSteps = 2;

    /// <summary>Values added without a pause for readers.</summary>
    private const int Slice = 500;
    private readonly Lock _gate = new();
    private readonly List<Chunk> _sealed = [];
    private int _open;

    /// <summary>The number that the next chunk gets.</summary>
    public long NextChunk { get; set; } = 1;

    /// <summary>Bytes of the sealed chunks that wait.</summary>
    public long SealedBytes { get; private set; }

    /// <summary>The bytes from which on a chunk is sealed.</summary>
    public int Limit => Math.Clamp(Budget / Math.Max(1, _open) / Step, LeastSteps, MostSteps) * Step - Margin;

    /// <summary>Series with an open chunk, now or before.</summary>
    public int OpenSeries => _open;

    /// <summary>Adds values that are committed.</summary>
    public void Add(ReadOnlySpan<Recorded> values)
    {
        for (; values.Length > 0; values = values[Math.Min(Slice, values.Length)..])
        {
            lock (_gate)
            {
                foreach (ref readonly var value in values[..Math.Min(Slice, values.Length)])
                    Add(value);
            }
        }
    }

    /// <summary>A reader's view of a series: its chunks with data.</summary>
    public List<Chunk> Snapshot(SeriesState series)
    {
        lock (_gate)
        {
            List<Chunk> chunks = series.Sealed is { } waiting ? [.. waiting] : [];
            if (series.Open is { Count: > 0 } open)
                chunks.Add(Packed(series, open, 0));
            return chunks;
        }
    }

    /// <summary>Adds an open chunk of a journal, without values that are in the file of their day already.</summary>
    public void Restore(SeriesState series, Chunk chunk, long stored)
    {
        var values = new ChunkValues(chunk.Data, chunk.Count);
        series.NextSequence = chunk.Sequence;
        while (values.Next())
        {
            var encoded = values.Type == ValueForms.EncodedType ? values.Encoded : null;
            Restore(series, new Recorded(chunk.Series, values.Type, values.Status.Value, values.Time, values.Bits, encoded), stored);
        }
    }

    /// <summary>Adds a value of a journal unless it is in the file of its day already.</summary>
    public void Restore(SeriesState series, in Recorded value, long stored)
    {
        if (series.NextSequence >= stored)
            Add(value);
        else
            series.NextSequence++;
    }

    /// <summary>Sealed chunks that wait, in order.</summary>
    public IReadOnlyList<Chunk> Waiting()
    {
        lock (_gate)
            return [.. _sealed];
    }

    /// <summary>Forgets the first chunks that waited: they are in the files of their days.</summary>
    public void Stored(IReadOnlyList<Chunk> chunks)
    {
        lock (_gate)
        {
            _sealed.RemoveRange(0, chunks.Count);
            foreach (var chunk in chunks)
            {
                SealedBytes -= chunk.Data!.Length;
                var series = table[chunk.Series];
                series.Sealed!.Remove(chunk);
                if (series.Sealed.Count == 0)
                    series.Sealed = null;
            }
        }
    }

    /// <summary>Seals open chunks.</summary>
    /// <param name="which">Those to be sealed.</param>
    /// <returns>Those that stay open, as they are now.</returns>
    public List<Chunk> SealWhere(Func<OpenChunk, bool> which)
    {
        var rest = new List<Chunk>();
        lock (_gate)
        {
            for (var id = 1; id <= table.Last; id++)
            {
                if (table.Known(id) is not { Open: { Count: > 0 } open } series)
                    continue;
                if (which(open))
                    Seal(series, release: true);
                else
                    rest.Add(Packed(series, open, 0));
            }
        }

        return rest;
    }

    private static Chunk Packed(SeriesState series, OpenChunk open, long id) =>
        new(id, series.Row.Id, open.First, open.Last, series.NextSequence - open.Count, open.Count, open.Copy());

    private void Add(in Recorded value)
    {
        var series = table[value.Series];
        if (series.Open is not { } open)
        {
            series.Open = open = new();
            _open++;
        }
        else if (!open.Takes(value.Type, value.Time))
        {
            Seal(series, release: false);
        }

        open.Add(value.Type, value.Bits, value.Encoded, value.Status, value.Time);
        series.NextSequence++;
        if (open.Bytes >= Limit)
            Seal(series, release: open.Bytes > 2 * Limit);
        if (series.Plc is { } plc && value.Time > plc.LastTime)
            plc.LastTime = value.Time;
    }

    private void Seal(SeriesState series, bool release)
    {
        var chunk = Packed(series, series.Open!, NextChunk++);
        (series.Sealed ??= []).Add(chunk);
        _sealed.Add(chunk);
        SealedBytes += chunk.Data!.Length;
        series.Open!.Clear(release);
    }
}
