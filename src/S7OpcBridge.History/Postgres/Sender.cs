using S7OpcBridge.History.Chunks;
using S7OpcBridge.History.Days;
using S7OpcBridge.OpcUa;

namespace S7OpcBridge.History.Postgres;

/// <summary>Sends the chunks of the local files to the server, in their order, some at a time; while the server is away they wait in the files.</summary>
internal sealed class Sender(HistoryOptions options, PostgresServer server, TimeProvider time, Func<int, SeriesRow> rowOf)
{
    private const int MostChunks = 1000;
    private static readonly TimeSpan Pause = TimeSpan.FromSeconds(1),
        LongPause = TimeSpan.FromSeconds(5),
        DropEvery = TimeSpan.FromMinutes(10);
    private long _storedThrough,
        _sentThrough;

    /// <summary>Chunks up to this one are in the local files for certain.</summary>
    public long StoredThrough
    {
        get => Volatile.Read(ref _storedThrough);
        set => Volatile.Write(ref _storedThrough, value);
    }

    /// <summary>Chunks up to this one are on the server.</summary>
    public long SentThrough => Volatile.Read(ref _sentThrough);

    /// <summary>Why the server takes nothing, as a sentence; null: it does.</summary>
    public string? Error { get; private set; } = "It was not asked yet.";

    /// <summary>Called when the server goes away, with the reason, and when it is back, with null.</summary>
    public Action<string?>? WhenChanged { get; init; }

    /// <summary>Sends until it is cancelled.</summary>
    public async Task RunAsync(CancellationToken cancellationToken)
    {
        var nextDrop = time.GetUtcNow();
        var wasAway = false;
        while (!cancellationToken.IsCancellationRequested)
        {
            try
            {
                if (Error is not null)
                    Volatile.Write(ref _sentThrough, await server.PrepareAsync(cancellationToken).ConfigureAwait(false));
                if (Error is not null)
                    WhenChanged?.Invoke(null);
                (Error, wasAway) = (null, false);
                while (await SendSomeAsync(cancellationToken).ConfigureAwait(false))
                {
                    // The next ones wait already.
                }

                if (options.Keep is { } keep && time.GetUtcNow() >= nextDrop)
                {
                    nextDrop = time.GetUtcNow() + DropEvery;
                    await server.DropBeforeAsync(UtcDay.FromTicks(UaTime.Now(time) - keep.Ticks), cancellationToken).ConfigureAwait(false);
                }
            }
            catch (Exception) when (cancellationToken.IsCancellationRequested)
            {
                return;
            }
            catch (Exception e) // Whatever it was: the chunks wait in the files, and it is tried again.
            {
                Error = e.Message.TrimEnd('.') + ".";
                if (!wasAway)
                    WhenChanged?.Invoke(Error);
                wasAway = true;
            }

            await Task.Delay(Error is null ? Pause : LongPause, time, cancellationToken)
                .ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
    }

    private async Task<bool> SendSomeAsync(CancellationToken cancellationToken)
    {
        var (from, through) = (SentThrough + 1, StoredThrough);
        if (from > through)
            return false;
        // Chunks have their numbers in the order of sealing, whatever day they belong to.
        var chunks = DayFolder
            .Days(options.Folder)
            .SelectMany(day =>
                DayReading.ChunksFrom(options.Folder, day, from, withData: true).Where(chunk => chunk.Id <= through).Take(MostChunks)
            )
            .OrderBy(chunk => chunk.Id)
            .Take(MostChunks)
            .ToArray();
        if (chunks.Length > 0)
            await server
                .SendAsync(chunks, [.. chunks.Select(chunk => rowOf(chunk.Series)).DistinctBy(row => row.Id)], cancellationToken)
                .ConfigureAwait(false);
        Volatile.Write(ref _sentThrough, chunks.Length < MostChunks ? through : chunks[^1].Id);
        return chunks.Length == MostChunks;
    }
}
