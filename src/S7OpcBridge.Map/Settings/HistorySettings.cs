namespace S7OpcBridge.Map;

/// <summary>The map's settings of the history. Immutable.</summary>
public sealed record HistorySettings
{
    /// <summary>Folder where the map sets none, in the state folder or beside the map.</summary>
    public const string DefaultFolder = "history";

    /// <summary>How long values are kept where the map does not say it.</summary>
    public static readonly TimeSpan DefaultKeep = TimeSpan.FromDays(30);

    /// <summary>Disk space where the map does not say it: 20 GB.</summary>
    public const long DefaultMaxSize = 20L << 30;

    /// <summary>Full path of the folder of the files; with PostgreSQL of the local journal.</summary>
    public required string Folder { get; init; }

    /// <summary>Connection string of PostgreSQL, with its password; null: files in the folder.</summary>
    public string? Postgres { get; init; }

    /// <summary>How long values are kept, at least one day.</summary>
    public TimeSpan Keep { get; init; } = DefaultKeep;

    /// <summary>Bytes on disk at most.</summary>
    public long MaxSize { get; init; } = DefaultMaxSize;

    /// <summary>Without the connection string, which contains a password.</summary>
    public override string ToString() => $"{(Postgres is null ? "files" : "PostgreSQL, journal")} in {Folder}";
}
