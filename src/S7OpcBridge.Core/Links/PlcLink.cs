using S7OpcBridge.S7;

namespace S7OpcBridge.Core.Links;

/// <summary>
/// One open connection to a PLC, as a session uses it; each PLC protocol has its own. Made by <see cref="PlcProtocol.ConnectAsync"/>.
/// </summary>
/// <remarks>
/// A protocol provides four parts: a <see cref="PlcProtocol"/> that connects, a link, a <see cref="LinkPlanner"/> with its <see cref="ScanPlan"/>s, and its
/// <see cref="Refusal"/>s. A tag is a slot here, with the codec of its type and its location: a range of the PLC's memory, or a symbol (<see
/// cref="Tag.Symbol"/>), whose range is default. A protocol with symbols looks up types in <see cref="GreetAsync"/> and plans items of one slot each. It
/// delivers a value as the bytes that the slot's codec reads, whether polled or pushed; Core compares them with the image and decodes what changed. The <see
/// cref="WritePiece"/> of a symbol has a range without an area, whose offsets count within the value. The read lane calls <see cref="StartRead"/> and <see
/// cref="TakeAnswer"/>, the write lane <see cref="WriteAsync"/>, the watch lane the rest. Each lane has one call in flight, except that up to <see
/// cref="MaxJobs"/> calls of <see cref="StartRead"/> may be pending. A cycle without changes must not allocate.
/// </remarks>
internal abstract class PlcLink : IAsyncDisposable
{
    /// <summary>Largest PDU in bytes that was negotiated.</summary>
    public abstract int PduSize { get; }

    /// <summary>Jobs that may be in flight.</summary>
    public abstract int MaxJobs { get; }

    /// <summary>False once the link has ended. Any thread.</summary>
    public abstract bool IsAlive { get; }

    /// <summary>Completes when the link ends.</summary>
    public abstract Task Ended { get; }

    /// <summary>The failure that ended it; null: none.</summary>
    public abstract Exception? Failure { get; }

    /// <summary>True: it ended because a job was not answered in time.</summary>
    public abstract bool WasUnanswered { get; }

    /// <summary>Counters of the connection. Any thread.</summary>
    public abstract LinkCounters Counters { get; }

    /// <summary>Does what must precede the first read: session password, types of symbols, check of block layouts.</summary>
    public abstract ValueTask GreetAsync(CancellationToken cancellationToken);

    /// <summary>The planner for this link.</summary>
    public abstract LinkPlanner Planner { get; }

    /// <summary>Delays what this thread sends until <see cref="ReleaseSends"/>, so that several jobs leave in one send.</summary>
    public abstract void HoldSends();

    /// <summary>Sends what <see cref="HoldSends"/> has delayed.</summary>
    public abstract void ReleaseSends();

    /// <summary>Is told the plans that are in force from now on, one per class. Nothing of the plans before is in flight. Must be quick.</summary>
    public virtual void PlansChanged(ReadOnlySpan<ScanPlan> plans)
    {
        // Most links hold nothing in the PLC for a plan.
    }

    /// <summary>Starts a job of a plan. Completes when the answer has arrived; throws where the job was refused as a whole.</summary>
    public abstract ValueTask StartRead(ScanPlan plan, int job, CancellationToken cancellationToken);

    /// <summary>Passes the items of a completed job to <paramref name="answer"/>.</summary>
    public abstract void TakeAnswer(ScanPlan plan, int job, ReadAnswer answer);

    /// <summary>Reads some neighbouring items of a plan outside its jobs. Returns null where the PLC answered, whatever the result of each item.</summary>
    public abstract ValueTask<Refusal?> TryReadAsync(ScanPlan plan, int firstItem, int count, CancellationToken cancellationToken);

    /// <summary>Reads the beginning of a tag. Returns null where the PLC answered.</summary>
    public abstract ValueTask<Refusal?> TryReadAsync(TagSlot slot, CancellationToken cancellationToken);

    /// <summary>Checks whether tags can be read again: as many of them, in order, as fit into one job.</summary>
    /// <param name="slots">The tags.</param>
    /// <param name="most">Most tags to ask for.</param>
    public abstract ValueTask<ProbeAnswer> ProbeAsync(IReadOnlyList<TagSlot> slots, int most, CancellationToken cancellationToken);

