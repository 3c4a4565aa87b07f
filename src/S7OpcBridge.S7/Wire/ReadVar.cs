namespace S7OpcBridge.S7.Wire;

/// <summary>
/// ReadVar. Request: <c>04 count</c> and the item specifications. Answer: <c>04 count</c> and the data items. Both must fit the PDU; the lengths computed here
/// are those of the encoders.
/// </summary>
internal static class ReadVar
{
    /// <summary>Function and item count.</summary>
    public const int ParameterHead = 2;

    /// <summary>The item count is one byte.</summary>
    public const int MaxItems = byte.MaxValue;

    /// <summary>Answer bytes before the first data item.</summary>
    public const int AnswerHead = S7Header.AckLength + ParameterHead;

    /// <summary>Request bytes before the first item specification.</summary>
    public const int RequestHead = S7Header.JobLength + ParameterHead;

    /// <summary>S7 PDU bytes of a request.</summary>
    public static int RequestLength(int items) => RequestHead + (items * ItemSpec.Length);

    /// <summary>S7 PDU bytes of the full answer; the last item has no pad byte.</summary>
    public static int AnswerLength(ReadOnlySpan<S7Range> items)
    {
        var length = AnswerHead;
        foreach (var item in items)
            length += DataItem.Padded(item.ByteLength);
        return items.Length == 0 ? length : length - (items[^1].ByteLength & 1);
    }

    /// <summary>Writes the PDU of a request; returns its length.</summary>
    public static int WriteRequest(Span<byte> pdu, ushort reference, ReadOnlySpan<S7Range> items)
    {
        var length = RequestLength(items.Length);
        new S7Header(Rosctr.Job, reference, length - S7Header.JobLength, 0).Write(pdu);
        pdu[S7Header.JobLength] = (byte)S7Function.ReadVar;
        pdu[S7Header.JobLength + 1] = (byte)items.Length;
        for (var i = 0; i < items.Length; i++)
            ItemSpec.From(items[i]).Write(pdu[RequestLength(i)..]);
        return length;
    }
}
