using S7OpcBridge.History.Chunks;
using S7OpcBridge.History.Days;
using S7OpcBridge.History.Journal;

namespace S7OpcBridge.History.Recording;

/// <summary>Brings back what was in memory from the last file of the journal and from what the files of the days hold already.</summary>
internal sealed class JournalReplay(string folder, SeriesTable table, MemoryChunks memory)
{
    private readonly Dictionary<int, long> _stored = [];

    /// <summary>The number of the file; 0: there is none.</summary>
    public int Number { get; private set; }

    /// <summary>The end of its whole frames.</summary>
    public long End { get; private set; }

    /// <summary>Values brought back.</summary>
    public long Values { get; private set; }

    /// <summary>Chunks up to this one will not be brought back by this journal.</summary>
    public long SettledThrough { get; private set; }

    /// <summary>Later chunks that the files of the days hold already, of which the journal does not know.</summary>
    public List<Chunk> Unsettled { get; } = [];

    /// <summary>What is damaged, in sentences.</summary>
    public List<string> Damaged { get; } = [];

    /// <summary>Reads it.</summary>
    public void Run()
    {
        Number = JournalFiles.Numbers(folder).LastOrDefault();
        if (Number == 0)
        {
            FindStored(long.MaxValue);
            return;
        }

        var path = JournalFiles.PathOf(folder, Number);
        // What was stored is told behind the values: it must be known before them.
        foreach (var frame in new JournalReader(path).Frames())
            Guarded(path, frame, FirstPass);
        var reader = new JournalReader(path);
        foreach (var frame in reader.Frames())
            Guarded(path, frame, SecondPass);
        End = reader.End;
        Damaged.AddRange(reader.Damaged.Select(at => $"{path} has no readable frame at byte {at}."));
    }

    private void Guarded(string path, ReadOnlyMemory<byte> frame, Action<ReadOnlySpan<byte>> pass)
    {
        try
        {
            pass(frame.Span);
        }
        catch (InvalidDataException e)
        {
            Damaged.Add($"{path}: {e.Message}");
        }
    }

    private void FirstPass(ReadOnlySpan<byte> frame)
    {
        var reader = new ByteReader(frame);
        switch ((JournalFrameKind)reader.Byte())
        {
            case JournalFrameKind.Head:
                JournalFrames.CheckVersion(ref reader);
                FindStored(reader.Number());
                break;
            case JournalFrameKind.Stored:
                // The chunks themselves may be on the server by now, and gone from here.
                memory.NextChunk = Math.Max(memory.NextChunk, reader.Number() + 1);
                while (!reader.AtEnd)
                    Stored((int)reader.Number(), reader.Number());
                break;
        }
    }

    private void SecondPass(ReadOnlySpan<byte> frame)
    {
        var reader = new ByteReader(frame);
        switch ((JournalFrameKind)reader.Byte())
        {
            case JournalFrameKind.LastTimes:
                while (!reader.AtEnd)
                {
                    var plc = table.Plc(reader.Text());
                    plc.LastTime = Math.Max(plc.LastTime, reader.Number());
                }

                break;
            case JournalFrameKind.OpenChunks:
                while (!reader.AtEnd)
                    RestoreChunk(JournalFrames.ReadChunk(ref reader));
                break;
            case JournalFrameKind.Values:
                RestoreValues(ref reader);
                break;
        }
    }

    private void RestoreChunk(Chunk chunk)
    {
        if (table.Known(chunk.Series) is not { } series)
            return;
        series.JournalFile = Number;
        memory.Restore(series, chunk, _stored.GetValueOrDefault(chunk.Series));
        Values += chunk.Count;
    }

    private void RestoreValues(ref ByteReader reader)
    {
        var frame = default(ValueFrame);
        while (!reader.AtEnd)
        {
            var value = frame.Read(ref reader, out var sequence);
            if (table.Known(value.Series) is not { } series)
                continue;
            if (sequence >= 0)
                series.NextSequence = sequence;
            series.JournalFile = Number;
            memory.Restore(series, value, _stored.GetValueOrDefault(value.Series));
            if (series.Plc is { } plc)
                plc.LastTime = Math.Max(plc.LastTime, value.Time);
            Values++;
        }
    }

    private void FindStored(long fromChunk)
    {
        memory.NextChunk = fromChunk == long.MaxValue ? 1 : fromChunk;
        foreach (var day in DayFolder.Days(folder))
        {
            try
            {
                memory.NextChunk = Math.Max(memory.NextChunk, DayReading.LastChunk(folder, day) + 1);
                foreach (var chunk in DayReading.ChunksFrom(folder, day, fromChunk, withData: false))
                {
                    Stored(chunk.Series, chunk.Sequence + chunk.Count);
                    Unsettled.Add(chunk);
                }
            }
            catch (Microsoft.Data.Sqlite.SqliteException e)
            {
                Damaged.Add($"{DayFolder.PathOf(folder, day)} cannot be read: {e.Message}.");
            }
        }

        Unsettled.Sort((left, right) => left.Id.CompareTo(right.Id));
        SettledThrough = Math.Min(fromChunk, memory.NextChunk) - 1;
    }

    private void Stored(int series, long next) => _stored[series] = Math.Max(_stored.GetValueOrDefault(series), next);
}
