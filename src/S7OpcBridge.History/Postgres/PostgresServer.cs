using System.Globalization;
using Npgsql;
using NpgsqlTypes;
using S7OpcBridge.History.Chunks;
using S7OpcBridge.History.Days;

namespace S7OpcBridge.History.Postgres;

/// <summary>
/// What is asked of the PostgreSQL server. Errors are <see cref="NpgsqlException"/>, or <see cref="HistoryException"/> where the schema is another store's.
/// </summary>
internal sealed class PostgresServer : IAsyncDisposable
{
    private readonly NpgsqlDataSource _source;
    private readonly string _name,
        _schema,
        _identity;

    /// <summary>Names a server; nothing is connected yet.</summary>
    /// <exception cref="HistoryException">The connection string is none.</exception>
    public PostgresServer(PostgresOptions options, string identity)
    {
        (_name, _schema, _identity) = (options.Schema, PostgresSchema.Quoted(options.Schema), identity);
        try
        {
            _source = NpgsqlDataSource.Create(options.Connection);
        }
        catch (ArgumentException e)
        {
            throw new HistoryException($"The connection to PostgreSQL is not written as Npgsql reads it: {e.Message}", e);
        }
    }

    /// <summary>Makes the schema where absent.</summary>
    /// <returns>The greatest chunk that the server has.</returns>
    public async Task<long> PrepareAsync(CancellationToken cancellationToken)
    {
        await using (var make = _source.CreateCommand(PostgresSchema.StatementsFor(_name)))
            await make.ExecuteNonQueryAsync(cancellationToken).ConfigureAwait(false);
        await using var ask = _source.CreateCommand(
            $"""
            INSERT INTO {_schema}.store (identity, sent, version) VALUES ($1, 0, 1) ON CONFLICT (one) DO NOTHING;
            """
        );
        ask.Parameters.Add(new() { Value = _identity });
        await ask.ExecuteNonQueryAsync(cancellationToken).ConfigureAwait(false);
        await using var read = _source.CreateCommand($"SELECT identity, sent FROM {_schema}.store");
        await using var row = await read.ExecuteReaderAsync(cancellationToken).ConfigureAwait(false);
        await row.ReadAsync(cancellationToken).ConfigureAwait(false);
        return row.GetString(0) == _identity
            ? row.GetInt64(1)
            : throw new HistoryException($"The schema {_name} holds the history of another bridge; give this one a schema of its own.");
    }

