namespace S7OpcBridge.OpcUa.Server.Subscriptions.Items;

/// <summary>The links of SetTriggering (OPC 10000-4, 5.13.5), stored with both items, so that a link ends with either of them.</summary>
internal static class TriggerLinks
{
    /// <summary>Bytes counted for a link: an entry with each of the two items, and their part of what the items have for links.</summary>
    public const int Bytes = 128;

    /// <summary>Links an item to a trigger. Good also where it is linked already; BadMonitoredItemIdInvalid: there is no such item.</summary>
    public static StatusCode Add(MonitoredItemStore store, int trigger, uint linked)
    {
        if (store.Find(linked) is not (>= 0 and var slot))
            return StatusCodes.BadMonitoredItemIdInvalid;
        if (!(store.AddDetails(trigger).Triggered ??= []).Add(linked))
            return StatusCodes.Good;
        store.Links++;
        (store.AddDetails(slot).TriggeredBy ??= []).Add(store.IdOf(trigger));
        store[trigger].Set(ItemFlags.Triggers, true);
        return StatusCodes.Good;
    }

    /// <summary>Removes a link. BadMonitoredItemIdInvalid: there is none.</summary>
    public static StatusCode Remove(MonitoredItemStore store, int trigger, uint linked)
    {
        if (store.DetailsOf(trigger)?.Triggered is not { } all || !all.Remove(linked))
            return StatusCodes.BadMonitoredItemIdInvalid;
        store.Links--;
        store[trigger].Set(ItemFlags.Triggers, all.Count > 0);
        var slot = store.Find(linked);
        var triggers = store.DetailsOf(slot)!.TriggeredBy!;
        triggers.Remove(store.IdOf(trigger));
        // What the link has triggered until now is sent; what comes later in the same publishing cycle is not.
        if (triggers.Count == 0)
            store[slot].Set(ItemFlags.Triggered, false);
        return StatusCodes.Good;
    }

    /// <summary>Ends all links of an item that is about to be removed.</summary>
    public static void End(MonitoredItemStore store, int slot)
    {
        if (store.DetailsOf(slot) is not { } details)
            return;
        var id = store.IdOf(slot);
        foreach (var trigger in details.TriggeredBy?.ToArray() ?? [])
            Remove(store, store.Find(trigger), id);
        foreach (var linked in details.Triggered?.ToArray() ?? [])
            Remove(store, slot, linked);
    }
}
