namespace S7OpcBridge.OpcUa.Server.Subscriptions;

/// <summary>What a session may still take within its shares while a part of a request is worked on.</summary>
/// <param name="isShareLeft">False: the session has its share of the monitored items, and gets more only while at most half is taken.</param>
/// <param name="eventItems">Items for events.</param>
/// <param name="bytes">Bytes of filters, links and other fields that few items have.</param>
internal sealed class ItemAllowance(bool isShareLeft, long eventItems, long bytes)
{
    private long _eventItems = eventItems, _bytes = bytes;

    /// <summary>See the constructor.</summary>
    public bool IsShareLeft => isShareLeft;

    /// <summary>Takes an item for events; false: the share of them is used up.</summary>
    public bool TryTakeEventItem() => _eventItems-- > 0;

    /// <summary>Takes bytes, or gives them back if negative; false: they do not fit, nothing is taken.</summary>
    public bool TryTake(long bytes)
    {
        if (bytes > 0 && bytes > _bytes)
            return false;
        _bytes -= bytes;
        return true;
    }
}
