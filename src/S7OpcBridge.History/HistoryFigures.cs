namespace S7OpcBridge.History;

/// <summary>What a store holds and how it fares; numbers count from the start of the process unless they say otherwise.</summary>
public sealed record HistoryFigures
{
    /// <summary>Values committed to the journal.</summary>
    public long Stored { get; init; }

    /// <summary>Values refused or dropped: too many waiting, disk full, a time out of range.</summary>
    public long Lost { get; init; }

    /// <summary>Values that wait for their commit, now.</summary>
    public int Waiting { get; init; }

    /// <summary>Series that were recorded or registered.</summary>
    public int Series { get; init; }

    /// <summary>Bytes of all files of the folder, now.</summary>
    public long Bytes { get; init; }

    /// <summary>Bytes of the journal, now.</summary>
    public long JournalBytes { get; init; }

    /// <summary>The start of the oldest day that is stored, in OPC UA ticks; 0: nothing is.</summary>
    public long Oldest { get; init; }

    /// <summary>Chunks that the PostgreSQL server has not got yet, now.</summary>
    public long Unsent { get; init; }

    /// <summary>False while the PostgreSQL server cannot be reached.</summary>
    public bool ServerReached { get; init; } = true;

    /// <summary>Why nothing is written at present, as a sentence; null: writing works.</summary>
    public string? WriteError { get; init; }

    /// <summary>Why the PostgreSQL server takes nothing at present, as a sentence; null: it does.</summary>
    public string? ServerError { get; init; }
}
