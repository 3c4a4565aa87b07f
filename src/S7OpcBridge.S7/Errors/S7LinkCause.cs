using S7OpcBridge.S7.Wire;

namespace S7OpcBridge.S7;

/// <summary>The steps of making a connection, in their order; a failure names the one it happened in.</summary>
public enum S7ConnectStage : byte
{
    /// <summary>Turning a host name into addresses.</summary>
    Resolve,

    /// <summary>The TCP connection.</summary>
    Tcp,

    /// <summary>The COTP connect request: TSAPs, so rack and slot.</summary>
    Cotp,

    /// <summary>The S7 setup: PDU size and jobs.</summary>
    Setup,

    /// <summary>Connected: the failure hit an open connection.</summary>
    Open,
}

/// <summary>What ended a connection, or kept it from being made.</summary>
public enum S7LinkCause : byte
{
    /// <summary>Something else; the inner exception says what.</summary>
    Other,

    /// <summary>The name has no address.</summary>
    NameUnknown,

    /// <summary>Refused: TCP RST to the first packet, or a refusal in the COTP or S7 answer.</summary>
    Refused,

    /// <summary>No route to the address.</summary>
    Unreachable,

    /// <summary>No answer in time.</summary>
    TimedOut,

    /// <summary>The peer closed or reset the TCP connection.</summary>
    ClosedByPeer,

    /// <summary>We closed it ourselves.</summary>
    ClosedHere,

    /// <summary>The local address to connect from does not exist on this machine.</summary>
    BindFailed,
}
