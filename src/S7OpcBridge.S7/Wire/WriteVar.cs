namespace S7OpcBridge.S7.Wire;

/// <summary>
/// WriteVar. Request: <c>05 count</c>, the item specifications, then the data items. Answer: <c>05 count</c> and one return code per item.
/// </summary>
internal static class WriteVar
{
    /// <summary>Request bytes before the first item specification.</summary>
    public const int RequestHead = S7Header.JobLength + ReadVar.ParameterHead;

    /// <summary>Answer bytes before the first return code.</summary>
    public const int AnswerHead = S7Header.AckLength + ReadVar.ParameterHead;

    /// <summary>S7 PDU bytes of a request with one item.</summary>
    public static int RequestLength(int byteLength) => RequestHead + ItemSpec.Length + DataItem.HeaderLength + byteLength;

    /// <summary>S7 PDU bytes of an answer.</summary>
    public static int AnswerLength(int items) => AnswerHead + items;

    /// <summary>The data transport for the transport of an item specification.</summary>
    public static DataTransport DataTransportOf(RequestTransport transport) =>
        transport switch
        {
            RequestTransport.Bit => DataTransport.Bit,
            RequestTransport.Timer or RequestTransport.Counter => DataTransport.Octets,
            _ => DataTransport.Byte,
        };
}
