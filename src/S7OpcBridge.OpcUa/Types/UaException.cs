namespace S7OpcBridge.OpcUa;

/// <summary>
/// An error that ends a request or a channel with a status code. The message is for the log; the peer is sent the code, and the message only where it reveals
/// nothing.
/// </summary>
public sealed class UaException(StatusCode status, string message) : Exception(message)
{
    /// <summary>The code that the peer is sent.</summary>
    public StatusCode Status { get; } = status;
}
