using Microsoft.Data.Sqlite;
using Microsoft.Extensions.Logging;
using S7OpcBridge.History.Chunks;
using S7OpcBridge.History.Days;
using S7OpcBridge.History.Journal;

namespace S7OpcBridge.History.Recording;

/// <summary>
/// Commits what was recorded: catalogue, journal, then chunks in memory, which readers see; sealed chunks go into the files of their days. One thread. Where
/// the disk refuses, the batch is lost and counted, a gap is marked, and the next batch tries again.
/// </summary>
internal sealed class HistoryWriter : IDisposable
{
    private const long StoreBytes = 1 << 20,
        MostSealedBytes = 64 << 20,
        LeastJournal = 32 << 20,
        MostJournal = 192 << 20;
    private static readonly long StoreEvery = TimeSpan.FromSeconds(10).Ticks,
        CheckEvery = TimeSpan.FromMinutes(1).Ticks,
        TidyEvery = TimeSpan.FromSeconds(10).Ticks;
    private readonly HistoryOptions _options;
    private readonly SeriesTable _table;
    private readonly MemoryChunks _memory;
    private readonly RecordQueue _queue;
    private readonly Gaps _gaps;
    private readonly Catalog _catalog;
    private readonly DayWriters _days;
    private readonly Retention _retention;
    private readonly StoreJournal _journal;
    private readonly ILogger _log;
    private readonly List<Chunk> _stored = [];
    private long _lastStore,
        _lastCheck,
        _lastTidy,
        _lostInARow,
        _deletedThrough;
    private int _journalDay;
    private bool _isStoreLate;

    public HistoryWriter(
        HistoryOptions options,
        SeriesTable table,
        MemoryChunks memory,
        RecordQueue queue,
        Gaps gaps,
        Catalog catalog,
        StoreJournal journal,
        long now,
        ILogger log
    )
    {
        (_options, _table, _memory, _queue, _gaps, _catalog, _journal, _log) = (options, table, memory, queue, gaps, catalog, journal, log);
        _days = new(options.Folder, table, log);
        _retention = new(options, log);
        (_lastStore, _journalDay) = (now, UtcDay.FromTicks(now));
    }

    /// <summary>Values committed.</summary>
    public long Committed;

    /// <summary>Values lost because they could not be written.</summary>
    public long Lost;

    /// <summary>Bytes of the folder at the last look.</summary>
    public long FolderBytes { get; private set; }

    public long JournalBytes => _journal.Bytes;

    /// <summary>The oldest day at the last look; -1: none.</summary>
    public int OldestDay { get; private set; } = -1;

    /// <summary>Why nothing is written; null: writing works.</summary>
    public string? Error { get; private set; }

    /// <summary>Called when chunks are in the files of their days and the journal knows it, with the greatest number.</summary>
    public Action<long>? WhenStored { get; set; }

    /// <summary>Chunks up to this one are on the server and are deleted here; called now and then. Null: there is no server.</summary>
    public Func<long>? SentThrough { get; set; }

    /// <summary>The journal does not know of these chunks yet, which are in the files of their days.</summary>
    public void Settle(IEnumerable<Chunk> chunks) => _stored.AddRange(chunks);

    /// <summary>Commits what waits; false: it was lost.</summary>
    public bool Run(long now)
    {
        var markers = _gaps.DequeueDue(now);
        var blocks = _queue.TakeAll();
        var count = 0;
        foreach (var block in blocks)
            count += block.Count;
        try
        {
            Commit(blocks, markers, now);
            Committed += count;
            if (Error is not null)
                HistoryLog.WritesAgain(_log, _lostInARow);
            (Error, _lostInARow) = (null, 0);
            Tidy(now);
            return true;
        }
        catch (Exception e) // Whatever it was: recording goes on with the next batch, and what is missing is marked.
        {
            _gaps.TakeBack(markers);
            Lose(blocks, count, e);
            return false;
        }
        finally
        {
            _queue.Return(blocks);
        }
    }

    /// <summary>Writes sealed chunks that wait into the files of their days.</summary>
    public void Dispose()
    {
        try
        {
            Store(UtcDay.Start(_journalDay));
        }
        catch (Exception e) when (e is IOException or SqliteException or UnauthorizedAccessException)
        {
            // They are in the journal.
        }

        _days.Dispose();
        _journal.Dispose();
        _catalog.Dispose();
    }

