using System.Collections.Immutable;
using S7OpcBridge.S7;

namespace S7OpcBridge.Core.Links;

/// <summary>
/// The alarms of the CPU at the other end of a link. Made by <see cref="PlcLink.Alarms"/>; belongs to the alarm lane, except <see cref="AcknowledgeAsync"/>.
/// </summary>
/// <remarks>Calls throw what the link throws where it ends.</remarks>
internal abstract class CpuAlarmFeed
{
    /// <summary>Subscribes. Returns null, or a sentence that says why the CPU sends none and what to do.</summary>
    public abstract ValueTask<string?> BeginAsync(CancellationToken cancellationToken);

    /// <summary>Asks for all alarms that are active or not acknowledged, after <see cref="BeginAsync"/> and again when something was lost.</summary>
    public abstract ValueTask<CpuAlarmList> ListAsync(CancellationToken cancellationToken);

    /// <summary>True: the CPU says by itself when it changes its mode.</summary>
    public virtual bool TellsMode => false;

    /// <summary>The newest entries of the CPU's diagnostics buffer, the newest first; empty: they are not told.</summary>
    public virtual ValueTask<ImmutableArray<CpuEvent>> ReadEventsAsync(CancellationToken cancellationToken) =>
        ValueTask.FromResult(ImmutableArray<CpuEvent>.Empty);

    /// <summary>What the CPU says of its state now; null: it does not.</summary>
    public virtual ValueTask<CpuDiagnostics?> ReadDiagnosticsAsync(CancellationToken cancellationToken) =>
        ValueTask.FromResult<CpuDiagnostics?>(null);

    /// <summary>Waits for the next changes, in the order of the CPU.</summary>
    public abstract ValueTask<CpuAlarmChanges> ReceiveAsync(CancellationToken cancellationToken);

    /// <summary>
    /// Acknowledges. It is accepted once the CPU says so; that the alarm is acknowledged comes by <see cref="ReceiveAsync"/>. Any thread.
    /// </summary>
    public abstract ValueTask<CpuAckAnswer> AcknowledgeAsync(ulong id, CancellationToken cancellationToken);
}

/// <summary>The alarms of a CPU that are active or not acknowledged.</summary>
/// <param name="Alarms">The alarms.</param>
/// <param name="IsWhole">False: an alarm that is missing may be there all the same.</param>
internal readonly record struct CpuAlarmList(ImmutableArray<CpuAlarm> Alarms, bool IsWhole = true);

/// <summary>What a CPU says of its state.</summary>
/// <param name="Leds">The LEDs that are not dark, in words.</param>
/// <param name="FaultyStations">Faulty racks, stations and devices, in words.</param>
/// <param name="LastStop">The last STOP with its cause; null: not told.</param>
internal readonly record struct CpuDiagnostics(ImmutableArray<string> Leds, ImmutableArray<string> FaultyStations, CpuEvent? LastStop);

/// <summary>What <see cref="CpuAlarmFeed.ReceiveAsync"/> has received.</summary>
/// <param name="Alarms">The alarms that changed.</param>
/// <param name="HasLost">True: changes were lost, so that the list must be asked again.</param>
/// <param name="HasEnded">True: the CPU has ended the subscription, and the link stands.</param>
internal readonly record struct CpuAlarmChanges(ImmutableArray<CpuAlarm> Alarms, bool HasLost = false, bool HasEnded = false)
{
    /// <summary>New entries of the diagnostics buffer, the oldest first.</summary>
    public ImmutableArray<CpuEvent> Events { get; init; } = [];

    /// <summary>The mode that the CPU has changed to; <see cref="S7CpuState.Unknown"/>: it has not.</summary>
    public S7CpuState Mode { get; init; }
}
