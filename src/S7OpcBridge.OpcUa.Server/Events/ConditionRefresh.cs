namespace S7OpcBridge.OpcUa.Server.Events;

/// <summary>The last event of the next retained condition, from a place on, which moves behind it; null: there are no more.</summary>
internal delegate RaisedEvent? RetainedConditions(ref int place);

/// <summary>What a ConditionRefresh sends (OPC 10000-9, 5.5.7).</summary>
/// <param name="Start">RefreshStartEvent; each item gets the same.</param>
/// <param name="End">RefreshEndEvent.</param>
/// <param name="Conditions">The retained conditions.</param>
internal sealed record ConditionRefresh(RaisedEvent Start, RaisedEvent End, RetainedConditions Conditions);

/// <summary>
/// A ConditionRefresh on its way to one monitored item. Its events are made when there is room in the item's queue, not before, so that they tell the states
/// as they are then, and the queue cannot overflow.
/// </summary>
/// <param name="refresh">What to send.</param>
internal sealed class RefreshFeed(ConditionRefresh refresh)
{
    private bool _hasStarted;
    private int _before,
        _place;

    /// <summary>The next event.</summary>
    /// <param name="isLast">True: it is the end.</param>
    public RaisedEvent Next(out bool isLast)
    {
        isLast = false;
        if (!_hasStarted)
        {
            _hasStarted = true;
            return refresh.Start;
        }

        _before = _place;
        if (refresh.Conditions(ref _place) is { } condition)
            return condition;
        isLast = true;
        return refresh.End;
    }

    /// <summary>The condition that <see cref="Next"/> gave is given once more.</summary>
    public void Undo() => _place = _before;
}
