using Microsoft.Extensions.Logging;
using S7OpcBridge.Bridge;
using S7OpcBridge.History;
using S7OpcBridge.Map;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server;
using S7OpcBridge.Startup;

namespace S7OpcBridge.Recording;

/// <summary>The open store of the history, as the functions that the bridge records and reads by.</summary>
internal sealed class HistoryHost : IAsyncDisposable
{
    // Values of an answer are read in parts of this size, so that large arrays do not fill the memory.
    private const int PartBytes = 4 << 20;

    // PostgreSQL cuts names that are longer.
    private const int LongestSchema = 63;

    // Null: it could not be opened.
    private readonly HistoryStore? _store;

    private readonly bool _isInCluster;

    private HistoryHost(HistoryStore? store, string? trouble, HistorySettings settings, bool isInCluster) =>
        (_store, Trouble, Settings, _isInCluster) = (store, trouble, settings, isInCluster);

    /// <summary>The settings of the start; others need a restart.</summary>
    public HistorySettings Settings { get; }

    /// <summary>Why the store could not be opened, as sentences: the bridge runs without it; null: it is open.</summary>
    public string? Trouble { get; }

    /// <summary>Its figures of this moment.</summary>
    public HistoryFigures Figures => _store?.Figures ?? new HistoryFigures { WriteError = Trouble };

    /// <summary>The store, for reading.</summary>
    /// <exception cref="HistoryException">It could not be opened.</exception>
    public HistoryStore Store => _store ?? throw new HistoryException(Trouble!);

    /// <summary>Opens the store. Where its folder cannot be used the bridge runs on without history, as it does when the disk is full later.</summary>
    /// <exception cref="StartException">Another process uses it: two bridges run, or the one before has not ended yet.</exception>
    public static async Task<HistoryHost> OpenAsync(
        BridgeMap map,
        HistorySettings settings,
        TimeProvider time,
        ILoggerFactory loggers,
        CancellationToken cancellationToken
    )
    {
        try
        {
            var store = await HistoryStore.OpenAsync(
                OptionsOf(map, settings),
                time,
                loggers.CreateLogger("S7OpcBridge.History"),
                cancellationToken
            );
            return new HistoryHost(store, null, settings, map.Cluster is not null);
        }
        catch (HistoryException e) when (!e.IsInUse)
        {
            return new HistoryHost(
                null,
                $"{e.Message} It is 'history' under 'server' in {map.Files[0]}. Then restart the bridge.",
                settings,
                map.Cluster is not null
            );
        }
        catch (HistoryException e)
        {
            throw new StartException($"{e.Message} It is 'history' under 'server' in {map.Files[0]}.", e);
        }
    }

    /// <summary>The options of a store.</summary>
    public static HistoryOptions OptionsOf(BridgeMap map, HistorySettings settings) =>
        new()
        {
            Folder = settings.Folder,
            Keep = settings.Keep,
            MaxSize = settings.MaxSize,
            Postgres = settings.Postgres is null ? null : new PostgresOptions(settings.Postgres, SchemaOf(map)),
        };

    /// <summary>The schema of a bridge in a database that several bridges share: named like the server and the node of a cluster.</summary>
    public static string SchemaOf(BridgeMap map)
    {
        string?[] parts = ["s7opcbridge", map.Server.Name == ServerSettings.DefaultName ? null : map.Server.Name, map.Cluster?.Node];
        var name = string.Join('_', parts.Where(static part => part is not null)).ToLowerInvariant();
        return string.Concat(name.Take(LongestSchema).Select(static letter => char.IsAsciiLetterOrDigit(letter) ? letter : '_'));
    }

    /// <summary>The functions for the bridge; null: the store could not be opened.</summary>
    public TagRecording? Recording()
    {
        if (_store is null)
            return null;
        var events = new EventSeries(_store);
        return new TagRecording
        {
            SeriesOf = _store.SeriesOf,
            Record = _store.Record,
            MarkLost = _store.MarkLost,
            Read = ReadAsync,
            StartOfArchive = () => _store.Figures.Oldest,
            IsWriting = () => _store.Figures.WriteError is null,
            Kept = Settings.Keep,
            // Each node has a store of its own, with PostgreSQL a schema of its own.
            RecordsForwarded = _isInCluster,
            RecordEvent = events.Record,
            ReadEvents = events.ReadAsync,
        };
    }

    /// <summary>Commits what waits and closes the store.</summary>
    public ValueTask DisposeAsync() => _store?.DisposeAsync() ?? ValueTask.CompletedTask;

    private async ValueTask<OpcUa.Server.SourceProgress> ReadAsync(
        string key,
        RawHistoryRange range,
        Memory<DataValue> values,
        CancellationToken cancellationToken
    )
    {
        try
        {
            var asked = new HistoryRange(range.From, range.To, range.IsBackward);
            var part = await Store.ReadAsync(key, asked, Positions.Decode(range.Position), values, PartBytes, cancellationToken);
            return new OpcUa.Server.SourceProgress(part.Count, Positions.BytesOf(part.Next));
        }
        catch (HistoryException e)
        {
            throw new UaException(StatusCodes.BadNoCommunication, e.Message);
        }
    }
}
