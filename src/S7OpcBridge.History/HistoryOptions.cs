namespace S7OpcBridge.History;

/// <summary>Where history is stored and for how long.</summary>
public sealed record HistoryOptions
{
    /// <summary>The folder of the store, made where absent: the journal and, without a server, one SQLite file per day (UTC).</summary>
    public required string Folder { get; init; }

    /// <summary>Days older than this are deleted; null: kept until <see cref="MaxSize"/> is reached.</summary>
    public TimeSpan? Keep { get; init; }

    /// <summary>Bytes of all files together; above them the oldest day is deleted. Null: no limit.</summary>
    public long? MaxSize { get; init; }

    /// <summary>The PostgreSQL server that takes the chunks; null: they stay in the folder.</summary>
    public PostgresOptions? Postgres { get; init; }

    /// <summary>The longest time that a recorded value waits for its commit to the journal.</summary>
    public TimeSpan CommitInterval { get; init; } = TimeSpan.FromMilliseconds(500);

    /// <summary>Values that may wait for their commit; what comes on top is refused and counted.</summary>
    public int MaxWaiting { get; init; } = 1_000_000;

    /// <summary>Bytes after which a new file of the journal is begun; null: by the number of series. For tests.</summary>
    internal long? JournalBytes { get; init; }
}
