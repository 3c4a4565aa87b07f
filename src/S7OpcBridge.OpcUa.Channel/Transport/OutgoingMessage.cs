namespace S7OpcBridge.OpcUa.Channel.Transport;

/// <summary>What waits to be sent: an encoded message that still needs its chunk headers, or a finished frame (ACK, ERR).</summary>
/// <param name="Body">The message; the writer gives it back to the pool.</param>
/// <param name="Frame">The finished frame, when there is no body.</param>
/// <param name="Type">MSG or OPN.</param>
/// <param name="RequestId">The request that is answered.</param>
internal readonly record struct OutgoingMessage(MessageBuffer? Body, byte[]? Frame, uint Type, uint RequestId)
{
    /// <summary>Bytes, as they were queued: a body that has gone back to the pool has no length any more, or another message's.</summary>
    public int Size { get; } = Body?.Length ?? Frame!.Length;

    /// <summary>Bytes of memory that it takes until it is sent: a short answer takes a whole segment.</summary>
    public int Memory { get; } = Body?.Memory ?? Frame!.Length;
}
