namespace S7OpcBridge.OpcUa.Server.Events;

/// <summary>The last event of the next retained condition, from a place on, which moves behind it; null: there are no more.</summary>
internal delegate RaisedEvent? RetainedConditions(ref int place);

/// <summary>What a ConditionRefresh sends (OPC 10000-9, 5.5.7).</summary>
/// <param name="Start">RefreshStartEvent; each item gets the same.</param>
/// <param name="End">RefreshEndEvent.</param>
/// <param name="Conditions">The retained conditions.</param>
internal sealed record ConditionRefresh(RaisedEvent Start, RaisedEvent End, RetainedConditions Conditions);

/// <summary>
/// A ConditionRefresh on its way to one monitored item. Its events are made when there is room in a message, not before, so that the queue cannot overflow.
/// </summary>
/// <param name="refresh">What to send.</param>
/// <param name="encode">The fields for the item; null: the item does not want the event. The start and the end are wanted in any case.</param>
internal sealed class RefreshFeed(ConditionRefresh refresh, Func<RaisedEvent, byte[]?> encode)
{
    private bool _hasStarted;
    private int _place;

    /// <summary>The fields of the next event.</summary>
    /// <param name="isLast">True: it is the end.</param>
    public byte[] Next(out bool isLast)
    {
        isLast = false;
        if (!_hasStarted)
        {
            _hasStarted = true;
            return encode(refresh.Start)!;
        }

        while (refresh.Conditions(ref _place) is { } condition)
        {
            if (encode(condition) is { } fields)
                return fields;
        }

        isLast = true;
        return encode(refresh.End)!;
    }
}
