using System.Diagnostics;
using Microsoft.Data.Sqlite;
using Microsoft.Extensions.Logging;
using S7OpcBridge.History.Chunks;
using S7OpcBridge.History.Days;
using S7OpcBridge.History.Postgres;
using S7OpcBridge.History.Reading;
using S7OpcBridge.History.Recording;
using S7OpcBridge.OpcUa;

namespace S7OpcBridge.History.Store;

/// <summary>The parts of a store that is open, and the task that commits.</summary>
internal sealed class OpenStore : IAsyncDisposable
{
    private readonly TimeProvider _time;
    private readonly StoreLock _lock;
    private readonly MemoryChunks _memory;
    private readonly Gaps _gaps;
    private readonly IReadOnlyList<ChunkSource> _sources;
    private readonly CancellationTokenSource _stop = new();
    private readonly Lock _gate = new();
    private readonly HashSet<string> _told = [];
    private List<TaskCompletionSource> _flushes = [];
    private TaskCompletionSource _wake = New();
    private readonly PostgresServer? _server;
    private readonly Sender? _sender;
    private Task _loop = Task.CompletedTask,
        _sending = Task.CompletedTask;
    private long _now;

    private OpenStore(HistoryOptions options, TimeProvider time, ILogger log, StoreLock storeLock)
    {
        (Options, _time, Log, _lock) = (options, time, log, storeLock);
        var watch = Stopwatch.StartNew();
        var catalog = Catalog.Open(options.Folder);
        Table = new(catalog.Series(), catalog.NextGeneration());
        _memory = new(Table);
        _gaps = new(Table);
        Queue = new(options.MaxWaiting);
        var replay = new JournalReplay(options.Folder, Table, _memory);
        replay.Run();
        foreach (var what in replay.Damaged)
            HistoryLog.Damaged(log, what);
        var journal = new StoreJournal(options.Folder, Table, replay, _memory.NextChunk);
        var now = UaTime.Now(time);
        Writer = new(options, Table, _memory, Queue, _gaps, catalog, journal, now, log);
        Writer.Settle(replay.Unsettled);
        _sources = [new DaySource(options.Folder)];
        if (options.Postgres is { } postgres)
        {
            _server = new(postgres, catalog.Identity());
            _sender = new(options, _server, time, id => Table[id].Row)
            {
                StoredThrough = replay.SettledThrough,
                WhenChanged = ReportServer,
            };
            Writer.WhenStored = through => _sender.StoredThrough = through;
            Writer.SentThrough = () => _sender.SentThrough;
            _sources = [.. _sources, new ServerSource(_server, () => _sender.Error)];
        }

        SetNow();
        HistoryLog.Opened(
            log,
            options.Folder,
            Table.Count,
            DayFolder.Days(options.Folder).Count,
            replay.Values,
            watch.Elapsed.TotalSeconds
        );
    }

    public HistoryOptions Options { get; }

    public ILogger Log { get; }

    public SeriesTable Table { get; }

    public RecordQueue Queue { get; }

    public HistoryWriter Writer { get; }

    /// <summary>The time of the last commit: for checks that need no better one.</summary>
    public long Now => Volatile.Read(ref _now);

    /// <summary>Values before this time are not kept.</summary>
    public long Oldest => Options.Keep is { } keep ? Now - keep.Ticks : 0;

    /// <summary>Opens the store and starts the task that commits.</summary>
    public static OpenStore Open(HistoryOptions options, TimeProvider time, ILogger log)
    {
        StoreLock? storeLock = null;
        try
        {
            StoreFile.MakeFolder(options.Folder);
            storeLock = StoreLock.Acquire(options.Folder);
            var store = new OpenStore(options, time, log, storeLock);
            store._loop = Task.Run(store.LoopAsync);
            if (store._sender is { } sender)
                store._sending = Task.Run(() => sender.RunAsync(store._stop.Token));
            return store;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or SqliteException)
        {
            storeLock?.Dispose();
            throw new HistoryException(
                $"History cannot be stored in {options.Folder}: {e.Message.TrimEnd('.')}. Check that the folder is writable and its disk has room.",
                e
            );
        }
        catch
        {
            storeLock?.Dispose();
            throw;
        }
    }

    /// <summary>A series of a PLC is recorded from now on: where the process before ended, values are missing.</summary>
    public void UsePlc(string name, long now)
    {
        var plc = Table.Plc(name);
        lock (_gate)
        {
            if (plc.Gaps != 0)
                return;
            plc.Gaps = Table.Get(SeriesTable.GapsPrefix + name, "", now).Row.Id;
        }

        if (plc.LastTime > 0)
            _gaps.Mark(plc, plc.LastTime + 1);
    }

