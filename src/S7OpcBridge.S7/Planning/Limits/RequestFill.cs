using S7OpcBridge.S7.Planning.Limits;

namespace S7OpcBridge.S7;

/// <summary>Counts the content of one ReadVar job while items are added to it. Not thread-safe.</summary>
/// <param name="pduSize">Negotiated PDU size in bytes.</param>
/// <param name="maxItems">Most items, 1–255.</param>
public struct RequestFill(int pduSize, int maxItems)
{
    private readonly PduBudget _budget = new(pduSize, maxItems);
    private int _answered = PduBudget.ResponseHeader;
    private int _lastPad;

    /// <summary>Items so far.</summary>
    public int Items { get; private set; }

    /// <summary>PDU bytes of the request.</summary>
    public readonly int RequestBytes => PduBudget.RequestBytes(Items);

    /// <summary>PDU bytes of the answer; the last item is not padded.</summary>
    public readonly int ResponseBytes => _answered - _lastPad;

    /// <summary>Counts an item of this many data bytes. False: it does not fit any more and is not counted.</summary>
    public bool TryAdd(int bytes)
    {
        if (Items == _budget.Items || _answered + PduBudget.ResponseItem + bytes > _budget.PduSize)
            return false;
        Items++;
        _answered += PduBudget.PaddedItem(bytes);
        _lastPad = bytes & 1;
        return true;
    }
}
