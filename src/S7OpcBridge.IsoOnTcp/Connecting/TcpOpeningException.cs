namespace S7OpcBridge.IsoOnTcp.Connecting;

/// <summary>Why there is no TCP connection.</summary>
internal enum TcpFault
{
    /// <summary>Other; see the inner exception.</summary>
    Other,

    /// <summary>The name has no address.</summary>
    NameUnknown,

    /// <summary>TCP RST to the first packet.</summary>
    Refused,

    /// <summary>No route to the address.</summary>
    Unreachable,

    /// <summary>No answer in time.</summary>
    TimedOut,

    /// <summary>The configured local address does not exist on this machine.</summary>
    BindFailed,
}

/// <summary>There is no TCP connection. The message is a sentence for users. The protocol above passes it on as an exception of its own.</summary>
internal sealed class TcpOpeningException(TcpFault fault, string message, Exception? inner) : Exception(message, inner)
{
    public TcpFault Fault { get; } = fault;
}
