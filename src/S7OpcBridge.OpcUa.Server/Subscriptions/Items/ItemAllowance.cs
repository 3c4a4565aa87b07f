namespace S7OpcBridge.OpcUa.Server.Subscriptions.Items;

/// <summary>What a session may still take within its shares while a part of a request is worked on.</summary>
/// <param name="isShareLeft">False: the session has its share of the monitored items, and gets more only while at most half is taken.</param>
/// <param name="eventItems">Items for events.</param>
/// <param name="bytes">Bytes of filters, links and other fields that few items have.</param>
/// <param name="aggregateRate">Results of aggregates in 1,000 seconds.</param>
/// <param name="mostAggregateRate">Those of all sessions together.</param>
internal sealed class ItemAllowance(bool isShareLeft, long eventItems, long bytes, long aggregateRate, long mostAggregateRate)
{
    private long _eventItems = eventItems,
        _bytes = bytes,
        _aggregateRate = aggregateRate;

    /// <summary>See the constructor.</summary>
    public bool IsShareLeft => isShareLeft;

    /// <summary>Counts an item for events; false: the share of them is used up.</summary>
    public bool TryTakeEventItem() => _eventItems-- > 0;

    /// <summary>
    /// Takes an aggregate in place of another; the less is left, the longer its interval: from 100 ms, from one second, from ten seconds. False: too little is
    /// left.
    /// </summary>
    /// <param name="wanted">The aggregate; null: none.</param>
    /// <param name="before">Results in 1,000 seconds of the one before.</param>
    public bool TryTakeAggregate(ref LiveAggregateSettings? wanted, long before)
    {
        var left = _aggregateRate + before;
        if (wanted is not null)
        {
            var shortest =
                left > mostAggregateRate / 4 ? 0
                : left > mostAggregateRate / 16 ? TimeSpan.TicksPerSecond
                : 10 * TimeSpan.TicksPerSecond;
            if (wanted.Interval < shortest)
                wanted = wanted with { Interval = shortest };
            left -= wanted.Rate;
        }

        if (left < 0 && wanted is not null)
            return false;
        _aggregateRate = left;
        return true;
    }

    /// <summary>Charges bytes, or releases them if negative; false: they do not fit, nothing is charged.</summary>
    public bool TryTake(long bytes)
    {
        if (bytes > 0 && bytes > _bytes)
            return false;
        _bytes -= bytes;
        return true;
    }
}