    /// <summary>
    /// Reads short ranges of the PLC's memory in one job, outside the plans, for the write lane. Returns the answers to as many of them, from the first on, as
    /// the job carried; at least one.
    /// </summary>
    /// <param name="ranges">At least one, a few bytes each.</param>
    /// <param name="most">Most ranges to ask for.</param>
    public abstract ValueTask<RangeAnswer[]> ReadRangesAsync(ReadOnlyMemory<S7Range> ranges, int most, CancellationToken cancellationToken);

    /// <summary>
    /// Sends the pieces of a request in order and sets the result of each write. What was sent but not answered gets <see cref="TagWriteResult.Timeout"/>.
    /// </summary>
    public abstract ValueTask WriteAsync(TagWriteRequest request, CancellationToken cancellationToken);

    /// <summary>Writes 1 or 0 as the heartbeat. Returns null where the PLC accepted it.</summary>
    public abstract ValueTask<Refusal?> WriteHeartbeatAsync(PlcHeartbeat heartbeat, bool isHigh, CancellationToken cancellationToken);

    /// <summary>Queries the CPU's state. Throws where the CPU does not report it.</summary>
    public abstract ValueTask<S7CpuState> AskCpuStateAsync(CancellationToken cancellationToken);

    /// <summary>Asks the CPU what it is; what it refuses is empty.</summary>
    public abstract ValueTask<CpuNameplate> AskNameplateAsync(CancellationToken cancellationToken);

    /// <summary>Asks for what changes with every download. Null: this kind of link does not tell, or the CPU does not know.</summary>
    public virtual ValueTask<ProgramMark?> AskProgramAsync(CancellationToken cancellationToken) => ValueTask.FromResult<ProgramMark?>(null);

    /// <summary>
    /// Queries the layout of a block and compares it with the remembered one. Returns true where they differ. Throws where the CPU does not support the query.
    /// </summary>
    public abstract ValueTask<bool> CheckLayoutAsync(ushort block, CancellationToken cancellationToken);

    /// <summary>Reads the tags of the first PLC of a map once, beside the lanes. Any thread, and not within the one call of a lane.</summary>
    /// <param name="wanted">The map.</param>
    /// <param name="most">Tags that are read at most.</param>
    /// <param name="turn">Completes when a job may be sent; its result is disposed when the job is answered.</param>
    /// <param name="cancellationToken">Gives up.</param>
    public abstract Task<PeekAnswer> PeekAsync(
        TagMap wanted,
        int most,
        Func<CancellationToken, ValueTask<IDisposable?>> turn,
        CancellationToken cancellationToken
    );

    /// <summary>The alarms of the CPU; null: this kind of link has none. To be called once per link, and only where the map wants them.</summary>
    public virtual CpuAlarmFeed? Alarms() => null;

    /// <summary>Translates an exception of one of the calls above to a refusal; null: the exception is no refusal.</summary>
    public abstract Refusal? RefusalOf(Exception exception);

    /// <inheritdoc/>
    public abstract ValueTask DisposeAsync();
}

/// <summary>Counters of a link.</summary>
/// <param name="Waits">Jobs that had to wait until one in flight was answered.</param>
/// <param name="WaitTime">How long these waited, in sum.</param>
/// <param name="UnknownAnswers">Answers that matched no job and were dropped.</param>
internal readonly record struct LinkCounters(long Waits, TimeSpan WaitTime, long UnknownAnswers, long BytesSent, long BytesReceived);

/// <summary>The result of <see cref="PlcLink.ProbeAsync"/>.</summary>
/// <param name="Asked">Number of tags asked for, from the first on.</param>
/// <param name="IsReadable">For each of them whether it can be read; null: the job was refused as a whole.</param>
internal readonly record struct ProbeAnswer(int Asked, bool[]? IsReadable);

/// <summary>The answer to one range of <see cref="PlcLink.ReadRangesAsync"/>.</summary>
/// <param name="Data">The bytes; empty where it was refused.</param>
/// <param name="Refusal">Why it was refused; null: it was not.</param>
internal readonly record struct RangeAnswer(byte[] Data, Refusal? Refusal);

/// <summary>What changes with every download, for comparison only.</summary>
/// <param name="Hardware">With another hardware configuration.</param>
/// <param name="Program">With other blocks.</param>
internal readonly record struct ProgramMark(uint Hardware, uint Program);
