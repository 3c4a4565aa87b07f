namespace S7OpcBridge.OpcUa.Channel.Transport;

/// <summary>A message in the send queue: encoded, still without chunk headers, or a finished frame (ACK, ERR).</summary>
/// <param name="Body">The message; the writer returns it to the pool.</param>
/// <param name="Frame">The finished frame, when there is no body.</param>
/// <param name="Type">MSG or OPN.</param>
/// <param name="RequestId">The request that is answered.</param>
internal readonly record struct OutgoingMessage(MessageBuffer? Body, byte[]? Frame, uint Type, uint RequestId)
{
    /// <summary>Bytes when it was queued; the body may return to the pool before they are counted out.</summary>
    public int Size { get; } = Body?.Length ?? Frame!.Length;

    /// <summary>Bytes of memory until it is sent; even a short answer takes a whole segment.</summary>
    public int Memory { get; } = Body?.Memory ?? Frame!.Length;
}
