namespace S7OpcBridge.OpcUa;

/// <summary>Ends a request or a channel with a status code. The message is for our own log; the peer sees the code and, where harmless, the words.</summary>
public sealed class UaException(StatusCode status, string message) : Exception(message)
{
    /// <summary>What the peer is told.</summary>
    public StatusCode Status { get; } = status;
}
