namespace S7OpcBridge.OpcUa.Server;

/// <summary>
/// Where the history of variables and events is read (OPC 10000-11). Every member may be called from any thread and by several calls at once.
/// </summary>
public sealed record HistorySource
{
    /// <summary>
    /// How the history of a table variable (<see cref="INodeSource.VariableOf"/>) is kept: one of <see cref="Configurations"/>; null: it has none. Answers from
    /// memory: it is asked whenever an access level is read.
    /// </summary>
    public required Func<int, HistoryConfiguration?> ConfigurationOf { get; init; }

    /// <summary>
    /// All that <see cref="ConfigurationOf"/> gives while the server runs. Each becomes one object "HA Configuration", which its variables share.
    /// </summary>
    public IReadOnlyList<HistoryConfiguration> Configurations { get; init; } = [HistoryConfiguration.Sloped, HistoryConfiguration.Stepped];

    /// <summary>Reads what is stored of a variable.</summary>
    public required RawHistoryReader ReadRaw { get; init; }

    /// <summary>True for a variable whose values are being recorded now (the attribute Historizing).</summary>
    public Func<int, bool> IsCollecting { get; init; } = static _ => true;

    /// <summary>The time of the oldest stored value of any variable in OPC UA ticks; 0: nothing is stored.</summary>
    public Func<long> StartOfArchive { get; init; } = static () => 0;

    /// <summary>How long values are kept; null: no limit in time.</summary>
    public TimeSpan? Kept { get; init; }

    /// <summary>True if stored values have their server time. Otherwise a client that asks for server times only gets BadTimestampNotSupported.</summary>
    public bool HasServerTimes { get; init; }

    /// <summary>Reads stored events; null: events are not stored.</summary>
    public EventHistoryReader? ReadEvents { get; init; }

    /// <summary>Called with every event that is raised, for storing; it must not wait or throw. Null: events are not stored.</summary>
    public Action<RecordedEvent>? RecordEvent { get; init; }
}

/// <summary>What is to be read of a variable's history. Times are OPC UA ticks.</summary>
/// <param name="Variable">Index in the <see cref="VariableTable"/>.</param>
/// <param name="From">The first time, which belongs to the range.</param>
/// <param name="To">
/// The time at which the range ends, which does not belong to it. Forward: values with <c>From &lt;= time &lt; To</c>, oldest first; <see
/// cref="long.MaxValue"/>: to the newest. Backward: values with <c>From &gt;= time &gt; To</c>, newest first; 0: to the oldest.
/// </param>
/// <param name="IsBackward">The direction. Values with equal times come in the order in which they were recorded; backward in exactly the opposite
/// order.</param>
/// <param name="Position">Empty: the range is read from its beginning. Otherwise what an earlier call gave as <see cref="SourceProgress.Next"/>, with the same
/// other fields.</param>
public readonly record struct RawHistoryRange(int Variable, long From, long To, bool IsBackward, ReadOnlyMemory<byte> Position = default);

/// <summary>A part of what was asked for.</summary>
/// <param name="Count">How many values or events were given. It may be 0 although there are more, if the source has searched long enough.</param>
/// <param name="Next">
/// Where to go on, in at most 64 bytes that only the source understands: exactly behind the last one given, also among values with equal times, and still valid
/// when newer values have been stored meanwhile. Empty: there are no more in the range.
/// </param>
public readonly record struct SourceProgress(int Count, ReadOnlyMemory<byte> Next = default);

/// <summary>
/// Reads raw values. A <see cref="UaException"/> gives the operation its status. Where values are missing because the connection, the recorder or the store
/// failed, the source gives a null value with BadDataLost and the time at which they begin to be missing (OPC 10000-11, 4.3).
/// </summary>
/// <param name="range">What to read.</param>
/// <param name="values">Takes the values; as many as fit are given, fewer only at the end of the range or after a long search.</param>
/// <param name="cancellationToken">The client gave up, or its session ended.</param>
public delegate ValueTask<SourceProgress> RawHistoryReader(
    RawHistoryRange range,
    Memory<DataValue> values,
    CancellationToken cancellationToken
);

/// <summary>What is to be read of the stored events; times and direction as in <see cref="RawHistoryRange"/>.</summary>
/// <param name="From">See <see cref="RawHistoryRange"/>.</param>
/// <param name="To">See <see cref="RawHistoryRange"/>.</param>
/// <param name="IsBackward">See <see cref="RawHistoryRange"/>.</param>
/// <param name="Position">See <see cref="RawHistoryRange"/>.</param>
public readonly record struct EventHistoryRange(long From, long To, bool IsBackward, ReadOnlyMemory<byte> Position = default);

/// <summary>Reads stored events of all sources; the stack picks those that a client asks for and may see.</summary>
/// <param name="range">What to read.</param>
/// <param name="events">Takes the events.</param>
/// <param name="cancellationToken">See <see cref="RawHistoryReader"/>.</param>
public delegate ValueTask<SourceProgress> EventHistoryReader(
    EventHistoryRange range,
    Memory<RecordedEvent> events,
    CancellationToken cancellationToken
);

/// <summary>An event as it is stored.</summary>
/// <param name="Time">The field Time, in OPC UA ticks; events are ordered by it.</param>
/// <param name="Type">The field EventType; of a type in another namespace its nearest supertype in namespace 0.</param>
/// <param name="Source">The field SourceNode.</param>
/// <param name="IsAudit">True for an audit event.</param>
/// <param name="Fields">All fields of the event, also EventId, ReceiveTime and the other fields of BaseEventType, by path as in <see
/// cref="UaEvent.Fields"/>.</param>
public sealed record RecordedEvent(long Time, uint Type, NodeId Source, bool IsAudit, IReadOnlyList<(string Name, Variant Value)> Fields)
{
    /// <summary>
    /// Names of two facts among the fields that are no fields: the ConditionId, and the node whose items get the event if it is not the source.
    /// </summary>
    internal const string Condition = "/ConditionId",
        Notifier = "/Notifier";

    /// <summary>The condition whose change it tells; the null id: it tells of none.</summary>
    public NodeId ConditionId => FieldOf(Condition) is { Type: BuiltInType.NodeId, Reference: NodeId id } ? id : default;

    /// <summary>A field by its path; the null variant: it has no such field.</summary>
    public Variant FieldOf(string path)
    {
        foreach (var (name, value) in Fields)
        {
            if (name == path)
                return value;
        }

        return default;
    }
}
