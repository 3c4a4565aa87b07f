using Microsoft.Data.Sqlite;
using S7OpcBridge.History.Chunks;

namespace S7OpcBridge.History.Days;

/// <summary>Appends chunks to the file of a day, one transaction at a time.</summary>
internal sealed class DayWriter : IDisposable
{
    /// <summary>The tables of a day; docs/history.md shows them to readers without this program.</summary>
    public const string Schema = """
        CREATE TABLE IF NOT EXISTS series (id INTEGER PRIMARY KEY, key TEXT NOT NULL, plc TEXT NOT NULL, disordered INTEGER NOT NULL DEFAULT 0);
        CREATE TABLE IF NOT EXISTS chunk (id INTEGER PRIMARY KEY, series INTEGER NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL,
            sequence INTEGER NOT NULL, count INTEGER NOT NULL, crc INTEGER NOT NULL, data BLOB NOT NULL);
        CREATE INDEX IF NOT EXISTS chunk_of_series ON chunk (series, first, last);
        CREATE VIEW IF NOT EXISTS chunks AS SELECT s.key, s.plc, c.id, c.count, length(c.data) AS bytes,
            strftime('%Y-%m-%dT%H:%M:%fZ', c.first / 10000000.0 - 11644473600, 'unixepoch') AS first_time,
            strftime('%Y-%m-%dT%H:%M:%fZ', c.last / 10000000.0 - 11644473600, 'unixepoch') AS last_time
            FROM chunk c JOIN series s ON s.id = c.series;
        PRAGMA user_version = 1;
        """;

    private readonly SqliteConnection _connection;
    private readonly Dictionary<int, long> _last = [];

    /// <summary>Opens the day, which is made where absent.</summary>
    public DayWriter(string folder, int day) => _connection = SqliteFile.OpenForWriting(DayFolder.PathOf(folder, day), Schema);

    /// <summary>Writes all chunks or none.</summary>
    /// <param name="chunks">Of this day, each with its data.</param>
    /// <param name="rowOf">The series of a number.</param>
    public void Write(IEnumerable<Chunk> chunks, Func<int, SeriesRow> rowOf)
    {
        using var transaction = _connection.BeginTransaction();
        using var command = _connection.CreateCommand();
        command.Transaction = transaction;
        command.CommandText = "INSERT OR REPLACE INTO chunk VALUES ($id, $series, $first, $last, $sequence, $count, $crc, $data)";
        string[] names = ["$id", "$series", "$first", "$last", "$sequence", "$count", "$crc"];
        var numbers = Array.ConvertAll(names, name => command.Parameters.Add(name, SqliteType.Integer));
        var data = command.Parameters.Add("$data", SqliteType.Blob);
        var written = new Dictionary<int, long>();
        foreach (var chunk in chunks)
        {
            Register(rowOf, chunk, written, transaction);
            numbers[0].Value = chunk.Id;
            numbers[1].Value = chunk.Series;
            numbers[2].Value = chunk.First;
            numbers[3].Value = chunk.Last;
            numbers[4].Value = chunk.Sequence;
            numbers[5].Value = chunk.Count;
            numbers[6].Value = (long)chunk.Crc;
            data.Value = chunk.Data!;
            command.ExecuteNonQuery();
        }

        transaction.Commit();
        foreach (var (series, last) in written)
            _last[series] = last;
    }

    /// <summary>Deletes chunks up to a number.</summary>
    public int DeleteThrough(long id)
    {
        using var command = _connection.CreateCommand();
        command.CommandText = "DELETE FROM chunk WHERE id <= $id";
        command.Parameters.AddWithValue("$id", id);
        return command.ExecuteNonQuery();
    }

    public void Dispose() => _connection.Dispose();

    private void Register(Func<int, SeriesRow> rowOf, Chunk chunk, Dictionary<int, long> written, SqliteTransaction transaction)
    {
        if (!written.TryGetValue(chunk.Series, out var last) && !_last.TryGetValue(chunk.Series, out last))
        {
            var row = rowOf(chunk.Series);
            Execute(
                transaction,
                "INSERT OR IGNORE INTO series (id, key, plc) VALUES ($series, $key, $plc)",
                ("$series", row.Id),
                ("$key", row.Key),
                ("$plc", row.Plc)
            );
            last =
                Execute(transaction, "SELECT last FROM chunk WHERE series = $series ORDER BY first DESC LIMIT 1", ("$series", chunk.Series))
                    as long?
                ?? 0;
        }

        // Readers of an ordered series may look for a time by the first values alone.
        if (chunk.First < last)
            Execute(transaction, "UPDATE series SET disordered = 1 WHERE id = $series", ("$series", chunk.Series));
        written[chunk.Series] = Math.Max(last, chunk.Last);
    }

    private object? Execute(SqliteTransaction transaction, string sql, params (string Name, object Value)[] parameters)
    {
        using var command = _connection.CreateCommand();
        command.Transaction = transaction;
        command.CommandText = sql;
        foreach (var (name, value) in parameters)
            command.Parameters.AddWithValue(name, value);
        return command.ExecuteScalar();
    }
}
