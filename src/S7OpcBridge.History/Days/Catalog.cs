using System.Globalization;
using Microsoft.Data.Sqlite;

namespace S7OpcBridge.History.Days;

/// <summary>The file <c>catalog.db</c>: the series of a store, and how often it was opened.</summary>
internal sealed class Catalog : IDisposable
{
    private const string Schema = """
        CREATE TABLE IF NOT EXISTS series (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, plc TEXT NOT NULL, since INTEGER NOT NULL);
        CREATE TABLE IF NOT EXISTS store (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
        PRAGMA user_version = 1;
        """;

    private readonly SqliteConnection _connection;

    private Catalog(SqliteConnection connection) => _connection = connection;

    /// <summary>Opens it; where it is missing but days are there, it is made from those.</summary>
    public static Catalog Open(string folder)
    {
        var path = PathOf(folder);
        var isNew = !File.Exists(path);
        var catalog = new Catalog(SqliteFile.OpenForWriting(path, Schema));
        if (isNew)
            catalog.Save([
                .. DayFolder
                    .Days(folder)
                    .SelectMany(day => DayReading.Series(folder, day))
                    .DistinctBy(row => row.Id)
                    .DistinctBy(row => row.Key),
            ]);
        return catalog;
    }

    /// <summary>All series, without opening the file for writing.</summary>
    public static IReadOnlyList<SeriesRow> Read(string folder)
    {
        using var connection = SqliteFile.OpenForReading(PathOf(folder));
        return Rows(connection);
    }

    public IReadOnlyList<SeriesRow> Series() => Rows(_connection);

    /// <summary>Counts one more opening.</summary>
    public long NextGeneration()
    {
        using var command = _connection.CreateCommand();
        command.CommandText =
            "INSERT INTO store VALUES ('generation', 1) ON CONFLICT (name) DO UPDATE SET value = value + 1 RETURNING value";
        return Convert.ToInt64(command.ExecuteScalar(), CultureInfo.InvariantCulture);
    }

    /// <summary>A text that tells this store from all others.</summary>
    public string Identity()
    {
        SqliteFile.Execute(
            _connection,
            $"""
            CREATE TABLE IF NOT EXISTS identity (text TEXT NOT NULL);
            INSERT INTO identity SELECT '{Guid.NewGuid():N}' WHERE NOT EXISTS (SELECT 1 FROM identity)
            """
        );
        using var command = _connection.CreateCommand();
        command.CommandText = "SELECT text FROM identity";
        return (string)command.ExecuteScalar()!;
    }

    /// <summary>Adds series, or gives them another PLC.</summary>
    public void Save(IReadOnlyCollection<SeriesRow> rows)
    {
        using var transaction = _connection.BeginTransaction();
        using var command = _connection.CreateCommand();
        command.Transaction = transaction;
        command.CommandText = "INSERT INTO series VALUES ($id, $key, $plc, $since) ON CONFLICT (id) DO UPDATE SET plc = excluded.plc";
        var (id, key) = (command.Parameters.Add("$id", SqliteType.Integer), command.Parameters.Add("$key", SqliteType.Text));
        var (plc, since) = (command.Parameters.Add("$plc", SqliteType.Text), command.Parameters.Add("$since", SqliteType.Integer));
        foreach (var row in rows)
        {
            (id.Value, key.Value, plc.Value, since.Value) = (row.Id, row.Key, row.Plc, row.Since);
            command.ExecuteNonQuery();
        }

        transaction.Commit();
    }

    public void Dispose() => _connection.Dispose();

    private static string PathOf(string folder) => Path.Combine(folder, "catalog.db");

    private static List<SeriesRow> Rows(SqliteConnection connection)
    {
        using var command = connection.CreateCommand();
        command.CommandText = "SELECT id, key, plc, since FROM series ORDER BY id";
        using var reader = command.ExecuteReader();
        var rows = new List<SeriesRow>();
        while (reader.Read())
            rows.Add(new(reader.GetInt32(0), reader.GetString(1), reader.GetString(2), reader.GetInt64(3)));
        return rows;
    }
}
