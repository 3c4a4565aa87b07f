namespace S7OpcBridge.OpcUa.Server;

/// <summary>Limits of HistoryRead. What does not fit comes in further answers, by continuation points.</summary>
public sealed record HistoryLimits
{
    /// <summary>Nodes in one HistoryRead, and operations in one HistoryUpdate; beyond: BadTooManyOperations.</summary>
    public int MaxNodesPerCall { get; init; } = 1_000;

    /// <summary>Values of one node in one answer (MaxReturnDataValues).</summary>
    public int MaxValuesPerNode { get; init; } = 50_000;

    /// <summary>Events of one node in one answer (MaxReturnEventValues).</summary>
    public int MaxEventsPerNode { get; init; } = 10_000;

    /// <summary>Continuation points of one session; one more resets the oldest (MaxHistoryContinuationPoints).</summary>
    public int MaxContinuationPoints { get; init; } = 1_000;

    /// <summary>Times in one ReadAtTime; beyond: BadTooManyOperations.</summary>
    public int MaxTimesPerNode { get; init; } = 50_000;

    /// <summary>
    /// HistoryReads of all sessions that are worked on at one moment, each by a thread of its own; the others wait for their turn, in slices of 10 ms.
    /// </summary>
    public int MaxReadsAtOnce { get; init; } = Math.Clamp(Environment.ProcessorCount - 1, 1, 4);

    /// <summary>How long an answer is worked on if the client gives no timeoutHint; the rest follows by a continuation point.</summary>
    public TimeSpan AnswerTime { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>The longest time for an answer, whatever timeoutHint the client gives.</summary>
    public TimeSpan MaxAnswerTime { get; init; } = TimeSpan.FromMinutes(1);
}
