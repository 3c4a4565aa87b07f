using Microsoft.Data.Sqlite;
using S7OpcBridge.History.Chunks;

namespace S7OpcBridge.History.Days;

/// <summary>Questions to the file of a day that do not look for values.</summary>
internal static class DayReading
{
    /// <summary>The series that have values in it.</summary>
    public static IReadOnlyList<SeriesRow> Series(string folder, int day)
    {
        using var connection = SqliteFile.OpenForReading(DayFolder.PathOf(folder, day));
        using var command = connection.CreateCommand();
        command.CommandText = "SELECT id, key, plc FROM series";
        using var reader = command.ExecuteReader();
        var rows = new List<SeriesRow>();
        while (reader.Read())
            rows.Add(new(reader.GetInt32(0), reader.GetString(1), reader.GetString(2), UtcDay.Start(day)));
        return rows;
    }

    /// <summary>The greatest chunk number; 0: no chunk.</summary>
    public static long LastChunk(string folder, int day)
    {
        using var connection = SqliteFile.OpenForReading(DayFolder.PathOf(folder, day));
        using var command = connection.CreateCommand();
        command.CommandText = "SELECT coalesce(max(id), 0) FROM chunk";
        return (long)command.ExecuteScalar()!;
    }

    /// <summary>Chunks from a number on, in its order, with their data.</summary>
    public static IEnumerable<Chunk> ChunksFrom(string folder, int day, long id, bool withData)
    {
        using var connection = SqliteFile.OpenForReading(DayFolder.PathOf(folder, day));
        using var command = connection.CreateCommand();
        command.CommandText =
            $"SELECT id, series, first, last, sequence, count, {(withData ? "data" : "NULL")} FROM chunk WHERE id >= $id ORDER BY id";
        command.Parameters.AddWithValue("$id", id);
        using var reader = command.ExecuteReader();
        while (reader.Read())
            yield return ChunkOf(reader, withData);
    }

    /// <summary>All chunks with data and the checksum that was stored.</summary>
    public static IEnumerable<(Chunk Chunk, uint Crc)> ChunksWithCrc(string folder, int day)
    {
        using var connection = SqliteFile.OpenForReading(DayFolder.PathOf(folder, day));
        using var command = connection.CreateCommand();
        command.CommandText = "SELECT id, series, first, last, sequence, count, data, crc FROM chunk ORDER BY series, sequence";
        using var reader = command.ExecuteReader();
        while (reader.Read())
            yield return (ChunkOf(reader, withData: true), (uint)reader.GetInt64(7));
    }

    /// <summary>What it holds of each series.</summary>
    /// <exception cref="HistoryException">The file cannot be read.</exception>
    public static IReadOnlyList<SeriesSummary> Summary(string folder, int day)
    {
        try
        {
            using var connection = SqliteFile.OpenForReading(DayFolder.PathOf(folder, day));
            using var command = connection.CreateCommand();
            command.CommandText = "SELECT series, min(first), max(last), sum(count), sum(length(data)) FROM chunk GROUP BY series";
            using var reader = command.ExecuteReader();
            var rows = new List<SeriesSummary>();
            while (reader.Read())
                rows.Add(new(reader.GetInt32(0), reader.GetInt64(1), reader.GetInt64(2), reader.GetInt64(3), reader.GetInt64(4)));
            return rows;
        }
        catch (SqliteException e)
        {
            throw new HistoryException(
                $"{DayFolder.PathOf(folder, day)} cannot be read: {e.Message.TrimEnd('.')}. `history verify` says what is damaged.",
                e
            );
        }
    }

    /// <summary>A chunk from id, series, first, last, sequence, count and data.</summary>
    public static Chunk ChunkOf(SqliteDataReader row, bool withData) =>
        new(
            row.GetInt64(0),
            row.GetInt32(1),
            row.GetInt64(2),
            row.GetInt64(3),
            row.GetInt64(4),
            row.GetInt32(5),
            withData ? (byte[])row.GetValue(6) : null
        );
}
