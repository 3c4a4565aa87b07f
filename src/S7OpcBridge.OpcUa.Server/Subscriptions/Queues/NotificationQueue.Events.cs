using S7OpcBridge.OpcUa.Server.Events;
using S7OpcBridge.OpcUa.Server.Subscriptions.Items;

namespace S7OpcBridge.OpcUa.Server.Subscriptions.Queues;

/// <summary>The queues of items for events.</summary>
internal sealed partial class NotificationQueue
{
    /// <summary>Events that queues had no room for, since the start.</summary>
    public uint LostEvents { get; private set; }

    /// <summary>Queues an event's fields, encoded as an EventFieldList without the client handle.</summary>
    /// <param name="slot">The item.</param>
    /// <param name="fields">The event.</param>
    /// <param name="tellsState">True for an event of a condition.</param>
    public void OfferEvent(int slot, byte[] fields, bool tellsState)
    {
        ref var item = ref items[slot];
        if (item.Modes.Mode == MonitoringMode.Disabled || items.DetailsOf(slot)?.Events is not { } events)
            return;
        LostEvents += events.Add(fields, tellsState, items.SettingsOf(slot).QueueSize, item.Has(ItemFlags.DiscardOldest));
        Announce(slot, ref item);
    }

    /// <summary>Queues an event of a refresh of conditions, unless the refresh was ended meanwhile.</summary>
    public void OfferRefreshed(int slot, RefreshFeed feed, byte[] fields, bool isLast)
    {
        if (items.DetailsOf(slot)?.Events is not { } events || !events.IsSending(feed))
            return;
        events.AddRefreshed(fields, isLast);
        Announce(slot, ref items[slot]);
    }

    /// <summary>Notes that events were lost before they could be queued.</summary>
    public void LoseEvents(int slot, uint lost, bool tellsState)
    {
        ref var item = ref items[slot];
        if (item.Modes.Mode == MonitoringMode.Disabled || items.DetailsOf(slot)?.Events is not { } events)
            return;
        events.Lose(item.Has(ItemFlags.DiscardOldest), tellsState);
        LostEvents += lost;
        Announce(slot, ref item);
    }

    /// <summary>Asks the client to refresh its conditions.</summary>
    public void RequireRefresh(int slot, byte[] fields)
    {
        items.DetailsOf(slot)!.Events!.RequireRefresh(fields);
        Announce(slot, ref items[slot]);
    }

    /// <summary>Removes an item whose events have all been sent.</summary>
    public void EventsSent(int slot) => _events.Sent(slot);
}
