using Microsoft.Data.Sqlite;
using S7OpcBridge.History.Days;
using S7OpcBridge.History.Postgres;
using S7OpcBridge.History.Reading;
using S7OpcBridge.History.Recording;

namespace S7OpcBridge.History;

/// <summary>
/// A store opened for reading alone, also beside the bridge that writes it: what was committed when it was opened, and nothing of the folder is changed.
/// </summary>
public sealed class HistoryArchive : IAsyncDisposable
{
    private readonly HistoryOptions _options;
    private readonly SeriesTable _table;
    private readonly MemoryChunks _memory;
    private readonly PostgresServer? _server;
    private readonly List<ChunkSource> _sources;
    private readonly List<string> _damaged = [];

    private HistoryArchive(HistoryOptions options)
    {
        _options = options;
        _table = new(Catalog.Read(options.Folder), 1);
        _memory = new(_table);
        var replay = new JournalReplay(options.Folder, _table, _memory);
        replay.Run();
        _damaged.AddRange(replay.Damaged);
        _sources = [new DaySource(options.Folder)];
        if (options.Postgres is not { } postgres)
            return;
        _server = new(postgres, "");
        _sources.Add(new ServerSource(_server, () => null));
    }

    /// <summary>What was found damaged so far, in sentences.</summary>
    public IReadOnlyCollection<string> Damaged => _damaged;

    /// <summary>The keys, in alphabetical order; those that only mark gaps are left out.</summary>
    public IReadOnlyList<string> Keys =>
        [
            .. Enumerable
                .Range(1, _table.Last)
                .Select(_table.Known)
                .OfType<SeriesState>()
                .Select(series => series.Row.Key)
                .Where(key => !key.StartsWith(SeriesTable.InternalMark))
                .Order(StringComparer.Ordinal),
        ];

    /// <summary>Opens the store of a folder.</summary>
    /// <exception cref="HistoryException">The folder holds no store, or it cannot be read.</exception>
    public static HistoryArchive Open(HistoryOptions options)
    {
        if (!File.Exists(Path.Combine(options.Folder, "catalog.db")))
            throw new HistoryException(
                $"{options.Folder} holds no history: there is no catalog.db in it. Check the folder, or `history` in the map."
            );
        try
        {
            try
            {
                return new(options);
            }
            catch (FileNotFoundException)
            {
                return new(options); // The bridge began another file of the journal meanwhile.
            }
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or SqliteException)
        {
            throw new HistoryException($"The history in {options.Folder} cannot be read: {e.Message}", e);
        }
    }

    /// <summary>Reads a part of a range; as <see cref="HistoryStore"/>.</summary>
    /// <exception cref="HistoryException">The server that holds the values cannot be reached.</exception>
    public ValueTask<HistoryPage> ReadAsync(
        string key,
        HistoryRange range,
        HistoryPosition? after,
        int maxValues,
        CancellationToken cancellationToken
    )
    {
        if (_table.Find(key) is not { } series)
            return ValueTask.FromResult(new HistoryPage([], null));
        var gaps = series.Row.Plc.Length == 0 ? null : _table.Find(SeriesTable.GapsPrefix + series.Row.Plc);
        return HistoryPage.ReadAsync(
            maxValues,
            values =>
                PageReader.ReadAsync(
                    Reader(series),
                    gaps is null ? null : Reader(gaps),
                    series.Row.Since,
                    range,
                    after,
                    values,
                    int.MaxValue,
                    cancellationToken
                )
        );
    }

    /// <summary>What is stored of each key: chunks of the folder and what is still in the journal. Chunks on a server are not counted.</summary>
    /// <exception cref="HistoryException">A file cannot be read.</exception>
    public IReadOnlyList<HistoryContent> Contents()
    {
        var chunks = DayFolder.Days(_options.Folder).SelectMany(day => DayReading.Summary(_options.Folder, day)).ToList();
        for (var id = 1; id <= _table.Last; id++)
        {
            if (_table.Known(id) is { } series)
                chunks.AddRange(
                    _memory
                        .Snapshot(series)
                        .Select(chunk => new SeriesSummary(id, chunk.First, chunk.Last, chunk.Count, chunk.Data!.Length))
                );
        }

        return
        [
            .. chunks
                .GroupBy(part => part.Series)
                .Where(part => _table.Known(part.Key) is { } series && !series.Row.Key.StartsWith(SeriesTable.InternalMark))
                .Select(part => new HistoryContent(
                    _table[part.Key].Row.Key,
                    _table[part.Key].Row.Plc,
                    part.Sum(p => p.Count),
                    part.Sum(p => p.Bytes),
                    part.Min(p => p.First),
                    part.Max(p => p.Last)
                ))
                .OrderBy(content => content.Key, StringComparer.Ordinal),
        ];
    }

    /// <inheritdoc/>
    public ValueTask DisposeAsync() => _server?.DisposeAsync() ?? ValueTask.CompletedTask;

    private SeriesReader Reader(SeriesState series) =>
        new(
            series.Row.Id,
            _memory.Snapshot(series),
            _sources,
            what =>
            {
                if (!_damaged.Contains(what))
                    _damaged.Add(what);
            }
        );
}
