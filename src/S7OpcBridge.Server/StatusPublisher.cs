using System.Runtime.InteropServices;
using S7OpcBridge.Core;
using S7OpcBridge.OpcUa;

namespace S7OpcBridge.Server;

/// <summary>Shows the state of every PLC in its _Status nodes: what changed at once (within a quarter of a second), ages and cycle times with it.</summary>
/// <param name="acquisition">Whose state.</param>
/// <param name="space">Where the nodes stand.</param>
/// <param name="table">Their values.</param>
/// <param name="time">The clock.</param>
/// <param name="events">Where failures of PLCs are told; null: nowhere.</param>
public sealed class StatusPublisher(Acquisition acquisition, TagAddressSpace space, VariableTable table, TimeProvider time, UaEvents? events = null)
{
    private static readonly TimeSpan Period = TimeSpan.FromMilliseconds(250);

    private readonly PlcEvents? _events = events is null ? null : new PlcEvents(acquisition.Map, events);
    private readonly Variant[] _shown = new Variant[space.VariableCount];

    /// <summary>Runs until cancelled.</summary>
    public async Task RunAsync(CancellationToken cancellationToken)
    {
        using var timer = new PeriodicTimer(Period, time);
        do
        {
            Publish();
            RaiseEvents();
        }
        while (await timer.WaitForNextTickAsync(cancellationToken).ConfigureAwait(false));
    }

    // Not while the table is being written: the gates of the subscriptions would be entered twice.
    private void RaiseEvents()
    {
        if (_events is null)
            return;
        foreach (var plc in acquisition.Map.Plcs)
            _events.Look(plc, acquisition.StatusOf(plc.Index));
    }

    private void Publish()
    {
        var now = UaTime.Now(time);
        using var update = table.BeginUpdate();
        update.Confirm(acquisition.Map.ScanGroups.Length, now);
        foreach (var plc in acquisition.Map.Plcs)
        {
            var status = acquisition.StatusOf(plc.Index);
            var nodes = space.Status.Plcs[plc.Index];
            Show(update, nodes.Connected, Variant.Of(status.Connected), now);
            Show(update, nodes.Simulated, Variant.Of(plc.Simulated), now);
            Show(update, nodes.State, Variant.Of(status.State.ToString()), now);
            Show(update, nodes.CpuState, Variant.Of(status.CpuState), now);
            Show(update, nodes.LastError, Variant.Of(status.LastError), now);
            Show(update, nodes.BadTags, Variant.OfArray(BuiltInType.String, ImmutableCollectionsMarshal.AsArray(status.BadTags)), now);
            Show(update, nodes.PduSize, Variant.Of((ushort)status.PduSize), now);
            Show(update, nodes.MaxJobs, Variant.Of((ushort)status.MaxJobs), now);
            Show(update, nodes.Reconnects, Variant.Of((uint)status.Reconnects), now);
            for (var scan = 0; scan < Math.Min(nodes.Scans.Length, status.Scans.Length); scan++)
                Publish(update, nodes.Scans[scan], status.Scans[scan], now);
        }
    }

    private void Publish(VariableUpdate update, StatusNodes.ScanVariables nodes, in ScanStatus scan, long now)
    {
        Show(update, nodes.PdusPerCycle, Variant.Of((uint)scan.PdusPerCycle), now);
        Show(update, nodes.Overruns, Variant.Of((uint)scan.Overruns), now);
        Show(update, nodes.CycleTime, Variant.Of(scan.CycleTime.TotalMilliseconds), now);
        Show(update, nodes.MaxCycleTime, Variant.Of(scan.MaxCycleTime.TotalMilliseconds), now);
        if (scan.ConfirmedTicks > 0)
            Show(update, nodes.Age, Variant.Of(TimeSpan.FromTicks(now - UaTime.FromTicks(scan.ConfirmedTicks)).TotalMilliseconds), now);
    }

    // The source time of a value that has not changed does not move.
    private void Show(VariableUpdate update, int variable, in Variant value, long now)
    {
        ref var shown = ref _shown[variable];
        if (shown.Type == value.Type && shown.Bits == value.Bits && SameContent(shown.Reference, value.Reference))
            return;
        shown = value;
        update.Set(variable, value, StatusCodes.Good, now);
    }

    private static bool SameContent(object? shown, object? value) =>
        shown is string[] before && value is string[] after ? before.AsSpan().SequenceEqual(after) : Equals(shown, value);
}
