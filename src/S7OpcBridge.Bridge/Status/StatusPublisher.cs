using System.Collections.Immutable;
using System.Runtime.InteropServices;
using S7OpcBridge.Bridge.Events;
using S7OpcBridge.Bridge.Nodes;
using S7OpcBridge.Bridge.TagNodes;
using S7OpcBridge.Core;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server;

namespace S7OpcBridge.Bridge.Status;

/// <summary>
/// Publishes the state of the bridge and of every PLC in the _Status nodes, within a quarter of a second after a change, together with ages and cycle times.
/// </summary>
/// <param name="acquisition">Provides the status of PLCs.</param>
/// <param name="served">The nodes.</param>
/// <param name="table">Receives the values.</param>
/// <param name="group">The group of the table for all these variables.</param>
/// <param name="events">Raises events for problems of PLCs.</param>
/// <param name="looked">Receives the health of every PLC at every look; null: nobody.</param>
internal sealed class StatusPublisher(
    Acquisition acquisition,
    ServedNodes served,
    VariableTable table,
    int group,
    TimeProvider time,
    UaEvents events,
    Action<PlcDefinition, PlcHealthState, PlcStatus>? looked
)
{
    private static readonly TimeSpan Period = TimeSpan.FromMilliseconds(250);

    private static readonly CpuAlarmStatus Nothing = new();

    private readonly PlcEvents _events = new(events, looked);
    private readonly Dictionary<int, Variant> _shown = [];
    private (PlcVariables? Nodes, PlcStatus? Status)[] _last = [];
    private MapLoadReport _map = new(0, default, [], []);
    private IReadOnlyList<Stall>? _standing;
    private string[] _standstills = [];
    private long _rounds;

    /// <summary>Number of completed rounds. Any thread.</summary>
    public long Rounds => Volatile.Read(ref _rounds);

    /// <summary>The supervision to report; null: none.</summary>
    public Liveness? Liveness { get; set; }

    public MapLoadReport Map
    {
        get => Volatile.Read(ref _map);
        set => Volatile.Write(ref _map, value);
    }

    /// <summary>Runs until cancelled.</summary>
    public async Task RunAsync(CancellationToken cancellationToken)
    {
        using var timer = new PeriodicTimer(Period, time);
        do
        {
            Publish();
            RaiseEvents();
            Volatile.Write(ref _rounds, _rounds + 1);
        } while (await timer.WaitForNextTickAsync(cancellationToken).ConfigureAwait(false));
    }

    // Not during an update of the table, which would enter the locks of the subscriptions twice.
    private void RaiseEvents()
    {
        foreach (var plc in acquisition.Map.Plcs)
            _events.Check(plc, acquisition.StatusOf(plc.Index));
    }

    private void Publish()
    {
        var now = UaTime.Now(time);
        var (space, map) = (served.Current, Map);
        using var update = table.BeginUpdate();
        update.Confirm(group, now);
        var bridge = space.Status.Bridge;
        Show(update, bridge.MapLoads, Variant.From(map.Loads), now);
        Show(update, bridge.MapLoaded, Variant.FromDateTime(UaTime.FromTicks(map.Loaded.UtcTicks)), now);
        Show(update, bridge.MapChange, Variant.FromArray(BuiltInType.String, map.Change), now);
        Show(update, bridge.MapFindings, Variant.FromArray(BuiltInType.String, map.Findings), now);
        Show(update, bridge.QueuedBatches, Variant.From((uint)acquisition.Queue.Waiting), now);
        ShowLiveness(update, bridge, now);
        foreach (var plc in acquisition.Map.Plcs)
        {
            if (plc.Index < space.Status.Plcs.Length && space.Status.Plcs[plc.Index] is { } nodes)
                Publish(update, nodes, plc, now);
        }
    }

    private void ShowLiveness(VariableUpdate update, BridgeVariables nodes, long now)
    {
        if (Liveness is not { } liveness)
            return;
        if (!ReferenceEquals(_standing, liveness.Standstills))
        {
            _standing = liveness.Standstills;
            _standstills = [.. _standing.Select(static standstill => standstill.Sentence)];
        }
        Show(update, nodes.Standstills, Variant.FromArray(BuiltInType.String, _standstills), now);
        Show(update, nodes.Restarts, Variant.From((uint)liveness.Restarts), now);
    }

    private void Publish(VariableUpdate update, PlcVariables nodes, PlcDefinition plc, long now)
    {
        var status = acquisition.StatusOf(plc.Index);
        // For the same status object only ages have to be updated.
        var isStill = IsShown(plc.Index, nodes, status);
        if (!isStill)
        {
            Show(update, nodes.Connected, Variant.From(status.Connected), now);
            Show(update, nodes.Simulated, Variant.From(plc.Simulated), now);
            Show(update, nodes.State, Variant.From(status.State.ToString()), now);
            Show(update, nodes.CpuState, Variant.From(status.CpuState), now);
            Show(update, nodes.LastError, Variant.From(status.LastError), now);
            Show(update, nodes.BadTags, Variant.FromArray(BuiltInType.String, ImmutableCollectionsMarshal.AsArray(status.BadTags)), now);
            Show(update, nodes.PduSize, Variant.From((ushort)status.PduSize), now);
            Show(update, nodes.MaxJobs, Variant.From((ushort)status.MaxJobs), now);
            Show(update, nodes.Reconnects, Variant.From((uint)status.Reconnects), now);
            Show(update, nodes.SlowedBy, Variant.From((uint)status.SlowedBy), now);
            Show(update, nodes.JobWaits, Variant.From((uint)status.JobWaits), now);
            Show(update, nodes.PendingWrites, Variant.From((uint)status.PendingWrites), now);
            if (nodes.Alarms >= 0)
                Show(update, nodes.Alarms, Variant.From(CpuAlarmWords.For(status)), now);
            if (nodes.DiagnosticBuffer >= 0)
                PublishDiagnosis(update, nodes, status.Alarms ?? Nothing, now);
        }
        // Matched by name, because one of the two may already have other classes during a reload.
        foreach (ref readonly var scan in status.Scans.AsSpan())
        {
            if (Find(nodes.Scans, scan.Scan) is { } variables)
                Publish(update, variables, scan, isStill, now);
        }
    }

    private void PublishDiagnosis(VariableUpdate update, PlcVariables nodes, CpuAlarmStatus told, long now)
    {
        Show(update, nodes.DiagnosticBuffer, Variant.FromArray(BuiltInType.String, LinesOf(told.DiagnosticBuffer)), now);
        Show(update, nodes.Leds, Variant.FromArray(BuiltInType.String, LinesOf(told.Leds)), now);
        Show(update, nodes.FaultyStations, Variant.FromArray(BuiltInType.String, LinesOf(told.FaultyStations)), now);
        Show(update, nodes.LastStop, Variant.From(told.LastStop), now);
    }

    private void Publish(VariableUpdate update, ScanVariables nodes, in ScanStatus scan, bool isStill, long now)
    {
        if (!isStill)
        {
            Show(update, nodes.PdusPerCycle, Variant.From((uint)scan.PdusPerCycle), now);
            Show(update, nodes.Overruns, Variant.From((uint)scan.Overruns), now);
            Show(update, nodes.CycleTime, Variant.From(scan.CycleTime.TotalMilliseconds), now);
            Show(update, nodes.MaxCycleTime, Variant.From(scan.MaxCycleTime.TotalMilliseconds), now);
            Show(update, nodes.Cycles, Variant.From((uint)scan.Cycles), now);
            Show(update, nodes.Pdus, Variant.From((uint)scan.Pdus), now);
        }
        if (scan.ConfirmedTicks > 0)
            Show(
                update,
                nodes.Age,
                Variant.From(TimeSpan.FromTicks(Math.Max(0, now - UaTime.FromTicks(scan.ConfirmedTicks))).TotalMilliseconds),
                now
            );
    }

    private static string[] LinesOf(ImmutableArray<string> lines) => ImmutableCollectionsMarshal.AsArray(lines) ?? [];

    /// <summary>Returns true where this status was already published on these nodes, and records it.</summary>
    private bool IsShown(int plc, PlcVariables nodes, PlcStatus status)
    {
        if (_last.Length <= plc)
            Array.Resize(ref _last, plc + 1);
        var isShown = ReferenceEquals(_last[plc].Nodes, nodes) && ReferenceEquals(_last[plc].Status, status);
        _last[plc] = (nodes, status);
        return isShown;
    }

    private static ScanVariables? Find(ScanVariables[] scans, string name)
    {
        foreach (var scan in scans)
        {
            if (scan.Name == name)
                return scan;
        }
        return null;
    }

    // The source timestamp of an unchanged value does not move.
    private void Show(VariableUpdate update, int variable, in Variant value, long now)
    {
        ref var shown = ref CollectionsMarshal.GetValueRefOrAddDefault(_shown, variable, out _);
        if (shown.Type == value.Type && shown.Bits == value.Bits && SameContent(shown.Reference, value.Reference))
            return;
        shown = value;
        update.Set(variable, value, StatusCodes.Good, now);
    }

    private static bool SameContent(object? shown, object? value) =>
        shown is string[] before && value is string[] after ? before.AsSpan().SequenceEqual(after) : Equals(shown, value);
}
