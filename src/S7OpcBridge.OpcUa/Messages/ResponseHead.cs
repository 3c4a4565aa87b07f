namespace S7OpcBridge.OpcUa;

/// <summary>Writes what every response begins with: the id of its encoding and the ResponseHeader (OPC 10000-4, 7.33), without diagnostics.</summary>
public static class ResponseHead
{
    /// <summary>Bytes that <see cref="Write"/> takes.</summary>
    public const int Length = 28;

    /// <summary>Writes the head.</summary>
    /// <param name="writer">At the start of the message.</param>
    /// <param name="encodingId">Numeric id of the response's Default Binary encoding.</param>
    /// <param name="requestHandle">From the request's header.</param>
    /// <param name="serviceResult">Of the service as a whole.</param>
    /// <param name="now">OPC UA ticks.</param>
    public static void Write(ref UaWriter writer, uint encodingId, uint requestHandle, StatusCode serviceResult, long now)
    {
        writer.WriteNodeId(encodingId);
        writer.WriteDateTime(now);
        writer.WriteUInt32(requestHandle);
        writer.WriteStatusCode(serviceResult);
        writer.WriteByte(0); // service diagnostics
        writer.WriteInt32(-1); // string table
        writer.WriteByte(0); // additional header: null node id …
        writer.WriteByte(0);
        writer.WriteByte(0); // … and no body
    }
}