    /// <summary>Sends chunks; all of them are on the server, once, or none.</summary>
    public async Task SendAsync(IReadOnlyList<Chunk> chunks, IReadOnlyList<SeriesRow> series, CancellationToken cancellationToken)
    {
        await using var connection = await _source.OpenConnectionAsync(cancellationToken).ConfigureAwait(false);
        await using var transaction = await connection.BeginTransactionAsync(cancellationToken).ConfigureAwait(false);
        foreach (var day in chunks.Select(chunk => chunk.Day).Distinct())
        {
            await ExecuteAsync(
                    connection,
                    $"""
                    CREATE TABLE IF NOT EXISTS {_schema}.{Partition(day)} PARTITION OF {_schema}.chunk
                        FOR VALUES FROM ({UtcDay.Start(day)}) TO ({UtcDay.Start(day + 1)});
                    INSERT INTO {_schema}.day VALUES ({day}) ON CONFLICT DO NOTHING
                    """,
                    cancellationToken
                )
                .ConfigureAwait(false);
        }

        await using (
            var command = new NpgsqlCommand(
                $"""
                INSERT INTO {_schema}.series SELECT * FROM unnest($1, $2, $3) ON CONFLICT (id) DO UPDATE SET plc = excluded.plc
                """,
                connection
            )
        )
        {
            command.Parameters.Add(new() { Value = series.Select(row => row.Id).ToArray() });
            command.Parameters.Add(new() { Value = series.Select(row => row.Key).ToArray() });
            command.Parameters.Add(new() { Value = series.Select(row => row.Plc).ToArray() });
            await command.ExecuteNonQueryAsync(cancellationToken).ConfigureAwait(false);
        }

        await CopyAsync(connection, chunks, cancellationToken).ConfigureAwait(false);
        await ExecuteAsync(connection, $"UPDATE {_schema}.store SET sent = {chunks[^1].Id}", cancellationToken).ConfigureAwait(false);
        await transaction.CommitAsync(cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Deletes days before one.</summary>
    public async Task DropBeforeAsync(int day, CancellationToken cancellationToken)
    {
        await using var connection = await _source.OpenConnectionAsync(cancellationToken).ConfigureAwait(false);
        foreach (var old in (await DaysAsync(cancellationToken).ConfigureAwait(false)).Where(other => other < day))
        {
            await ExecuteAsync(
                    connection,
                    $"DROP TABLE IF EXISTS {_schema}.{Partition(old)}; DELETE FROM {_schema}.day WHERE day = {old}",
                    cancellationToken
                )
                .ConfigureAwait(false);
        }
    }

    /// <summary>The days that have chunks.</summary>
    public async Task<IReadOnlyList<int>> DaysAsync(CancellationToken cancellationToken)
    {
        await using var command = _source.CreateCommand($"SELECT day FROM {_schema}.day");
        await using var reader = await command.ExecuteReaderAsync(cancellationToken).ConfigureAwait(false);
        var days = new List<int>();
        while (await reader.ReadAsync(cancellationToken).ConfigureAwait(false))
            days.Add(reader.GetInt32(0));
        return days;
    }

    /// <summary>Chunks of a series and day with values between two times, without data.</summary>
    public async Task<IReadOnlyList<Chunk>> FindAsync(int series, int day, long low, long high, CancellationToken cancellationToken)
    {
        await using var command = _source.CreateCommand(
            $"""
            SELECT id, first, last, sequence, count FROM {_schema}.chunk
            WHERE series = $1 AND first >= $2 AND first <= $3 AND last >= $4
            """
        );
        command.Parameters.Add(new() { Value = series });
        command.Parameters.Add(new() { Value = UtcDay.Start(day) });
        command.Parameters.Add(new() { Value = high });
        command.Parameters.Add(new() { Value = low });
        await using var reader = await command.ExecuteReaderAsync(cancellationToken).ConfigureAwait(false);
        var chunks = new List<Chunk>();
        while (await reader.ReadAsync(cancellationToken).ConfigureAwait(false))
            chunks.Add(
                new(reader.GetInt64(0), series, reader.GetInt64(1), reader.GetInt64(2), reader.GetInt64(3), reader.GetInt32(4), null)
            );
        return chunks;
    }

    /// <summary>The data of a chunk and its checksum as stored; null: it is not there.</summary>
    public async Task<(byte[] Data, uint Crc)?> LoadAsync(Chunk chunk, CancellationToken cancellationToken)
    {
        await using var command = _source.CreateCommand(
            $"SELECT data, crc FROM {_schema}.chunk WHERE series = $1 AND first = $2 AND id = $3"
        );
        command.Parameters.Add(new() { Value = chunk.Series });
        command.Parameters.Add(new() { Value = chunk.First });
        command.Parameters.Add(new() { Value = chunk.Id });
        await using var reader = await command.ExecuteReaderAsync(cancellationToken).ConfigureAwait(false);
        return await reader.ReadAsync(cancellationToken).ConfigureAwait(false)
            ? (reader.GetFieldValue<byte[]>(0), (uint)reader.GetInt64(1))
            : null;
    }

    public ValueTask DisposeAsync() => _source.DisposeAsync();

    private static string Partition(int day) => string.Create(CultureInfo.InvariantCulture, $"\"chunk_{UtcDay.Name(day)}\"");

    private static async Task ExecuteAsync(NpgsqlConnection connection, string sql, CancellationToken cancellationToken)
    {
        await using var command = new NpgsqlCommand(sql, connection);
        await command.ExecuteNonQueryAsync(cancellationToken).ConfigureAwait(false);
    }

    private async Task CopyAsync(NpgsqlConnection connection, IReadOnlyList<Chunk> chunks, CancellationToken cancellationToken)
    {
        await using var copy = await connection
            .BeginBinaryImportAsync(
                $"COPY {_schema}.chunk (id, series, first, last, sequence, count, crc, data) FROM STDIN (FORMAT BINARY)",
                cancellationToken
            )
            .ConfigureAwait(false);
        foreach (var chunk in chunks)
        {
            await copy.StartRowAsync(cancellationToken).ConfigureAwait(false);
            await copy.WriteAsync(chunk.Id, NpgsqlDbType.Bigint, cancellationToken).ConfigureAwait(false);
            await copy.WriteAsync(chunk.Series, NpgsqlDbType.Integer, cancellationToken).ConfigureAwait(false);
            await copy.WriteAsync(chunk.First, NpgsqlDbType.Bigint, cancellationToken).ConfigureAwait(false);
            await copy.WriteAsync(chunk.Last, NpgsqlDbType.Bigint, cancellationToken).ConfigureAwait(false);
            await copy.WriteAsync(chunk.Sequence, NpgsqlDbType.Bigint, cancellationToken).ConfigureAwait(false);
            await copy.WriteAsync(chunk.Count, NpgsqlDbType.Integer, cancellationToken).ConfigureAwait(false);
            await copy.WriteAsync((long)chunk.Crc, NpgsqlDbType.Bigint, cancellationToken).ConfigureAwait(false);
            await copy.WriteAsync(chunk.Data!, NpgsqlDbType.Bytea, cancellationToken).ConfigureAwait(false);
        }

        await copy.CompleteAsync(cancellationToken).ConfigureAwait(false);
    }
}
