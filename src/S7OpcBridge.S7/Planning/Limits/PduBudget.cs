namespace S7OpcBridge.S7.Planning.Limits;

/// <summary>
/// What fits into one ReadVar job. Request: header 10, function and count 2, 12 per item. Answer: header 12, function and count 2, 4 per item plus its data,
/// which is padded to an even length except in the last item. Both must not exceed the PDU size, which excludes TPKT and COTP.
/// </summary>
internal readonly record struct PduBudget
{
    internal const int RequestHeader = 12;
    internal const int RequestItem = 12;
    internal const int ResponseHeader = 14;
    internal const int ResponseItem = 4;

    /// <summary>A gap up to this width never costs an answer more than the item that it saves.</summary>
    internal const int FreeGap = ResponseItem;

    internal PduBudget(int pduSize, int maxItems)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(pduSize, 112);
        ArgumentOutOfRangeException.ThrowIfLessThan(maxItems, 1);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(maxItems, 255);
        PduSize = pduSize;
        Items = Math.Min(maxItems, (pduSize - RequestHeader) / RequestItem);
        Room = pduSize - ResponseHeader;
    }

    internal int PduSize { get; }

    /// <summary>Most items per request, by the item limit and the request's size.</summary>
    internal int Items { get; }

    /// <summary>Bytes available in an answer for items: headers, data and padding.</summary>
    internal int Room { get; }

    /// <summary>Data bytes of the longest item, which is then alone in its request.</summary>
    internal int LongestItem => Room - ResponseItem;

    /// <summary>
    /// The space when every item is padded, including the last. With an even PDU size nothing is lost, because all other lengths are even; with an odd one a
    /// last item of odd length may use the odd byte.
    /// </summary>
    internal int PaddedRoom(bool anyOddItem) => anyOddItem ? (Room + 1) & ~1 : Room & ~1;

    /// <summary>An item's bytes in the answer, padded.</summary>
    internal static int PaddedItem(int length) => ResponseItem + ((length + 1) & ~1);

    internal static int RequestBytes(int items) => RequestHeader + (RequestItem * items);
}