    /// <summary>Values of a PLC are missing from a time on.</summary>
    public void MarkLost(string plc, long from)
    {
        UsePlc(plc, UaTime.Now(_time));
        _gaps.Mark(Table.Plc(plc), from);
    }

    /// <summary>Commits now.</summary>
    public Task FlushAsync(CancellationToken cancellationToken)
    {
        var done = New();
        lock (_gate)
        {
            if (_stop.IsCancellationRequested)
                return Task.FromException(new HistoryException("The store of history is closed."));
            _flushes.Add(done);
            _wake.TrySetResult();
        }

        return done.Task.WaitAsync(cancellationToken);
    }

    /// <summary>Reads a page.</summary>
    public ValueTask<StoreProgress> ReadAsync(
        string key,
        HistoryRange range,
        HistoryPosition? after,
        Memory<DataValue> values,
        int maxBytes,
        CancellationToken cancellationToken
    )
    {
        if (Table.Find(key) is not { } series)
            return ValueTask.FromResult(new StoreProgress(0, null));
        var gaps = series.Plc is { Gaps: not 0 } plc ? Table[plc.Gaps] : Table.Find(SeriesTable.GapsPrefix + series.Row.Plc);
        return PageReader.ReadAsync(
            Reader(series),
            gaps is null || series.Plc is null ? null : Reader(gaps),
            series.Row.Since,
            range,
            after,
            values,
            maxBytes,
            cancellationToken
        );
    }

    /// <summary>Figures of this moment.</summary>
    public HistoryFigures Figures() =>
        new()
        {
            Stored = Writer.Committed,
            Waiting = Queue.Count,
            Series = Table.Count,
            Bytes = Writer.FolderBytes,
            JournalBytes = Writer.JournalBytes,
            Oldest = Writer.OldestDay < 0 ? 0 : UtcDay.Start(Writer.OldestDay),
            WriteError = Writer.Error,
            Unsent = _sender is null ? 0 : Math.Max(0, _memory.NextChunk - 1 - _sender.SentThrough),
            ServerReached = _sender?.Error is null,
            ServerError = _sender?.Error,
        };

    public async ValueTask DisposeAsync()
    {
        lock (_gate)
        {
            if (_stop.IsCancellationRequested)
                return;
            _stop.Cancel();
            _wake.TrySetResult();
        }

        await _loop.ConfigureAwait(false);
        await _sending.ConfigureAwait(false);
        Writer.Dispose();
        if (_server is not null)
            await _server.DisposeAsync().ConfigureAwait(false);
        _lock.Dispose();
        _stop.Dispose();
    }

    private static TaskCompletionSource New() => new(TaskCreationOptions.RunContinuationsAsynchronously);

    private SeriesReader Reader(SeriesState series) => new(series.Row.Id, _memory.Snapshot(series), _sources, Report);

    private void Report(string damage)
    {
        lock (_gate)
        {
            if (_told.Count > 1000 || !_told.Add(damage))
                return;
        }

        HistoryLog.Damaged(Log, damage);
    }

    private void ReportServer(string? error)
    {
        if (error is null)
            HistoryLog.ServerBack(Log, Figures().Unsent);
        else
            HistoryLog.ServerAway(Log, error, Options.Folder);
    }

    private void SetNow() => Volatile.Write(ref _now, UaTime.Now(_time));

    private async Task LoopAsync()
    {
        while (!_stop.IsCancellationRequested)
        {
            await PauseAsync().ConfigureAwait(false);
            Commit();
        }

        Commit();
    }

    private async Task PauseAsync()
    {
        using var pause = CancellationTokenSource.CreateLinkedTokenSource(_stop.Token);
        Task wake;
        lock (_gate)
            wake = _wake.Task;
        await Task.WhenAny(wake, Task.Delay(Options.CommitInterval, _time, pause.Token)).ConfigureAwait(false);
        await pause.CancelAsync().ConfigureAwait(false);
    }

    private void Commit()
    {
        List<TaskCompletionSource> flushes;
        lock (_gate)
        {
            (flushes, _flushes) = (_flushes, []);
            if (_wake.Task.IsCompleted)
                _wake = New();
        }

        SetNow();
        var written = Writer.Run(Now);
        foreach (var flush in flushes)
        {
            if (written)
                flush.TrySetResult();
            else
                flush.TrySetException(new HistoryException(Writer.Error ?? "History could not be written."));
        }
    }
}
