using S7OpcBridge.S7;

namespace S7OpcBridge.Core.Links;

/// <summary>
/// One open connection to a PLC, as a session uses it; each PLC protocol has its own. Made by <see cref="PlcProtocol.ConnectAsync"/>.
/// </summary>
/// <remarks>
/// A protocol gives four things: a <see cref="PlcProtocol"/> that connects, a link, a <see cref="LinkPlanner"/> with its <see cref="ScanPlan"/>s, and its <see
/// cref="Refusal"/>s. Tags are slots here. A slot has the codec of its type and the place of its bytes: a range of the PLC's memory, or a symbol (<see
/// cref="Tag.Symbol"/>), whose range is default. A protocol of symbols looks types up in <see cref="GreetAsync"/> and plans items of one slot each. It hands a
/// value on as the bytes that the slot's codec reads, asked for or pushed: Core compares them with the image and decodes what moved. A <see cref="WritePiece"/>
/// of a symbol has a range without an area that counts bytes within the value. The read lane calls <see cref="StartRead"/> and <see cref="TakeAnswer"/>, the
/// write lane <see cref="WriteAsync"/>, the watch lane the rest, each with one call in flight except
/// <see cref="StartRead"/>, of which <see cref="MaxJobs"/> may be. A cycle in which nothing changes must not allocate.
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

    /// <summary>Why it ended; null: it has not, or nothing failed.</summary>
    public abstract Exception? Failure { get; }

    /// <summary>True: it ended because a job was left unanswered.</summary>
    public abstract bool WasUnanswered { get; }

    /// <summary>Counters of the wire. Any thread.</summary>
    public abstract LinkCounters Counters { get; }

    /// <summary>Says and asks what comes before the first read: session password, types of symbols, whether blocks look as they did.</summary>
    public abstract ValueTask GreetAsync(CancellationToken cancellationToken);

    /// <summary>What makes the read plans of this link.</summary>
    public abstract LinkPlanner Planner { get; }

    /// <summary>Begins to hold back what this thread sends, so that several jobs leave in one send.</summary>
    public abstract void HoldSends();

    /// <summary>Sends what was held back.</summary>
    public abstract void ReleaseSends();

    /// <summary>Starts a job of a plan. Completes when the answer is there; fails where the job was refused as a whole.</summary>
    public abstract ValueTask StartRead(ScanPlan plan, int job, CancellationToken cancellationToken);

    /// <summary>Hands the answer of a completed job on, item by item.</summary>
    public abstract void TakeAnswer(ScanPlan plan, int job, ReadAnswer answer);

    /// <summary>Reads some neighbouring items of a plan apart from its jobs. Null: answered, whatever each item said.</summary>
    public abstract ValueTask<Refusal?> TryReadAsync(ScanPlan plan, int firstItem, int count, CancellationToken cancellationToken);

    /// <summary>Reads the beginning of a tag. Null: answered.</summary>
    public abstract ValueTask<Refusal?> TryReadAsync(TagSlot slot, CancellationToken cancellationToken);

    /// <summary>Asks whether tags can be read again: as many of them, in their order, as fit into one job.</summary>
    /// <param name="slots">The tags.</param>
    /// <param name="most">No more than so many.</param>
    /// <param name="cancellationToken">Ends the wait.</param>
    public abstract ValueTask<ProbeAnswer> ProbeAsync(IReadOnlyList<TagSlot> slots, int most, CancellationToken cancellationToken);

    /// <summary>Sends the pieces of a request in their order and notes what came of each write. What was sent and not answered is <see cref="TagWriteResult.Timeout"/>.</summary>
    public abstract ValueTask WriteAsync(WriteRequest request, CancellationToken cancellationToken);

    /// <summary>Writes the word of the heartbeat. Null: taken.</summary>
    public abstract ValueTask<Refusal?> WriteHeartbeatAsync(S7Address address, ushort value, CancellationToken cancellationToken);

    /// <summary>Asks for the CPU's state. Fails where it does not tell.</summary>
    public abstract ValueTask<S7CpuState> AskCpuStateAsync(CancellationToken cancellationToken);

    /// <summary>Asks what a block looks like and compares it with what was known. True: something is different. Fails where the CPU does not tell.</summary>
    public abstract ValueTask<bool> CheckLayoutAsync(ushort block, CancellationToken cancellationToken);

    /// <summary>What an exception of one of the calls above refuses; null: it is no refusal.</summary>
    public abstract Refusal? RefusalOf(Exception exception);

    /// <inheritdoc/>
    public abstract ValueTask DisposeAsync();
}

/// <summary>Figures of a link.</summary>
/// <param name="Waits">Jobs that had to wait until one in flight was answered.</param>
/// <param name="WaitTime">How long these waited, in sum.</param>
/// <param name="UnknownAnswers">Answers that no job waited for, dropped.</param>
internal readonly record struct LinkCounters(long Waits, TimeSpan WaitTime, long UnknownAnswers);

/// <summary>What came of <see cref="PlcLink.ProbeAsync"/>.</summary>
/// <param name="Asked">Tags that were asked for, the first ones.</param>
/// <param name="IsReadable">Of each that was answered, whether it can be read; null: the job was refused as a whole.</param>
internal readonly record struct ProbeAnswer(int Asked, bool[]? IsReadable);
