using Npgsql;
using S7OpcBridge.History.Chunks;
using S7OpcBridge.History.Reading;

namespace S7OpcBridge.History.Postgres;

/// <summary>The chunks on the server.</summary>
/// <param name="error">Why it cannot be reached at present: a reader need not find that out by waiting. Null: it can.</param>
internal sealed class ServerSource(PostgresServer server, Func<string?> error) : ChunkSource
{
    public override async ValueTask<IReadOnlyList<int>> DaysAsync(CancellationToken cancellationToken) =>
        await AskAsync(() => server.DaysAsync(cancellationToken)).ConfigureAwait(false);

    public override async ValueTask<ChunkWindow> FindAsync(
        int series,
        int day,
        long low,
        long high,
        bool backward,
        int wanted,
        CancellationToken cancellationToken
    ) => new(await AskAsync(() => server.FindAsync(series, day, low, high, cancellationToken)).ConfigureAwait(false), null);

    public override async ValueTask<byte[]?> LoadAsync(Chunk chunk, CancellationToken cancellationToken) =>
        await AskAsync(() => server.LoadAsync(chunk, cancellationToken)).ConfigureAwait(false) is not { } found ? null
        : Checksum.Compute(found.Data) == found.Crc ? found.Data
        : throw new InvalidDataException($"Chunk {chunk.Id} on the PostgreSQL server is damaged: its checksum is wrong.");

    private async Task<T> AskAsync<T>(Func<Task<T>> ask)
    {
        if (error() is { } reason)
            throw new HistoryException($"The PostgreSQL server with the history cannot be reached: {reason}");
        try
        {
            return await ask().ConfigureAwait(false);
        }
        catch (NpgsqlException e)
        {
            throw new HistoryException($"The PostgreSQL server with the history cannot be reached: {e.Message}", e);
        }
    }
}
