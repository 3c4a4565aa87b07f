namespace S7OpcBridge.OpcUa.Channel.Transport;

/// <summary>Takes a complete request of a connection; answers now or later, by the connection's Send. Never throws.</summary>
/// <param name="connection">Where it came from.</param>
/// <param name="requestId">Its place in the channel.</param>
/// <param name="request">The request; the bytes are the connection's again when the handler returns.</param>
internal delegate void RequestHandler(UaConnection connection, uint requestId, ReadOnlySpan<byte> request);
