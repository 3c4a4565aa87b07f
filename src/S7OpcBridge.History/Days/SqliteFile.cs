using Microsoft.Data.Sqlite;

namespace S7OpcBridge.History.Days;

/// <summary>Opens SQLite files as this store uses them.</summary>
internal static class SqliteFile
{
    /// <summary>For reading beside the writer.</summary>
    public static SqliteConnection OpenForReading(string path) => Open(path, SqliteOpenMode.ReadOnly, pooled: true);

    /// <summary>For writing; what a transaction committed survives a power failure.</summary>
    /// <param name="path">Made where absent.</param>
    /// <param name="schema">Statements that make the tables of a new file.</param>
    public static SqliteConnection OpenForWriting(string path, string schema)
    {
        if (!File.Exists(path))
            Make(path, schema);
        var connection = Open(path, SqliteOpenMode.ReadWrite, pooled: false);
        try
        {
            Execute(connection, "PRAGMA synchronous = FULL; PRAGMA journal_size_limit = 4194304");
            Execute(connection, schema);
            return connection;
        }
        catch
        {
            connection.Dispose();
            throw;
        }
    }

    // Under another name, so that no reader ever meets a file without its tables.
    private static void Make(string path, string schema)
    {
        var unfinished = path + ".new";
        // SQLite takes an empty file as a new database, and its mode for the files beside it.
        StoreFile.Open(unfinished, FileMode.Create, FileAccess.Write, FileShare.None).Dispose();
        using (var connection = Open(unfinished, SqliteOpenMode.ReadWriteCreate, pooled: false))
        {
            Execute(connection, "PRAGMA page_size = 32768; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL");
            Execute(connection, schema);
        }

        File.Move(unfinished, path);
    }

    /// <summary>Runs statements without results.</summary>
    public static void Execute(SqliteConnection connection, string sql, SqliteTransaction? within = null)
    {
        using var command = connection.CreateCommand();
        command.CommandText = sql;
        command.Transaction = within;
        command.ExecuteNonQuery();
    }

    /// <summary>Closes the pooled connections to a file, so that it can be deleted.</summary>
    public static void Close(string path)
    {
        using var connection = new SqliteConnection(Words(path, SqliteOpenMode.ReadOnly, pooled: true));
        SqliteConnection.ClearPool(connection);
    }

    private static SqliteConnection Open(string path, SqliteOpenMode mode, bool pooled)
    {
        var connection = new SqliteConnection(Words(path, mode, pooled));
        try
        {
            connection.Open();
            Execute(connection, "PRAGMA busy_timeout = 5000");
            return connection;
        }
        catch
        {
            connection.Dispose();
            throw;
        }
    }

    private static string Words(string path, SqliteOpenMode mode, bool pooled) =>
        new SqliteConnectionStringBuilder
        {
            DataSource = path,
            Mode = mode,
            Pooling = pooled,
            DefaultTimeout = 5,
        }.ToString();
}
