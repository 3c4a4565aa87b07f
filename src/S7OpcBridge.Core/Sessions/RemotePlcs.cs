namespace S7OpcBridge.Core;

/// <summary>
/// What a node of a cluster does with PLCs that another node owns: <see cref="Acquisition"/> calls these functions for a PLC without a session here. Any
/// thread.
/// </summary>
public sealed class RemotePlcs
{
    /// <summary>
    /// False while this node must not talk to any PLC, because the cluster may have given them to others. Asked before each cycle, write and connection, so it
    /// must be quick.
    /// </summary>
    public required Func<bool> MayWork { get; init; }

    /// <summary>
    /// Writes to one PLC on the node that owns it. Sets the result of each of the writes; an unknown outcome is <see cref="TagWriteResult.Timeout"/> or <see
    /// cref="TagWriteResult.Abandoned"/>.
    /// </summary>
    public required Func<int, IReadOnlyList<TagWrite>, TagWriteResult[], CancellationToken, Task> WriteAsync { get; init; }

    /// <summary>Waits for the next cycle of a scan class on the node that owns it; true: the class is polled even where it is not due.</summary>
    public required Func<int, bool, CancellationToken, Task> NextCycleAsync { get; init; }

    /// <summary>Waits until written tags of one PLC were read back on the node that owns it, and those values have arrived here.</summary>
    public required Func<int, IReadOnlyList<int>, CancellationToken, Task> ReadBackAsync { get; init; }

    /// <summary>Releases the connection of a PLC for a while on the node that owns it.</summary>
    public required Action<int, TimeSpan> Release { get; init; }

    /// <summary>Restores the intervals of a PLC on the node that owns it.</summary>
    public required Action<int> RestorePace { get; init; }

    /// <summary>Acknowledges an alarm of a CPU on the node that owns the PLC.</summary>
    public required Func<int, ulong, CancellationToken, ValueTask<CpuAckAnswer>> AcknowledgeAsync { get; init; }

    /// <summary>Called when a client of this node begins (true) or stops (false) to listen to a scan class at an interval. Must be quick.</summary>
    public required Action<int, TimeSpan, bool> Listened { get; init; }
}
