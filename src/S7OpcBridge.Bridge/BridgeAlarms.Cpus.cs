using S7OpcBridge.Bridge.Nodes;
using S7OpcBridge.Core;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server;

namespace S7OpcBridge.Bridge;

/// <summary>The alarms that CPUs raise themselves.</summary>
public sealed partial class BridgeAlarms
{
    private long _rounds;

    /// <summary>
    /// Called with the ids of conditions that were added because a CPU named them, before they get a state: stored states are restored here. Quick.
    /// </summary>
    public Action<IReadOnlyList<string>>? Added
    {
        get => _cpus.Added;
        set => _cpus.Added = value;
    }

    /// <summary>True: a CPU whose alarms the map wants may name an alarm with this id, the text of its node id.</summary>
    public bool MayCome(string id)
    {
        lock (_gate)
            return _cpus.MayCome(id);
    }

    /// <summary>Sees every batch of a CPU after it was applied, in order. Called on the thread that applies them, so it must be quick.</summary>
    public Action<CpuAlarmBatch>? Told { get; set; }

    /// <summary>Alarms without a condition because their PLC has too many.</summary>
    public long Refused
    {
        get
        {
            lock (_gate)
                return _cpus.Refused;
        }
    }

    /// <summary>Number of batches taken so far. Any thread.</summary>
    internal long Rounds => Volatile.Read(ref _rounds);

    /// <summary>What the list of a CPU would say now, as far as it was told.</summary>
    public CpuAlarmBatch ListOf(int plc)
    {
        lock (_gate)
            return new CpuAlarmBatch(plc, CpuAlarmNews.List, _time.GetUtcNow(), _cpus.ListOf(plc));
    }

    /// <summary>Takes the batches of an acquisition until it has ended.</summary>
    /// <param name="acquisition">The PLCs.</param>
    /// <param name="events">Raises an event for each new entry of a diagnostics buffer.</param>
    internal async Task FollowAsync(Acquisition acquisition, UaEvents events)
    {
        await foreach (var batch in acquisition.AlarmBatches.ReadAllAsync(CancellationToken.None).ConfigureAwait(false))
        {
            Volatile.Write(ref _rounds, _rounds + 1);
            Take(batch);
            foreach (var happened in batch.Events)
                Raise(acquisition.Map.Plcs[batch.Plc], happened, events);
        }
    }

    /// <summary>Applies what a CPU says.</summary>
    internal void Take(CpuAlarmBatch batch)
    {
        lock (_gate)
            _cpus.Take(batch);
        Told?.Invoke(batch);
    }

    private static void Raise(PlcDefinition plc, CpuEvent happened, UaEvents events) =>
        events.Raise(
            new UaEvent(
                Ids.DeviceFailureEventType,
                new NodeId(TagNamespace.Index, plc.Name),
                plc.Name,
                happened.IsFault ? EventSeverity.Warning : EventSeverity.Information,
                happened.Words
            )
            {
                Time = happened.Time is { } time ? UaTime.FromTicks(time.UtcTicks) : 0,
            }
        );
}
