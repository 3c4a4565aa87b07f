using S7OpcBridge.OpcUa.Server.Subscriptions.Items;

namespace S7OpcBridge.OpcUa.Server.Subscriptions.Monitoring;

internal sealed partial class MonitoredItems
{
    /// <summary>The aggregates whose interval is over.</summary>
    public LiveAggregates Aggregates { get; }

    /// <summary>Results of all aggregates in 1,000 seconds. Any thread.</summary>
    public long AggregateRate { get; private set; }

    /// <summary>Drops queued values, because the memory for clients is short.</summary>
    public void DropQueued()
    {
        Queue.DropHalf();
        if (AggregateRate == 0)
            return;
        for (var slot = 0; slot < Store.Slots; slot++)
            Store.DetailsOf(slot)?.Aggregate?.DropWaiting();
    }

    private void SetAggregate(int slot, LiveAggregateSettings? settings)
    {
        var before = Store.DetailsOf(slot)?.Aggregate;
        before?.Stop();
        if (settings is not null)
            Store.AddDetails(slot).Aggregate = new LiveAggregate(
                settings,
                _shared.Clock,
                _shared.Timers,
                Aggregates.Add,
                Store.IdOf(slot),
                _queued
            );
        else if (before is not null)
            Store.DetailsOf(slot)!.Aggregate = null;
        var change = (settings?.Rate ?? 0) - (before?.Rate ?? 0);
        AggregateRate += change;
        _shared.Counts.AddAggregateRate(change);
    }
}
