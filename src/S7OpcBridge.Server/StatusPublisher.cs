using S7OpcBridge.Core;
using S7OpcBridge.OpcUa;

namespace S7OpcBridge.Server;

/// <summary>Shows the state of every PLC in its _Status nodes: what changed at once (within a quarter of a second), ages and cycle times with it.</summary>
public sealed class StatusPublisher(Acquisition acquisition, TagAddressSpace space, VariableTable table, TimeProvider time)
{
    private static readonly TimeSpan Period = TimeSpan.FromMilliseconds(250);

    /// <summary>Runs until cancelled.</summary>
    public async Task RunAsync(CancellationToken cancellationToken)
    {
        using var timer = new PeriodicTimer(Period, time);
        var shown = new PlcStatus?[acquisition.Map.Plcs.Length];
        do
            Publish(shown);
        while (await timer.WaitForNextTickAsync(cancellationToken).ConfigureAwait(false));
    }

    private void Publish(PlcStatus?[] shown)
    {
        using var update = table.BeginUpdate();
        var now = time.GetUtcNow().UtcTicks;
        update.Confirm(acquisition.Map.ScanGroups.Length, UaTime.FromTicks(now));
        foreach (var plc in acquisition.Map.Plcs)
        {
            var status = acquisition.StatusOf(plc.Index);
            var nodes = space.Status.Plcs[plc.Index];
            if (!ReferenceEquals(status, shown[plc.Index]))
                Show(plc, status, nodes, update, now);
            shown[plc.Index] = status;
            ShowAges(status, nodes, update, now);
        }
    }

    private static void Show(PlcDefinition plc, PlcStatus status, StatusNodes.PlcVariables nodes, VariableUpdate update, long now)
    {
        var source = UaTime.FromTicks(now);
        void Set(VariableUpdate to, int variable, Variant value) => to.Set(variable, value, StatusCodes.Good, source);
        Set(update, nodes.Connected, Variant.Of(status.Connected));
        Set(update, nodes.Simulated, Variant.Of(plc.Simulated));
        Set(update, nodes.State, Variant.Of(status.State.ToString()));
        Set(update, nodes.CpuState, Variant.Of(status.CpuState));
        Set(update, nodes.LastError, Variant.Of(status.LastError));
        Set(update, nodes.BadTags, Variant.OfArray(BuiltInType.String, status.BadTags.ToArray()));
        Set(update, nodes.PduSize, Variant.Of((ushort)status.PduSize));
        Set(update, nodes.MaxJobs, Variant.Of((ushort)status.MaxJobs));
        Set(update, nodes.Reconnects, Variant.Of((uint)status.Reconnects));
        for (var i = 0; i < Math.Min(nodes.Scans.Length, status.Scans.Length); i++)
        {
            Set(update, nodes.Scans[i].PdusPerCycle, Variant.Of((uint)status.Scans[i].PdusPerCycle));
            Set(update, nodes.Scans[i].Overruns, Variant.Of((uint)status.Scans[i].Overruns));
            Set(update, nodes.Scans[i].CycleTime, Variant.Of(status.Scans[i].CycleTime.TotalMilliseconds));
            Set(update, nodes.Scans[i].MaxCycleTime, Variant.Of(status.Scans[i].MaxCycleTime.TotalMilliseconds));
        }
    }

    private static void ShowAges(PlcStatus status, StatusNodes.PlcVariables nodes, VariableUpdate update, long now)
    {
        for (var i = 0; i < Math.Min(nodes.Scans.Length, status.Scans.Length); i++)
        {
            if (status.Scans[i].ConfirmedTicks is > 0 and var confirmed)
                update.Set(nodes.Scans[i].Age, Variant.Of(TimeSpan.FromTicks(now - confirmed).TotalMilliseconds), StatusCodes.Good, UaTime.FromTicks(now));
        }
    }
}
