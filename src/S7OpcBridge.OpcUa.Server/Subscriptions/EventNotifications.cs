namespace S7OpcBridge.OpcUa.Server.Subscriptions;

/// <summary>Writes EventFieldLists: client handle and the selected fields, which were encoded when the event was queued.</summary>
internal static class EventNotifications
{
    /// <summary>Writes as many as the budget has room for; an event too large for any message is dropped.</summary>
    /// <returns>How many.</returns>
    public static uint Write(ref UaWriter writer, Subscription subscription, ref Budget budget)
    {
        var (items, queue) = (subscription.Items.Store, subscription.Items.Queue);
        var (left, bytes) = (budget.Notifications, budget.Bytes);
        var goesOn = false;
        uint written = 0;
        while (left > 0 && queue.FirstEvents is >= 0 and var slot)
        {
            var events = items.DetailsOf(slot)!.Events!;
            var fields = events.Oldest;
            var size = sizeof(uint) + fields.Length;
            if (written > 0 && size > bytes)
                break;
            if (size <= bytes)
            {
                writer.WriteUInt32(items[slot].ClientHandle);
                writer.WriteRaw(fields);
                bytes -= size;
                left--;
                written++;
            }

            events.Pop();
            goesOn |= events.WantedRefresh is not null;
            if (events.Count == 0)
                queue.EventsSent(slot);
        }

        if (goesOn)
            subscription.Items.Events.GoOn();
        budget = budget with { Notifications = left, Bytes = bytes };
        return written;
    }
}
