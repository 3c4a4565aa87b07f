using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server;

namespace S7OpcBridge.Bridge;

/// <summary>
/// The store of recorded values, as functions. Those that record are called by one thread at a time and must not wait; those that read by any thread.
/// </summary>
public sealed record TagRecording
{
    /// <summary>The number of a series by its key, the text of the tag's node id, and the name of the PLC whose gaps are also its own. A PLC that was
    /// recorded by an earlier process has a gap from its last value on.</summary>
    public required Func<string, string, int> SeriesOf { get; init; }

    /// <summary>Records a value.</summary>
    public required ValueRecorder Record { get; init; }

    /// <summary>Notes that values of a PLC are missing from a time on, in OPC UA ticks.</summary>
    public required Action<string, long> MarkLost { get; init; }

    /// <summary>Reads the values of a series by its key.</summary>
    public required RecordedValueReader Read { get; init; }

    /// <summary>The time of the oldest value in OPC UA ticks; 0: there is none.</summary>
    public Func<long> StartOfArchive { get; init; } = static () => 0;

    /// <summary>False while nothing can be written.</summary>
    public Func<bool> IsWriting { get; init; } = static () => true;

    /// <summary>How long values are kept; null: no limit in time.</summary>
    public TimeSpan? Kept { get; init; }

    /// <summary>
    /// True: values that another node of a cluster has read are recorded, too, so that every node has the whole history. False: only those of PLCs that this
    /// node reads.
    /// </summary>
    public bool RecordsForwarded { get; init; }

    /// <summary>Records an event; null: events are not recorded.</summary>
    public Action<RecordedEvent>? RecordEvent { get; init; }

    /// <summary>Reads recorded events; null: events are not recorded.</summary>
    public EventHistoryReader? ReadEvents { get; init; }
}

/// <summary>Records a value. It must not keep the reference to the variant.</summary>
/// <param name="series">Number of the series.</param>
/// <param name="value">The value; null with a Bad status.</param>
/// <param name="sourceTime">OPC UA ticks.</param>
/// <returns>False: the store has no room; it shows BadDataLost in its place.</returns>
public delegate bool ValueRecorder(int series, in Variant value, StatusCode status, long sourceTime);

/// <summary>Reads the values of a series; see <see cref="RawHistoryReader"/>.</summary>
/// <param name="key">The key of the series.</param>
/// <param name="range">What to read; its variable does not matter.</param>
/// <param name="values">Takes the values.</param>
/// <param name="cancellationToken">The client gave up, or its session ended.</param>
public delegate ValueTask<SourceProgress> RecordedValueReader(
    string key,
    RawHistoryRange range,
    Memory<DataValue> values,
    CancellationToken cancellationToken
);
