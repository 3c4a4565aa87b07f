using System.Collections.Immutable;

namespace S7OpcBridge.Core.Links;

/// <summary>
/// The alarms of the CPU at the other end of a link. Made by <see cref="PlcLink.Alarms"/>; belongs to the alarm lane, except <see cref="AcknowledgeAsync"/>.
/// </summary>
/// <remarks>Calls throw what the link throws where it ends.</remarks>
internal abstract class CpuAlarmFeed
{
    /// <summary>Subscribes. Returns null, or a sentence that says why the CPU sends none and what to do.</summary>
    public abstract ValueTask<string?> BeginAsync(CancellationToken cancellationToken);

    /// <summary>Asks for all alarms that are active or not acknowledged. Called after <see cref="BeginAsync"/>, and again when something was lost.</summary>
    public abstract ValueTask<ImmutableArray<CpuAlarm>> ListAsync(CancellationToken cancellationToken);

    /// <summary>Waits for the next changes, in the order of the CPU.</summary>
    public abstract ValueTask<CpuAlarmChanges> ReceiveAsync(CancellationToken cancellationToken);

    /// <summary>
    /// Acknowledges. Returns null once the CPU has accepted it, or why it has not. That it is acknowledged comes by <see cref="ReceiveAsync"/>. Any thread.
    /// </summary>
    public abstract ValueTask<CpuAckRefusal?> AcknowledgeAsync(ulong id, CancellationToken cancellationToken);
}

/// <summary>What <see cref="CpuAlarmFeed.ReceiveAsync"/> has received.</summary>
/// <param name="Alarms">The alarms that changed.</param>
/// <param name="HasLost">True: changes were lost, so that the list must be asked again.</param>
internal readonly record struct CpuAlarmChanges(ImmutableArray<CpuAlarm> Alarms, bool HasLost);

/// <summary>Why a CPU did not accept an acknowledgement.</summary>
/// <param name="Sentence">The reason in words.</param>
/// <param name="IsAcked">True: it was acknowledged before.</param>
internal sealed record CpuAckRefusal(string Sentence, bool IsAcked);
