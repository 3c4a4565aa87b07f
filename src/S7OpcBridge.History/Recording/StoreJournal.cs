using S7OpcBridge.History.Chunks;
using S7OpcBridge.History.Journal;

namespace S7OpcBridge.History.Recording;

/// <summary>The present file of the journal: batches are appended, and now and then a new file takes over what is still open.</summary>
internal sealed class StoreJournal : IDisposable
{
    private const int FrameBytes = 1 << 20;
    private readonly string _folder;
    private readonly SeriesTable _table;
    private readonly ByteWriter _frame = new();
    private JournalWriter _writer;
    private int _number,
        _batch;
    private long _carried;
    private ValueFrame _values;

    /// <summary>Goes on where the replay ended, or begins the first file.</summary>
    public StoreJournal(string folder, SeriesTable table, JournalReplay replay, long nextChunk)
    {
        (_folder, _table, _number) = (folder, table, replay.Number);
        if (_number == 0 || replay.End == 0)
            _writer = Begin(nextChunk, []);
        else
            _writer = JournalWriter.Continue(JournalFiles.PathOf(folder, _number), replay.End);
        JournalFiles.DeleteAllBut(folder, _number);
    }

    /// <summary>Bytes on the disk.</summary>
    public long Bytes => _writer.Committed;

    /// <summary>Bytes that came since the file was begun.</summary>
    public long Grown => _writer.Committed - _carried;

    /// <summary>Appends a batch and waits until it is on the disk; nothing of it counts where this throws.</summary>
    /// <param name="blocks">The values.</param>
    /// <param name="gaps">Markers of gaps.</param>
    /// <param name="stored">Chunks that came into the files of their days since the last batch.</param>
    public void Commit(List<RecordQueue.Block> blocks, List<Recorded> gaps, IReadOnlyCollection<Chunk> stored)
    {
        _batch++;
        try
        {
            AppendStored(stored);
            Append(System.Runtime.InteropServices.CollectionsMarshal.AsSpan(gaps));
            foreach (var block in blocks)
                Append(block.Filled);
            AppendFrame();
            _writer.Commit();
        }
        catch
        {
            _frame.Clear();
            _writer.TakeBack();
            throw;
        }

        foreach (var gap in gaps)
            _table[gap.Series].JournalFile = _number;
        foreach (var block in blocks)
        {
            foreach (ref readonly var value in block.Filled)
                _table[value.Series].JournalFile = _number;
        }
    }

    /// <summary>Begins a new file with the chunks that are open, and deletes the old one.</summary>
    public void Renew(long nextChunk, IReadOnlyCollection<Chunk> open)
    {
        var writer = Begin(nextChunk, open);
        _writer.Dispose();
        _writer = writer;
        JournalFiles.DeleteAllBut(_folder, _number);
    }

    public void Dispose() => _writer.Dispose();

    private void Append(ReadOnlySpan<Recorded> values)
    {
        foreach (ref readonly var value in values)
        {
            if (_frame.Length == 0)
            {
                _frame.Byte((byte)JournalFrameKind.Values);
                _values = default;
            }

            var series = _table[value.Series];
            var isNew = series.JournalFile != _number && series.Batch != _batch;
            if (isNew)
                series.Batch = _batch;
            _values.Write(_frame, value, isNew ? series.NextSequence : -1);
            if (_frame.Length >= FrameBytes)
                AppendFrame();
        }
    }

    private void AppendStored(IReadOnlyCollection<Chunk> stored)
    {
        if (stored.Count == 0)
            return;
        _frame.Byte((byte)JournalFrameKind.Stored);
        _frame.Number(stored.Max(chunk => chunk.Id));
        foreach (var chunk in stored)
        {
            _frame.Number(chunk.Series);
            _frame.Number(chunk.Sequence + chunk.Count);
        }

        AppendFrame();
    }

    private void AppendFrame()
    {
        if (_frame.Length > 0)
            _writer.Append(_frame.Written.Span);
        _frame.Clear();
    }

    private JournalWriter Begin(long nextChunk, IReadOnlyCollection<Chunk> open)
    {
        var number = _number + 1;
        var unfinished = JournalFiles.UnfinishedPathOf(_folder, number);
        var writer = JournalWriter.Create(unfinished);
        try
        {
            JournalFrames.WriteHead(_frame, nextChunk);
            writer.Append(_frame.Written.Span);
            _frame.Clear();
            WriteLastTimes();
            writer.Append(_frame.Written.Span);
            _frame.Clear();
            foreach (var chunk in open)
            {
                if (_frame.Length == 0)
                    _frame.Byte((byte)JournalFrameKind.OpenChunks);
                JournalFrames.WriteChunk(_frame, chunk);
                if (_frame.Length < FrameBytes)
                    continue;
                writer.Append(_frame.Written.Span);
                _frame.Clear();
            }

            if (_frame.Length > 0)
                writer.Append(_frame.Written.Span);
            writer.Commit();
            writer.Dispose();
            File.Move(unfinished, JournalFiles.PathOf(_folder, number));
            writer = JournalWriter.Continue(JournalFiles.PathOf(_folder, number), writer.Committed);
        }
        catch
        {
            writer.Dispose();
            File.Delete(unfinished);
            throw;
        }
        finally
        {
            _frame.Clear();
        }

        _number = number;
        _carried = writer.Committed;
        foreach (var chunk in open)
            _table[chunk.Series].JournalFile = number;
        return writer;
    }

    private void WriteLastTimes()
    {
        _frame.Byte((byte)JournalFrameKind.LastTimes);
        foreach (var plc in _table.Plcs())
        {
            if (plc.LastTime == 0)
                continue;
            _frame.Text(plc.Name);
            _frame.Number(plc.LastTime);
        }
    }
}
