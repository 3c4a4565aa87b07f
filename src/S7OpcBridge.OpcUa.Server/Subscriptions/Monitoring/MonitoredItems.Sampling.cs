using S7OpcBridge.OpcUa.Server.Subscriptions.Items;
using S7OpcBridge.OpcUa.Server.Variables;

namespace S7OpcBridge.OpcUa.Server.Subscriptions.Monitoring;

internal sealed partial class MonitoredItems
{
    /// <summary>Queues samples of changed variables; on the table writer's thread.</summary>
    public void Enqueue(VariableStorage storage, ReadOnlySpan<Hit> hits, long now)
    {
        foreach (var hit in hits)
        {
            ref var item = ref Store[hit.Item];
            if (item.Link < 0 || item.Variable != hit.Variable)
                continue; // removed meanwhile
            ref readonly var row = ref storage[hit.Variable];
            if (item.IsPlain && row.IsPlain)
                Queue.OfferPlain(hit.Item, ref item, row, storage.ServerTimeOf(row));
            else
                Enqueue(hit.Item, storage.Peek(hit.Variable), now);
        }
    }

    /// <summary>Reads the present value for an item and offers it to the item's queue.</summary>
    public void TakeSample(int slot, long now)
    {
        if (Store[slot].Variable >= 0)
            Enqueue(slot, _shared.Table.Storage.Read(Store[slot].Variable), now);
        else if (Store.DetailsOf(slot) is { Denied: not 0 } denied)
            Queue.Offer(slot, Sample.Bad(denied.Denied, _shared.Clock.UaNow), now);
        else
        {
            var nodes = Nodes; // may move the item to another node, or remove its node
            Enqueue(slot, TargetOf(slot, nodes).Read(nodes, _owner.Viewer.Access), now);
        }
    }

    /// <summary>Samples items whose value came too soon and whose next sampling period has begun.</summary>
    public void SampleDeferred(long now)
    {
        Queue.TakeDeferred(_due, now);
        foreach (var slot in _due)
            TakeSample(slot, now);
        _due.Clear();
    }

    /// <summary>Samples now all items that are sampled in intervals.</summary>
    public void SampleNow() => _sampler.SampleAll(_shared.Clock.Now);

    private void Enqueue(int slot, in Sample sample, long now)
    {
        var details = Store.DetailsOf(slot);
        if (details?.Range is not { } range || sample.ValueType == BuiltInType.Null)
        {
            Deliver(slot, details, sample, now);
            return;
        }

        var status = range.Apply(sample.Value, out var part);
        Deliver(slot, details, Sample.From(part, status.IsGood ? sample.Status : status.Value, sample.SourceTime, sample.ServerTime), now);
    }

    private void Deliver(int slot, ItemDetails? details, in Sample sample, long now)
    {
        if (details?.Aggregate is { } aggregate)
            aggregate.Offer(sample);
        else
            Queue.Offer(slot, sample, now);
    }

    private void Listen(int slot, ref MonitoredItem item) =>
        _shared.Table.Listeners.Add(
            item.Variable,
            _shared.Table.GroupOf(item.Variable),
            new ListeningItem(_place, slot),
            Store.SettingsOf(slot).SamplingInterval,
            ref item.Link
        );

    private void Stop(int slot)
    {
        ref var item = ref Store[slot];
        if (item.Link >= 0)
            _shared.Table.Listeners.Remove(
                item.Variable,
                _shared.Table.GroupOf(item.Variable),
                Store.SettingsOf(slot).SamplingInterval,
                ref item.Link
            );
    }
}
