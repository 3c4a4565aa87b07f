namespace S7OpcBridge.OpcUa.Server.Subscriptions.Publishing;

/// <summary>Writes EventFieldLists: client handle and the selected fields, which were encoded when the event was queued.</summary>
internal static class EventNotifications
{
    /// <summary>Writes as many as the budget has room for; an event too large for any message is dropped.</summary>
    /// <param name="writer">Takes them.</param>
    /// <param name="source">Where they are queued.</param>
    /// <param name="budget">What still fits into the message.</param>
    /// <param name="goesOn">True: a refresh of conditions goes on, of which some were written.</param>
    /// <returns>How many.</returns>
    public static uint Write(ref UaWriter writer, in NotificationSource source, ref Budget budget, out bool goesOn)
    {
        var (items, queue) = (source.Items, source.Queue);
        var (left, bytes) = (budget.Notifications, budget.Bytes);
        goesOn = false;
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

        budget = budget with { Notifications = left, Bytes = bytes };
        return written;
    }
}
