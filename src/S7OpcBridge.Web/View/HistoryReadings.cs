using S7OpcBridge.OpcUa;

namespace S7OpcBridge.Web;

/// <summary>What pages and metrics read of the history.</summary>
public sealed record HistoryReadings
{
    /// <summary>How it is.</summary>
    public required Func<HistoryState> State { get; init; }

    /// <summary>Recorded values of a series, by its key: so many at most, and where to go on.</summary>
    /// <exception cref="IOException">Nothing can be read; the message says why.</exception>
    public required Func<string, PastRange, int, CancellationToken, Task<PastValues>> ReadAsync { get; init; }

    /// <summary>The last value of a series before a time; null: there is none.</summary>
    /// <exception cref="IOException">Nothing can be read; the message says why.</exception>
    public required Func<string, long, CancellationToken, Task<DataValue?>> LastBeforeAsync { get; init; }

    /// <summary>A recorded value as text.</summary>
    public required Func<Variant, string> TextOf { get; init; }

    /// <summary>Key of the series of events.</summary>
    public required string EventKey { get; init; }

    /// <summary>The change of an alarm that a recorded event tells of; null: it tells of none.</summary>
    public required Func<DataValue, AlarmRow?> AlarmOf { get; init; }
}

/// <summary>A range of times in OPC UA ticks.</summary>
/// <param name="From">The first time; backwards the latest.</param>
/// <param name="To">The end, which does not belong to it.</param>
/// <param name="After">Where the part before ended; null: from the start.</param>
public readonly record struct PastRange(long From, long To, bool IsBackward = false, PastPosition? After = null);

/// <summary>A place in a series: of values with the same time the sequence tells which.</summary>
public readonly record struct PastPosition(long Time, long Sequence);

/// <summary>Recorded values.</summary>
/// <param name="Next">Where to go on; null: there are no more.</param>
public readonly record struct PastValues(IReadOnlyList<DataValue> Values, PastPosition? Next);

/// <summary>How the history is. Counts are since the start of the process, sizes are those of now.</summary>
/// <param name="Place">Where it is recorded.</param>
/// <param name="Stored">Values that are safe on disk.</param>
/// <param name="Lost">Values that could not be recorded.</param>
/// <param name="Waiting">Values on their way to the disk.</param>
/// <param name="Series">Tags that are recorded or have been.</param>
/// <param name="Bytes">Bytes of all files.</param>
/// <param name="JournalBytes">The journal among them.</param>
/// <param name="Oldest">Start of the oldest recorded day in OPC UA ticks; 0: nothing is recorded yet.</param>
/// <param name="IsWriting">False: nothing can be written.</param>
/// <param name="IsServerReached">False: the PostgreSQL server is away.</param>
/// <param name="Unsent">Blocks of values that wait for it.</param>
/// <param name="Trouble">What is wrong, as sentences; null: nothing.</param>
public sealed record HistoryState(
    string Place,
    long Stored,
    long Lost,
    int Waiting,
    int Series,
    long Bytes,
    long JournalBytes,
    long Oldest,
    bool IsWriting,
    bool IsServerReached,
    long Unsent,
    string? Trouble
);