    private void Commit(List<RecordQueue.Block> blocks, List<Recorded> markers, long now)
    {
        var unsaved = _table.Unsaved();
        if (unsaved.Count > 0)
        {
            _catalog.Save(unsaved);
            _table.Saved(unsaved.Count);
        }

        if (_memory.SealedBytes >= StoreBytes || (_memory.SealedBytes > 0 && (now - _lastStore >= StoreEvery || now < _lastStore)))
            Store(now);
        if (blocks.Count > 0 || markers.Count > 0 || _stored.Count > 0)
        {
            _journal.Commit(blocks, markers, _stored);
            if (_stored.Count > 0)
                WhenStored?.Invoke(_stored[^1].Id);
            _stored.Clear();
            _memory.Add(System.Runtime.InteropServices.CollectionsMarshal.AsSpan(markers));
            foreach (var block in blocks)
                _memory.Add(block.Filled);
        }
    }

    // What may fail without a loss: everything is in the journal.
    private void Tidy(long now)
    {
        if (now - _lastTidy < TidyEvery && now >= _lastTidy)
            return;
        var journalLimit = _options.JournalBytes ?? Math.Clamp(3L * _memory.OpenSeries * _memory.Limit, LeastJournal, MostJournal);
        var isDue = _journal.Grown > journalLimit || UtcDay.FromTicks(now) != _journalDay;
        if (!isDue && now - _lastCheck < CheckEvery && now >= _lastCheck)
            return;
        try
        {
            if (isDue)
                Renew(now);
            _lastCheck = now;
            DeleteSent(now);
            _retention.Run(now, _days.Close);
            FolderBytes = DayFolder.SizeOfAll(_options.Folder);
            OldestDay = DayFolder.Days(_options.Folder).FirstOrDefault(-1);
            _lastTidy = 0;
        }
        catch (Exception e)
        {
            _lastTidy = now;
            ReportLate(e);
        }
    }

    private void DeleteSent(long now)
    {
        if (SentThrough?.Invoke() is not { } sent || sent <= _deletedThrough)
            return;
        foreach (var day in DayFolder.Days(_options.Folder))
        {
            _days.DeleteThrough(day, sent);
            if (day >= UtcDay.FromTicks(now) || DayReading.LastChunk(_options.Folder, day) > 0)
                continue;
            _days.Close(day);
            DayFolder.Delete(_options.Folder, day);
        }

        _deletedThrough = sent;
    }

    private void Store(long now)
    {
        var chunks = _memory.Waiting();
        _lastStore = now;
        if (chunks.Count == 0)
            return;
        try
        {
            foreach (var day in _days.Write(chunks))
                MarkAll(UtcDay.Start(day));
        }
        catch (Exception e) when (e is IOException or SqliteException && _memory.SealedBytes < MostSealedBytes)
        {
            // They are in the journal, and there is memory left: the journal may go on meanwhile.
            ReportLate(e);
            return;
        }

        _isStoreLate = false;
        _memory.Stored(chunks);
        _stored.AddRange(chunks);
    }

    private void Renew(long now)
    {
        var today = UtcDay.FromTicks(now);
        var small = _memory.Limit / 4;
        var open = _memory.SealWhere(chunk => chunk.Bytes >= small || UtcDay.FromTicks(chunk.First) < today);
        Store(now);
        if (_memory.SealedBytes > 0)
            return; // Could not be stored: the old journal is still needed.
        _journal.Renew(_memory.NextChunk, open);
        _journalDay = today;
        if (_stored.Count > 0)
            WhenStored?.Invoke(_stored[^1].Id);
        _stored.Clear();
    }

    private void Lose(List<RecordQueue.Block> blocks, int count, Exception e)
    {
        Lost += count;
        _lostInARow += count;
        foreach (var block in blocks)
        {
            foreach (ref readonly var value in block.Filled)
                _table[value.Series].Plc?.Refuse(value.Time);
        }

        if (Error is null)
            HistoryLog.CannotWrite(_log, Sentence(e));
        Error = Sentence(e);
    }

    private void ReportLate(Exception e)
    {
        if (!_isStoreLate)
            HistoryLog.StoreLate(_log, Sentence(e));
        _isStoreLate = true;
    }

    private void MarkAll(long from)
    {
        foreach (var plc in _table.Plcs())
            _gaps.Mark(plc, from);
    }

    private string Sentence(Exception e) =>
        $"Files in {_options.Folder} cannot be written ({e.Message.TrimEnd('.')}); make room or check the rights.";
}
