using S7OpcBridge.OpcUa.Server.Access;
using S7OpcBridge.OpcUa.Server.Nodes;
using S7OpcBridge.OpcUa.Server.Subscriptions.Items;

namespace S7OpcBridge.OpcUa.Server.Subscriptions.Monitoring;

internal sealed partial class MonitoredItems
{
    /// <summary>
    /// Checks permissions again after the session got another user or roles: items deliver the denial or the value accordingly. Values queued for a user who
    /// may read them are not sent to one who may not.
    /// </summary>
    public void RecheckAccess(SessionAccess? access)
    {
        var (nodes, now) = (Nodes, _shared.Clock.Now);
        for (var slot = 0; slot < Store.Slots; slot++)
        {
            if (!Store[slot].Has(ItemFlags.Used) || Store[slot].Has(ItemFlags.Events))
                continue;
            var target = TargetOf(slot, nodes);
            if (target.Attribute != AttributeId.Value || target.Denied == StatusCodes.BadNodeIdUnknown)
                continue;
            var denied = ItemTarget.ReadDenial(nodes, target.Node, AttributeId.Value, access);
            if (denied != target.Denied)
                Bind(slot, target.Node, nodes, denied, now);
        }
    }

    private void Bind(int slot, NodeHandle node, AddressSpaceView nodes, uint denied, long now)
    {
        Stop(slot);
        Queue.Clear(slot);
        Store.AddDetails(slot).Denied = denied;
        PutTo(slot, node, denied == 0 ? nodes.VariableOf(node) : -1, nodes);
        ref var item = ref Store[slot];
        var interval = Store.SettingsOf(slot).SamplingInterval;
        Store.SetGated(slot, item.Variable >= 0 && interval > (float)nodes.SamplingIntervalOf(node));
        item.Flags |= ItemFlags.First;
        if (item.Variable < 0 && denied == 0)
            _sampler.Add(Store.IdOf(slot), interval);
        if (item.Modes.Mode == MonitoringMode.Disabled)
            return;
        if (item.Variable >= 0)
            Listen(slot, ref item);
        TakeSample(slot, now);
    }
}
