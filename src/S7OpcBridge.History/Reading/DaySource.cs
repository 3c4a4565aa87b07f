using Microsoft.Data.Sqlite;
using S7OpcBridge.History.Chunks;
using S7OpcBridge.History.Days;

namespace S7OpcBridge.History.Reading;

/// <summary>The files of the days.</summary>
internal sealed class DaySource(string folder) : ChunkSource
{
    private const int Busy = 5,
        Locked = 6,
        CannotOpen = 14;

    // Chunks per search, the values that one has as a rule, and the bytes of data that are loaded with the search.
    private const int FewestChunks = 4,
        MostChunks = 32,
        UsualValues = 512,
        MostBytes = 1 << 20;

    public override ValueTask<IReadOnlyList<int>> DaysAsync(CancellationToken cancellationToken) =>
        ValueTask.FromResult(DayFolder.Days(folder));

    public override ValueTask<ChunkWindow> FindAsync(
        int series,
        int day,
        long low,
        long high,
        bool backward,
        int wanted,
        CancellationToken cancellationToken
    )
    {
        // The first chunk and the last one are read in part.
        var limit = Math.Clamp(wanted / UsualValues + 2, FewestChunks, MostChunks);
        try
        {
            using var connection = SqliteFile.OpenForReading(DayFolder.PathOf(folder, day));
            return ValueTask.FromResult(Find(connection, series, low, high, backward, limit, cancellationToken));
        }
        catch (SqliteException e) when (e.SqliteErrorCode == CannotOpen && !File.Exists(DayFolder.PathOf(folder, day)))
        {
            return ValueTask.FromResult(new ChunkWindow([], null)); // Deleted meanwhile.
        }
        catch (SqliteException e)
        {
            throw Damaged(day, e);
        }
    }

    public override ValueTask<byte[]?> LoadAsync(Chunk chunk, CancellationToken cancellationToken)
    {
        try
        {
            using var connection = SqliteFile.OpenForReading(DayFolder.PathOf(folder, chunk.Day));
            using var command = connection.CreateCommand();
            command.CommandText = "SELECT data, crc FROM chunk WHERE id = $id";
            command.Parameters.AddWithValue("$id", chunk.Id);
            using var reader = command.ExecuteReader();
            if (!reader.Read())
                return ValueTask.FromResult<byte[]?>(null);
            var data = (byte[])reader.GetValue(0);
            return Checksum.Compute(data) == (uint)reader.GetInt64(1)
                ? ValueTask.FromResult<byte[]?>(data)
                : throw new InvalidDataException(
                    $"Chunk {chunk.Id} of {DayFolder.PathOf(folder, chunk.Day)} is damaged: its checksum is wrong."
                );
        }
        catch (SqliteException e) when (e.SqliteErrorCode == CannotOpen && !File.Exists(DayFolder.PathOf(folder, chunk.Day)))
        {
            return ValueTask.FromResult<byte[]?>(null);
        }
        catch (SqliteException e)
        {
            throw Damaged(chunk.Day, e);
        }
    }

    private Exception Damaged(int day, SqliteException e)
    {
        var what = $"{DayFolder.PathOf(folder, day)} cannot be read: {e.Message.TrimEnd('.')}.";
        return e.SqliteErrorCode is Busy or Locked ? new HistoryException(what, e) : new InvalidDataException(what, e);
    }

    private static ChunkWindow Find(
        SqliteConnection connection,
        int series,
        long low,
        long high,
        bool backward,
        int limit,
        CancellationToken cancellationToken
    )
    {
        switch (Ask(connection, "SELECT disordered FROM series WHERE id = $series", series, 0, 0))
        {
            case null:
                return new([], null);
            case 0L:
                break;
            default:
                return new(Rows(connection, "first <= $high AND last >= $low", series, low, high, cancellationToken), null);
        }

        // The chunks of an ordered series follow each other: the one before the stretch may reach into it, none before that one can.
        var from =
            Ask(
                connection,
                "SELECT first FROM chunk WHERE series = $series AND first < $low ORDER BY first DESC LIMIT 1",
                series,
                low,
                high
            ) as long?
            ?? low;
        const string Within = "first >= $low AND first <= $high ORDER BY first ";
        var some = Rows(connection, $"{Within}{(backward ? "DESC" : "ASC")} LIMIT {limit}", series, from, high, cancellationToken);
        if (some.Count < limit)
            return new(some, null);
        var until = some[^1].First;
        return (backward ? until < high : until > low)
            ? new(some, until)
            : new(Rows(connection, Within + "ASC", series, from, high, cancellationToken), null);
    }

    private static object? Ask(SqliteConnection connection, string sql, int series, long low, long high)
    {
        using var command = Command(connection, sql, series, low, high);
        return command.ExecuteScalar();
    }

    private static List<Chunk> Rows(
        SqliteConnection connection,
        string where,
        int series,
        long low,
        long high,
        CancellationToken cancellationToken
    )
    {
        using var command = Command(
            connection,
            "SELECT id, series, first, last, sequence, count, data, crc FROM chunk WHERE series = $series AND " + where,
            series,
            low,
            high
        );
        using var reader = command.ExecuteReader();
        var chunks = new List<Chunk>();
        var bytes = 0;
        while (reader.Read())
        {
            cancellationToken.ThrowIfCancellationRequested();
            var chunk = DayReading.ChunkOf(reader, withData: bytes < MostBytes);
            bytes += chunk.Data?.Length ?? 0;
            // One that is damaged is loaded again, alone, which says so.
            chunks.Add(chunk.Data is null || chunk.Crc == (uint)reader.GetInt64(7) ? chunk : chunk with { Data = null });
        }

        return chunks;
    }

    private static SqliteCommand Command(SqliteConnection connection, string sql, int series, long low, long high)
    {
        var command = connection.CreateCommand();
        command.CommandText = sql;
        command.Parameters.AddWithValue("$series", series);
        command.Parameters.AddWithValue("$low", low);
        command.Parameters.AddWithValue("$high", high);
        return command;
    }
}
