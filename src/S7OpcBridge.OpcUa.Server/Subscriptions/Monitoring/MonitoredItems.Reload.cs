using S7OpcBridge.OpcUa.Server.Nodes;
using S7OpcBridge.OpcUa.Server.Subscriptions.Items;

namespace S7OpcBridge.OpcUa.Server.Subscriptions.Monitoring;

internal sealed partial class MonitoredItems
{
    private const uint SemanticsChanged = 0x4000;

    private void Rebind(AddressSpaceView before, AddressSpaceView now)
    {
        for (var slot = 0; slot < Store.Slots; slot++)
        {
            if (Store[slot].Has(ItemFlags.Used))
                Rebind(slot, before, now);
        }
    }

    // Handles belong to one view, ids stay valid. An item whose node was removed delivers that status until the node comes back; other items follow their node.
    private void Rebind(int slot, AddressSpaceView before, AddressSpaceView now)
    {
        var (target, semanticsChanged) = (TargetOf(slot, before), false);
        var wasGone = Store.DetailsOf(slot) is { Gone.IsNull: false };
        var node = wasGone ? now.Find(Store.DetailsOf(slot)!.Gone) : now.Follow(before, target.Node, out semanticsChanged);
        if (!node.Exists)
        {
            if (!wasGone)
                NodeRemoved(slot, before.IdOf(target.Node));
            return;
        }

        // The node may have other permissions now.
        var denied = ItemTarget.ReadDenial(now, node, target.Attribute, _owner.Viewer.Access);
        if (wasGone)
        {
            NodeReturned(slot, denied);
        }
        else if (denied != target.Denied)
        {
            Bind(slot, node, now, denied, _shared.Clock.Now);
            return;
        }

        var variable = target.Attribute == AttributeId.Value && denied == 0 ? now.VariableOf(node) : -1;
        ref var item = ref Store[slot];
        var isMoved = variable != item.Variable;
        if (isMoved)
            Stop(slot);
        PutTo(slot, node, variable, now);
        if (variable < 0)
            return;
        var isGated = Store.SettingsOf(slot).SamplingInterval > (float)now.SamplingIntervalOf(node);
        Store.SetGated(slot, isGated && Store.DetailsOf(slot)?.Aggregate is null);
        var percent = Store.DetailsOf(slot)?.DeadbandPercent;
        if (percent is not null)
            Store.SetDeadband(slot, AnalogFacts.SpanOf(now, node) * percent / 100); // its EURange may have changed
        if (item.Modes.Mode == MonitoringMode.Disabled)
            return;
        if (item.Link < 0)
            Listen(slot, ref item);
        if (semanticsChanged)
            ReportSemantics(slot);
        else if (isMoved || wasGone || percent is not null)
            TakeSample(slot, _shared.Clock.Now);
    }

    private void NodeRemoved(int slot, NodeId id)
    {
        Stop(slot);
        var details = Store.AddDetails(slot);
        (details.Gone, details.Node, details.Denied) = (id, NodeHandle.None, StatusCodes.BadNodeIdUnknown);
        Store[slot].Variable = -1;
        if (!Store[slot].Has(ItemFlags.Events))
            TakeSample(slot, _shared.Clock.Now);
    }

    private void NodeReturned(int slot, uint denied)
    {
        var details = Store.DetailsOf(slot)!;
        (details.Gone, details.Denied) = (default, denied);
    }

    // Once, with the next value: the client then reads the properties again (OPC 10000-8, 5.2).
    private void ReportSemantics(int slot)
    {
        Store[slot].Flags |= ItemFlags.First;
        var sample = _shared.Table.Storage.Read(Store[slot].Variable);
        Enqueue(slot, sample with { Status = sample.Status | SemanticsChanged }, _shared.Clock.Now);
    }
}
