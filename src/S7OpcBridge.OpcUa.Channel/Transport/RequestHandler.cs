namespace S7OpcBridge.OpcUa.Channel.Transport;

/// <summary>Handles a complete request of a connection. It answers at once or later, with the connection's Send, and never throws.</summary>
/// <param name="connection">Where it came from.</param>
/// <param name="requestId">Its request id in the channel.</param>
/// <param name="request">The request; its bytes are valid only during the call.</param>
internal delegate void RequestHandler(UaConnection connection, uint requestId, ReadOnlySpan<byte> request);
